"""What an agent sees of its seat: parameters, memory, workspace, random numbers.

A seat record holds addresses and lengths, so that an agent's data reach compiled code
without a reference count. Under ``NUMBA_DISABLE_JIT=1`` the same functions run in Python.
"""

import ctypes

import numpy as np
from numba import carray, config, types
from numba.core import cgutils
from numba.extending import intrinsic

from riskkit.engine.jit import kernel
from riskkit.engine.rng import below, uniform

if config.DISABLE_JIT:

    def _view(address, n, kind):
        if n == 0:
            return np.zeros(0, np.dtype(kind))
        return np.frombuffer((ctypes.c_char * (8 * int(n))).from_address(int(address)), kind)

    def _f8(address, n):
        return _view(address, n, np.float64)

    def _i8(address, n):
        return _view(address, n, np.int64)

    def call_agent(address, state, board, rules, seat):
        """Call the agent registered under a number that stands for its address."""
        return PYTHON_AGENTS[int(address)](state, board, rules, seat)

    PYTHON_AGENTS = {}
else:

    @intrinsic
    def _pointer_f8(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(types.float64)(types.int64), generate

    @intrinsic
    def _pointer_i8(typing, address):
        def generate(context, builder, signature, args):
            return builder.inttoptr(args[0], context.get_value_type(signature.return_type))

        return types.CPointer(types.int64)(types.int64), generate

    @kernel
    def _f8(address, n):
        return carray(_pointer_f8(address), (n,))

    @kernel
    def _i8(address, n):
        return carray(_pointer_i8(address), (n,))

    @intrinsic
    def call_agent(typing, address, state, board, rules, seat):
        """Call the compiled agent at an address through Numba's own calling convention."""

        def generate(context, builder, signature, args):
            arguments = signature.args[1:]
            pointer = builder.inttoptr(
                args[0],
                context.call_conv.get_function_type(types.int64, arguments).as_pointer(),
            )
            status, result = context.call_conv.call_function(builder, pointer, types.int64, arguments, args[1:])
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return types.int64(types.int64, state, board, rules, seat), generate


@kernel
def parameters(seat):
    """Return the agent's parameters as a float64 array; not to be written to."""
    return _f8(seat.parameters, seat.parameters_length)


@kernel
def memory(seat):
    """Return the seat's memory as a float64 array.

    It holds zeros at the start of each game, or, for a persistent agent, what the seat's
    last game left in it.
    """
    return _f8(seat.memory, seat.memory_length)


@kernel
def workspace_f8(seat):
    """Return the worker's scratch as a float64 array; its content is undefined."""
    return _f8(seat.workspace, seat.workspace_length)


@kernel
def workspace_i8(seat):
    """Return the same scratch as an int64 array."""
    return _i8(seat.workspace, seat.workspace_length)


@kernel
def choice_random(state):
    """Return a float in [0, 1) from the stream of the agents' choices."""
    return uniform(state.choice)


@kernel
def choice_below(state, n):
    """Return an int in 0..n-1 from the stream of the agents' choices."""
    return below(state.choice, n)
