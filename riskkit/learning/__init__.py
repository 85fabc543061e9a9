"""Learning inside the compiled loop: a small dense network, replay, policies, deep Q.

Everything here works on flat arrays and is compiled, so that a study's training loop is
one compiled function that plays, remembers and learns without leaving machine code.
Sums are taken in a fixed order and fast-math is off: the same settings and seed give the
same network on every run.
"""

from riskkit._lazy import face

__getattr__, __dir__ = face(__name__)
