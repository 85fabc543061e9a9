"""Phases of a turn and the int64 code of an action.

What an action means depends on the phase in which it is played:

=============  =======================================================================
phase          actions
=============  =======================================================================
CLAIM          ``claim(t)``: take a free territory
SETUP          ``place(t, n)``: put starting armies on an own territory
SETUP_NEUTRAL  ``place(t, n)``: put a neutral army on a neutral territory
TRADE          ``trade(k1, k2, k3)`` three cards of the hand, or ``PASS``
PLACE          ``place(t, n)``: put reinforcements on an own territory
ATTACK         ``attack(x, y)``, ``attack_until(x, y, stop)``, ``attack_roll(x, y, dice)``
               or ``PASS``
MOVE           ``move(n)``: armies that follow into the territory just conquered
FORTIFY        ``fortify(x, y, n)`` or ``PASS``
=============  =======================================================================
"""

from enum import IntEnum

import numpy as np

from riskkit.engine.fields import word
from riskkit.engine.jit import kernel


class Phase(IntEnum):
    """What has to be decided; START stands between two turns."""

    START = 0
    CLAIM = 1
    SETUP = 2
    SETUP_NEUTRAL = 3
    TRADE = 4
    PLACE = 5
    ATTACK = 6
    MOVE = 7
    FORTIFY = 8
    OVER = 9


class Ending(IntEnum):
    """Why a game ended."""

    LAST_STANDING = 1
    TURN_CAP = 2
    ROUND_CAP = 3


START = int(Phase.START)
CLAIM = int(Phase.CLAIM)
SETUP = int(Phase.SETUP)
SETUP_NEUTRAL = int(Phase.SETUP_NEUTRAL)
TRADE = int(Phase.TRADE)
PLACE = int(Phase.PLACE)
ATTACK = int(Phase.ATTACK)
MOVE = int(Phase.MOVE)
FORTIFY = int(Phase.FORTIFY)
OVER = int(Phase.OVER)
PHASE_NAMES: dict[int, str] = {phase: word(phase) for phase in Phase} | {
    Phase.START: "start of turn",
    Phase.SETUP_NEUTRAL: "setup of the neutral",
}
PASS = -1


@kernel(inline=True)
def encode(x, y, n):
    """Return the code of an action with two territories and a number (0 <= n < 2**32)."""
    return (np.int64(x) << 40) | (np.int64(y) << 32) | np.int64(n)


@kernel(inline=True)
def first_of(action):
    """Return the first territory (or card) of an action."""
    return action >> 40


@kernel(inline=True)
def second_of(action):
    """Return the second territory (or card) of an action."""
    return (action >> 32) & 255


@kernel(inline=True)
def number_of(action):
    """Return the number of an action."""
    return action & 0xFFFFFFFF


@kernel(inline=True)
def claim(t):
    """Take the free territory ``t``."""
    return encode(t, 0, 0)


@kernel(inline=True)
def place(t, n):
    """Put ``n`` armies on territory ``t``."""
    return encode(t, 0, n)


@kernel(inline=True)
def trade(k1, k2, k3):
    """Trade three cards; the territory bonus goes to the first shown own territory."""
    return encode(k1, k2, k3)


@kernel(inline=True)
def attack(x, y):
    """Attack ``y`` from ``x`` until one side has no army left to lose (blitz)."""
    return encode(x, y, 0)


@kernel(inline=True)
def attack_until(x, y, stop):
    """Attack ``y`` from ``x`` until it falls or at most ``stop`` armies stand on ``x``."""
    return encode(x, y, np.int64(stop) << 4)


@kernel(inline=True)
def attack_roll(x, y, dice):
    """Attack ``y`` from ``x`` with one roll of at most ``dice`` dice."""
    return encode(x, y, dice)


@kernel(inline=True)
def move(n):
    """Move ``n`` armies into the territory just conquered."""
    return np.int64(n)


@kernel(inline=True)
def fortify(x, y, n):
    """Move ``n`` armies from own territory ``x`` to own territory ``y``."""
    return encode(x, y, n)
