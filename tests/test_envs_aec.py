"""The whole game as a PettingZoo environment, and its numbered choices."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from riskkit import boards
from riskkit.engine.explain import IllegalMove
from riskkit.envs.aec import RiskAEC
from riskkit.rules import Rules

SETTINGS = [
    {"players": 2, "rules": Rules.classic(turn_cap=40)},
    {"players": 3, "rules": Rules.strategy_switching(turn_cap=30)},
    {"players": 4, "rules": Rules.td_and_deep_q(round_cap=5)},
    {"players": 2, "rules": Rules.minimax(turn_cap=60), "board": boards.grid(4, 4)},
    {"players": 3, "rules": Rules.classic(battle="certain", turn_cap=60, claim="alternating")},
]


def play(env, seed, choose):
    """Play one game; return the rewards each agent received and the number of decisions."""
    env.reset(seed=seed)
    received, decisions = dict.fromkeys(env.possible_agents, 0.0), 0
    rng = np.random.default_rng(seed)
    for agent in env.agent_iter(1_000_000):
        observation, reward, ended, cut, _ = env.last()
        received[agent] += reward
        if ended or cut:
            env.step(None)
        else:
            decisions += 1
            env.step(choose(rng, np.flatnonzero(observation["action_mask"])))
    return received, decisions


def any_legal(rng, legal):
    return int(rng.choice(legal))


def last_legal(rng, legal):
    return int(legal[-1])


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("chosen", SETTINGS)
def test_pettingzoo_accepts_it(chosen):
    api_test(RiskAEC(**chosen), num_cycles=200)
    seed_test(lambda: RiskAEC(**chosen), num_cycles=50)


@given(seed=st.integers(0, 2**30), which=st.integers(0, len(SETTINGS) - 1))
@settings(max_examples=12, deadline=None)
def test_every_masked_choice_is_legal_and_rewards_balance(seed, which):
    env = RiskAEC(**SETTINGS[which])
    received, decisions = play(env, seed, any_legal)
    assert decisions > 10
    winners = [agent for agent, reward in received.items() if reward > 0]
    if winners:
        assert sum(received.values()) == 0 and len(winners) == 1
    else:
        assert set(received.values()) <= {0.0, -1.0}


def test_a_game_can_be_won():
    env = RiskAEC(players=2, rules=Rules.classic(turn_cap=400))
    received = [play(env, seed, last_legal)[0] for seed in range(5)]
    assert any(max(rewards.values()) == 1.0 for rewards in received)


def test_a_choice_outside_the_mask_is_refused_and_changes_nothing():
    env = RiskAEC(players=3)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(IllegalMove, match=f"choice {wrong} is not legal"):
        env.step(wrong)
    with pytest.raises(ValueError, match="actions are 0 to"):
        env.step(10**6)
    after = env.observe(env.agent_selection)
    np.testing.assert_array_equal(before["observation"], after["observation"])


def test_only_the_agent_at_turn_has_choices():
    env = RiskAEC(players=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert env.observe(agent)["action_mask"].any() == (agent == env.agent_selection)


def test_observations_turn_with_the_seat():
    env = RiskAEC(players=3, rules=Rules.classic(setup="random"))
    env.reset(seed=2)
    rows = [env.observe(agent)["observation"][: 42 * 5].reshape(42, 5) for agent in env.agents]
    np.testing.assert_array_equal(rows[0][:, 1], rows[1][:, 0])
    np.testing.assert_array_equal(rows[0][:, 2], rows[2][:, 0])
    assert (rows[0][:, :4].sum(axis=1) == 1).all()


def test_render_is_text():
    env = RiskAEC(players=2, render_mode="ansi")
    env.reset(seed=1)
    assert "seat 0" in env.render()
    with pytest.raises(ValueError, match="human"):
        RiskAEC(render_mode="human")
    with pytest.raises(ValueError, match="players"):
        RiskAEC(players=7)
