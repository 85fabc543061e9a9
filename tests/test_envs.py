"""The Gymnasium faces of the strategy-switching game."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import riskkit
import riskkit.envs
from riskkit.agents.shared.common import first_legal
from riskkit.engine.actions import place
from riskkit.envs.switching import CAPPED, OUT, RUNNING, WON, Arena, EpisodeOver, Switching
from riskkit.rules import Rules

SETTINGS = [
    {},
    {"step": "round", "observation": "position", "actions": "phases"},
    {"opponents": ("aggressive",), "ranks": (10, 0), "step": "round"},
    {"opponents": ("passive", "random", "pacifist", "random", "aggressive"), "ranks": (5, 4, 3, 2, 1, 0)},
]


def make(**settings):
    return gymnasium.make(riskkit.envs.IDENTIFIER, **settings).unwrapped


def episode(env, choose, **reset):
    """Play one game; return the list of (observation, reward, ended, cut, info)."""
    observation, info = env.reset(**reset)
    rows = [(observation, 0.0, False, False, info)]
    while not (rows[-1][2] or rows[-1][3]):
        rows.append(env.step(choose(len(rows))))
    return rows


@pytest.mark.parametrize("chosen", SETTINGS)
def test_gymnasium_accepts_it(chosen):
    check_env(make(render_mode="ansi", **chosen))


@given(seed=st.integers(0, 2**40), which=st.integers(0, len(SETTINGS) - 1))
@settings(max_examples=15, deadline=None)
def test_a_seed_decides_the_games(seed, which):
    one, two = make(**SETTINGS[which]), make(**SETTINGS[which])
    for kwargs in ({"seed": seed}, {}, {"options": {"game": 7}}):
        first = episode(one, lambda k: k % 3, **kwargs)
        second = episode(two, lambda k: k % 3, **kwargs)
        assert len(first) == len(second)
        for a, b in zip(first, second):
            np.testing.assert_array_equal(a[0], b[0])
            assert a[1:] == b[1:]


@given(seed=st.integers(0, 2**40), action=st.integers(0, 2))
@settings(max_examples=25, deadline=None)
def test_rewards_follow_the_table(seed, action):
    env = make()
    rows = episode(env, lambda k: action, seed=seed)
    assert all(row[1] == -1 for row in rows[1:-1])
    _, reward, ended, cut, info = rows[-1]
    counts = info["territories"]
    assert ended != cut and sum(counts) == 42
    if cut:
        assert len(rows) == 201
        above = sum(count > counts[0] for count in counts)
        assert reward == -1 + (250, 100, 0, -50)[above]
    else:
        assert reward == -1 + (500 if counts[0] == 42 else -500)
        assert counts[0] in (0, 42)


@given(seed=st.integers(0, 2**40))
@settings(max_examples=15, deadline=None)
def test_the_share_is_the_percentage_of_the_board(seed):
    for observation, _, _, _, info in episode(make(), lambda k: 2, seed=seed):
        assert observation[0] == np.float32(100 * info["territories"][0] / 42)


@given(seed=st.integers(0, 2**40))
@settings(max_examples=10, deadline=None)
def test_the_position_lies_in_its_space(seed):
    env = make(observation="position", actions="phases", step="round")
    for observation, _, _, _, info in episode(env, lambda k: (7 * k) % 27, seed=seed):
        assert env.observation_space.contains(observation)
        assert observation[0:20:5].sum() == pytest.approx(1, abs=1e-5)
        assert observation[1:20:5].sum() == pytest.approx(1, abs=1e-5)
        assert observation[0] == np.float32(info["territories"][0] / 42)


def test_a_turn_is_one_players_and_a_round_everyones():
    turns = [row[4]["turn"] for row in episode(make(), lambda k: 0, seed=1)]
    assert turns == list(range(turns[0], turns[0] + len(turns)))
    rounds = episode(make(step="round"), lambda k: 0, seed=1)[:-1]
    assert len(rounds) > 1 and all(row[4]["own_turn"] for row in rounds)
    assert [row[4]["round"] for row in rounds] == list(range(1, len(rounds) + 1))


def test_the_action_counts_only_in_own_turns():
    one, two = make(), make()
    seen, other = one.reset(seed=4)[1], two.reset(seed=4)[1]
    for _ in range(100):
        assert seen == other
        own = seen["own_turn"]
        seen, other = one.step(2 if own else 0)[4], two.step(2 if own else 1)[4]
    assert seen["turn"] == 100


def test_opponents_keep_the_strategies_given_or_drawn():
    env = make(opponents=("passive", "aggressive", "random"))
    drawn = set()
    for game in range(30):
        rows = episode(env, lambda k: 1, **({"seed": 2} if game == 0 else {}))
        names = {tuple(row[4]["opponents"]) for row in rows}
        assert len(names) == 1
        first, second, third = names.pop()
        assert (first, second) == ("passive", "aggressive")
        drawn.add(third)
    assert drawn == {"passive", "pacifist", "aggressive"}


@pytest.mark.parametrize("action", range(3))
def test_whole_strategies_are_three_of_the_27(action):
    whole, phases = make(step="round"), make(step="round", actions="phases")
    first = episode(whole, lambda k: action, seed=11)
    second = episode(phases, lambda k: 13 * action, seed=11)
    assert [row[1] for row in first] == [row[1] for row in second]
    assert first[-1][4] == second[-1][4]


def test_scale_multiplies_rewards():
    plain, scaled = make(), make(scale=0.01)
    first, second = (episode(env, lambda k: 2, seed=3) for env in (plain, scaled))
    np.testing.assert_allclose([r[1] for r in second], [0.01 * r[1] for r in first])


def test_registered_agents_can_be_opponents():
    @riskkit.agent("sleeper of this test", registered=True)
    def sleeper(state, board, rules, seat):
        return first_legal(state, board, rules)

    env = make(opponents=("sleeper of this test", "passive"), ranks=(1, 0, 0), step="round")
    rows = episode(env, lambda k: 2, seed=1)
    assert rows[0][4]["opponents"] == ["sleeper of this test", "passive"]
    assert rows[-1][4]["territories"] == episode(env, lambda k: 2, seed=1)[-1][4]["territories"]


def test_an_illegal_opponent_is_reported():
    @riskkit.agent("cheat of this test", registered=True)
    def cheat(state, board, rules, seat):
        return place(0, 1_000_000)

    env = make(opponents=("cheat of this test",), ranks=(1, 0), step="round")
    with pytest.raises(riskkit.RiskkitError, match="opposing agent"):
        episode(env, lambda k: 2, seed=1)


REMEMBERING = {"opponents": ("personality 3", "td_lambda", "vanguard"), "step": "round", "cap": 40}


def test_a_game_against_agents_with_a_memory_does_not_depend_on_the_games_before():
    alone, after = make(**REMEMBERING), make(**REMEMBERING)
    for game in range(3):
        episode(after, lambda k: k % 3, **({"seed": 9} if game == 0 else {}))
    fresh = alone.reset(seed=9, options={"game": 3})[0]
    np.testing.assert_array_equal(after.reset(options={"game": 3})[0], fresh)
    for step in range(20):
        one, two = alone.step(step % 3), after.step(step % 3)
        np.testing.assert_array_equal(one[0], two[0])
        assert one[1:] == two[1:]
        if one[2] or one[3]:
            break


@pytest.mark.parametrize("chosen", [*SETTINGS[:3], REMEMBERING])
def test_the_vector_plays_the_same_games(chosen):
    n = 3
    vector = gymnasium.make_vec(riskkit.envs.IDENTIFIER, num_envs=n, vectorization_mode="vector_entry_point", **chosen)
    observations, _ = vector.reset(seed=9)
    singles = [make(**chosen) for _ in range(n)]
    expected = [env.reset(seed=9, options={"game": i})[0] for i, env in enumerate(singles)]
    finished, games = [False] * n, list(range(n))
    np.testing.assert_array_equal(observations, expected)
    for step in range(450):
        actions = np.array([(step + i) % 3 for i in range(n)])
        observations, rewards, ended, cut, _ = vector.step(actions)
        for i, env in enumerate(singles):
            if finished[i]:
                games[i] += n
                wanted = (env.reset(options={"game": games[i]})[0], 0.0, False, False)
            else:
                wanted = env.step(actions[i])[:4]
            np.testing.assert_array_equal(observations[i], wanted[0])
            assert (rewards[i], ended[i], cut[i]) == wanted[1:]
            finished[i] = bool(ended[i] or cut[i])
    assert min(games) >= n


def test_results_do_not_depend_on_arrays_given_out():
    vector = gymnasium.make_vec(riskkit.envs.IDENTIFIER, num_envs=2, vectorization_mode="vector_entry_point")
    first = vector.reset(seed=1)[0]
    kept = first.copy()
    vector.step(np.array([2, 2]))
    np.testing.assert_array_equal(first, kept)


@pytest.mark.parametrize("action", [3, -1, 1.5, "passive", None])
def test_actions_outside_the_space_are_refused(action):
    env = make()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions are 0 to 2, not"):
        env.step(action)


@pytest.mark.parametrize("actions", [[0, 3], [0], [0.5, 1.0], [-1, 0]])
def test_vector_actions_outside_the_space_are_refused(actions):
    vector = gymnasium.make_vec(riskkit.envs.IDENTIFIER, num_envs=2, vectorization_mode="vector_entry_point")
    with pytest.raises(EpisodeOver, match="reset"):
        vector.step(np.array([0, 0]))
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="not"):
        vector.step(actions)


def test_no_step_before_the_beginning_or_after_the_end():
    env = make()
    with pytest.raises(EpisodeOver, match="reset"):
        env.step(0)
    episode(env, lambda k: 0, seed=1)
    with pytest.raises(EpisodeOver, match="game 0 is over"):
        env.step(0)
    env.reset()
    assert env.step(0)[1] == -1


@pytest.mark.parametrize(
    "changes, message",
    [
        ({"step": "tunr"}, "turn"),
        ({"observation": "all"}, "share"),
        ({"actions": "phase"}, "phases"),
        ({"cap": 0}, "cap"),
        ({"win": float("nan")}, "win"),
        ({"ranks": (1, 0)}, "4 players need 4 rewards by rank, not 2"),
        ({"opponents": ()}, "opponents"),
        ({"opponents": ("pasive",), "ranks": (1, 0)}, "passive"),
        ({"rules": Rules.classic()}, "setup='random'"),
    ],
)
def test_bad_settings_are_named(changes, message):
    with pytest.raises(ValueError, match=message):
        Arena(Switching(**changes))


def test_render_is_text_or_nothing():
    env = make(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().count("\n") == 4 and "learner" in env.render()
    silent = make()
    silent.reset(seed=1)
    assert silent.render() is None
    with pytest.raises(ValueError, match="human"):
        riskkit.envs.gym.StrategySwitchingEnv(render_mode="human")


def test_outcome_codes_are_apart():
    assert len({RUNNING, WON, OUT, CAPPED}) == 4 and max(RUNNING, WON, OUT) < CAPPED
