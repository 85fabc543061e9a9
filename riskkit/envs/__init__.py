"""Gymnasium and PettingZoo faces of the engine.

Importing this package registers ``riskkit/StrategySwitching-v0`` with Gymnasium; its
keyword arguments are the fields of `riskkit.envs.switching.Switching`.
"""

import gymnasium

from riskkit._lazy import face

IDENTIFIER = "riskkit/StrategySwitching-v0"

if IDENTIFIER not in gymnasium.registry:
    gymnasium.register(
        IDENTIFIER,
        entry_point="riskkit.envs.gym:StrategySwitchingEnv",
        vector_entry_point="riskkit.envs.gym:StrategySwitchingVectorEnv",
    )

__getattr__, __dir__ = face(__name__)
