"""How a player of the replica sees the board: pressure, regions, worth, priorities.

``flags`` is a record of :class:`~riskkit.studies.graph_personalities.loops.departures.Departures`;
each branch on a flag is one departure of the program from the text.
"""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.studies.graph_personalities.loops.state import NEUTRAL, N

SUBLIST = 4
AGGRESSIVE, DEFENSIVE = 0, 1
_ONE = np.uint64(1)


@kernel
def bit(t):
    """Return the set {t} as a mask."""
    return _ONE << np.uint64(t)


@kernel
def has(mask, t):
    """Return whether ``t`` is in the set ``mask``."""
    return (mask >> np.uint64(t)) & _ONE != np.uint64(0)


@kernel
def _signed(state, flags, p, t):
    n = np.float64(state.armies[t])
    return -n if flags.all_negative or state.owner[t] != p else n


@kernel
def feel(state, flags, matrix, p):
    """Fill ``state.pressure`` with what player ``p`` feels now: own armies and surroundings.

    Six rows of the matrix are added at a time, in order, which lets the compiler use the
    processor's wide registers without changing the sum.
    """
    for t in range(N):
        signed = np.float64(state.armies[t])
        state.pressure[t] = signed if state.owner[t] == p else -signed
    out = state.pressure
    for t in range(0, N, 6):
        a = _signed(state, flags, p, t)
        b = _signed(state, flags, p, t + 1)
        c = _signed(state, flags, p, t + 2)
        d = _signed(state, flags, p, t + 3)
        e = _signed(state, flags, p, t + 4)
        f = _signed(state, flags, p, t + 5)
        for k in range(N):
            x = out[k] + a * matrix[t, k]
            x = x + b * matrix[t + 1, k]
            x = x + c * matrix[t + 2, k]
            x = x + d * matrix[t + 3, k]
            x = x + e * matrix[t + 4, k]
            out[k] = x + f * matrix[t + 5, k]


@kernel
def see_pressure(state, flags, matrix, p):
    """Update the pressure of every country as player ``p`` sees it, and the one before."""
    if flags.shared_memory:
        for t in range(N):
            state.previous[t] = state.pressure[t]
    else:
        for t in range(N):
            state.previous[t] = state.own_view[p, t]
    feel(state, flags, matrix, p)
    for t in range(N):
        state.own_view[p, t] = state.pressure[t]


@kernel
def split_regions(state, graph, q, listed):
    """Order the countries in ``listed`` by region, largest region first.

    Fills ``state.order[q]`` (breadth first from each region's lowest number), the place of
    each country in it, and each region's start and size.
    """
    flat = state.priority
    sizes = state.key
    left = listed
    total = 0
    regions = 0
    for t in range(N):
        if not has(left, t):
            continue
        head = total
        flat[total] = t
        total += 1
        left &= ~bit(t)
        start = head
        while head < total:
            x = flat[head]
            head += 1
            if graph.mask[x] & left == np.uint64(0):
                continue
            for e in range(graph.start[x], graph.start[x + 1]):
                y = graph.adjacent[e]
                if has(left, y):
                    left &= ~bit(y)
                    flat[total] = y
                    total += 1
        state.region_start[q, regions] = start
        sizes[regions] = total - start
        regions += 1
    state.regions[q] = regions
    written = 0
    for r in range(regions):
        best = 0
        for k in range(regions):
            if sizes[k] > sizes[best]:
                best = k
        size = np.int64(sizes[best])
        start = state.region_start[q, best]
        sizes[best] = -1.0
        for k in range(size):
            x = flat[start + k]
            state.order[q, written + k] = x
            state.place[q, x] = written + k
            state.region[q, x] = r
        state.region_size[q, r] = size
        state.longest[q, r] = -1
        written += size
    first = 0
    for r in range(regions):
        state.region_start[q, r] = first
        first += state.region_size[q, r]


@kernel
def find_borders(state, graph, p):
    """List the border countries of ``p`` in region order, and what can be attacked from them."""
    own = state.own[p]
    listed = state.listed[p]
    state.borders = 0
    state.attackables = 0
    state.border_mask = np.uint64(0)
    seen = np.uint64(0)
    size = 0
    for r in range(state.regions[p]):
        size += state.region_size[p, r]
    for k in range(size):
        x = state.order[p, k]
        if graph.mask[x] & ~own != np.uint64(0):
            state.border[state.borders] = x
            state.borders += 1
            state.border_mask |= bit(x)
            for e in range(graph.start[x], graph.start[x + 1]):
                y = graph.adjacent[e]
                if not has(listed, y) and not has(seen, y):
                    seen |= bit(y)
                    state.attackable[state.attackables] = y
                    state.attackables += 1
    state.attackable_mask = seen


@kernel
def _measure_region(state, graph, q, r):
    """Find the distances between the border countries of region ``r`` in ``q``'s list."""
    start = state.region_start[q, r]
    own = state.own[q]
    nodes = state.scratch_nodes
    n = 0
    for k in range(start, start + state.region_size[q, r]):
        x = state.order[q, k]
        if graph.mask[x] & ~own != np.uint64(0):
            nodes[n] = x
            state.near[q, x] = N
            state.far[q, x] = 0
            n += 1
    shortest = N
    longest = 0
    for i in range(n):
        x = nodes[i]
        near = np.int64(state.near[q, x])
        far = np.int64(state.far[q, x])
        for j in range(i + 1, n):
            y = nodes[j]
            d = np.int64(graph.steps[x, y])
            near = min(near, d)
            far = max(far, d)
            state.near[q, y] = min(np.int64(state.near[q, y]), d)
            state.far[q, y] = max(np.int64(state.far[q, y]), d)
        state.near[q, x] = near
        state.far[q, x] = far
        shortest = min(shortest, near)
        longest = max(longest, far)
    state.shortest[q, r] = shortest
    state.longest[q, r] = longest


@kernel
def shape_of(state, graph, q, t):
    """Return the shape of ``t``'s region in ``q``'s list, and whether ``t`` lies at its ends.

    Shape is (longest - shortest) / longest distance between border countries, 0 with fewer
    than two. The end term is -1 where ``t`` is in a closest pair, +1 in a farthest, summed.
    """
    r = state.region[q, t]
    if state.longest[q, r] < 0:
        _measure_region(state, graph, q, r)
    longest = state.longest[q, r]
    shortest = state.shortest[q, r]
    if longest == 0:
        return 0.0, 0.0
    ends = 0.0
    if state.near[q, t] == shortest:
        ends -= 1.0
    if state.far[q, t] == longest:
        ends += 1.0
    return (longest - shortest) / longest, ends


@kernel
def popcount(mask):
    """Return the number of members of a set."""
    mask = mask - ((mask >> np.uint64(1)) & np.uint64(0x5555555555555555))
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
def worth_of(state, graph, flags, t):
    """Return the worth of country ``t``, which the calculating player can attack."""
    holder = np.int64(state.owner[t])
    c = graph.continent[t]
    share = popcount(graph.continent_mask[c] & state.own[holder]) / graph.size[c]
    q = NEUTRAL if has(state.listed[NEUTRAL], t) else holder
    shape, ends = shape_of(state, graph, q, t)
    if flags.small_regions_first:
        index = np.int64(state.place[q, t]) + 1
    else:
        index = 0
        size = 0
        for k in range(state.attackables):
            y = state.attackable[k]
            if state.owner[y] == holder:
                size += 1
                index += state.place[holder, y] < state.place[holder, t]
        index = size - 1 - index
    degree = graph.degree[t]
    pressure = state.pressure[t]
    if flags.worth_weights:
        return 1e6 * share + 1e5 * index + 1e3 * shape + 100.0 * ends + 10.0 * degree + pressure
    return 1e4 * share + 1e3 * index + 100.0 * shape + 10.0 * degree + pressure


@kernel
def _append_best(state, listing, n, taken):
    """Append to the priorities the four of ``listing`` with the largest keys not yet taken.

    Of equal keys the earlier in the list comes first. Returns the set taken so far.
    """
    for _ in range(min(SUBLIST, n)):
        best = -1
        for k in range(n):
            x = listing[k]
            if not has(taken, x) and (best < 0 or state.key[x] > state.key[best]):
                best = x
        if best < 0:
            break
        taken |= bit(best)
        state.priority[state.priorities] = best
        state.priorities += 1
    return taken


@kernel
def _append_attack_lists(state, flags, taken):
    """Append the worthiest targets, then the weakened ones (those whose pressure rose most)."""
    for k in range(state.attackables):
        x = state.attackable[k]
        state.key[x] = state.worth[x]
    taken = _append_best(state, state.attackable, state.attackables, taken)
    for k in range(state.attackables):
        x = state.attackable[k]
        state.key[x] = 0.0 if flags.unsorted_weakened else state.pressure[x] - state.previous[x]
    return _append_best(state, state.attackable, state.attackables, taken)


@kernel
def _append_defence_lists(state, flags, p, taken):
    """Append the own borders whose pressure fell most, then lost countries by worth."""
    for k in range(state.borders):
        x = state.border[k]
        state.key[x] = state.previous[x] - state.pressure[x]
    taken = _append_best(state, state.border, state.borders, taken)
    if not flags.no_lost:
        lost = state.owned_before[p] & ~state.own[p]
        for k in range(state.attackables):
            x = state.attackable[k]
            state.key[x] = state.worth[x]
        unlost = taken | ~lost
        unlost = _append_best(state, state.attackable, state.attackables, unlost)
        taken |= unlost & lost
    return taken


@kernel
def update(state, graph, flags, matrix, p, priority):
    """Let player ``p`` look at the board: pressures, worth, priorities and attack origins.

    ``state.priority`` then lists targets and own borders, most urgent first;
    ``state.origin`` names, for each, the own country where armies go and attacks start.
    """
    see_pressure(state, flags, matrix, p)
    for q in range(3):
        split_regions(state, graph, q, state.listed[q])
    find_borders(state, graph, p)
    for k in range(state.attackables):
        x = state.attackable[k]
        state.worth[x] = worth_of(state, graph, flags, x)
    state.priorities = 0
    taken = np.uint64(0)
    if priority == AGGRESSIVE:
        taken = _append_attack_lists(state, flags, taken)
        taken = _append_defence_lists(state, flags, p, taken)
    else:
        taken = _append_defence_lists(state, flags, p, taken)
        taken = _append_attack_lists(state, flags, taken)
    for k in range(state.attackables):
        x = state.attackable[k]
        if not has(taken, x):
            state.priority[state.priorities] = x
            state.priorities += 1
        best = -1
        for e in range(graph.start[x], graph.start[x + 1]):
            y = graph.adjacent[e]
            if state.owner[y] == p and (best < 0 or state.pressure[y] > state.pressure[best]):
                best = y
        state.origin[x] = best
    for k in range(state.borders):
        x = state.border[k]
        state.origin[x] = x
    state.owned_before[p] = state.own[p]
