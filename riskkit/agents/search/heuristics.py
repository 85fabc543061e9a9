"""Estimates of the cost to a win, for the search over turns (`riskkit.agents.search.planning`)."""

from riskkit.engine.actions import PLACE
from riskkit.engine.jit import kernel

NO_HEURISTIC, TURNS, COUNT, SQUARED, ARMIES = range(5)
HEURISTICS = ("none", "turns", "count", "squared", "armies")
MOST_TURNS = 200


@kernel
def enemy_countries(state, seat):
    """Return how many territories the enemies of a seat own (a neutral is no enemy)."""
    n = 0
    for p in range(state.players):
        if p != seat:
            n += state.count[p]
    return n


@kernel
def cost_of_turns(state, seat, turns):
    """Return the cost of a win in the ``turns``-th own turn from here (0 turns: won)."""
    if turns == 0:
        return 0
    if state.current != seat:
        return 2 * turns
    return 2 * turns - 1 if state.phase == PLACE else 2 * turns - 2


@kernel
def least_turns(state, board, rules, seat):
    """Return a lower bound of the own turns to a win, by conquests and by armies.

    A turn takes one territory at most. A certain battle costs both sides the same, so at
    the end the armies of all that is won, one a territory at least, must be what the seat
    has and gets, less what the enemies have and get. Its own income is bounded from above
    (a conquest every turn, each continent as soon as it could be complete), the enemies'
    from below.
    """
    own = state.count[seat]
    left = enemy_countries(state, seat)
    if left == 0:
        return 0
    balance = state.total[seat] - own - left
    for p in range(state.players):
        if p != seat:
            balance -= state.total[p]
    here = state.current == seat
    if here and state.phase == PLACE:
        balance += state.pool[seat]
    two_players = state.players == 2
    turn = 1
    while turn < MOST_TURNS:
        if turn > 1 or not here:
            taken = turn - 1
            theirs = (left - taken) // rules.income_divisor if two_players else 0
            balance -= max(rules.income_minimum, theirs)
            ours = max(rules.income_minimum, (own + taken) // rules.income_divisor)
            if rules.continent_bonuses:
                for c in range(board.continents):
                    if board.size[c] - state.held[seat, c] <= taken:
                        ours += board.bonus[c]
            balance += ours + rules.conquest_bonus
        if turn >= left and balance >= 0:
            return turn
        turn += 1
    return max(left, MOST_TURNS)


@kernel
def estimate(state, board, rules, seat, heuristic):
    """Return the estimated cost to a win for ``seat``.

    Parameters
    ----------
    heuristic : int
        ``NO_HEURISTIC`` 0; ``TURNS`` one own turn for each enemy territory, never too
        much; ``COUNT`` the number of enemy territories; ``SQUARED`` its square, as in the
        source, which can be too much; ``ARMIES`` the bound of `least_turns`, never too
        much and at least ``TURNS``.
    """
    left = enemy_countries(state, seat)
    if heuristic == TURNS:
        return cost_of_turns(state, seat, left)
    if heuristic == COUNT:
        return left
    if heuristic == SQUARED:
        return left * left
    if heuristic == ARMIES:
        return cost_of_turns(state, seat, least_turns(state, board, rules, seat))
    return 0
