"""What the study of battle odds compares: two sources, their readings, and the sizes of its examples."""

NOTEBOOK = "01_battle_odds"
SEED = 1
SIZES = {"battles": (200_000, 20_000)}
"""Rolled battles, at full size and in a quick run; everything else is exact."""

READINGS = {
    "Tan, as printed": "printed",
    "true pairs, independent": "independent",
    "exact": "true",
}
"""The curves at equal strength, and the readings of `riskkit.odds.tan` behind them."""

OSBORNE_LOSSES = {
    "attacker's mean": 3.37,
    "attacker's sd": 1.83,
    "defender's mean": 3.56,
    "defender's sd": 1.70,
}
"""Armies lost, five against five, as Osborne (2003) prints them."""

CHAIN = (20, (7, 3, 5, 2, 4))
"""Attackers, and the defenders of one territory after the other."""
FORK = ((3, 2), (4,))
"""Defenders along each branch of the example of a fork."""
FRONTS = {"north": (3, 2), "west": (5, 4), "south": (2, 6)}
"""Attackers and defenders on three fronts that wait for new armies."""
REINFORCEMENTS = 6

MARGINS = {
    "1 more than the defender": 1,
    "2 more": 2,
    "3 more": 3,
    "4 more": 4,
}
"""How many more armies a rule wants on the attacking territory than on the attacked one."""

USERS = {
    "1 more than the defender": "minimax, text; personalities, program (rusher)",
    "2 more": "personalities, text (rusher) and program (carry); search agents, program",
    "3 more": "minimax, program",
    "4 more": "personalities, text (carry)",
    "win chance of one half": "TD bot, standard setting",
    "any army that can attack": "strategy switching (largest difference first)",
}
"""Attack rules of the studies' agents, and who attacks by them."""
