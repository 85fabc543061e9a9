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
from riskkit.engine.seats import memory, parameters, workspace_f8, workspace_i8
from riskkit.engine.types import MAX_T

SUBLIST = 4
PRIORITY_TRAIT, PLACEMENT_TRAIT, ATTACK_TRAIT, SIZE = range(4)
MATRIX = 4

STAMP, CURSOR, LISTED, PLANNED, LARGEST = range(5)
PRIORITY = 8
ORIGIN = PRIORITY + MAX_T
PRESSURE = ORIGIN + MAX_T
BEFORE = PRESSURE + MAX_T
OWNED = BEFORE + MAX_T
PLAN = OWNED + MAX_T
MEMORY = PLAN + MAX_T

(
    REGION,
    FLAT,
    PLACE_OF,
    START,
    COUNT,
    BORDERS,
    TARGETS,
    TAKEN,
    NEAR,
    FAR,
    SHORTEST,
    LONGEST,
    WORTH,
    KEY,
) = (k * MAX_T for k in range(14))
WORKSPACE = 14 * MAX_T * 8


@kernel
def _signed(state, p, t):
    n = np.float64(state.armies[t])
    return n if state.owner[t] == p else -n


@kernel
def see_pressure(state, board, seat, out):
    """Fill memory cells ``out``.. with the pressure of every territory, from the seat's side.

    Four columns of the folded matrix are added at a time, which lets the compiler use the
    processor's wide registers; the order of the sum is that of the territories.
    """
    felt = memory(seat)[out : out + board.territories]
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
    work = workspace_i8(seat)
    n = board.territories
    for t in range(n):
        work[REGION + t] = -1
    regions = 0
    total = 0
    for t in range(n):
        if work[REGION + t] >= 0:
            continue
        head = total
        work[START + regions] = total
        work[FLAT + total] = t
        work[REGION + t] = regions
        total += 1
        while head < total:
            x = work[FLAT + head]
            work[PLACE_OF + x] = head
            head += 1
            for e in range(board.start[x], board.start[x + 1]):
                y = board.adjacent[e]
                if work[REGION + y] < 0 and state.owner[y] == state.owner[t]:
                    work[REGION + y] = regions
                    work[FLAT + total] = y
                    total += 1
        work[COUNT + regions] = total - work[START + regions]
        work[LONGEST + regions] = -1
        regions += 1
    return regions


@kernel
def list_borders(state, board, seat, regions):
    """List own borders, largest region first, and the targets that they touch; return counts."""
    work = workspace_i8(seat)
    p = seat.player
    n = board.territories
    borders = 0
    targets = 0
    largest = 0
    for t in range(n):
        work[TAKEN + t] = 0
    size = n
    while size > 0:
        below = 0
        for r in range(regions):
            start = work[START + r]
            count = work[COUNT + r]
            if state.owner[work[FLAT + start]] != p:
                continue
            if count < size:
                below = max(below, count)
            if count != size:
                continue
            largest = max(largest, count)
            for k in range(start, start + count):
                x = work[FLAT + k]
                touched = 0
                for e in range(board.start[x], board.start[x + 1]):
                    y = board.adjacent[e]
                    if state.owner[y] != p:
                        touched = 1
                        if work[TAKEN + y] == 0:
                            work[TAKEN + y] = 1
                            work[TARGETS + targets] = y
                            targets += 1
                if touched:
                    work[BORDERS + borders] = x
                    borders += 1
        size = below
    for t in range(n):
        work[TAKEN + t] = 0
    return borders, targets, largest


@kernel
def _measure_region(state, board, seat, r):
    """Find the shortest and longest distance between border territories of region ``r``."""
    work = workspace_i8(seat)
    data = parameters(seat)
    n = np.int64(board.territories)
    nodes = NEAR
    found = 0
    for k in range(work[START + r], work[START + r] + work[COUNT + r]):
        x = work[FLAT + k]
        if is_border(state, board, x):
            work[nodes + found] = x
            found += 1
    shortest = n
    longest = 0
    for i in range(found):
        row = MATRIX + n * n + work[nodes + i] * n
        for j in range(i + 1, found):
            d = np.int64(data[row + work[nodes + j]])
            shortest = min(shortest, d)
            longest = max(longest, d)
    work[SHORTEST + r] = shortest
    work[LONGEST + r] = longest


@kernel
def worth_of(state, board, seat, t, targets):
    """Return the worth of a target: five factors dotted with 10000, 1000, 100, 10, 1."""
    work = workspace_i8(seat)
    holder = state.owner[t]
    r = work[REGION + t]
    share = 0.0
    c = board.continent[t]
    if c >= 0:
        share = state.held[holder, c] / board.size[c]
    index = 0
    for k in range(targets):
        y = work[TARGETS + k]
        if state.owner[y] != holder or y == t:
            continue
        q = work[REGION + y]
        if work[COUNT + q] != work[COUNT + r]:
            index += work[COUNT + q] < work[COUNT + r]
        else:
            index += work[PLACE_OF + y] > work[PLACE_OF + t]
    if work[LONGEST + r] < 0:
        _measure_region(state, board, seat, r)
    longest = work[LONGEST + r]
    shape = (longest - work[SHORTEST + r]) / longest if longest > 0 else 0.0
    degree = board.start[t + 1] - board.start[t]
    return 1e4 * share + 1e3 * index + 1e2 * shape + 10.0 * degree + memory(seat)[PRESSURE + t]


@kernel
def _append(seat, t):
    cells = memory(seat)
    n = np.int64(cells[LISTED])
    cells[PRIORITY + n] = t
    cells[LISTED] = n + 1
    workspace_i8(seat)[TAKEN + t] = 1


@kernel
def _append_best(seat, listing, n):
    """Append the up to four of a list with the largest keys that are not on the priority list."""
    work = workspace_i8(seat)
    keys = workspace_f8(seat)
    for _ in range(min(SUBLIST, n)):
        best = np.int64(-1)
        for k in range(n):
            x = work[listing + k]
            if work[TAKEN + x] == 0 and (best < 0 or keys[KEY + x] > keys[KEY + best]):
                best = x
        if best < 0:
            return
        _append(seat, best)


@kernel
def _append_attack_lists(seat, targets):
    work = workspace_i8(seat)
    keys = workspace_f8(seat)
    cells = memory(seat)
    for k in range(targets):
        x = work[TARGETS + k]
        keys[KEY + x] = keys[WORTH + x]
    _append_best(seat, TARGETS, targets)
    for k in range(targets):
        x = work[TARGETS + k]
        keys[KEY + x] = cells[PRESSURE + x] - cells[BEFORE + x]
    _append_best(seat, TARGETS, targets)


@kernel
def _append_defence_lists(seat, borders, targets):
    work = workspace_i8(seat)
    keys = workspace_f8(seat)
    cells = memory(seat)
    for k in range(borders):
        x = work[BORDERS + k]
        keys[KEY + x] = cells[BEFORE + x] - cells[PRESSURE + x]
    _append_best(seat, BORDERS, borders)
    for k in range(targets):
        x = work[TARGETS + k]
        keys[KEY + x] = keys[WORTH + x]
        if cells[OWNED + x] == 0.0:
            work[TAKEN + x] += 2
    _append_best(seat, TARGETS, targets)
    for k in range(targets):
        x = work[TARGETS + k]
        if cells[OWNED + x] == 0.0:
            work[TAKEN + x] -= 2


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
    cells = memory(seat)
    work = workspace_i8(seat)
    p = seat.player
    n = board.territories
    if not again:
        for t in range(n):
            cells[BEFORE + t] = cells[PRESSURE + t]
    see_pressure(state, board, seat, PRESSURE)
    regions = find_regions(state, board, seat)
    borders, targets, largest = list_borders(state, board, seat, regions)
    cells[LARGEST] = largest
    for k in range(targets):
        x = work[TARGETS + k]
        workspace_f8(seat)[WORTH + x] = worth_of(state, board, seat, x, targets)
    cells[LISTED] = 0
    cells[CURSOR] = 0
    if parameters(seat)[PRIORITY_TRAIT] == 0.0:
        _append_attack_lists(seat, targets)
        _append_defence_lists(seat, borders, targets)
    else:
        _append_defence_lists(seat, borders, targets)
        _append_attack_lists(seat, targets)
    for k in range(targets):
        x = work[TARGETS + k]
        if work[TAKEN + x] == 0:
            _append(seat, x)
        best = -1
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] == p and (best < 0 or cells[PRESSURE + y] > cells[PRESSURE + best]):
                best = y
        cells[ORIGIN + x] = best
    for k in range(borders):
        x = work[BORDERS + k]
        cells[ORIGIN + x] = x
    if not again:
        for t in range(n):
            cells[OWNED + t] = state.owner[t] == p
