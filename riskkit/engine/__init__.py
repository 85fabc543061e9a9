"""The compiled engine: the rules of Risk, once.

``VERSION`` numbers the rules as the engine plays them. It is raised by hand when a
change alters the course of games, and a golden hash of games in the tests guards it:
stored results are keyed by it.
"""

from riskkit._lazy import face

VERSION = 1

__getattr__, __dir__ = face(__name__)
