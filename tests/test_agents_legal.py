"""No agent that comes with riskkit makes an illegal move, whatever the rules."""

import pytest

import riskkit as rk
from riskkit import boards
from riskkit.rules import RULE_SETS, Rules

RULES = {name: Rules.named(name) for name in RULE_SETS if name != "search"}
CHANGED = {
    "certain battles": Rules.classic(battle="certain"),
    "certain battles, five more": Rules.classic(battle="certain", certain_margin=5),
    "ten armies at most": Rules.classic(army_cap=10, neutral=False),
    "fortify anywhere": Rules.classic(fortify="anywhere", fortify_moves=0),
    "all follow": Rules.classic(move_after_conquest="all"),
    "claims": Rules.classic(claim="alternating", neutral=False),
    "fixed sets, automatic": Rules.classic(sets="fixed", automatic_trade=True),
    "one attack": Rules.classic(attacks_per_turn=1),
    "four dice": Rules.classic(attacker_dice=4, defender_dice=4),
}
BOARDS = {"three lands": boards.three_lands, "islands": boards.islands, "grid": lambda: boards.grid(2, 3)}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", rk.agents.BUILT_IN)
def test_an_agent_plays_any_rules_without_an_illegal_move(name, board):
    for rules in (RULES | CHANGED).values():
        capped = rules.replace(turn_cap=40, round_cap=0)
        made = BOARDS[board]()
        assert len(rk.match([name, "random"], 2, seed=5, board=made, rules=capped, workers=1)) == 2


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.parametrize("name", [name for name in rk.agents.BUILT_IN if not rk.agents.get(name).thinks_long])
def test_an_agent_plays_any_table_on_the_classic_board(name, players):
    for rules in (RULES | CHANGED).values():
        capped = rules.replace(turn_cap=40, round_cap=0)
        seats = [name, *["random", "aggressive"] * 3][:players]
        assert len(rk.match(seats, 1, seed=5, rules=capped, workers=1)) == 1
