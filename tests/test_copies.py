"""A copy, or what comes out of a pickle, goes on as if it had never been copied, and by itself."""

import copy
import gc
import hashlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

import riskkit as rk
import riskkit.envs
from riskkit import agents
from riskkit.agents import base, td
from riskkit.boards import classic
from riskkit.engine.actions import PASS
from riskkit.envs.aec import RiskAEC
from riskkit.envs.gym import StrategySwitchingEnv, StrategySwitchingVectorEnv
from riskkit.envs.switching import Arena, Switching, WorldError
from riskkit.games.game import PickledGameError
from riskkit.learning import dqn
from riskkit.studies.strategy_switching import settings
from riskkit.studies.strategy_switching.loops.training import Trained

REMEMBERING = ("personality 3", "td_lambda", "vanguard")
"""Opponents that keep a memory."""

STEPS = 40


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


def made_single(seed):
    env = StrategySwitchingEnv(step="round", opponents=REMEMBERING)
    env.reset(seed=seed)
    return env


def made_gymnasium(seed):
    env = gymnasium.make(riskkit.envs.IDENTIFIER, step="round", opponents=REMEMBERING)
    env.reset(seed=seed)
    return env


def made_vector(seed):
    env = StrategySwitchingVectorEnv(3, step="round", opponents=REMEMBERING)
    env.reset(seed=seed)
    return env


def made_aec(seed):
    env = RiskAEC(3, rules=rk.Rules.classic(turn_cap=60))
    env.reset(seed=seed)
    return env


def made_game(seed):
    return rk.Game([None, "vanguard", "td_lambda", "personality 3"], seed=seed)


def made_trained(seed):
    return Trained(settings.PUBLISHED, seed).run(1_500, 500)


MADE = {
    "environment": made_single,
    "gymnasium.make": made_gymnasium,
    "vector": made_vector,
    "aec": made_aec,
    "game": made_game,
    "training": made_trained,
}


def fields(records) -> bytes:
    """Return the fields of records, without the bytes between them, which nobody sets."""
    return b"".join(np.ascontiguousarray(records[name]).tobytes() for name in records.dtype.names)


def steps_of(thing, steps, seed):
    """Go on by so many random steps; yield what comes out of each, as bytes."""
    rng = np.random.default_rng(seed)
    if isinstance(thing, rk.Game):
        while not thing.over and steps > 0:
            legal = thing.legal()
            thing.step(legal[rng.integers(len(legal))])
            steps -= 1
            yield fields(thing.state)
    elif isinstance(thing, RiskAEC):
        while thing.agents and steps > 0:
            seen = thing.observe(thing.agent_selection)
            over = thing.terminations[thing.agent_selection] or thing.truncations[thing.agent_selection]
            thing.step(None if over else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps -= 1
            yield seen["observation"].tobytes() + repr(thing.rewards).encode()
    elif isinstance(thing, Trained):
        thing.run(thing.steps + 500, 500)
        yield b"".join(array.tobytes() for array in (*dqn.state(thing.learner).values(), thing.place))
        yield fields(thing.states) + fields(thing.episodes) + fields(thing.intervals)
    elif isinstance(thing, StrategySwitchingVectorEnv):
        for _ in range(steps):
            seen, reward, ended, cut, _ = thing.step(rng.integers(3, size=thing.num_envs))
            yield seen.tobytes() + reward.tobytes() + ended.tobytes() + cut.tobytes()
    else:
        for _ in range(steps):
            seen, reward, ended, cut, info = thing.step(int(rng.integers(3)))
            yield seen.tobytes() + repr((reward, ended, cut, info)).encode()
            if ended or cut:
                thing.reset()


def future(thing, steps=STEPS, seed=7) -> str:
    digest = hashlib.sha256()
    for part in steps_of(thing, steps, seed):
        digest.update(part)
    return digest.hexdigest()


@pytest.mark.parametrize("kind", MADE)
@budget(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**6), before=st.integers(0, STEPS))
def test_copy_and_original_go_on_identically_and_by_themselves(kind, seed, before):
    never_copied, original = MADE[kind](seed), MADE[kind](seed)
    future(never_copied, before, 1), future(original, before, 1)
    wanted = future(never_copied)
    deep, loaded = copy.deepcopy(original), pickled(original)
    again = copy.deepcopy(deep)
    future(deep, seed=3)
    assert future(loaded) == wanted
    assert future(original) == wanted
    assert future(again) == wanted


@pytest.mark.parametrize("make_copy", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("kind", MADE)
def test_a_copy_outlives_its_original(kind, make_copy):
    original = MADE[kind](5)
    future(original, 20, 1)
    wanted = future(copy.deepcopy(original))
    kept = make_copy(original)
    del original
    gc.collect()
    rubbish = [np.full(2_000, np.nan) for _ in range(500)]
    assert future(kept) == wanted and len(rubbish) == 500


def test_another_process_goes_on_with_a_pickle_to_the_same_future(tmp_path):
    wanted = {}
    for kind, made in MADE.items():
        thing = made(11)
        future(thing, 20, 1)
        (tmp_path / f"{kind}.pickle").write_bytes(pickle.dumps(thing))
        wanted[kind] = future(thing)
    script = tmp_path / "go_on.py"
    script.write_text(
        "import pickle, sys\n"
        "from pathlib import Path\n"
        "from test_copies import future\n"
        "for name in sys.argv[2:]:\n"
        "    thing = pickle.loads(Path(sys.argv[1], name + '.pickle').read_bytes())\n"
        "    print(name, future(thing), sep='=')\n"
    )
    here = Path(__file__).parent
    path = os.pathsep.join([str(here), str(Path(rk.__file__).parents[1])])
    done = subprocess.run(
        [sys.executable, script, tmp_path, *wanted],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert dict(line.split("=") for line in done.stdout.splitlines()) == wanted


@pytest.mark.parametrize("name", agents.available())
def test_every_agent_is_the_same_agent_in_a_pickle(name):
    given_agent = agents.get(name)
    loaded = pickled(given_agent)
    assert loaded.function is given_agent.function and copy.deepcopy(given_agent) is given_agent
    np.testing.assert_array_equal(loaded.parameters, given_agent.parameters)
    assert (loaded.name, loaded.version, loaded.memory) == (name, given_agent.version, given_agent.memory)
    rules = rk.Rules.td_and_deep_q()
    prepared = [each.prepared(classic(), rules) for each in (given_agent, loaded)]
    np.testing.assert_array_equal(*prepared)


def test_a_learning_bot_with_settings_of_its_own_is_pickled():
    bot = td.make(td.DESCRIBED.replace(alpha=0.2), name="mine")
    one, two = (rk.series([each, "random"], games=3, runs=1, seed=4).memories[0][0] for each in (bot, pickled(bot)))
    np.testing.assert_array_equal(one, two)


@agents.agent("first at the top of a module")
def at_the_top(state, board, rules, seat):
    """Pass wherever that is possible."""
    return np.int64(PASS)


def test_an_agent_of_ones_own_is_pickled_by_the_place_of_its_function():
    assert pickled(at_the_top).function is at_the_top.function

    @agents.agent("inside")
    def inside(state, board, rules, seat):
        return np.int64(PASS)

    with pytest.raises(base.PickledAgentError, match="'inside' cannot be pickled.*at the top of a module"):
        pickle.dumps(inside)


def test_a_pickled_agent_of_another_version_is_refused(monkeypatch):
    held = pickle.dumps(agents.get("vanguard"))
    changed = base.replace(agents.get("vanguard"), version=agents.get("vanguard").version + 1)
    own = pickle.dumps(base.replace(agents.get("vanguard"), name="mine"))
    monkeypatch.setitem(base._registry, "vanguard", changed)
    with pytest.raises(base.PickledAgentError, match="'vanguard' has version 1, the one here version 2"):
        pickle.loads(held)
    with pytest.raises(base.PickledAgentError, match=r"'mine' has version 1, those of its function here \{2\}"):
        pickle.loads(own)
    monkeypatch.delitem(base._registry, "vanguard")
    with pytest.raises(base.PickledAgentError, match="there is no agent 'vanguard' here"):
        pickle.loads(held)


def test_a_world_without_its_arena_is_neither_copied_nor_pickled():
    arena = Arena(Switching())
    assert copy.copy(arena.world) is arena.world
    with pytest.raises(WorldError, match="copy the Arena"):
        copy.deepcopy(arena.world)
    with pytest.raises(WorldError, match="pickle the Arena"):
        pickle.dumps(arena.world)


class Counting:
    """A Python agent with a state: passes, and claims or places one by one."""

    def __init__(self):
        self.asked = 0

    def __call__(self, game):
        self.asked += 1
        legal = game.legal()
        return legal[self.asked % len(legal)]


@pytest.mark.parametrize("make_copy", [copy.deepcopy, pickled], ids=["deepcopy", "pickle"])
def test_python_agents_with_a_state_are_copied_too(make_copy):
    game = rk.Game([Counting(), Counting()], seed=3, rules=rk.Rules.classic(turn_cap=30))
    other = make_copy(game)
    other.play()
    assert game._lineup.agents[0].asked == 0
    assert fields(game.play().state) == fields(other.state)


def test_a_game_from_a_given_position_and_of_two_is_pickled():
    owner, armies = [t % 2 for t in range(42)], [3] * 42
    rules = rk.Rules.classic(claim="given", neutral=False)
    game = rk.Game([None, "vanguard"], seed=2, rules=rules, position=(owner, armies), first=1)
    other = pickled(game)
    assert other.owner.tolist() == game.owner.tolist() and str(other) == str(game)
    assert future(other) == future(game)


def test_a_game_pickled_by_another_version_is_refused():
    make, (lineup, number, state, memories) = rk.Game([None, None], seed=1).__reduce__()
    with pytest.raises(PickledGameError, match="another version of riskkit"):
        make(lineup, number, state[:-8], memories)
