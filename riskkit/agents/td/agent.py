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

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

import numpy as np

from riskkit.agents.base import Agent
from riskkit.agents.shared.border import RANKS, WORKSPACE, ranks, shared_phases
from riskkit.agents.shared.position import (
    FEATURES,
    battle_tables,
    best_attack,
    count_enemies,
    count_income,
    features,
    highest_chances,
    hope,
    value_of,
)
from riskkit.engine.actions import ATTACK, PASS, attack, attack_roll
from riskkit.engine.fields import Battle
from riskkit.engine.jit import kernel
from riskkit.engine.seats import choice_random, memory, parameters, workspace_i8
from riskkit.engine.types import MAX_P, MAX_T
from riskkit.errors import (
    RiskkitError,
    check_flag,
    check_integer,
    check_kind,
    check_name,
    check_number,
    check_probability,
)

CHOICES = {
    "error": ("difference", "army share"),
    "sign": ("added", "subtracted"),
    "trace": ("accumulating", "replacing"),
    "target": ("expected", "reached"),
    "update": ("attack", "turn"),
    "rolls": ("until done", "one"),
    "order": ("value first", "chance first"),
}
MOST_KNOWN = 30
"""Armies of a side in the bot's table of chances; more count as so many (the source has ten at most)."""
DIVERGED = 1e9
MOST_WEIGHT = DIVERGED
"""Largest first weight."""
(
    _ALPHA,
    _LAMBDA,
    _WIN,
    _RANDOM,
    _ERROR,
    _SIGN,
    _TRACE,
    _TARGET,
    _UPDATE,
    _ROLLS,
    _ORDER,
    _NORMALISED,
    _OUTCOME,
    _LEARN,
    _GIVEN,
    _STRIDE,
    _START,
) = range(17)
_SIZE = _START + len(FEATURES)
_RANK = _SIZE + 1
_TABLES = _RANK + RANKS
(
    STARTED,
    WEIGHTS,
    TRACE,
    BEFORE,
    PENDING,
    UPDATES,
    STOPPED,
    NORM,
    DECISIONS,
    ATTACKED,
    GAME,
    LOG,
) = (0, 1, 6, 11, 16, 17, 18, 19, 20, 21, 22, 24)
MARK = 8_451.0
"""What a TD bot that has played writes into ``STARTED``, so that its memory is known from others."""


class DivergedError(RiskkitError):
    """Raised when the weights of a value have left all bounds."""


@dataclass(frozen=True)
class Settings:
    """Settings of a TD(lambda) bot; the defaults are the text's, or the program's where it is silent.

    Parameters
    ----------
    alpha, lam : float
        Step size and decay of the trace, in [0, 1].
    win_chance, random_chance : float
        An attack is made if its chance to win is above ``win_chance``, else with
        probability ``random_chance``; in [0, 1].
    normalised : bool
        Equation (2) instead of (1).
    error : {"difference", "army share"}
        F(next) - F(now), or, as the program ran, F(next) - the first feature.
    sign : {"added", "subtracted"}
        Whether the change is added (equation 1) or, as the program ran, subtracted.
    trace : {"accumulating", "replacing"}
        The sum in equations (1) and (2), or in each feature the larger of its value now and
        its decayed trace. The trace starts anew with every game.
    target : {"expected", "reached"}
        What F(next) is: the expected value of the attack chosen (section 3.3.1), or the value
        of the position in which the bot decides next.
    update : {"attack", "turn"}
        After each attack, or once a turn with the position at the end of the next one.
    rolls : {"until done", "one"}
        Dice thrown in an attack.
    order : {"value first", "chance first"}
        Whether the attack of the highest value is tested against ``win_chance`` (the text), or
        the best of those above ``win_chance`` is taken (ours).
    outcome : bool
        Whether F(next) at the end of a game is 1 if it was won and 0 if not; the text has no
        such anchor. Needs ``target="reached"``.
    learn : bool
        Whether the weights change at all.
    weights : tuple of float or None
        First weights; None draws each from (-1, 1), as the program did.
    log : int
        Changes of the weights that the seat's memory keeps (see `history`).
    stride : int
        One in so many changes is kept.
    rounded : bool
        Whether the expected losses are rounded to whole armies, as the program did.
    """

    alpha: float = 0.05
    lam: float = 0.5
    win_chance: float = 0.5
    random_chance: float = 0.2
    normalised: bool = True
    error: str = "difference"
    sign: str = "added"
    trace: str = "accumulating"
    target: str = "expected"
    update: str = "attack"
    rolls: str = "until done"
    order: str = "value first"
    outcome: bool = False
    learn: bool = True
    weights: tuple[float, ...] | None = None
    log: int = 0
    stride: int = 1
    rounded: bool = False

    def __post_init__(self):
        for name in ("alpha", "lam", "win_chance", "random_chance"):
            check_probability(name, getattr(self, name))
        for name, known in CHOICES.items():
            check_name(name, getattr(self, name), known)
        check_integer("log", self.log, 0, 10**7)
        check_integer("stride", self.stride, 1)
        for name in ("normalised", "outcome", "learn", "rounded"):
            check_flag(name, getattr(self, name))
        if self.outcome and self.target != "reached":
            raise ValueError("outcome=True needs target='reached': the result is known only after the game")
        if self.update == "turn" and self.target != "reached":
            raise ValueError("update='turn' needs target='reached': it compares positions a turn apart")
        if self.weights is not None:
            if not isinstance(self.weights, (tuple, list, np.ndarray)) or len(self.weights) != len(FEATURES):
                raise ValueError(f"weights takes {len(FEATURES)} numbers {FEATURES}, not {self.weights!r}")
            given = tuple(check_number("weights", value, -MOST_WEIGHT, MOST_WEIGHT) for value in self.weights)
            object.__setattr__(self, "weights", given)

    def replace(self, **changes) -> "Settings":
        """Return the same settings with some changed; unknown names are refused."""
        for name in changes:
            check_name("setting of the TD bot", name, [f.name for f in fields(self)])
        return replace(self, **changes)


DESCRIBED = Settings()
AS_RUN = Settings(error="army share", sign="subtracted", rolls="one", rounded=True)
READINGS = {"described": DESCRIBED, "as run": AS_RUN}


def _values(settings: Settings) -> np.ndarray:
    values = np.zeros(_SIZE)
    values[[_ALPHA, _LAMBDA]] = settings.alpha, settings.lam
    values[[_WIN, _RANDOM]] = settings.win_chance, settings.random_chance
    for place, name in zip((_ERROR, _SIGN, _TRACE, _TARGET, _UPDATE, _ROLLS, _ORDER), CHOICES):
        values[place] = CHOICES[name].index(getattr(settings, name))
    values[_NORMALISED], values[_OUTCOME], values[_LEARN] = settings.normalised, settings.outcome, settings.learn
    values[_STRIDE] = settings.stride
    if settings.weights is not None:
        values[_GIVEN] = 1
        values[_START:_SIZE] = settings.weights
    return values


def _prepare(settings: Settings):
    def prepare(board, rules, values):
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
        return np.concatenate([values, [most], ranks(board), tables.ravel(), highest_chances(tables[0]).ravel()])

    return prepare


@kernel
def learn(cells, given, following, f):
    """Change the weights by equation (1) or (2); ``following`` is F(next), ``f`` the features now.

    Weights that leave all bounds are not taken over: learning stops for good, and the seat's
    memory keeps the number of the change and the norm.
    """
    weights = cells[WEIGHTS : WEIGHTS + 5]
    trace = cells[TRACE : TRACE + 5]
    for i in range(5):
        decayed = given[_LAMBDA] * trace[i]
        if given[_TRACE] == 0:
            trace[i] = decayed + f[i]
        else:
            trace[i] = f[i] if abs(f[i]) >= abs(decayed) else decayed
    if given[_LEARN] == 0 or cells[STOPPED] > 0:
        return
    error = following - (f[0] if given[_ERROR] == 1 else value_of(weights, f))
    step = given[_ALPHA] * error
    if given[_SIGN] == 1:
        step = -step
    if given[_NORMALISED] == 1:
        here = 0.0
        past = 0.0
        for i in range(5):
            here += f[i] * f[i]
            past += trace[i] * trace[i]
        both = np.sqrt(here) * np.sqrt(past)
        step = step / both if both > 0 else 0.0
    cells[UPDATES] += 1
    norm = 0.0
    for i in range(5):
        norm += (weights[i] + step * trace[i]) ** 2
    if not norm < DIVERGED * DIVERGED:
        cells[STOPPED] = cells[UPDATES]
        cells[NORM] = np.sqrt(norm)
        return
    for i in range(5):
        weights[i] += step * trace[i]
    _keep(cells, np.int64(cells[UPDATES]), np.int64(given[_STRIDE]))


@kernel
def _keep(cells, count, stride):
    """Write the weights into the log, if it is their turn and there is room."""
    if count % stride == 0:
        place = LOG + 5 * (count // stride - 1)
        if place + 5 <= cells.shape[0]:
            for i in range(5):
                cells[place + i] = cells[WEIGHTS + i]


@kernel
def _before(cells):
    return (cells[BEFORE], cells[BEFORE + 1], cells[BEFORE + 2], cells[BEFORE + 3], cells[BEFORE + 4])


@kernel
def _open_game(state, cells, given):
    """Set the first weights, or close the last game's learning, when a new game begins."""
    if cells[STARTED] == 0:
        cells[STARTED] = MARK
        for i in range(5):
            drawn = 2.0 * choice_random(state) - 1.0
            cells[WEIGHTS + i] = given[_START + i] if given[_GIVEN] == 1 else drawn
    else:
        if given[_OUTCOME] == 1 and cells[PENDING] == 1:
            learn(cells, given, 1.0 if cells[ATTACKED] == 1 else 0.0, _before(cells))
        cells[PENDING] = 0
        for i in range(5):
            cells[TRACE + i] = 0.0


@kernel
def _reached(cells, given, f):
    """Learn from the position decided in before to this one, and keep this one."""
    if cells[PENDING] == 1:
        learn(cells, given, value_of(cells[WEIGHTS : WEIGHTS + 5], f), _before(cells))
    for i in range(5):
        cells[BEFORE + i] = f[i]
    cells[PENDING] = 1


@kernel
def td(state, board, rules, seat):
    """Play as the TD(lambda) bot; see `riskkit.agents.td.agent`.

    Where no attack can have a chance above the threshold, the random chance is drawn before the
    attack is looked for, which saves the search for most attacks that are not made.
    """
    given = parameters(seat)
    cells = memory(seat)
    game = np.float64(state.stamp >> np.uint64(11))
    if cells[STARTED] == 0 or cells[GAME] != game or state.decisions <= cells[DECISIONS]:
        _open_game(state, cells, given)
    cells[GAME] = game
    cells[DECISIONS] = state.decisions
    cells[ATTACKED] = 0
    if state.phase != ATTACK:
        return shared_phases(state, board, rules, seat, given[_RANK:_TABLES])
    p = state.current
    by_attack = given[_UPDATE] == 0
    most = np.int64(given[_SIZE])
    dared = False
    if by_attack and given[_TARGET] == 0 and rules.battle != Battle.CERTAIN:
        best = hope(state, board, p, given[_TABLES + 3 * most * most :], most)
        if best < 0.0:
            return np.int64(PASS)
        if best <= given[_WIN]:
            dared = choice_random(state) < given[_RANDOM]
            if not dared:
                return np.int64(PASS)
    scratch = workspace_i8(seat)
    enemies, work = scratch[:MAX_T], scratch[MAX_T:]
    inner = count_enemies(state, board, p, enemies)
    count_income(state, board, rules, work, work[MAX_P:])
    now = features(state, board, p, inner, work)
    if by_attack and given[_TARGET] == 1:
        _reached(cells, given, now)
    weights = cells[WEIGHTS : WEIGHTS + 5]
    least = given[_WIN] if given[_ORDER] == 1 else -1.0
    x, y, expected, chance = best_attack(
        state, board, rules, given[_TABLES:], most, least, weights, now, enemies, inner, work
    )
    if x < 0 or not (dared or chance > given[_WIN] or choice_random(state) < given[_RANDOM]):
        if not by_attack:
            _reached(cells, given, now)
        return np.int64(PASS)
    if by_attack and given[_TARGET] == 0:
        learn(cells, given, expected, now)
    cells[ATTACKED] = 1
    if given[_ROLLS] == 1:
        return attack_roll(x, y, min(np.int64(rules.attacker_dice), np.int64(state.armies[x] - 1)))
    return attack(x, y)


def bot(settings: Settings = DESCRIBED, name: str = "td") -> Agent:
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
        parameters=_values(settings),
        memory=LOG + 5 * settings.log,
        workspace=WORKSPACE + 24 * MAX_P,
        persistent=not fixed,
        prepare=_prepare(settings),
        study="td_lambda",
        source="Reinforcement Learning in the Game of RISK, sections 3.1 to 3.3",
        about=__doc__,
    )


class Learned(NamedTuple):
    """What a seat's memory says of its learning.

    Attributes
    ----------
    weights : numpy.ndarray
        The five weights, in the order of `FEATURES`.
    updates : int
        Changes made so far.
    stopped_at : int or None
        Number of the change at which the weights diverged; None if they did not.
    norm : float
        Norm that the diverging change would have had, or the norm of the weights.
    """

    weights: np.ndarray
    updates: int
    stopped_at: int | None
    norm: float


def learned(cells: np.ndarray, strict: bool = False) -> Learned:
    """Return what a TD bot has learned, from its seat's memory (`riskkit.series`).

    Parameters
    ----------
    cells
        ``series(...).memories[run][seat]``.
    strict
        Raise if the weights diverged.

    Raises
    ------
    DivergedError
        If ``strict`` and learning stopped; names the change and the norm.
    """
    _check_memory(cells, LOG)
    weights = np.array(cells[WEIGHTS : WEIGHTS + 5])
    stopped = int(cells[STOPPED]) or None
    norm = float(cells[NORM]) if stopped else float(np.linalg.norm(weights))
    found = Learned(weights, int(cells[UPDATES]), stopped, norm)
    if strict and stopped:
        raise DivergedError(
            f"the weights diverged at change {stopped} (norm {norm:.3g}, bound {DIVERGED:.0e}); the last "
            f"finite ones are kept: {np.array2string(weights, precision=3)}. Use normalised=True or a smaller alpha"
        )
    return found


def _check_memory(cells, least: int) -> None:
    if np.ndim(cells) != 1 or len(cells) < least:
        raise ValueError(f"the memory of a TD bot's seat has {least} numbers or more here, not shape {np.shape(cells)}")
    if cells[STARTED] not in (0, MARK):
        raise ValueError("this is the memory of another agent, not of a TD bot")
    weights = cells[WEIGHTS : WEIGHTS + len(FEATURES)]
    if not np.isfinite(weights).all():
        raise ValueError(f"the memory of a TD bot holds finite weights, not {weights}")


def history(cells: np.ndarray, settings: Settings) -> np.ndarray:
    """Return the kept weights of a seat, shape (changes kept, 5); needs ``log`` above 0."""
    check_kind("settings", settings, Settings)
    _check_memory(cells, LOG + 5 * settings.log)
    made = min(int(cells[UPDATES]) // settings.stride, settings.log)
    if cells[STOPPED] > 0:
        made = min(made, int(cells[STOPPED] - 1) // settings.stride)
    return np.array(cells[LOG : LOG + 5 * made]).reshape(made, 5)
