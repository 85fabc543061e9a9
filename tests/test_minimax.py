"""The minimax agents: position in the tree, search, draft, and play."""

import time
import zlib
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import riskkit as rk
from riskkit import boards
from riskkit.agents import minimax
from riskkit.agents.minimax import draft as drafts
from riskkit.agents.minimax import expected as chances
from riskkit.agents.minimax import moves
from riskkit.agents.minimax import tree as trees
from riskkit.agents.minimax.record import TREE
from riskkit.engine import run
from riskkit.engine.types import MAX_T
from riskkit.games.lineup import Lineup
from riskkit.odds import battle, free

WEIGHTS = (3.0, 2.5, 1.75, 4.5)
GRID = boards.grid(4, 4)
GRID_RULES = rk.Rules.minimax()
CERTAIN = rk.Rules.minimax(battle="certain", claim="given")


def opened(board, owner, armies, players=2, settings=None, rules=CERTAIN, weights=WEIGHTS, first=0):
    """Return (tree, board record, values, game) for a position in which ``first`` attacks."""
    agent = minimax.make(weights, settings or minimax.Settings.described())
    rules = rules.replace(first=first)
    game = rk.Game([None] * players, board=board, rules=rules, position=(owner, armies))
    while game.phase == "place":
        game.step("place", int(np.flatnonzero(game.owner == game.seat)[0]), game.pool)
    tree = np.zeros(1, TREE)
    arguments = game._worker.arguments(game._lineup)
    values = agent.prepared(board, rules).copy()
    trees.open_tree(tree[0], arguments[0][0].copy(), arguments[1].copy()[0], arguments[2].copy()[0], values)
    return tree[0], arguments[1].copy()[0], values, game


@st.composite
def positions(draw, largest=12, most_players=4):
    """Draw a board, owners, armies and a number of players."""
    board = draw(st.sampled_from([GRID, boards.grid(3, 3), boards.classic()]))
    players = draw(st.integers(2, most_players))
    seed = draw(st.integers(0, 10**6))
    rng = np.random.default_rng(seed)
    owner = rng.permutation(np.arange(len(board)) % players)
    return board, owner, rng.integers(1, largest + 1, len(board)), players


def snapshot(tree, n):
    sums = tuple(tuple(tree[name][:8]) for name in ("count", "total"))
    return tuple(tuple(tree[name][:n]) for name in ("owner", "armies")) + sums + (int(tree["armies_all"]),)


def features(board, owner, armies, p):
    """Return the four features of the text, straight from its definitions."""
    own = [t for t in range(len(board)) if owner[t] == p]
    if not own:
        return [0.0] * 4
    strength, share = [], []
    for t in own:
        enemies = [u for u in board.neighbours[t] if owner[u] != p]
        strength.append(np.mean([armies[t] / (armies[t] + armies[u]) for u in enemies]) if enemies else 1.0)
        share.append(len(enemies) / len(board.neighbours[t]))
    total = sum(armies[t] for t in own) / sum(armies)
    return [len(own) / len(board), total, np.mean(strength), 1 - np.mean(share)]


def value(board, owner, armies, p):
    return float(np.dot(WEIGHTS, features(board, owner, armies, p)))


def draft(board, owner, armies, p, available):
    """Return the armies placed on each territory, with exact ratios."""
    ratios = {}
    for t in range(len(board)):
        enemies = sum(int(armies[u]) for u in board.neighbours[t] if owner[u] != p)
        if owner[t] == p and enemies:
            ratios[t] = Fraction(enemies, int(armies[t]))
    ranked = sorted(ratios, key=lambda t: (-ratios[t], t))[: (len(ratios) + 1) // 2]
    whole = sum(ratios[t] for t in ranked)
    plan = [0] * len(board)
    while available and ranked:
        batch = available
        for t in ranked:
            share = min(max(1, int(ratios[t] / whole * batch + Fraction(1, 2))), available)
            plan[t] += share
            available -= share
    return plan


def reference(board, owner, armies, mover, left, level, root, players):
    """Return (value, move) by minimax in plain Python, written apart from the package."""
    standing = [p for p in range(players) if p in owner]
    if level == 0 or len(standing) < 2:
        return value(board, owner, armies, root), None
    best, chosen = None, None
    attacks = [
        (x, y)
        for x in range(len(board))
        for y in board.neighbours[x]
        if owner[x] == mover and owner[y] != mover and armies[x] - armies[y] >= 1
    ]
    for move in [*attacks, None]:
        own, arm, who, rest = list(owner), [int(a) for a in armies], mover, left - 1
        if move is not None:
            x, y = move
            difference = arm[x] - arm[y]
            arm[x], arm[y] = max(1, difference // 2), (difference + 1) // 2
            own[y] = mover
        if move is None or rest == 0:
            who = next(q for q in ((mover + k) % players for k in range(1, players + 1)) if q in own)
            rest = 3
        if rest == 3 and level > 1:
            income = max(1, own.count(who))
            arm = [a + b for a, b in zip(arm, draft(board, own, arm, who, income))]
        found = reference(board, own, arm, who, rest, level - 1, root, players)[0]
        better = best is None or (found > best + 1e-9 if mover == root else found < best - 1e-9)
        if better:
            best, chosen = found, move
    return best, chosen


@given(positions())
def test_features_are_those_of_the_text(position):
    board, owner, armies, players = position
    tree, record, _, game = opened(board, owner, armies, players)
    trees.survey(tree, record, game.seat)
    ours = trees.evaluate(tree, game.seat, 0)
    assert ours == pytest.approx(value(board, game.owner, game.armies, game.seat), abs=1e-9)


@given(positions(), st.integers(0, 10**6), st.sampled_from(minimax.OPPONENTS))
def test_pushes_agree_with_a_fresh_position_and_are_taken_back(position, seed, opponents):
    board, owner, armies, players = position
    settings = minimax.Settings.described(opponents=opponents)
    tree, record, values, game = opened(board, owner, armies, players, settings)
    rng = np.random.default_rng(seed)
    before = snapshot(tree, len(board))
    mover, pushes = game.seat, 0
    for _ in range(3):
        n = moves.list_attacks(tree, record, mover, 1)
        if n:
            x, y = divmod(int(tree["moves"][1, rng.integers(n)]), MAX_T)
            left, there = moves.certain_outcome(tree, x, y)
            trees.survey(tree, record, tree["viewed"])
            foretold = trees.value_after(tree, x, y, left, there, 0)
            if rng.random() < 0.3:
                trees.push_battle(tree, x, y, 1, int(tree["armies"][y]), 0)
            else:
                trees.push_battle(tree, x, y, left, there, 1)
                trees.survey(tree, record, tree["viewed"])
                assert trees.evaluate(tree, tree["viewed"], 0) == foretold
            pushes += 1
        mover = int(moves.next_player(tree, mover))
        trees.survey(tree, record, tree["viewed"])
        ratios, shares = (int(tree[name][tree["viewed"]]) for name in ("ratios", "shares"))
        lowest = drafts.limit_after_draft(tree, record, mover, 0, ratios, shares, 0)
        highest = drafts.limit_after_draft(tree, record, mover, 0, ratios, shares, 1)
        foretold = drafts.value_after_draft(tree, record, mover, 0, shares)
        drafts.push_draft(tree, record, mover)
        pushes += 1
        trees.survey(tree, record, tree["viewed"])
        now = trees.evaluate(tree, tree["viewed"], 0)
        assert now == foretold
        assert lowest <= now <= highest
        ours = value(board, tree["owner"], tree["armies"].astype(int)[: len(board)], int(tree["viewed"]))
        assert now == pytest.approx(ours, abs=1e-9)
    for _ in range(pushes):
        trees.take_back(tree)
    assert snapshot(tree, len(board)) == before


@given(positions(), st.integers(1, 40))
def test_draft_is_that_of_the_text(position, available):
    board, owner, armies, players = position
    tree, record, _, game = opened(board, owner, armies, players)
    for p in range(players):
        placed, _ = drafts.plan_draft(tree, record, p, available)
        expected = draft(board, game.owner, game.armies, p, available)
        assert list(tree["plan"][: len(board)]) == expected
        assert placed == sum(expected)


@given(positions(most_players=3), st.integers(0, 10**6))
def test_tree_and_engine_go_the_same_way(position, seed):
    board, owner, armies, players = position
    tree, record, _, game = opened(board, owner, armies, players, minimax.Settings.described(margin=2))
    rng = np.random.default_rng(seed)
    for _ in range(3):
        mover = game.seat
        n = moves.list_attacks(tree, record, mover, 1)
        for _ in range(min(n, 3)):
            n = moves.list_attacks(tree, record, mover, 1)
            if n == 0 or game.over:
                break
            x, y = divmod(int(tree["moves"][1, rng.integers(n)]), MAX_T)
            left, there = moves.certain_outcome(tree, x, y)
            moves.push_certain(tree, x, y)
            game.step("attack", x, y)
            if not game.over and game.phase == "move":
                game.step("move", int(there))
            if not game.over and game.seat == mover:
                assert list(game.armies) == list(tree["armies"][: len(board)])
            assert list(game.owner) == list(tree["owner"][: len(board)])
        if game.over:
            assert moves.is_decided(tree)
            return
        if game.seat == mover and game.phase == "attack":
            game.step("pass")
        following = int(moves.next_player(tree, mover))
        assert following == game.seat
        assert int(drafts.income(tree, record, following)) == game.pool
        drafts.push_draft(tree, record, following)
        for t in range(len(board)):
            if tree["plan"][t]:
                game.step("place", t, int(tree["plan"][t]))
        assert list(game.armies) == list(tree["armies"][: len(board)])


@given(st.integers(0, 10**6), st.integers(1, 3), st.integers(2, 3))
def test_search_agrees_with_minimax_in_plain_python(seed, levels, players):
    board = boards.grid(3, 3)
    rng = np.random.default_rng(seed)
    owner = rng.permutation(np.arange(9) % players)
    game = opened(board, owner, rng.integers(1, 5, 9), players)[3]
    found = minimax.analyse(game, minimax.make(WEIGHTS, minimax.Settings.described(levels=levels)))
    best, move = reference(board, list(game.owner), game.armies, game.seat, 3, levels, game.seat, players)
    single = move is None and found.source is None
    if not single or found.leaves > 1:
        assert found.value == pytest.approx(best, abs=1e-9)
    expected = (None, None) if move is None else tuple(board.territories[t] for t in move)
    assert (found.source, found.target) == expected


READINGS = {
    "described": minimax.Settings.described(levels=4),
    "margin 3": minimax.Settings.described(levels=5, margin=3, one_target=True, leaf_drafts=True),
    "as run": minimax.Settings.as_run(),
}


@pytest.mark.parametrize("reading", READINGS)
@given(positions(largest=9))
def test_pruning_table_and_order_change_nothing(reading, position):
    board, owner, armies, players = position
    if len(board) > 16:
        board, owner, armies = GRID, owner[:16], armies[:16]
        owner[:players] = range(players)
    settings = READINGS[reading]
    game = opened(board, owner, armies, players, settings)[3]
    plain = minimax.analyse(game, minimax.make(WEIGHTS, settings.replace(pruned=False, table=False, ordered=False)))
    for changes in (
        {"pruned": True, "table": False, "ordered": False},
        {"pruned": True, "table": False, "ordered": True},
        {"pruned": True, "table": True, "ordered": True},
        {"pruned": False, "table": True, "ordered": True},
    ):
        other = minimax.analyse(game, minimax.make(WEIGHTS, settings.replace(**changes)))
        assert other[:4] == plain[:4]
        assert other.leaves <= plain.leaves


@given(positions(largest=6, most_players=3))
def test_expected_outcomes_of_certain_battles_are_the_certain_tree(position):
    board, owner, armies, players = position
    settings = minimax.Settings.described(levels=2, margin=2)
    game = opened(board, owner, armies, players)[3]
    certain = minimax.analyse(game, minimax.make(WEIGHTS, settings))
    for outcomes in ("all", "two"):
        expected = minimax.analyse(game, minimax.make(WEIGHTS, settings.replace(outcomes=outcomes)))
        assert expected[:2] == certain[:2]
        assert expected.value == pytest.approx(certain.value, abs=1e-9)


def test_expected_value_of_one_attack_is_the_sum_over_the_exact_outcomes():
    board = boards.from_edges("pair", ["a", "b", "c"], [(0, 1), (1, 2)])
    rules = rk.Rules.minimax(claim="given", attacker_dice=3, defender_dice=2, ties="defender")
    settings = minimax.Settings.described(levels=1, outcomes="all", margin=3)
    _, _, _, game = opened(board, np.array([0, 1, 1]), np.array([8, 3, 1]), 2, settings, rules)
    a, d = int(game.armies[0]), 3
    army = (a + d + 1) // 2
    ends = battle(free(army), d)
    expected = 0.0
    for won in ends.survivors.itertuples():
        if won.defenders == 0:
            armies = [a - army, won.attackers + 1, 1]
            expected += won.probability * value(board, [0, 0, 1], armies, 0)
        else:
            armies = [a - army + 1 + won.attackers, won.defenders, 1]
            expected += won.probability * value(board, [0, 1, 1], armies, 0)
    found = minimax.analyse(game, minimax.make(WEIGHTS, settings))
    assert (found.source, found.target) == ("a", "b")
    assert found.value == pytest.approx(expected, abs=1e-9)


@given(st.integers(1, 90), st.integers(1, 90), st.sampled_from(["all", "two"]))
def test_outcomes_are_a_distribution_with_armies_that_exist(attackers, defenders, kind):
    table = chances.battle_table(rk.Rules.classic())
    code = minimax.OUTCOMES.index(kind)
    n = chances.count_outcomes(attackers, defenders, code)
    ends = [chances.outcome(table, 0, attackers, defenders, code, k) for k in range(n)]
    total = sum(chance for chance, _, _ in ends)
    assert total == pytest.approx(1, abs=1e-9)
    won = sum(chance for chance, _, standing in ends if standing == 0)
    if max(attackers, defenders) <= chances.MOST:
        assert won == pytest.approx(battle(attackers, defenders).win, abs=1e-9)
    for chance, left, standing in ends:
        if chance > 0:
            assert 0 <= left <= attackers and 0 <= standing <= defenders
            assert (left > 0) != (standing > 0)


def test_max_n_with_two_opponents_lets_each_look_after_itself():
    rng = np.random.default_rng(7)
    differ = 0
    for _ in range(30):
        owner = rng.permutation(np.arange(16) % 3)
        game = opened(GRID, owner, rng.integers(1, 8, 16), 3)[3]
        settings = minimax.Settings.described(levels=4, margin=2, one_target=True)
        paranoid = minimax.analyse(game, minimax.make(WEIGHTS, settings))
        selfish = minimax.analyse(game, minimax.make(WEIGHTS, settings.replace(opponents="max-n")))
        assert selfish.complete and selfish.value >= paranoid.value - 1e-9
        differ += selfish.value > paranoid.value + 1e-9
    assert differ > 0


def test_a_small_budget_ends_the_search_with_the_best_move_of_the_last_finished_level():
    rng = np.random.default_rng(3)
    game = opened(GRID, rng.permutation(np.arange(16) % 2), rng.integers(1, 9, 16))[3]
    full = minimax.analyse(game, minimax.make(WEIGHTS))
    cut = minimax.analyse(game, minimax.make(WEIGHTS, minimax.Settings.described(budget=60)))
    shallow = minimax.analyse(game, minimax.make(WEIGHTS, minimax.Settings.described(levels=cut.levels)))
    assert full.complete and full.levels == 5
    assert not cut.complete and 1 <= cut.levels < 5
    assert cut[:3] == shallow[:3]
    assert cut.nodes + cut.leaves <= 100
    large = minimax.analyse(game, minimax.make(WEIGHTS, minimax.Settings.described(budget=10**7)))
    assert large[:5] == full[:5]


@pytest.mark.parametrize("outcomes", minimax.OUTCOMES)
@pytest.mark.parametrize("players", [2, 3, 6])
def test_plays_whole_games_on_the_classic_board(players, outcomes):
    settings = minimax.Settings.described(levels=2, outcomes=outcomes, budget=3000)
    agent = minimax.make(WEIGHTS, settings)
    games = rk.match([agent, *["random"] * (players - 1)], 3, seed=5, workers=1)
    assert (games["winner"].fillna(0) == 0).all()
    assert games["territories_0"].mean() > 42 / players


def test_claims_and_army_caps_are_respected():
    agent = minimax.make(WEIGHTS, minimax.Settings.described(levels=3, budget=2000))
    games = rk.match([agent, "random"], 4, rules=rk.Rules.td_and_deep_q(), seed=1, workers=1)
    assert len(games) == 4


@pytest.mark.parametrize("reading", ["described", "as_run"])
def test_games_do_not_depend_on_workers_or_on_games_played_before(reading):
    agent = minimax.make(WEIGHTS, getattr(minimax.Settings, reading)(levels=3, budget=300))
    board, rules = boards.grid(), rk.Rules.minimax()
    both = rk.match([agent, agent], 300, seed=4, board=board, rules=rules, workers=2)
    alone = rk.match([agent, agent], 1, seed=4, start=299, board=board, rules=rules, workers=1)
    assert both.iloc[[299]].reset_index(drop=True).equals(alone)


def test_leaves_where_another_player_moves_are_weighed_with_the_other_weights():
    rng = np.random.default_rng(1)
    owner, armies = rng.permutation(np.arange(36) % 2), rng.integers(1, 9, 36)
    game = opened(boards.grid(), owner, armies)[3]
    settings = minimax.Settings.as_run(levels=1, attacks=1, pass_rounds=1)
    own, others = ((1, 2, 3, 4), (7, 1, 1, 7)), (9, 1, 5, 2)
    found = [minimax.analyse(game, minimax.make(weights, settings, others=others)) for weights in own]
    assert found[0].source is not None and found[0][:3] == found[1][:3]
    settings = settings.replace(attacks=2, shared_counter=False)
    found = [minimax.analyse(game, minimax.make(weights, settings, others=others)) for weights in own]
    assert found[0].value != found[1].value


def test_features_of_the_first_player_guide_the_second_one_as_well():
    rng = np.random.default_rng(5)
    game = opened(GRID, rng.permutation(np.arange(16) % 2), rng.integers(1, 9, 16))[3]
    game.step("pass")
    while game.phase == "place":
        game.step("place", int(np.flatnonzero(game.owner == game.seat)[0]), game.pool)
    settings = minimax.Settings.described(levels=1, first_player=True, pass_rounds=1)
    found = minimax.analyse(game, minimax.make(WEIGHTS, settings))
    values = []
    for x in np.flatnonzero(game.owner == 1):
        for y in GRID.neighbours[x]:
            rest = int(game.armies[x] - game.armies[y])
            if game.owner[y] == 0 and rest >= 1:
                owner, armies = game.owner, game.armies
                owner[y], armies[x], armies[y] = 1, max(1, rest // 2), (rest + 1) // 2
                values.append(value(GRID, owner, armies, 0))
    assert game.seat == 1 and found.value == pytest.approx(max(values), abs=1e-9)


def test_blind_edges_leave_out_the_first_row_and_column_seen_from_the_second():
    board = boards.grid(4, 4)
    agent = minimax.make(WEIGHTS, minimax.Settings.described(blind_edges=True))
    start = len(agent.parameters)
    flags = agent.prepared(board, CERTAIN)[start:]
    pairs = [(t, u) for t, row in enumerate(board.neighbours) for u in row]
    left_out = {pair for pair, flag in zip(pairs, flags) if flag == 0}
    assert left_out == {(4 + c, c) for c in range(4)} | {(4 * r + 1, 4 * r) for r in range(4)}
    assert (agent.prepared(boards.classic(), CERTAIN)[start:] == 1).all()
    named = boards.from_edges("grid of mine", ["A", "B", "C"], [(0, 1), (1, 2)])
    assert (agent.prepared(named, CERTAIN)[start:] == 1).all()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: minimax.make((1, 2, 3)), "4 numbers"),
        (lambda: minimax.make((1, 2, 3, float("nan"))), r"weights\[3\]"),
        (lambda: minimax.make((1, 2, 3, 10**7)), r"weights\[3\]"),
        (lambda: minimax.Settings(levels=0), "levels"),
        (lambda: minimax.Settings(levels=13), "levels"),
        (lambda: minimax.Settings(opponents="paranoia"), "paranoid"),
        (lambda: minimax.Settings(opponents="max-n", outcomes="all"), "max-n"),
        (lambda: minimax.Settings.described(depth=3), "depth"),
        (lambda: minimax.analyse(rk.Game([None, None]), rk.agents.get("minimax")), "phase"),
        (lambda: minimax.analyse(rk.Game([None, None]), rk.agents.get("random")), "random"),
    ],
)
def test_bad_input_is_named(call, words):
    with pytest.raises((ValueError, TypeError), match=words):
        call()


def test_a_position_without_attacks_ends_the_turn():
    game = opened(GRID, np.arange(16) % 2, np.full(16, 40))[3]
    armies = game.armies
    owner = game.owner
    armies[owner == 1] = 1000
    game = opened(GRID, owner, armies)[3]
    found = minimax.analyse(game, minimax.make(WEIGHTS))
    assert found.source is None and found.complete


def test_lineup_of_registered_agents_is_ready_to_play():
    lineup = Lineup(["minimax", "minimax.as_run"], boards.grid(), rk.Rules.minimax())
    assert lineup.is_compiled
    worker = lineup.worker()
    code = run.reset(worker.states, 0, *worker.arguments(lineup)[1:], 2, 1, 0)
    assert code == run.GAME_OVER


def test_a_limit_of_time_ends_the_search_with_the_best_move_so_far():
    deep = minimax.Settings.described(levels=12)
    start = time.perf_counter()
    games = rk.match([minimax.timed(WEIGHTS, 0.002, deep), "random"], 2, seed=1, workers=1)
    assert (games["winner"] == 0).all()
    assert time.perf_counter() - start < 60
    for seconds in (0.0, 0.001):
        games = rk.match([minimax.timed(WEIGHTS, seconds, deep), "random"], 1, seed=2, board=GRID, rules=GRID_RULES)
        assert (games["winner"] == 0).all()
    with pytest.raises(ValueError, match="seconds"):
        minimax.timed(WEIGHTS, -1.0)


def test_with_time_enough_the_search_is_the_one_without_a_limit():
    settings = minimax.Settings.described(levels=3)
    one = rk.match(
        [minimax.make(WEIGHTS, settings, name="a"), "random"], 3, seed=5, board=GRID, rules=GRID_RULES, workers=1
    )
    other = rk.match([minimax.timed(WEIGHTS, 60.0, settings), "random"], 3, seed=5, board=GRID, rules=GRID_RULES)
    assert (one["turns"] == other["turns"]).all() and (one["winner"] == other["winner"]).all()


COURSES = {
    "described": (minimax.Settings.described(levels=4), boards.grid, rk.Rules.minimax(), 2, 8, 3819490381),
    "as run": (minimax.Settings.as_run(), boards.grid, rk.Rules.minimax(attacks_per_turn=0), 2, 40, 145551097),
    "leaves after drafts": (
        minimax.Settings.described(levels=3, leaf_drafts=True),
        boards.grid,
        rk.Rules.minimax(),
        2,
        10,
        1483374062,
    ),
    "max-n": (
        minimax.Settings.described(levels=3, opponents="max-n"),
        boards.grid,
        rk.Rules.minimax(),
        3,
        8,
        1743298529,
    ),
    "two outcomes": (
        minimax.Settings.described(levels=2, outcomes="two"),
        boards.grid,
        rk.Rules.minimax(),
        2,
        8,
        1408556904,
    ),
    "classic": (minimax.Settings.described(levels=3), boards.classic, rk.Rules.classic(), 4, 4, 3855245672),
    "capped": (minimax.Settings.described(levels=3), boards.classic, rk.Rules.td_and_deep_q(), 2, 4, 159289352),
}
"""Settings, board, rules, players, games, and the CRC of the games as the plain search plays them."""


@pytest.mark.parametrize("name", COURSES)
def test_games_stay_the_same_whatever_makes_the_search_faster(name):
    settings, board, rules, players, games, crc = COURSES[name]
    agent = minimax.make(WEIGHTS, settings)
    played = rk.match([agent] * players, games, seed=11, board=board(), rules=rules.replace(turn_cap=400), workers=1)
    columns = ["turns", *(f"territories_{seat}" for seat in range(players))]
    assert zlib.crc32(played[columns].to_numpy(np.int64).tobytes()) == crc
