"""Compiled loops of the strategy-switching study: training, and games of fixed policies."""

import numpy as np

from riskkit.engine.jit import kernel
from riskkit.engine.rng import below, uniform
from riskkit.envs.switching import CAPPED, RUNNING, advance, begin, observe
from riskkit.learning import dqn

OUTCOMES = 9
ANY, PASSIVE_OR_AGGRESSIVE, PACIFIST_OR_AGGRESSIVE, PASSIVE_OR_PACIFIST = -1, -2, -3, -4
INTERVAL = np.dtype(
    [
        ("steps", "i8"),
        ("episodes", "i8"),
        ("reward", "f8"),
        ("squares", "f8"),
        ("length", "i8"),
        ("counted", "i8"),
        ("outcomes", "i8", (OUTCOMES,)),
        ("chosen", "i8", (3,)),
        ("loss", "f8"),
        ("updates", "i8"),
    ],
    align=True,
)
GAME = np.dtype(
    [
        ("game", "i8"),
        ("reward", "f8"),
        ("steps", "i8"),
        ("counted", "i8"),
        ("outcome", "i8"),
        ("chosen", "i8", (3,)),
    ],
    align=True,
)


@kernel
def attack_strategy(settings, action):
    """Return the strategy that decides the attacks of an action, 0 to 2."""
    return action // 3 % 3 if settings.phases else action


@kernel
def train(states, episodes, world, learner, place, following, seed, cap_ends, row, steps):
    """Play and learn for a number of steps.

    Parameters
    ----------
    states, episodes
        One record each; the game in them is gone on with, and the next numbers follow.
    world, learner
        `riskkit.envs.switching.World` and `riskkit.learning.dqn.Learner`.
    place, following
        The observation now, and room for the next one.
    seed
        Seed of the games.
    cap_ends
        Whether the cap is remembered as a true end (as in the source) or as a cut.
    row
        `INTERVAL` record to which the results of the interval are added. Rewards are
        counted before scaling.
    steps
        Number of steps.

    Returns
    -------
    bool
        False if an opposing agent gave an illegal action.
    """
    state, episode, settings = states[0], episodes[0], world.settings[0]
    for _ in range(steps):
        if episode.outcome != RUNNING:
            if not begin(state, episode, world, seed, episode.game + 1):
                return False
            observe(state, episode, world, place)
        action = dqn.choose(learner, place)
        if state.current == 0:
            row.chosen[attack_strategy(settings, action)] += 1
        reward = advance(state, episode, world, action)
        if reward != reward:
            return False
        observe(state, episode, world, following)
        over = episode.outcome != RUNNING
        terminal = 1.0 if over and (cap_ends or episode.outcome < CAPPED) else 0.0
        dqn.remember(learner, place, following, action, reward, terminal)
        loss = dqn.learn(learner)
        if loss >= 0.0:
            row.loss += loss
            row.updates += 1
        for i in range(place.shape[0]):
            place[i] = following[i]
        row.steps += 1
        if over:
            total = episode.total / settings.scale
            row.episodes += 1
            row.reward += total
            row.squares += total * total
            row.length += episode.steps
            row.counted += episode.counted
            row.outcomes[episode.outcome] += 1
    return True


@kernel
def _write_game(episode, settings, row):
    row.game = episode.game
    row.reward = episode.total / settings.scale
    row.steps = episode.steps
    row.counted = episode.counted
    row.outcome = episode.outcome


@kernel
def play_network(states, episodes, world, learner, place, seed, first, rows):
    """Play one game a record of ``rows`` with the greedy policy of a network.

    Returns
    -------
    int
        Games played; fewer than asked for if an opposing agent gave an illegal action.
    """
    state, episode, settings = states[0], episodes[0], world.settings[0]
    for k in range(rows.shape[0]):
        if not begin(state, episode, world, seed, first + k):
            return k
        while episode.outcome == RUNNING:
            observe(state, episode, world, place)
            action = dqn.best(learner, place)
            if state.current == 0:
                rows[k].chosen[attack_strategy(settings, action)] += 1
            reward = advance(state, episode, world, action)
            if reward != reward:
                return k
        _write_game(episode, settings, rows[k])
    return rows.shape[0]


@kernel
def _drawn(state, entry, actions):
    """Return the action of a policy's entry, drawing where it is a mixture."""
    if entry == ANY:
        return below(state.choice, actions)
    if entry == PASSIVE_OR_AGGRESSIVE:
        return 2 * below(state.choice, 2)
    if entry == PACIFIST_OR_AGGRESSIVE:
        return 1 + below(state.choice, 2)
    if entry == PASSIVE_OR_PACIFIST:
        return below(state.choice, 2)
    return entry


@kernel
def play_table(states, episodes, world, policy, seed, first, rows):
    """Play one game a record of ``rows``; ``policy[n]`` is the action with n territories.

    An entry below zero is drawn anew each time (`ANY`, `PASSIVE_OR_AGGRESSIVE`, ...).
    Returns as `play_network` does.
    """
    state, episode, settings = states[0], episodes[0], world.settings[0]
    actions = 27 if settings.phases else 3
    for k in range(rows.shape[0]):
        if not begin(state, episode, world, seed, first + k):
            return k
        while episode.outcome == RUNNING:
            action = np.int64(0)
            if state.current == 0:
                action = _drawn(state, policy[state.count[0]], actions)
                rows[k].chosen[attack_strategy(settings, action)] += 1
            reward = advance(state, episode, world, action)
            if reward != reward:
                return k
        _write_game(episode, settings, rows[k])
    return rows.shape[0]


@kernel
def _same(first, second, territories):
    for t in range(territories):
        if first.owner[t] != second.owner[t] or first.armies[t] != second.armies[t]:
            return False
    return True


@kernel
def count_effects(states, episodes, world, seed, first, games, share, counts):
    """Count at how many steps the learner's action made a difference to the position.

    Random actions are played; at a ``share`` of the steps all three are tried with the
    same dice. ``counts`` receives: steps tried, steps of the learner's turn among them, and
    steps at which the three positions after the step were not all the same.
    """
    state, episode = states[0], episodes[0]
    territories = world.board[0].territories
    for k in range(games):
        begin(state, episode, world, seed, first + k)
        while episode.outcome == RUNNING:
            if uniform(state.deal) < share:
                counts[0] += 1
                counts[1] += state.current == 0
                for a in range(3):
                    states[1 + a : 2 + a] = states[0:1]
                    episodes[1 + a : 2 + a] = episodes[0:1]
                    advance(states[1 + a], episodes[1 + a], world, a)
                same = _same(states[1], states[2], territories)
                counts[2] += not (same and _same(states[1], states[3], territories))
            advance(state, episode, world, below(state.deal, 3))
