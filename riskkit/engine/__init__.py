"""The compiled engine: the rules of Risk, once.

``VERSIONS`` numbers how the engine plays, by aspect of the rules. The number of an aspect is
raised by hand when a change alters the course of games under rules that bring it into play;
stored results depend on it, and golden games in the tests notice when it was forgotten.
"""

from riskkit._lazy import face

VERSIONS = {
    "turns": 1,
    "dice": 1,
    "certain battles": 1,
    "cards": 1,
    "placement": 1,
    "army cap": 1,
}
"""Version by aspect: turns (every game), dice, certain battles, cards, placement by players, army cap."""

__getattr__, __dir__ = face(__name__)
