"""Arrays and records at an address: the one way from a number to memory in compiled code.

Whoever keeps an address sees to it that the memory behind it lives as long. Under
``NUMBA_DISABLE_JIT=1`` the same functions run in Python.
"""

import ctypes

import numpy as np
from numba import carray, config, types
from numba.extending import intrinsic

from riskkit.engine.jit import kernel
from riskkit.engine.types import plain

if config.DISABLE_JIT:

    def array_at(address, n, dtype):
        """Return ``n`` values of a dtype that lie at an address."""
        if n == 0:
            return np.zeros(0, dtype)
        found = np.frombuffer((ctypes.c_char * (int(n) * dtype.itemsize)).from_address(int(address)), dtype)
        return plain(found) if dtype.names else found

else:

    @intrinsic
    def _pointer(typing, address, dtype):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(dtype.dtype)(address, dtype), generate

    @kernel
    def array_at(address, n, dtype):
        """Return ``n`` values of a dtype that lie at an address."""
        return carray(_pointer(address, dtype), (n,))


@kernel
def record_at(address, dtype):
    """Return the record of a dtype that lies at an address."""
    return array_at(address, 1, dtype)[0]
