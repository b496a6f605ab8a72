"""The names of the environments.

Gymnasium has no plugins since 1.0: import ``kingdomino.env``, or name the module before the
environment, ``gymnasium.make("kingdomino.env:kingdomino/Kingdomino-v0")``.
"""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

NAMES = {
    "kingdomino/Kingdomino-v0": "kingdomino",
    "kingdomino/Giants-v0": "giants",
    "kingdomino/Origins-Discovery-v0": "origins-discovery",
    "kingdomino/Origins-Totem-v0": "origins-totem",
    "kingdomino/Origins-Tribe-v0": "origins-tribe",
}


def register_all() -> None:
    """Register what is not registered yet."""
    for name, game in NAMES.items():
        if name not in registry:
            register(
                id=name,
                entry_point="kingdomino.env.single:KingdominoEnv",
                vector_entry_point="kingdomino.env.vector:KingdominoVectorEnv",
                kwargs={"game": game},
                disable_env_checker=True,
            )
