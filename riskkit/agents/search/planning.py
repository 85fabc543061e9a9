"""A* over the turns of a game with certain battles (search agents, 2018).

The search plays the game's own phase functions on copies of the state. The searching seat
puts all its armies on one territory and then attacks once or not at all; every enemy plays
passively (all armies on its weakest territory). A node is a position in which somebody has
to decide, kept as a packed row of integers and unpacked into a scratch state when it is
expanded. Costs are the source's: 1 for a placement, 1 for the enemies' turns, 0 for an
attack; a win in the L-th own turn therefore costs 2 L - 1.

All memory of a search lies in one int64 array (`riskkit.agents.search.frontier`), so that an agent
can keep it in its workspace.
"""

import numpy as np

from riskkit.agents.search.frontier import (
    AT_RULES,
    AT_STATES,
    CHILD,
    FIRST_NODE,
    FOUGHT,
    LAND,
    OVERHEAD,
    POSITION,
    ROOT,
    find,
    head_of,
    heap_start,
    node_of,
    pack,
    pop,
    push,
    scratch_node,
    table_start,
    unpack,
)
from riskkit.agents.shared.common import place_all, weakest_own
from riskkit.engine.actions import ATTACK, MOVE, OVER, PASS, PLACE, attack, move
from riskkit.engine.fields import Battle, Following, Fortify
from riskkit.engine.jit import kernel
from riskkit.engine.legal import may_attack, most_to_move
from riskkit.engine.phases import apply
from riskkit.engine.queries import room
from riskkit.engine.views import rules_at, states_at

RUNNING, FOUND, LIMIT, MEMORY, EXHAUSTED = range(5)
ENEMIES = -3
NO_ATTACK = -1


@kernel
def _model_rules(model):
    """Turn a game's rules into the search's: certain battles, one attack a turn, no cards."""
    model.battle = Battle.CERTAIN
    model.attacks_per_turn = 1
    model.cards = 0
    model.forced_trade_at = 0
    model.trade_down_to = 0
    model.automatic_trade = 0
    model.move_after_conquest = Following.CHOICE
    model.move_dice = 0
    model.fortify = Fortify.NONE
    model.turn_cap = 0
    model.round_cap = 0


@kernel
def _model_root(state):
    """Forget what the model has no room for: cards, and earlier attacks of this turn."""
    state.conquered = 0
    for p in range(state.seats):
        state.hand[p] = 0
        state.attacks[p] = state.conquests[p] = 0
        for k in range(4):
            state.kinds[p, k] = 0


@kernel
def open_search(memory, state, board, rules, heuristic):
    """Begin a search from the current seat's decision to place or to attack.

    Parameters
    ----------
    memory : int64 array
        The memory of the search, `words_for` long; its length decides how many nodes it
        can keep.
    state, board, rules
        Records of the game.
    heuristic : int
        See `riskkit.agents.search.heuristics.estimate`.
    """
    words = LAND + (board.territories + 1) // 2
    capacity = (memory.shape[0] - FIRST_NODE) // (words + OVERHEAD)
    table = 2
    while table < 2 * capacity:
        table *= 2
    head = head_of(memory)
    head.capacity = capacity
    head.words = words
    head.table_size = table
    head.nodes = head.heap = head.expanded = head.generated = 0
    head.searcher = state.current
    head.heuristic = heuristic
    head.status = RUNNING
    head.best = 0
    first = table_start(memory)
    memory[first : first + table] = -1
    model = rules_at(memory, AT_RULES)
    model[0] = rules
    _model_rules(model[0])
    states = states_at(memory, AT_STATES, 4)
    states[ROOT] = state
    _model_root(states[ROOT])
    push(memory, states[ROOT], board, model[0], -1, np.int64(PASS), 0, 0)


@kernel
def play_passively(state, board, rules, seat):
    """Play the turns of all others until ``seat`` has to decide or the game is over."""
    while state.phase != OVER and state.current != seat:
        if state.phase == PLACE:
            action = place_all(state, rules, weakest_own(state, board, rules, state.current))
        else:
            action = np.int64(PASS)
        apply(state, board, rules, action)


@kernel
def _expand_placement(memory, states, board, rules, index, cost):
    seat = head_of(memory).searcher
    position = states[POSITION]
    for t in range(board.territories):
        if position.owner[t] != seat or room(position, rules, t) == 0:
            continue
        states[CHILD] = position
        action = place_all(position, rules, t)
        apply(states[CHILD], board, rules, action)
        if not push(memory, states[CHILD], board, rules, index, action, 0, cost + 1):
            return False
        if states[CHILD].phase != ATTACK:
            continue
        apply(states[CHILD], board, rules, np.int64(PASS))
        if not push(memory, states[CHILD], board, rules, index, action, NO_ATTACK, cost + 1):
            return False
    return True


@kernel
def _expand_attack(memory, states, board, rules, index, cost):
    seat = head_of(memory).searcher
    position = states[POSITION]
    for x in range(board.territories):
        if position.owner[x] != seat:
            continue
        for e in range(board.start[x], board.start[x + 1]):
            y = board.adjacent[e]
            if position.owner[y] == seat or not may_attack(position, rules, x, y):
                continue
            action = attack(x, y)
            states[FOUGHT] = position
            apply(states[FOUGHT], board, rules, action)
            if states[FOUGHT].phase != MOVE:
                moved = np.int64(states[FOUGHT].armies[y])
                if not push(memory, states[FOUGHT], board, rules, index, action, moved, cost):
                    return False
                continue
            for moved in range(states[FOUGHT].minimum, most_to_move(states[FOUGHT], rules) + 1):
                states[CHILD] = states[FOUGHT]
                apply(states[CHILD], board, rules, move(moved))
                if not push(memory, states[CHILD], board, rules, index, action, moved, cost):
                    return False
    return True


@kernel
def _expand(memory, states, board, rules, index):
    """Add the successors of a node to the frontier; returns False when memory is full."""
    cost = node_of(memory, index).cost
    position = states[POSITION]
    seat = head_of(memory).searcher
    if position.current != seat:
        play_passively(position, board, rules, seat)
        return push(memory, position, board, rules, index, np.int64(ENEMIES), 0, cost + 1)
    if position.phase == PLACE:
        return _expand_placement(memory, states, board, rules, index, cost)
    if not _expand_attack(memory, states, board, rules, index, cost):
        return False
    if index > 0:
        return True
    states[CHILD] = position
    apply(states[CHILD], board, rules, np.int64(PASS))
    return push(memory, states[CHILD], board, rules, index, np.int64(PASS), 0, cost)


@kernel
def search_on(memory, board, limit):
    """Go on with a search until it has expanded ``limit`` nodes in all, or ends.

    Returns
    -------
    int
        ``FOUND``, ``LIMIT``, ``MEMORY`` or ``EXHAUSTED``. ``best`` in its header is then the
        winning node, or the most promising one of the frontier.
    """
    head = head_of(memory)
    rules = rules_at(memory, AT_RULES)[0]
    states = states_at(memory, AT_STATES, 4)
    states[POSITION] = states[ROOT]
    while head.heap > 0:
        index = memory[heap_start(memory) + 1]
        node = node_of(memory, index)
        if memory[find(memory, index)] != index:
            pop(memory)
            continue
        head.best = index
        if (node.flags >> 8) & 15 == OVER:
            head.status = FOUND
            return FOUND
        if head.expanded >= limit:
            head.status = LIMIT
            return LIMIT
        pop(memory)
        unpack(states[POSITION], states[ROOT], board, rules, node)
        head.expanded += 1
        if not _expand(memory, states, board, rules, index):
            head.status = MEMORY
            return MEMORY
    head.status = EXHAUSTED
    return EXHAUSTED


@kernel
def position_hash(memory, state, board):
    """Return 48 bits that tell the current seat's position from others."""
    node = scratch_node(memory)
    pack(state, board, node)
    return node.hash


@kernel
def steps_to_best(memory, steps):
    """Write the searcher's decisions on the way to the best node, the first one first.

    Parameters
    ----------
    memory : int64 array
        A search.
    steps : float64 array, shape (m, 3)
        Receives the hash of the position, the action, and the armies that follow a
        conquest (``NO_ATTACK`` with a placement after which no attack follows).

    Returns
    -------
    int
        Number of rows written; the first ``m`` decisions if there are more.
    """
    count = 0
    index = head_of(memory).best
    while index > 0:
        node = node_of(memory, index)
        count += node.action != ENEMIES
        index = node.parent
    k = count
    index = head_of(memory).best
    while index > 0:
        node = node_of(memory, index)
        if node.action != ENEMIES:
            k -= 1
            if k < steps.shape[0]:
                steps[k, 0] = node_of(memory, node.parent).hash
                steps[k, 1] = node.action
                steps[k, 2] = node.moved
        index = node.parent
    return min(count, steps.shape[0])
