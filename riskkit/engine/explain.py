"""Actions and refusals in words."""

from riskkit.engine import actions, types
from riskkit.engine.legal import Refusal
from riskkit.errors import RiskkitError

_REASONS = {
    Refusal.OVER: "the game is over",
    Refusal.TERRITORY: "there is no such territory (or this action has no meaning in this phase)",
    Refusal.NOT_FREE: "the territory is claimed already",
    Refusal.NOT_OWN: "a territory named does not belong to the player",
    Refusal.NUMBER: "the number of armies is not allowed",
    Refusal.CAP: "the territory would hold more armies than the army cap allows",
    Refusal.NEUTRAL: "a neutral army goes on a territory of the neutral",
    Refusal.PASS: "a set must be traded now",
    Refusal.CARDS: "these are not three different cards of the player's hand",
    Refusal.NO_SET: "these three cards make no set",
    Refusal.OWN_TARGET: "the target belongs to the player",
    Refusal.NOT_ADJACENT: "the two territories are not neighbours",
    Refusal.TOO_FEW: "too few armies stand there to attack (two at least, and more than the stop)",
    Refusal.DICE: "more dice than the rules and the armies allow",
    Refusal.MARGIN: "a certain battle needs more armies than that over the defender",
    Refusal.NOT_CONNECTED: "no way through own land joins the two territories",
    Refusal.SAME: "the two territories are the same",
    Refusal.ENDLESS: f"the turn has taken {types.MOST_DECISIONS:,} decisions and does not end",
}


class IllegalMove(RiskkitError, ValueError):
    """Raised when a player or agent gives an action that the rules do not allow."""


def reason(code: Refusal | int) -> str:
    """Return the words for a refusal (`riskkit.engine.legal.Refusal`) or its number."""
    return _REASONS[Refusal(code)]


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
