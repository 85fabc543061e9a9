"""The computed numbers that notebook 01 and the page of the study state."""

from riskkit import odds
from riskkit.numbers import text
from riskkit.odds import tan
from riskkit.studies.battle_odds import analysis
from riskkit.studies.battle_odds.settings import CHAIN, NOTEBOOK

NOTEBOOKS = (NOTEBOOK,)
PAGES = ("docs/studies/battle_odds.md",)
SAID = frozenset({"86%", "0.551", "5%"})
"""The slope of the rule of thumb, Tan's chance of the second pair, and what a balanced blitz drops."""


def values() -> dict[str, str]:
    """Return what each marked number reads."""
    table, rule, chain = analysis.osborne(), analysis.even_attackers(200), analysis.chains()[1]
    exchange = analysis.exchange().set_index(["attacker_dice", "defender_dice"])["ratio"]
    play = analysis.fork_play().set_index(["attackers", "play"])["win"][12]
    states = analysis.after_rolls(10, 8, 4)
    two_more = analysis.thresholds(10).query("rule == '2 more'")["win"]
    territory = odds.win_probability(odds.free(10), 10)
    return {
        "free": text(odds.win_probability(10, 10), 4),
        "free.3": text(odds.win_probability(10, 10)),
        "territory": text(territory, 4),
        "territory.3": text(territory),
        "osborne.agree": text(table["agrees"].sum(), 0),
        "osborne.all": text(len(table), 0),
        **{f"even.{reading}": text(tan.even_from(reading), 0) for reading in tan.READINGS},
        "second_pair": text(tan.pair_chances(3, 2)[1], 4),
        "loss_ratio.fraction": str(odds.loss_ratio()),
        "loss_ratio": text(odds.loss_ratio()),
        "loss_ratio.4": text(odds.loss_ratio(), 4),
        "loss_ratio.6": text(odds.loss_ratio(), 6),
        "loss_ratio.100": text(100 * odds.loss_ratio(), 0),
        "slack.least": text(rule["slack"].min(), 0),
        "slack.most": text(rule["slack"].max(), 0),
        "exchange.two": text(exchange[2, 2], 2),
        "exchange.one": text(exchange[1, 2], 2),
        "exchange.lone": text(exchange[1, 1], 1),
        "fork.best": text(play["any branch and dice at each roll"], 2),
        "fork.in_turn": text(play["one branch after the other"], 2),
        "three_dice": text(odds.battle(10, 8, min_dice=3).win, 4),
        "begin": text(odds.win_probability(10, 8), 6),
        "after_rolls": text((states["probability"] * states["win"]).sum(), 6),
        "chain.losses": text(chain.expected_attacker_losses),
        "chain.needed": text(odds.chain_attackers_needed(list(CHAIN[1]), 0.8), 0),
        "two_more": text(two_more.min()),
    }
