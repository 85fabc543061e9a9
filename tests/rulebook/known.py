"""Faults of the engine that are known: random games keep away from them until they are mended."""

from collections.abc import Callable
from dataclasses import dataclass

from . import cards
from .state import Table, by_players


def _same(rules, players, lands):
    return rules


def _never(table, move):
    return False


@dataclass(frozen=True)
class Known:
    """A fault: ``avoid`` gives rules that do not meet it, ``met`` tells a move that does."""

    name: str
    description: str
    avoid: Callable = _same
    met: Callable = _never


def _one_set_a_turn(rules, players, lands):
    return rules.replace(territory_bonus_each=True) if rules.automatic_trade else rules


def _second_bonus(table: Table, move: tuple) -> bool:
    if move[0] != "trade" or not table.bonus_given or table.rules.territory_bonus_each:
        return False
    return bool(cards.shown(table, table.current, move[1:]))


def _no_trades_without_elimination(rules, players, lands):
    if rules.trade_down_to >= 3 and 1 <= rules.forced_trade_at <= 5:
        return rules
    return rules.replace(trade_down_to=0)


def _enough_armies_to_claim(rules, players, lands):
    least = -(-lands // players)
    if rules.claim != "alternating" or by_players(rules.starting_armies, players) >= least:
        return rules
    return rules.replace(starting_armies=least)


def _room_for_the_neutral(rules, players, lands):
    most = rules.army_cap * (lands // 3)
    if players != 2 or not rules.neutral or rules.army_cap == 0 or rules.neutral_armies <= most:
        return rules
    return rules.replace(neutral_armies=most)


def _three_alike_worth_less(rules, players, lands):
    alike = max(rules.fixed_values[:3])
    if rules.sets != "fixed" or rules.wilds < 2 or alike <= rules.fixed_values[3]:
        return rules
    return rules.replace(fixed_values=(*rules.fixed_values[:3], alike))


def _no_dice(table: Table, move: tuple) -> bool:
    return table.rules.battle == "certain" and move[0] == "attack" and len(move) == 4


def _victims_cards_stay_out(rules, players, lands):
    return rules if rules.victim_cards else rules.replace(reshuffle=False)


KNOWN = [
    Known(
        "bonus of each set",
        "The territory bonus is given for each set, not once a turn (12).",
        _one_set_a_turn,
        _second_bonus,
    ),
    Known(
        "trades without elimination",
        "Trades are forced after any conquest, not only after an elimination (19).",
        _no_trades_without_elimination,
    ),
    Known(
        "neutral without room",
        "When the army cap has filled the neutral's territories, its last armies leave no legal move (20).",
        _room_for_the_neutral,
    ),
    Known(
        "dead seat starts",
        "The first turn goes to a seat that owns nothing in the given position, and cannot be played (20).",
    ),
    Known(
        "claims without armies",
        "Claims go on with an empty pool, which falls below zero (21).",
        _enough_armies_to_claim,
    ),
    Known(
        "wilds in fixed sets",
        "Two or three wilds count as one of each also where three alike are worth more (21).",
        _three_alike_worth_less,
    ),
    Known(
        "victim's cards come back",
        "With victim_cards=False the victim's cards leave the game, yet the new deck holds them.",
        _victims_cards_stay_out,
    ),
    Known(
        "dice in certain battles",
        "A number of dice is accepted, and ignored, where a certain battle leaves nothing to choose.",
        met=_no_dice,
    ),
]
