"""Nodes, frontier and memory of positions of the search over turns.

All lies in one int64 array: a header, the model's rules, four scratch states, a scratch
row, then the nodes (packed positions), the frontier (a heap) and a hash table of positions.
"""

import numpy as np

from riskkit.agents.search.heuristics import estimate
from riskkit.engine.jit import kernel
from riskkit.engine.pointers import record_at
from riskkit.engine.types import MAX_T, RULES, STATE

_HEAD = (
    *("capacity", "words", "table_size", "nodes", "heap", "expanded", "generated"),
    *("searcher", "heuristic", "status", "best"),
)
HEAD = np.dtype([(name, "i8") for name in _HEAD], align=True)
"""The header of a search's memory."""
HEADER = 16
_COLUMNS = ("hash", "parent", "action", "moved", "cost", "estimate", "flags")
NODE = np.dtype([*((name, "i8") for name in _COLUMNS), ("land", "i8", (MAX_T // 2,))], align=True)
"""A node: of ``land`` it has only the words that the board's territories need, two to a word."""
LAND = len(_COLUMNS)
FLAGS = LAND - 1
# scratch states
POSITION, CHILD, FOUGHT, ROOT = range(4)
AT_RULES = HEADER
AT_STATES = AT_RULES + (RULES.itemsize + 7) // 8
AT_ROW = AT_STATES + 4 * ((STATE.itemsize + 7) // 8)
FIRST_NODE = AT_ROW + NODE.itemsize // 8
OVERHEAD = 6
_U = np.uint64


def words_for(nodes, territories):
    """Return the length of the int64 array that a search over so many nodes needs."""
    return FIRST_NODE + nodes * (LAND + (territories + 1) // 2 + OVERHEAD)


def head(memory: np.ndarray) -> np.void:
    """Return the HEAD record of a search's memory, to be read in Python."""
    return memory[: len(_HEAD)].view(HEAD)[0]


def nodes(memory: np.ndarray, indexes) -> np.ndarray:
    """Return nodes of a search as NODE records, zeros where the board has no territories."""
    width = int(head(memory)["words"])
    first = FIRST_NODE + width * np.asarray(indexes, np.int64)
    rows = np.zeros((len(first), NODE.itemsize // 8), np.int64)
    rows[:, :width] = memory[first[:, None] + np.arange(width)]
    return rows.view(NODE)[:, 0]


compiled_words_for = kernel(words_for)


@kernel(inline=True)
def head_of(memory):
    """Return the HEAD record of a search's memory."""
    return record_at(memory.ctypes.data, HEAD)


@kernel(inline=True)
def row_at(memory, index):
    """Return where the row of a node begins in the memory of a search."""
    return FIRST_NODE + index * head_of(memory).words


@kernel(inline=True)
def node_of(memory, index):
    """Return a node as NODE record."""
    return record_at(memory.ctypes.data + 8 * row_at(memory, index), NODE)


@kernel(inline=True)
def scratch_node(memory):
    """Return the scratch row as NODE record."""
    return record_at(memory.ctypes.data + 8 * AT_ROW, NODE)


@kernel(inline=True)
def heap_start(memory):
    return FIRST_NODE + head_of(memory).capacity * head_of(memory).words


@kernel(inline=True)
def table_start(memory):
    return heap_start(memory) + 2 * head_of(memory).capacity


@kernel
def pack(state, board, node):
    """Write a position and its hash into a node."""
    flags = (np.int64(state.pool[state.current]) << 16) | (state.position << 12) | (state.phase << 8)
    for p in range(state.players):
        if state.extra[p] > 0:
            flags |= np.int64(1) << p
    node.flags = flags
    hashed = _U(flags) * _U(0x9E3779B97F4A7C15)
    for k in range((board.territories + 1) // 2):
        word = (np.int64(state.armies[2 * k]) << 4) | (state.owner[2 * k] + 1)
        if 2 * k + 1 < board.territories:
            word |= ((np.int64(state.armies[2 * k + 1]) << 4) | (state.owner[2 * k + 1] + 1)) << 32
        node.land[k] = word
        hashed = (hashed ^ _U(word)) * _U(0xBF58476D1CE4E5B9)
        hashed ^= hashed >> _U(29)
    node.hash = np.int64(hashed >> _U(16))


@kernel
def unpack(state, root, board, rules, node):
    """Set a state to the position of a node; what a search never changes comes from ``root``."""
    for p in range(state.seats):
        state.count[p] = state.total[p] = 0
        state.pool[p] = 0
        state.attacks[p] = state.conquests[p] = 0
        state.extra[p] = rules.conquest_bonus if (node.flags >> p) & 1 else 0
        for c in range(board.continents):
            state.held[p, c] = 0
    for t in range(board.territories):
        half = (node.land[t // 2] >> (32 * (t % 2))) & 0xFFFFFFFF
        p = (half & 15) - 1
        state.owner[t] = p
        state.armies[t] = half >> 4
        state.count[p] += 1
        state.total[p] += half >> 4
        if board.continent[t] >= 0:
            state.held[p, board.continent[t]] += 1
    for p in range(state.players):
        state.alive[p] = 1 if state.count[p] > 0 else 0
    state.phase = (node.flags >> 8) & 15
    state.position = (node.flags >> 12) & 15
    state.current = root.order[state.position]
    state.pool[state.current] = node.flags >> 16
    state.conquered = 0
    state.winner = -1


@kernel
def find(memory, index):
    """Return the place in the hash table of a node's position, or of the gap to put it in."""
    mask = head_of(memory).table_size - 1
    first = table_start(memory)
    words = head_of(memory).words
    here = row_at(memory, index)
    wanted = node_of(memory, index).hash
    slot = wanted & mask
    while memory[first + slot] >= 0:
        at = row_at(memory, memory[first + slot])
        same = memory[at] == wanted
        k = FLAGS
        while same and k < words:
            same = memory[at + k] == memory[here + k]
            k += 1
        if same:
            break
        slot = (slot + 1) & mask
    return first + slot


@kernel
def push(memory, state, board, rules, parent, action, moved, cost):
    """Add a position to the frontier unless it was reached at no greater cost before.

    Returns False when there is no room for it.
    """
    head = head_of(memory)
    head.generated += 1
    index = head.nodes
    if index >= head.capacity:
        return False
    node = node_of(memory, index)
    pack(state, board, node)
    slot = find(memory, index)
    known = memory[slot]
    if known >= 0 and node_of(memory, known).cost <= cost:
        return True
    node.parent = parent
    node.action = action
    node.moved = moved
    node.cost = cost
    node.estimate = estimate(state, board, rules, head.searcher, head.heuristic)
    memory[slot] = index
    head.nodes += 1
    key = ((cost + node.estimate) << 24) | min(node.estimate, (1 << 24) - 1)
    _add(memory, key, index)
    return True


@kernel(inline=True)
def _before(memory, a, b):
    """Return whether heap entry ``a`` comes before ``b``: least f, then least h, then latest."""
    if memory[a] != memory[b]:
        return memory[a] < memory[b]
    return memory[a + 1] > memory[b + 1]


@kernel
def _add(memory, key, index):
    start = heap_start(memory)
    k = head_of(memory).heap
    head_of(memory).heap += 1
    memory[start + 2 * k] = key
    memory[start + 2 * k + 1] = index
    while k > 0:
        up = (k - 1) // 2
        a = start + 2 * k
        b = start + 2 * up
        if not _before(memory, a, b):
            break
        memory[a], memory[b] = memory[b], memory[a]
        memory[a + 1], memory[b + 1] = memory[b + 1], memory[a + 1]
        k = up


@kernel
def pop(memory):
    start = heap_start(memory)
    index = memory[start + 1]
    head_of(memory).heap -= 1
    n = head_of(memory).heap
    memory[start] = memory[start + 2 * n]
    memory[start + 1] = memory[start + 2 * n + 1]
    k = 0
    while True:
        least = k
        for child in (2 * k + 1, 2 * k + 2):
            if child < n and _before(memory, start + 2 * child, start + 2 * least):
                least = child
        if least == k:
            return index
        a = start + 2 * k
        b = start + 2 * least
        memory[a], memory[b] = memory[b], memory[a]
        memory[a + 1], memory[b + 1] = memory[b + 1], memory[a + 1]
        k = least
