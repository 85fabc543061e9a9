"""Questions about a position that rules and agents both ask."""

from riskkit.engine.jit import kernel


@kernel
def income(state, board, rules, p):
    """Return the armies player ``p`` receives for territories and continents."""
    armies = max(rules.income_minimum, state.count[p] // rules.income_divisor)
    if rules.continent_bonuses:
        for c in range(board.continents):
            if state.held[p, c] == board.size[c]:
                armies += board.bonus[c]
    return armies


@kernel
def continents_held(state, board, p):
    """Return how many continents player ``p`` holds whole."""
    n = 0
    for c in range(board.continents):
        if state.held[p, c] == board.size[c]:
            n += 1
    return n


@kernel
def adjacent(board, x, y):
    """Return whether two territories share a border."""
    for e in range(board.start[x], board.start[x + 1]):
        if board.adjacent[e] == y:
            return True
    return False


@kernel
def enemy_neighbours(state, board, t):
    """Return how many neighbours of ``t`` belong to somebody other than its owner."""
    n = 0
    for e in range(board.start[t], board.start[t + 1]):
        if state.owner[board.adjacent[e]] != state.owner[t]:
            n += 1
    return n


@kernel
def mark_region(state, board, t):
    """Mark, in ``state.mark``, the territories joined to ``t`` through its owner's land."""
    p = state.owner[t]
    for k in range(board.territories):
        state.mark[k] = 0
    state.mark[t] = 1
    state.queue[0] = t
    head = 0
    tail = 1
    while head < tail:
        x = state.queue[head]
        head += 1
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if state.owner[y] == p and state.mark[y] == 0:
                state.mark[y] = 1
                state.queue[tail] = y
                tail += 1


@kernel
def connected(state, board, x, y):
    """Return whether own land joins ``x`` to ``y``."""
    if adjacent(board, x, y):
        return True
    mark_region(state, board, x)
    return state.mark[y] == 1


@kernel
def room(state, rules, t):
    """Return how many more armies the army cap lets stand on ``t`` (large without a cap)."""
    if rules.army_cap == 0:
        return 1 << 30
    return max(0, rules.army_cap - state.armies[t])
