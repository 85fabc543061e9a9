"""Records inside an int64 array: scratch states and rules of an agent's own memory."""

import ctypes

import numba
import numpy as np
from numba import carray, config, types
from numba.extending import intrinsic

from riskkit.engine.jit import kernel
from riskkit.engine.types import RULES, STATE

if config.DISABLE_JIT:

    def _view(words, offset, count, dtype):
        start = int(words.ctypes.data) + 8 * int(offset)
        memory = (ctypes.c_char * (int(count) * dtype.itemsize)).from_address(start)
        return np.frombuffer(memory, dtype).view(np.recarray)

    def states_at(words, offset, count):
        """Return ``count`` STATE records that lie in an int64 array from ``offset`` on."""
        return _view(words, offset, count, STATE)

    def rules_at(words, offset):
        """Return one RULES record, as an array of one, that lies in an int64 array."""
        return _view(words, offset, 1, RULES)

else:

    @intrinsic
    def _state_pointer(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(numba.from_dtype(STATE))(types.intp), generate

    @intrinsic
    def _rules_pointer(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(numba.from_dtype(RULES))(types.intp), generate

    @kernel
    def states_at(words, offset, count):
        """Return ``count`` STATE records that lie in an int64 array from ``offset`` on."""
        return carray(_state_pointer(words.ctypes.data + 8 * offset), (count,))

    @kernel
    def rules_at(words, offset):
        """Return one RULES record, as an array of one, that lies in an int64 array."""
        return carray(_rules_pointer(words.ctypes.data + 8 * offset), (1,))
