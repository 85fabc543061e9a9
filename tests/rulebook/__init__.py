"""The rules of Risk a second time: slow, plain, and independent of the engine.

This package is a test oracle. It is written from the rulebook, ``docs/rules.md`` and the
docstring of ``riskkit.Rules``, and shares no code with the engine. What chance decides (dice,
deals, the order of the deck, who starts) is read from the engine and checked for being possible;
all else is worked out here and compared with the engine after every decision.

``python -m tests.rulebook --games 10000`` plays as many random games under random rules on random
boards. ``tests/test_rulebook.py`` plays a sample.
"""
