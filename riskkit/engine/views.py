"""Records inside an int64 array: scratch states and rules of an agent's own memory."""

from riskkit.engine.jit import kernel
from riskkit.engine.pointers import array_at
from riskkit.engine.types import RULES, STATE


@kernel
def states_at(words, offset, count):
    """Return ``count`` STATE records that lie in an int64 array from ``offset`` on."""
    return array_at(words.ctypes.data + 8 * offset, count, STATE)


@kernel
def rules_at(words, offset):
    """Return one RULES record, as an array of one, that lies in an int64 array."""
    return array_at(words.ctypes.data + 8 * offset, 1, RULES)
