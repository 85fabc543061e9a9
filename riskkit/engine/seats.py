"""What an agent sees of its seat: parameters, memory, workspace, random numbers.

A seat record holds addresses and lengths, so that an agent's data reach compiled code
without a reference count. Under ``NUMBA_DISABLE_JIT=1`` the same functions run in Python.
"""

import numpy as np
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

from riskkit.engine.jit import kernel
from riskkit.engine.pointers import array_at
from riskkit.engine.rng import below, uniform

F8, I8 = np.dtype("f8"), np.dtype("i8")

if config.DISABLE_JIT:

    def call_agent(address, state, board, rules, seat):
        """Call the agent registered under a number that stands for its address."""
        return PYTHON_AGENTS[int(address)](state, board, rules, seat)

    PYTHON_AGENTS = {}
else:

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
    return array_at(seat.parameters, seat.parameters_length, F8)


@kernel
def memory(seat):
    """Return the seat's memory as a float64 array.

    It holds zeros at the start of each game, or, for a persistent agent, what the seat's
    last game left in it.
    """
    return array_at(seat.memory, seat.memory_length, F8)


@kernel
def workspace_f8(seat):
    """Return the worker's scratch as a float64 array; its content is undefined."""
    return array_at(seat.workspace, seat.workspace_length, F8)


@kernel
def workspace_i8(seat):
    """Return the same scratch as an int64 array."""
    return array_at(seat.workspace, seat.workspace_length, I8)


@kernel
def choice_random(state):
    """Return a float in [0, 1) from the stream of the agents' choices."""
    return uniform(state.choice)


@kernel
def choice_below(state, n):
    """Return an int in 0..n-1 from the stream of the agents' choices."""
    return below(state.choice, n)
