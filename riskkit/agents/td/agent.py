"""The TD(lambda) bot: a linear value of the position that is learned while playing.

Source: Reinforcement Learning in the Game of RISK, sections 3.1 to 3.3. A position has five
features (`features`); its value F is their weighted sum. For every possible attack the bot
estimates the positions after winning and after losing it, and the chance to win; it takes
the attack with the highest expected value if the chance to win is above a threshold, or
else with a small probability. Each attack changes the weights by equation (1) or (2).

The chances are those of dice, for up to 30 armies a side; larger armies count as 30 (the
source has ten on a territory at most).

What the text leaves open is a field of `Settings`. Two named readings are given: `DESCRIBED`
(the text) and `AS_RUN` (the authors' program), which differ in the error of the update, its
sign, and the dice thrown in an attack.
"""

from functools import partial

import numpy as np

from riskkit.agents.base import Agent
from riskkit.agents.shared.border import WORKSPACE, ranks, shared_phases
from riskkit.agents.shared.position import (
    FEATURES,
    battle_tables,
    best_attack,
    count_enemies,
    count_income,
    features,
    highest_chances,
    hope,
)
from riskkit.agents.td.memory import LOG, MARK, MEMORY, DivergedError, Learned, history, learned
from riskkit.agents.td.settings import (
    AS_RUN,
    DESCRIBED,
    DIVERGED,
    GIVEN,
    PREPARED,
    READINGS,
    Settings,
    values,
)
from riskkit.agents.td.update import learn, open_game, reached
from riskkit.engine.actions import ATTACK, PASS, attack, attack_roll
from riskkit.engine.fields import Battle
from riskkit.engine.jit import kernel
from riskkit.engine.legal import most_dice
from riskkit.engine.pointers import record_at
from riskkit.engine.seats import choice_random, memory, parameters, workspace_i8
from riskkit.engine.types import MAX_P, MAX_T
from riskkit.errors import check_kind

__all__ = [
    "AS_RUN",
    "DESCRIBED",
    "DIVERGED",
    "FEATURES",
    "GIVEN",
    "LOG",
    "MARK",
    "MEMORY",
    "READINGS",
    "DivergedError",
    "Learned",
    "Settings",
    "history",
    "learn",
    "learned",
    "make",
    "td",
]

MOST_KNOWN = 30
"""Armies of a side in the bot's table of chances; more count as so many (the source has ten at most)."""
TABLES = PREPARED.itemsize // 8


def _prepare(settings: Settings, board, rules, given):
    if rules.attacks_per_turn > 0 and settings.update == "turn":
        raise ValueError(
            "update='turn' learns when the bot ends its attacks, which a limit of attacks does for it: it needs "
            f"rules with attacks_per_turn=0, not {rules.attacks_per_turn}"
        )
    if rules.attacks_per_turn > 0 and rules.fortify == "none" and settings.outcome:
        raise ValueError(
            "outcome=True takes a game whose last decision was an attack for won; where a limit of attacks ends "
            f"the turn (attacks_per_turn={rules.attacks_per_turn}, fortify='none') that is not so"
        )
    most = min(rules.army_cap or MOST_KNOWN, MOST_KNOWN)
    tables = battle_tables(most, rules.attacker_dice, rules.defender_dice, rules.dice_sides, settings.rounded)
    return np.concatenate([given, [most], ranks(board), tables.ravel(), highest_chances(tables[0]).ravel()])


@kernel
def td(state, board, rules, seat):
    """Play as the TD(lambda) bot; see `riskkit.agents.td.agent`.

    Where no attack can have a chance above the threshold, the random chance is drawn before the
    attack is looked for, which saves the search for most attacks that are not made.
    """
    prepared = record_at(seat.parameters, PREPARED)
    tables = parameters(seat)[TABLES:]
    given = prepared.given
    cells = record_at(seat.memory, MEMORY)
    log = memory(seat)[LOG:]
    game = np.float64(state.stamp >> np.uint64(11))
    if cells.started == 0 or cells.game != game or state.decisions <= cells.decisions:
        open_game(state, cells, log, given)
    cells.game = game
    cells.decisions = state.decisions
    cells.attacked = 0
    if state.phase != ATTACK:
        return shared_phases(state, board, rules, seat, prepared.ranks)
    p = state.current
    by_attack = given.update == 0
    most = np.int64(prepared.most)
    dared = False
    if by_attack and given.target == 0 and rules.battle != Battle.CERTAIN:
        best = hope(state, board, p, tables[3 * most * most :], most)
        if best < 0.0:
            return np.int64(PASS)
        if best <= given.win_chance:
            dared = choice_random(state) < given.random_chance
            if not dared:
                return np.int64(PASS)
    scratch = workspace_i8(seat)
    enemies, work = scratch[:MAX_T], scratch[MAX_T:]
    inner = count_enemies(state, board, p, enemies)
    count_income(state, board, rules, work, work[MAX_P:])
    now = features(state, board, p, inner, work)
    if by_attack and given.target == 1:
        reached(cells, log, given, now)
    least = given.win_chance if given.order == 1 else -1.0
    x, y, expected, chance = best_attack(
        state, board, rules, tables, most, least, cells.weights, now, enemies, inner, work
    )
    if x < 0 or not (dared or chance > given.win_chance or choice_random(state) < given.random_chance):
        if not by_attack:
            reached(cells, log, given, now)
        return np.int64(PASS)
    if by_attack and given.target == 0:
        learn(cells, log, given, expected, now)
    cells.attacked = 1
    if given.rolls == 1:
        return attack_roll(x, y, most_dice(state, rules, x))
    return attack(x, y)


def make(settings: Settings = DESCRIBED, *, name: str = "td") -> Agent:
    """Return a TD(lambda) bot; it learns while it plays, so it plays in `riskkit.series`.

    Parameters
    ----------
    settings
        Its settings; with ``learn=False`` and given ``weights`` it plays in `riskkit.match` too.
    name
        Name in results.
    """
    check_kind("settings", settings, Settings)
    fixed = not settings.learn and settings.weights is not None
    return Agent(
        name,
        td,
        parameters=values(settings),
        memory=LOG + 5 * settings.log,
        workspace=WORKSPACE + 24 * MAX_P,
        persistent=not fixed,
        prepare=partial(_prepare, settings),
        study="td_lambda",
        source="Reinforcement Learning in the Game of RISK, sections 3.1 to 3.3",
        about=__doc__,
    )
