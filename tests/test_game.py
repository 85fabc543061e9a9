"""The game stepped by hand: the same rules, refusals with reasons, a picture."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import riskkit as rk
from riskkit.engine import actions
from riskkit.engine.explain import IllegalMove


def choose(game, rng):
    """Play one random legal choice by its words."""
    choice = game.legal()[rng.integers(len(game.legal()))]
    n = int(rng.integers(choice.least, min(choice.most, 10**6) + 1)) if choice.most else 0
    words = {
        "claim": ("claim", choice.source),
        "place": ("place", choice.source, n),
        "attack": ("attack", choice.source, choice.target, *((n,) if rng.random() < 0.5 else ())),
        "move": ("move", n),
        "fortify": ("fortify", choice.source, choice.target, n),
        "pass": ("pass",),
    }
    if choice.kind == "trade":
        return ("trade", *map(int, choice.source.split("+")))
    return words[choice.kind]


RULES = {
    "classic": rk.Rules.classic(),
    "claims": rk.Rules.classic(claim="alternating", neutral=False),
    "capped": rk.Rules.td_and_deep_q(),
    "certain": rk.Rules.classic(battle="certain"),
    "adjacent": rk.Rules.classic(fortify="adjacent"),
}


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), name=st.sampled_from(sorted(RULES)), players=st.integers(2, 6))
def test_every_choice_listed_as_legal_is_accepted(seed, name, players):
    rng = np.random.default_rng(seed)
    game = rk.Game([None] * players, seed=seed, rules=RULES[name])
    for _ in range(60):
        if game.over:
            break
        assert game.legal()
        game.step(*choose(game, rng))


def test_replaying_one_game_of_a_match():
    names = ["random", "aggressive", "pacifist"]
    games = rk.match(names, 20, seed=4)
    number = int(games.loc[games["winner"].notna(), "game"].iloc[-1])
    game = rk.Game(names, seed=4, number=number)
    assert game.over
    row = games.iloc[number]
    assert game.winner == row["winner"] and game.turn == row["turns"]
    assert game.armies.sum() == sum(row[f"armies_{p}"] for p in range(3))


def test_python_agents_play_the_same_game_as_compiled_ones():
    compiled = rk.agents.get("aggressive")
    from riskkit.games.lineup import Lineup

    lineup = Lineup(["aggressive"] * 3, None, rk.Rules.strategy_switching())

    class Wrapped:
        def __init__(self):
            self.worker = lineup.worker()

        def __call__(self, game):
            seat = self.worker.seats.records[game.seat]
            args = game._worker.arguments(game._lineup)
            return compiled.function(args[0][0], args[1][0], args[2][0], seat)

    plain = rk.match(["aggressive"] * 3, 3, seed=1, rules=rk.Rules.strategy_switching())
    mixed = rk.match([Wrapped(), "aggressive", "aggressive"], 3, seed=1, rules=rk.Rules.strategy_switching())
    columns = ["winner", "turns", "armies_0", "armies_1", "armies_2"]
    assert plain[columns].equals(mixed[columns])


@pytest.fixture
def opened():
    game = rk.Game([None, None, None], seed=1, rules=rk.Rules.classic(setup="none", first=0))
    assert game.phase == "place" and game.seat == 0
    return game


def test_illegal_moves_are_refused_with_the_reason_and_change_nothing(opened):
    board = opened.board
    own = board.territories[np.flatnonzero(opened.owner == 0)[0]]
    foreign = board.territories[np.flatnonzero(opened.owner == 1)[0]]
    before = opened.state.tobytes()
    for move, words in [
        (("place", foreign, 1), f"place 1 on {foreign}: .*does not belong"),
        (("place", own, 1000), "number of armies"),
        (("attack", own, foreign), "no move of the phase 'place'"),
        (("pass",), "no move of the phase"),
    ]:
        with pytest.raises(IllegalMove, match=words):
            opened.step(*move)
    assert opened.state.tobytes() == before
    opened.step("place", own, opened.pool)
    assert opened.phase == "attack"
    weak = next(t for t in np.flatnonzero(opened.owner == 0) if opened.armies[t] == 1)
    enemy = next(t for t in board.neighbours[weak] if opened.owner[t] != 0)
    with pytest.raises(IllegalMove, match="too few armies"):
        opened.step("attack", int(weak), int(enemy))
    far = next(t for t in np.flatnonzero(opened.owner != 0) if t not in board.neighbours[board.index(own)])
    with pytest.raises(IllegalMove, match="not neighbours"):
        opened.step("attack", own, int(far))


@pytest.mark.parametrize(
    "move,error,words",
    [
        (("placee", "Alaska", 1), ValueError, "place"),
        (("place", "Alaskka", 1), ValueError, "Alaska"),
        (("place", 42, 1), ValueError, "from 0 to 41"),
        (("place", "Alaska", 1.5), TypeError, "1.5"),
        (("place", "Alaska", -1), ValueError, "-1"),
        (("place",), ValueError, "a territory"),
        ((), TypeError, "words"),
        ((1.5,), TypeError, "words"),
    ],
)
def test_words_that_are_no_move(opened, move, error, words):
    with pytest.raises(error, match=words):
        opened.step(*move)


def test_text_and_picture(opened):
    text = str(opened)
    assert "seat 0" in text and "place" in text and "14 territories" in text
    png = opened._repr_png_()
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and len(png) > 10_000


def test_a_finished_game_says_who_won_and_takes_no_more_moves():
    game = rk.Game(["random", "aggressive"], seed=1)
    assert game.over and game.legal() == []
    assert f"won by seat {game.winner}" in str(game)
    with pytest.raises(IllegalMove, match="over"):
        game.step("pass")


def test_the_two_player_game_places_two_own_armies_and_one_neutral():
    game = rk.Game([None, None], seed=1)
    seen = []
    for _ in range(12):
        seen.append((game.seat, game.phase))
        choice = game.legal()[0]
        game.step("place", choice.source, 1)
    first = seen[0][0]
    own, other = (first, "setup"), (1 - first, "setup")
    neutral = "setup of the neutral"
    assert seen[:6] == [own, own, (first, neutral), other, other, (1 - first, neutral)]
    assert seen[6:] == seen[:6]
    while game.phase != "place":
        game.step("place", game.legal()[0].source, 1)
    state = game.state
    assert list(state.total[:3]) == [40, 40, 40]
    assert list(state["count"][:3]) == [14, 14, 14]


def test_alternating_claims_go_round_until_the_board_is_full():
    game = rk.Game([None] * 4, seed=1, rules=rk.Rules.classic(claim="alternating"))
    first = game.seat
    for k in range(42):
        assert game.phase == "claim" and game.seat == (first + k) % 4
        game.step("claim", game.legal()[0].source)
    assert game.phase == "setup"
    assert (game.owner >= 0).all() and (game.armies == 1).all()
    placed = 0
    while game.phase == "setup":
        game.step("place", game.legal()[0].source, 1)
        placed += 1
    assert placed == 4 * 30 - 42


def test_at_least_as_many_armies_follow_as_dice_were_rolled():
    game = rk.Game([None, "passive", "passive"], seed=2, rules=rk.Rules.classic(setup="none", first=0))
    x = next(t for t in np.flatnonzero(game.owner == 0) if any(game.owner[n] != 0 for n in game.board.neighbours[t]))
    y = next(n for n in game.board.neighbours[x] if game.owner[n] != 0)
    game._worker.states["armies"][0, x] = 40
    game._worker.states["total"][0, 0] += 39
    game.step("place", int(x), game.pool)
    game.step("attack", int(x), int(y))
    assert game.phase == "move"
    choice = game.legal()[0]
    assert choice.least == 3 and choice.most == game.armies[x]
    with pytest.raises(IllegalMove, match="number of armies"):
        game.step("move", 2)
    game.step("move", 3)
    assert game.armies[y] == 3 and game.phase == "attack"


def test_phase_names_cover_the_codes():
    assert len(actions.PHASE_NAMES) == actions.OVER + 1
