"""The command ``riskkit odds``: the same numbers as the functions, and plain refusals."""

import json

import pytest

import riskkit.odds as odds
from riskkit import __main__ as command_line
from riskkit.odds import cli


def answer(capsys, *arguments):
    assert cli.main([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_one_battle(capsys):
    found = answer(capsys, "10", "7", "--stop", "3")
    battle = odds.battle(10, 7, stop_attackers=3)
    assert found["win"] == battle.win
    assert found["attackers_lost"]["mean"] == battle.expected_attacker_losses
    assert found["ends"] == battle.survivors.to_dict("records")


def test_chain_with_a_capital_at_its_end(capsys):
    found = answer(capsys, "20", "7", "--chain", "3,5,2", "--capital", "--stop", "3", "--leave", "2")
    dice = [odds.CLASSIC] * 3 + [odds.CAPITAL]
    chain = odds.chain(20, [7, 3, 5, 2], stop_attackers=3, leave=2, dice=dice)
    assert found["win"] == chain.win
    assert [row["reached"] for row in found["territories"]] == pytest.approx(list(chain.reached), abs=1e-14)
    assert sum(end["probability"] for end in found["ends"]) == pytest.approx(1)


def test_fork_needed_table_rolls_blitz_and_fractions(capsys):
    found = answer(capsys, "12", "3", "--chain", "2", "--fork", "4")
    assert found["win"] == odds.fork(12, [[3, 2], [4]]).win
    assert found["branches"] == [[3, 2], [4]]
    assert answer(capsys, "7", "--need", "0.9")["attackers"] == odds.attackers_needed(7, 0.9)
    needed = answer(capsys, "7", "--need", "0.9", "--chain", "3,2", "--on-territory", "--survivors", "3")
    assert needed["attackers"] == odds.chain_attackers_needed([7, 3, 2], 0.9, survivors=3) + 1
    assert answer(capsys, "6", "5", "--table")["table"] == odds.table(6, 5).tolist()
    states = answer(capsys, "10", "7", "--rolls", "2")["states"]
    assert states == odds.after_rolls(10, 7, 2).to_dict("records")
    assert answer(capsys, "10", "10", "--blitz")["win"] == odds.balanced_blitz(10, 10).win
    exact = answer(capsys, "3", "2", "--exact", "--ties", "nobody", "--sides", "8,6", "--dice", "3,1")
    dice = odds.Dice(3, 1, (8, 6), ties="nobody")
    assert exact["exact"] == str(odds.win_probability(3, 2, exact=True, dice=dice))


def test_armies_on_the_territory(capsys):
    assert answer(capsys, "10", "10", "--on-territory")["win"] == odds.win_probability(9, 10)


@pytest.mark.parametrize(
    "arguments",
    [
        "10 7", "10 7 --stop 3 --survivors 5 --exact", "60 50 --stop-defenders 2", "20 7 --chain 3,5,2",
        "12 3 --fork 4", "7 --need 0.9", "4 5 --table", "4 2 --table --exact", "10 7 --rolls 3",
        "10 10 --blitz", "0 3 --fork 2", "0 3", "3 0", "2 3 --chain 4 --stop 5",
    ],
)  # fmt: skip
def test_text_is_short_and_plain(capsys, arguments):
    assert command_line.main(["odds", *arguments.split()]) == 0
    shown = capsys.readouterr()
    assert shown.err == "" and 0 < len(shown.out.splitlines()) < 40
    assert max(map(len, shown.out.splitlines())) < 130 and "nan" not in shown.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("10", "give attackers defenders, not 1 numbers"),
        ("10 7 3", "not 3 numbers"),
        ("10 7 --need 0.5", "give defenders --need P, not 2 numbers"),
        ("-3 5", "attackers must be a whole number, 0 or more, not -3"),
        ("10 7 --fork 3 --blitz", "one question at a time, not --fork and --blitz"),
        ("10 7 --leave 2", "--leave has no meaning without --chain or --fork"),
        ("10 7 --blitz --stop 3", "--stop has no meaning together with --blitz"),
        ("10 7 --fork 3 --capital", "--capital has no meaning together with --fork"),
        ("10 7 --ties nobdy", "did you mean 'nobody'"),
        ("5 3 --sides 0,6", "sides of a die must be a whole number from 1 to 10000, not 0"),
        ("5 3 --sides 6", "--sides needs two numbers"),
        ("7 --need 1", "the largest that can be asked for is"),
        ("10 7 --chain 3,0", "defenders of territory 3 .* not 0"),
        ("200 200 --table", "use --json"),
        ("10000000 10000000", "use fewer armies"),
    ],
)
def test_refusals_are_one_plain_line(capsys, arguments, reason):
    import re

    assert cli.main(arguments.split()) == 1
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("Stopped: ") and len(shown.err.splitlines()) == 1
    assert re.search(reason, shown.err)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [("ten 7", "'ten' is no whole number"), ("10 2.5", "'2.5' is no whole number"),
     ("10 7 --chain 3;5", "no list of whole numbers, such as 3,5,2"), ("7 --need lots", "'lots' is no number")],
)  # fmt: skip
def test_words_where_numbers_belong(capsys, arguments, reason):
    with pytest.raises(SystemExit, match="2"):
        cli.main(arguments.split())
    assert reason in capsys.readouterr().err
