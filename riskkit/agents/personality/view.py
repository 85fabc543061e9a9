"""What a graph personality sees at the start of its turn: pressures, worth, priorities.

Source: Keng and Draves (2015), sections 3.2 to 3.4, as the text describes them. The seat's
memory keeps what the turn needs later; the worker's scratch holds regions and lists.

Open in the text, and decided here:

- The priority list joins, by four each (the size is the authors' program's), the targets by
  worth, the targets whose pressure rose most since the last look, the own borders whose
  pressure fell most, and the lost territories by worth; the other targets follow, those of
  the largest region first. Aggressive: in this order; defensive: the last two first.
- Region index: the last in the smallest region counts 0 and the first in the largest most,
  as the text's reason wants it ("larger" is worth more), among what can be attacked.
- Distances between border territories are steps on the whole board.
- Before the first look all pressures are 0, the board being empty.
"""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.pointers import record_at
from riskkit.engine.seats import parameters
from riskkit.engine.types import MAX_T

SUBLIST = 4
PRIORITY_TRAIT, PLACEMENT_TRAIT, ATTACK_TRAIT, SIZE = range(4)
MATRIX = 4

VIEW = np.dtype(
    [
        *((name, "f8") for name in ("stamp", "cursor", "listed", "planned", "largest")),
        ("spare", "f8", (3,)),
        *((name, "f8", (MAX_T,)) for name in ("priority", "origin", "pressure", "before", "owned", "plan")),
    ],
    align=True,
)
"""The seat's memory. Once armies are planned ``before`` holds the pressures as the placing changes them."""
MEMORY = VIEW.itemsize // 8

_LISTS = ("region", "flat", "place_of", "start", "count", "borders", "targets", "taken", "near", "shortest", "longest")
WORK = np.dtype(
    [*((name, "i8", (MAX_T,)) for name in _LISTS), ("worth", "f8", (MAX_T,)), ("key", "f8", (MAX_T,))], align=True
)
"""The worker's scratch: regions, lists of territories, and what they are sorted by."""
WORKSPACE = WORK.itemsize


@kernel
def view_of(seat):
    """Return the VIEW record of a seat."""
    return record_at(seat.memory, VIEW)


@kernel
def work_of(seat):
    """Return the WORK record of a seat."""
    return record_at(seat.workspace, WORK)


@kernel
def _signed(state, p, t):
    n = np.float64(state.armies[t])
    return n if state.owner[t] == p else -n


@kernel
def see_pressure(state, board, seat, felt):
    """Fill an array with the pressure of every territory, from the seat's side.

    Four columns of the folded matrix are added at a time, which lets the compiler use the
    processor's wide registers; the order of the sum is that of the territories.
    """
    matrix = parameters(seat)[MATRIX:]
    p = seat.player
    n = np.int64(board.territories)
    for t in range(n):
        felt[t] = _signed(state, p, t)
    whole = n - n % 4
    for t in range(0, whole, 4):
        a = _signed(state, p, t)
        b = _signed(state, p, t + 1)
        c = _signed(state, p, t + 2)
        d = _signed(state, p, t + 3)
        row = t * n
        for k in range(n):
            x = felt[k] + a * matrix[row + k]
            x = x + b * matrix[row + n + k]
            x = x + c * matrix[row + 2 * n + k]
            felt[k] = x + d * matrix[row + 3 * n + k]
    for t in range(whole, n):
        a = _signed(state, p, t)
        for k in range(n):
            felt[k] += a * matrix[t * n + k]


@kernel
def is_border(state, board, t):
    """Return whether a neighbour of ``t`` has another owner."""
    for e in range(board.start[t], board.start[t + 1]):
        if state.owner[board.adjacent[e]] != state.owner[t]:
            return True
    return False


@kernel
def find_regions(state, board, seat):
    """Number the regions of all players, in order of their lowest territory; return how many."""
    work = work_of(seat)
    n = board.territories
    for t in range(n):
        work.region[t] = -1
    regions = 0
    total = 0
    for t in range(n):
        if work.region[t] >= 0:
            continue
        head = total
        work.start[regions] = total
        work.flat[total] = t
        work.region[t] = regions
        total += 1
        while head < total:
            x = work.flat[head]
            work.place_of[x] = head
            head += 1
            for e in range(board.start[x], board.start[x + 1]):
                y = board.adjacent[e]
                if work.region[y] < 0 and state.owner[y] == state.owner[t]:
                    work.region[y] = regions
                    work.flat[total] = y
                    total += 1
        work.count[regions] = total - work.start[regions]
        work.longest[regions] = -1
        regions += 1
    return regions


@kernel
def list_borders(state, board, seat, regions):
    """List own borders, largest region first, and the targets that they touch; return counts."""
    work = work_of(seat)
    p = seat.player
    n = board.territories
    borders = 0
    targets = 0
    largest = 0
    for t in range(n):
        work.taken[t] = 0
    size = n
    while size > 0:
        below = 0
        for r in range(regions):
            start = work.start[r]
            count = work.count[r]
            if state.owner[work.flat[start]] != p:
                continue
            if count < size:
                below = max(below, count)
            if count != size:
                continue
            largest = max(largest, count)
            for k in range(start, start + count):
                x = work.flat[k]
                touched = 0
                for e in range(board.start[x], board.start[x + 1]):
                    y = board.adjacent[e]
                    if state.owner[y] != p:
                        touched = 1
                        if work.taken[y] == 0:
                            work.taken[y] = 1
                            work.targets[targets] = y
                            targets += 1
                if touched:
                    work.borders[borders] = x
                    borders += 1
        size = below
    for t in range(n):
        work.taken[t] = 0
    return borders, targets, largest


@kernel
def _measure_region(state, board, seat, r):
    """Find the shortest and longest distance between border territories of region ``r``."""
    work = work_of(seat)
    data = parameters(seat)
    n = np.int64(board.territories)
    nodes = work.near
    found = 0
    for k in range(work.start[r], work.start[r] + work.count[r]):
        x = work.flat[k]
        if is_border(state, board, x):
            nodes[found] = x
            found += 1
    shortest = n
    longest = 0
    for i in range(found):
        row = MATRIX + n * n + nodes[i] * n
        for j in range(i + 1, found):
            d = np.int64(data[row + nodes[j]])
            shortest = min(shortest, d)
            longest = max(longest, d)
    work.shortest[r] = shortest
    work.longest[r] = longest


@kernel
def worth_of(state, board, seat, t, targets):
    """Return the worth of a target: five factors dotted with 10000, 1000, 100, 10, 1."""
    work = work_of(seat)
    holder = state.owner[t]
    r = work.region[t]
    share = 0.0
    c = board.continent[t]
    if c >= 0:
        share = state.held[holder, c] / board.size[c]
    index = 0
    for k in range(targets):
        y = work.targets[k]
        if state.owner[y] != holder or y == t:
            continue
        q = work.region[y]
        if work.count[q] != work.count[r]:
            index += work.count[q] < work.count[r]
        else:
            index += work.place_of[y] > work.place_of[t]
    if work.longest[r] < 0:
        _measure_region(state, board, seat, r)
    longest = work.longest[r]
    shape = (longest - work.shortest[r]) / longest if longest > 0 else 0.0
    degree = board.start[t + 1] - board.start[t]
    return 1e4 * share + 1e3 * index + 1e2 * shape + 10.0 * degree + view_of(seat).pressure[t]


@kernel
def _append(seat, t):
    cells = view_of(seat)
    n = np.int64(cells.listed)
    cells.priority[n] = t
    cells.listed = n + 1
    work_of(seat).taken[t] = 1


@kernel
def _append_best(seat, listing, n):
    """Append the up to four of a list with the largest keys that are not on the priority list."""
    work = work_of(seat)
    for _ in range(min(SUBLIST, n)):
        best = np.int64(-1)
        for k in range(n):
            x = listing[k]
            if work.taken[x] == 0 and (best < 0 or work.key[x] > work.key[best]):
                best = x
        if best < 0:
            return
        _append(seat, best)


@kernel
def _append_attack_lists(seat, targets):
    work = work_of(seat)
    cells = view_of(seat)
    for k in range(targets):
        x = work.targets[k]
        work.key[x] = work.worth[x]
    _append_best(seat, work.targets, targets)
    for k in range(targets):
        x = work.targets[k]
        work.key[x] = cells.pressure[x] - cells.before[x]
    _append_best(seat, work.targets, targets)


@kernel
def _append_defence_lists(seat, borders, targets):
    work = work_of(seat)
    cells = view_of(seat)
    for k in range(borders):
        x = work.borders[k]
        work.key[x] = cells.before[x] - cells.pressure[x]
    _append_best(seat, work.borders, borders)
    for k in range(targets):
        x = work.targets[k]
        work.key[x] = work.worth[x]
        if cells.owned[x] == 0.0:
            work.taken[x] += 2
    _append_best(seat, work.targets, targets)
    for k in range(targets):
        x = work.targets[k]
        if cells.owned[x] == 0.0:
            work.taken[x] -= 2


@kernel
def look(state, board, seat, again):
    """Update the seat's view and fill its priority list and origins.

    Parameters
    ----------
    state, board, seat
        Records.
    again
        Whether this is another look in the same turn, which leaves the memory of the last
        turn (pressures before, territories owned) as it is.
    """
    cells = view_of(seat)
    work = work_of(seat)
    p = seat.player
    n = board.territories
    if not again:
        for t in range(n):
            cells.before[t] = cells.pressure[t]
    see_pressure(state, board, seat, cells.pressure)
    regions = find_regions(state, board, seat)
    borders, targets, largest = list_borders(state, board, seat, regions)
    cells.largest = largest
    for k in range(targets):
        x = work.targets[k]
        work.worth[x] = worth_of(state, board, seat, x, targets)
    cells.listed = 0
    cells.cursor = 0
    if parameters(seat)[PRIORITY_TRAIT] == 0.0:
        _append_attack_lists(seat, targets)
        _append_defence_lists(seat, borders, targets)
    else:
        _append_defence_lists(seat, borders, targets)
        _append_attack_lists(seat, targets)
    for k in range(targets):
        x = work.targets[k]
        if work.taken[x] == 0:
            _append(seat, x)
        best = -1
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] == p and (best < 0 or cells.pressure[y] > cells.pressure[best]):
                best = y
        cells.origin[x] = best
    for k in range(borders):
        x = work.borders[k]
        cells.origin[x] = x
    if not again:
        for t in range(n):
            cells.owned[t] = state.owner[t] == p
