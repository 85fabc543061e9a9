"""Nodes, frontier and memory of positions of the search over turns.

All lies in one int64 array: a header, the model's rules, four scratch states, a scratch
row, then the nodes (packed positions), the frontier (a heap) and a hash table of positions.
"""

import numpy as np

from riskkit.agents.search.heuristics import estimate
from riskkit.engine.jit import kernel
from riskkit.engine.types import MAX_T, RULES, STATE

# header of the search's memory
(
    CAPACITY,
    WORDS,
    TABLE_SIZE,
    NODES,
    HEAP,
    EXPANDED,
    GENERATED,
    SEARCHER,
    HEURISTIC,
    STATUS,
    BEST,
) = range(11)
HEADER = 16
# columns of a node
HASH, PARENT, ACTION, MOVED, COST, ESTIMATE, FLAGS, LAND = range(8)
# scratch states
POSITION, CHILD, FOUGHT, ROOT = range(4)
AT_RULES = HEADER
AT_STATES = AT_RULES + (RULES.itemsize + 7) // 8
AT_ROW = AT_STATES + 4 * ((STATE.itemsize + 7) // 8)
FIRST_NODE = AT_ROW + LAND + MAX_T // 2
OVERHEAD = 6
_U = np.uint64


def words_for(nodes, territories):
    """Return the length of the int64 array that a search over so many nodes needs."""
    return FIRST_NODE + nodes * (LAND + (territories + 1) // 2 + OVERHEAD)


compiled_words_for = kernel(words_for)


@kernel(inline=True)
def node_at(memory, index):
    """Return where the row of a node begins in the memory of a search."""
    return FIRST_NODE + index * memory[WORDS]


@kernel(inline=True)
def heap_start(memory):
    return FIRST_NODE + memory[CAPACITY] * memory[WORDS]


@kernel(inline=True)
def table_start(memory):
    return heap_start(memory) + 2 * memory[CAPACITY]


@kernel
def pack(state, board, row):
    """Write a position into the columns FLAGS and LAND.. of a row, and its hash."""
    flags = (np.int64(state.pool[state.current]) << 16) | (state.position << 12) | (state.phase << 8)
    for p in range(state.players):
        if state.extra[p] > 0:
            flags |= np.int64(1) << p
    row[FLAGS] = flags
    hashed = _U(flags) * _U(0x9E3779B97F4A7C15)
    for k in range((board.territories + 1) // 2):
        word = (np.int64(state.armies[2 * k]) << 4) | (state.owner[2 * k] + 1)
        if 2 * k + 1 < board.territories:
            word |= ((np.int64(state.armies[2 * k + 1]) << 4) | (state.owner[2 * k + 1] + 1)) << 32
        row[LAND + k] = word
        hashed = (hashed ^ _U(word)) * _U(0xBF58476D1CE4E5B9)
        hashed ^= hashed >> _U(29)
    row[HASH] = np.int64(hashed >> _U(16))


@kernel
def unpack(state, root, board, rules, row):
    """Set a state to the position of a row; what a search never changes comes from ``root``."""
    for p in range(state.seats):
        state.count[p] = state.total[p] = 0
        state.pool[p] = 0
        state.attacks[p] = state.conquests[p] = 0
        state.extra[p] = rules.conquest_bonus if (row[FLAGS] >> p) & 1 else 0
        for c in range(board.continents):
            state.held[p, c] = 0
    for t in range(board.territories):
        half = (row[LAND + t // 2] >> (32 * (t % 2))) & 0xFFFFFFFF
        p = (half & 15) - 1
        state.owner[t] = p
        state.armies[t] = half >> 4
        state.count[p] += 1
        state.total[p] += half >> 4
        if board.continent[t] >= 0:
            state.held[p, board.continent[t]] += 1
    for p in range(state.players):
        state.alive[p] = 1 if state.count[p] > 0 else 0
    state.phase = (row[FLAGS] >> 8) & 15
    state.position = (row[FLAGS] >> 12) & 15
    state.current = root.order[state.position]
    state.pool[state.current] = row[FLAGS] >> 16
    state.conquered = 0
    state.winner = -1


@kernel
def find(memory, row):
    """Return the place in the hash table of a row's position, or of the gap to put it in."""
    mask = memory[TABLE_SIZE] - 1
    first = table_start(memory)
    words = memory[WORDS]
    slot = row[HASH] & mask
    while memory[first + slot] >= 0:
        at = node_at(memory, memory[first + slot])
        same = memory[at + HASH] == row[HASH]
        k = FLAGS
        while same and k < words:
            same = memory[at + k] == row[k]
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
    memory[GENERATED] += 1
    index = memory[NODES]
    if index >= memory[CAPACITY]:
        return False
    at = node_at(memory, index)
    row = memory[at : at + memory[WORDS]]
    pack(state, board, row)
    slot = find(memory, row)
    known = memory[slot]
    if known >= 0 and memory[node_at(memory, known) + COST] <= cost:
        return True
    row[PARENT] = parent
    row[ACTION] = action
    row[MOVED] = moved
    row[COST] = cost
    row[ESTIMATE] = estimate(state, board, rules, memory[SEARCHER], memory[HEURISTIC])
    memory[slot] = index
    memory[NODES] += 1
    key = ((cost + row[ESTIMATE]) << 24) | min(row[ESTIMATE], (1 << 24) - 1)
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
    k = memory[HEAP]
    memory[HEAP] += 1
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
    memory[HEAP] -= 1
    n = memory[HEAP]
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
