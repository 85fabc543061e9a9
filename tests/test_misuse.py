"""What users do wrong, or in their own way: answered plainly, and never with a wrong result."""

import copy
import pickle

import numpy as np
import pytest

import riskkit as rk
from riskkit.agents.shared.common import first_legal
from riskkit.claims import ledger as claims
from riskkit.engine.actions import FORTIFY, fortify
from riskkit.engine.explain import IllegalMove
from riskkit.rules import RULE_SETS

SHORT = rk.Rules.classic(turn_cap=30)


def first(game):
    return game.legal()[0]


def last(game):
    return game.legal()[-1]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("RISKKIT_HOME", str(tmp_path))
    monkeypatch.delenv("RISKKIT_STORED_ONLY", raising=False)
    return tmp_path


def saved(agent):
    return rk.match([agent, "search.passive"], games=4, seed=1, rules=SHORT, save="misuse/agents")


def test_a_saved_match_of_another_agent_under_the_same_name_is_played_anew(home):
    old = rk.Agent("mine", rk.agents.get("passive").function)
    new = rk.Agent("mine", rk.agents.get("random").function)
    assert not saved(old).equals(saved(new))
    assert saved(old).equals(saved(rk.Agent("mine", rk.agents.get("passive").function)))


def test_functions_of_one_name_and_closures_are_told_apart(home):
    def make(which):
        def chosen(game):
            return game.legal()[which]

        return chosen

    assert saved(make(0)).equals(rk.match([make(0), "search.passive"], games=4, seed=1, rules=SHORT).assign())
    assert not saved(make(0)).equals(saved(make(-1)))
    assert not saved(lambda game: game.legal()[0]).equals(saved(lambda game: game.legal()[-1]))


def test_an_agent_whose_code_is_unknown_is_not_saved(home):
    class Player:
        def __call__(self, game):
            return first(game)

    with pytest.raises(ValueError, match="save"):
        saved(Player())


def test_a_copied_game_goes_on_by_itself():
    game = rk.Game([None, "aggressive"], seed=1)
    for made in (copy.copy(game), copy.deepcopy(game), game.copy()):
        before = game.armies.sum()
        made.step(first(made))
        assert made.armies.sum() > before == game.armies.sum()
        while made.turn < 2:
            made.step(first(made))
    twin = pickle.loads(pickle.dumps(game))
    assert str(twin) == str(game) and twin.legal() == game.legal()


def test_a_python_agent_cannot_change_the_game():
    def cheat(game):
        game.state.armies[:] = 99
        return first(game)

    def pusher(game):
        game.step(first(game))
        return first(game)

    with pytest.raises(rk.RiskkitError, match="'cheat'.*read-only"):
        rk.match([cheat, "passive"], games=1, rules=SHORT)
    with pytest.raises(rk.RiskkitError, match="'pusher'.*may not step"):
        rk.match([pusher, "passive"], games=1, rules=SHORT)


def test_python_agents_may_return_legal_entries_words_or_codes():
    def words(game):
        choice = first(game)
        return ("pass",) if choice.kind == "pass" else choice

    assert len(rk.match([words, first], games=2, seed=1, rules=SHORT)) == 2


@pytest.mark.parametrize(
    "agent,error,words",
    [
        (lambda game: -1, IllegalMove, "'<lambda>'.*game 5, turn"),
        (lambda game: None, TypeError, "game 5"),
        (lambda game: 1 / 0, rk.RiskkitError, "game 5.*ZeroDivisionError"),
        (lambda game: 2**70, ValueError, "game 5"),
    ],
)
def test_a_python_agents_errors_name_agent_game_and_turn(agent, error, words):
    with pytest.raises(error, match=words):
        rk.match([agent, "passive"], games=1, start=5, rules=SHORT)


def test_a_turn_that_does_not_end_is_stopped_and_the_agent_named():
    @rk.agent("restless")
    def restless(state, board, rules, seat):
        if state.phase == FORTIFY:
            for x in range(board.territories):
                if state.owner[x] == state.current and state.armies[x] > 1:
                    for y in range(board.territories):
                        if y != x and state.owner[y] == state.current and state.armies[y] < 10:
                            return fortify(x, y, 1)
        return first_legal(state, board, rules)

    with pytest.raises(IllegalMove, match="'restless'.*does not end"):
        rk.match([restless, "passive"], games=1, seed=1, rules=rk.Rules.td_and_deep_q(round_cap=3))


def test_numpy_integers_are_taken_as_what_they_are():
    plain = rk.match(["random", "passive"], games=3, seed=1, start=2, rules=SHORT)
    same = rk.match(
        ["random", "passive"], games=np.int8(3), seed=np.uint8(1), start=np.int32(2), workers=np.int64(1), rules=SHORT
    )
    assert plain.equals(same)
    assert rk.Game(["random", "passive"], seed=np.int16(1), number=np.uint32(3), rules=SHORT).number == 3


@pytest.mark.parametrize(
    "call,error,words",
    [
        (lambda: rk.match(["random"] * 2, start=2**63), ValueError, "start"),
        (lambda: rk.match(["random"] * 2, games=10**12), ValueError, "games"),
        (lambda: rk.Game(["random"] * 2, number=2**63), ValueError, "number"),
        (lambda: rk.Game("random"), TypeError, "list of agents"),
        (lambda: rk.tournament("random"), TypeError, "list of agents"),
        (lambda: rk.match(["random"] * 2, rules="classic"), TypeError, "Rules.named"),
        (lambda: rk.match(["random"] * 2, rules=rk.Rules.search()), ValueError, "position="),
        (lambda: rk.Rules.classic(set_values=4), TypeError, "set_values"),
        (lambda: rk.Rules.classic(fixed_values=10), TypeError, "fixed_values"),
        (lambda: rk.agent(first), TypeError, "name first"),
        (lambda: rk.agent("x")(int), TypeError, "function of"),
        (lambda: rk.Agent(5, first), TypeError, "text"),
        (lambda: rk.Agent("x", first, memory=-3), ValueError, "memory"),
        (lambda: rk.Agent("x", first, version=0), ValueError, "version"),
        (lambda: rk.sweep(3, [1]), TypeError, "function"),
        (lambda: rk.sweep(lambda v: ["random"] * 2, [1], name="wins"), ValueError, "wins"),
        (lambda: rk.series(["random"] * 2, 1, workers=0), ValueError, "workers"),
        (lambda: rk.series(["random"] * 2, 1, memories=[None]), ValueError, "memories"),
        (lambda: rk.series(["passive", "random"], 1, memories=[[1.0], None]), ValueError, "4 cells"),
        (
            lambda: rk.match(
                ["random"] * 2,
                rules=rk.Rules.search(),
                board=rk.boards.grid(1, 2),
                position=([0, 1], [2**31, 1]),
            ),
            ValueError,
            "more than",
        ),
    ],
)
def test_other_mistakes_are_named(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_tables_of_another_kind_are_refused():
    games = rk.match(["random", "passive"], 3, rules=SHORT, record=True)
    assert rk.win_rates(games).equals(rk.win_rates(games.games))
    with pytest.raises(ValueError, match="winner"):
        rk.win_rates(games.series)
    with pytest.raises(ValueError, match="win_rates"):
        rk.standings(games.games)


def test_the_published_claims_are_found_from_another_home(home):
    assert len(claims.published()) > 10


def test_rules_are_shown_by_what_makes_them_different():
    assert repr(rk.Rules.classic()) == "Rules()"
    assert repr(rk.Rules.classic(turn_cap=9)) == "Rules(turn_cap=9)"
    for name in RULE_SETS:
        rules = rk.Rules.named(name, turn_cap=77)
        assert eval(repr(rules), {"Rules": rk.Rules}) == rules


def test_certain_battles_offer_no_dice():
    rules = rk.Rules.classic(battle="certain", setup="random")
    game = rk.Game([None, None], seed=2, rules=rules)
    while game.phase != "attack":
        game.step(game.legal()[0])
    attacks = [choice for choice in game.legal() if choice.kind == "attack"]
    assert attacks and {(choice.least, choice.most) for choice in attacks} == {(0, 0)}


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_of_a_game_can_be_chosen(first):
    rules = rk.Rules.classic(setup="random")
    assert {rk.Game([None, None], seed=seed, rules=rules, first=first).seat for seed in range(5)} == {first}


def test_a_board_too_large_for_the_starting_armies_has_one_on_each_territory():
    rules = rk.Rules.classic(starting_armies=5, neutral_armies=0)
    game = rk.Game([None, None], seed=1, rules=rules)
    assert (game.armies == 1).all()
