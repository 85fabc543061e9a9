"""Actions and refusals in words."""

from riskkit.engine import actions, phases, types
from riskkit.errors import RiskkitError

_REASONS = {
    phases.E_OVER: "the game is over",
    phases.E_TERRITORY: "there is no such territory (or this action has no meaning in this phase)",
    phases.E_NOT_FREE: "the territory is claimed already",
    phases.E_NOT_OWN: "a territory named does not belong to the player",
    phases.E_NUMBER: "the number of armies is not allowed",
    phases.E_CAP: "the territory would hold more armies than the army cap allows",
    phases.E_NEUTRAL: "a neutral army goes on a territory of the neutral",
    phases.E_PASS: "a set must be traded now",
    phases.E_CARDS: "these are not three different cards of the player's hand",
    phases.E_NO_SET: "these three cards make no set",
    phases.E_OWN_TARGET: "the target belongs to the player",
    phases.E_NOT_ADJACENT: "the two territories are not neighbours",
    phases.E_TOO_FEW: "too few armies stand there to attack (two at least, and more than the stop)",
    phases.E_DICE: "more dice than the rules and the armies allow",
    phases.E_MARGIN: "a certain battle needs more armies than that over the defender",
    phases.E_NOT_CONNECTED: "no way through own land joins the two territories",
    phases.E_SAME: "the two territories are the same",
    phases.E_ENDLESS: f"the turn has taken {types.MOST_DECISIONS:,} decisions and does not end",
}


class IllegalMove(RiskkitError, ValueError):
    """Raised when a player or agent gives an action that the rules do not allow."""


def reason(code: int) -> str:
    """Return the words for an error code of `riskkit.engine.phases.act`."""
    return _REASONS[int(code)]


def _territory(board, t: int) -> str:
    return board.territories[t] if 0 <= t < len(board) else f"territory {t}"


def describe(board, phase: int, action: int) -> str:
    """Return an action of a phase in words.

    Parameters
    ----------
    board
        `Board` for the names of territories.
    phase
        Phase in which the action is given.
    action
        Action code (`riskkit.engine.actions`).
    """
    action = int(action)
    if action == actions.PASS:
        return "pass"
    if action < 0:
        return f"action {action}"
    x, y, n = action >> 40, (action >> 32) & 255, action & 0xFFFFFFFF
    if phase == actions.MOVE:
        return f"move {action}"
    if phase == actions.TRADE:
        return f"trade cards {x}, {y}, {n}"
    if phase == actions.CLAIM:
        return f"claim {_territory(board, x)}"
    if phase in (actions.PLACE, actions.SETUP, actions.SETUP_NEUTRAL):
        return f"place {n} on {_territory(board, x)}"
    if phase == actions.ATTACK:
        dice, stop = n & 15, n >> 4
        how = f" with {dice} dice" if dice else f" until {stop} are left" if stop else ""
        return f"attack {_territory(board, y)} from {_territory(board, x)}{how}"
    return f"fortify {_territory(board, y)} from {_territory(board, x)} with {n}"
