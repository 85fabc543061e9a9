"""The command ``python -m riskkit odds``: battle odds on the command line."""

from __future__ import annotations

import argparse
import json
import sys

from riskkit import numbers
from riskkit.errors import RiskkitError

EXAMPLES = """\
attackers are the armies free to attack (--on-territory: all armies on the territory, one of
which stays); defenders are all armies of the attacked territory.

examples
  riskkit odds 10 7                      one battle
  riskkit odds 10 7 --stop 3             stop when at most 3 attackers are left
  riskkit odds 20 7 --chain 3,5,2        then 3, 5 and 2 behind it, 1 army left on each
  riskkit odds 20 7 --chain 3,5,2 --capital     the last one defends with three dice
  riskkit odds 12 3 --chain 2 --fork 4   branches 3,2 and 4 from one territory
  riskkit odds 7 --need 0.9              fewest attackers for a chance of 0.9
  riskkit odds 10 10 --table             every battle up to 10 against 10
"""


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number") from None


def _list(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        message = f"{text!r} is no list of whole numbers, such as 3,5,2"
        raise argparse.ArgumentTypeError(message) from None


def _chance(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 1") from None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command to a parser."""
    parser.description = "Exact battle odds."
    parser.epilog = EXAMPLES
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("armies", nargs="*", type=_whole, help="attackers defenders (with --need: defenders only)")
    add("--on-territory", action="store_true", help="attackers counts the army that must stay")
    add("--stop", type=_whole, default=0, metavar="N", help="stop at N attackers left or fewer")
    add("--stop-defenders", type=_whole, default=0, metavar="N", help="stop at N defenders left or fewer")
    add("--min-dice", type=_whole, default=1, metavar="N", help="stop when fewer than N dice can be rolled")
    add("--rolls", type=_whole, metavar="K", help="where the battle can stand after K rolls")
    add("--chain", type=_list, metavar="D,D,...", help="defenders of the territories behind the first")
    add("--leave", type=_list, metavar="N", help="armies left on each territory taken: N, or one each")
    add("--fork", type=_list, action="append", metavar="D,...", help="another branch, from the same start")
    add("--capital", action="store_true", help="the (last) territory defends with three dice")
    add("--dice", type=_list, default=[3, 2], metavar="A,D", help="most dice of each side (3,2)")
    add("--sides", type=_list, default=[6, 6], metavar="A,D", help="sides of the dice (6,6)")
    add("--ties", default="defender", help="who wins ties: defender (usual), attacker, nobody")
    add("--choice", default="all", help="dice of the defender: all, or chosen after seeing: losses, hold")
    add("--blitz", action="store_true", help="the balanced blitz of the online game")
    add("--need", type=_chance, metavar="P", help="fewest attackers for this chance")
    add("--survivors", type=_whole, metavar="S", help="count a win only with S attackers left")
    add("--table", action="store_true", help="chances of all battles up to this size")
    add("--exact", action="store_true", help="the chance as a fraction, too")
    add("--json", action="store_true", help="as JSON")


def add_parser(subparsers) -> argparse.ArgumentParser:
    """Add ``odds`` to the commands of ``python -m riskkit``."""
    parser = subparsers.add_parser("odds", help="exact battle odds")
    add_arguments(parser)
    parser.set_defaults(run=run)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Answer one question; bad input ends in one plain line and exit code 1."""
    parser = argparse.ArgumentParser(prog="riskkit odds")
    add_arguments(parser)
    arguments = parser.parse_args(argv)
    try:
        return run(arguments)
    except (RiskkitError, TypeError, ValueError) as error:
        print(f"Stopped: {error}", file=sys.stderr)
        return 1


def run(arguments) -> int:
    """Answer the question in parsed arguments and print it."""
    answer, text = _answer(arguments)
    print(json.dumps(answer, indent=2) if arguments.json else text)
    return 0


def _answer(arguments) -> tuple[dict, str]:
    from riskkit.odds.dice import Dice

    wanted = 1 if arguments.need is not None else 2
    if len(arguments.armies) != wanted:
        usage = "defenders --need P" if wanted == 1 else "attackers defenders"
        raise ValueError(f"give {usage}, not {len(arguments.armies)} numbers (see riskkit odds --help)")
    for name in ("dice", "sides"):
        if len(getattr(arguments, name)) != 2:
            raise ValueError(f"--{name} needs two numbers, attacker's and defender's, such as 3,2")
    attack, defence = arguments.dice
    rest = {"sides": tuple(arguments.sides), "ties": arguments.ties, "choice": arguments.choice}
    plain = Dice(attack, defence, **rest)
    last = Dice(attack, max(3, defence), **rest) if arguments.capital else plain
    if arguments.on_territory and wanted == 2:
        from riskkit.odds.battles import free

        arguments.armies[0] = free(arguments.armies[0])
    _refuse_mixtures(arguments)
    if arguments.need is not None:
        return _need(arguments, plain, last)
    if arguments.fork:
        return _fork(arguments, plain)
    if arguments.chain:
        return _chain(arguments, plain, last)
    if arguments.table:
        return _table(arguments, last)
    if arguments.rolls is not None:
        return _rolls(arguments, last)
    return _battle(arguments, last)


QUESTIONS = ("need", "fork", "table", "rolls", "blitz")
OPTIONS = {
    "stop": ("chain", "table", "rolls"),
    "stop_defenders": ("table", "rolls"),
    "min_dice": ("chain", "table", "rolls"),
    "chain": ("need", "fork"),
    "leave": ("need", "fork", "chain"),
    "capital": ("need", "chain", "table", "rolls", "blitz"),
    "survivors": ("need", "chain"),
    "exact": ("table",),
}
ALONE = ("stop", "stop_defenders", "min_dice", "chain", "capital", "survivors", "exact")
USUAL = {"stop": 0, "stop_defenders": 0, "min_dice": 1}


def _refuse_mixtures(arguments) -> None:
    """Raise ``ValueError`` for an option that the question asked would silently ignore."""
    asked = [name for name in QUESTIONS if getattr(arguments, name) not in (None, False)]
    if len(asked) > 1:
        raise ValueError(f"ask one question at a time, not {' and '.join('--' + name for name in asked)}")
    question = asked[0] if asked else "chain" if arguments.chain else None
    for name, takers in OPTIONS.items():
        given = getattr(arguments, name) not in (None, False, USUAL.get(name))
        if not given or (question is None and name in ALONE) or question in takers or question == name:
            continue
        option = "--" + name.replace("_", "-")
        where = f"together with --{question}" if question else "without --chain or --fork"
        raise ValueError(f"{option} has no meaning {where}")


def _stops(arguments) -> dict:
    return {
        "stop_attackers": arguments.stop,
        "stop_defenders": arguments.stop_defenders,
        "min_dice": arguments.min_dice,
    }


def _battle(arguments, dice) -> tuple[dict, str]:
    from riskkit.odds.battles import battle, win_probability
    from riskkit.odds.blitz import balanced_blitz

    attackers, defenders = arguments.armies
    stops = _stops(arguments)
    if arguments.blitz:
        found = balanced_blitz(attackers, defenders, dice=dice)
    else:
        found = battle(attackers, defenders, dice=dice, **stops)
    answer = {
        "attackers": attackers,
        "defenders": defenders,
        "win": found.win,
        "attackers_lost": {"mean": found.expected_attacker_losses, "sd": found.sd_attacker_losses},
        "defenders_lost": {"mean": found.expected_defender_losses, "sd": found.sd_defender_losses},
    }
    lines = [_title(attackers, [defenders], arguments), f"  chance to win     {_six(found.win)}"]
    if arguments.stop_defenders:
        lines[-1] = f"  chance of at most {arguments.stop_defenders} defenders left  {_six(found.win)}"
        answer["taken"] = found.taken
        lines.append(f"  territory taken   {_six(found.taken)}")
    if arguments.exact:
        exact = win_probability(attackers, defenders, dice=dice, exact=True, **stops)
        answer["exact"] = str(exact)
        lines.append(f"  exactly           {exact}")
    if arguments.survivors is not None:
        enough = found.win_with(arguments.survivors)
        answer["win_with_survivors"] = enough
        lines.append(f"  with {arguments.survivors} or more left  {_six(enough)}")
    lines.append(f"  attackers lost    {_losses(found.expected_attacker_losses, found.sd_attacker_losses)}")
    lines.append(f"  defenders lost    {_losses(found.expected_defender_losses, found.sd_defender_losses)}")
    ends = found.survivors
    answer["ends"] = ends.to_dict("records")
    return answer, "\n".join([*lines, "", _ends(ends)])


def _six(value: float) -> str:
    return numbers.text(value, 6)


def _losses(mean: float, sd: float) -> str:
    return f"{numbers.text(mean, 2)} (sd {numbers.text(sd, 2)})"


def _table_text(data) -> str:
    return data.to_string(float_format=lambda value: numbers.text(value, 4))


def _ends(ends) -> str:
    """Return the ends as text: all of them, or the most likely twenty."""
    shown, title = ends, "all ends"
    if len(ends) > 20:
        likeliest = ends["probability"].map(numbers.steady).nlargest(20).index
        shown = ends.loc[likeliest].sort_index()
        title = f"the 20 likeliest of {len(ends)} ends ({numbers.text(shown['probability'].sum(), 4)} of all)"
    return f"{title}\n{shown.to_string(index=False, formatters={'probability': _six})}"


def _title(attackers, defenders, arguments) -> str:
    text = f"{attackers} attackers against {', '.join(map(str, defenders))}"
    if arguments.blitz:
        text += ", balanced blitz"
    stop = max(arguments.stop, arguments.min_dice - 1)
    if stop:
        text += f", stop at {stop} attackers"
    return text + (", capital" if arguments.capital else "")


def _leave(arguments):
    given = arguments.leave or [1]
    return given[0] if len(given) == 1 else given


def _chain(arguments, plain, last) -> tuple[dict, str]:
    from riskkit.odds.chains import chain

    attackers, first = arguments.armies
    defenders = [first, *arguments.chain]
    found = chain(
        attackers,
        defenders,
        leave=_leave(arguments),
        stop_attackers=arguments.stop,
        min_dice=arguments.min_dice,
        dice=[plain] * len(arguments.chain) + [last],
    )
    territories, ends = found.territories, found.ends
    answer = {
        "attackers": attackers,
        "defenders": defenders,
        "leave": list(found.leave),
        "win": found.win,
        "attackers_lost": {"mean": found.expected_attacker_losses},
        "territories": json.loads(territories.reset_index().to_json(orient="records", double_precision=15)),
        "ends": ends.to_dict("records"),
    }
    lines = [
        _title(attackers, defenders, arguments),
        f"  chance to take all  {_six(found.win)}",
        f"  attackers lost      {numbers.text(found.expected_attacker_losses, 2)}",
        f"  territories taken   {numbers.text(found.expected_territories, 2)}",
    ]
    if arguments.survivors is not None:
        answer["win_with_survivors"] = found.win_with(arguments.survivors)
        lines.append(f"  with {arguments.survivors} or more left  {_six(answer['win_with_survivors'])}")
    return answer, "\n".join([*lines, "", _table_text(territories), "", _ends(ends)])


def _fork(arguments, dice) -> tuple[dict, str]:
    from riskkit.odds.forks import fork

    attackers, first = arguments.armies
    branches = [[first, *(arguments.chain or [])], *arguments.fork]
    leave = _leave(arguments)
    if not isinstance(leave, int):
        raise ValueError("--leave is one number for a fork, such as --leave 1")
    found = fork(attackers, branches, leave=leave, dice=dice)
    plan = found.plan(attackers)
    one_by_one = found.in_turn(sorted(range(len(branches)), key=lambda b: -branches[b][0]))
    answer = {
        "attackers": attackers,
        "branches": branches,
        "win": found.win,
        "in_turn": one_by_one,
        "first_roll": {"branch": plan["branch"], "dice": plan["dice"]},
    }
    text = "\n".join(
        [
            f"{attackers} attackers, branches {' and '.join(str(branch) for branch in branches)}",
            f"  chance to take all, best play            {_six(found.win)}",
            f"  one battle after the other, all dice     {_six(one_by_one)}",
        ]
    )
    if plan["dice"]:
        text += f"\n  first roll: {plan['dice']} dice at {branches[plan['branch']][0]} defenders"
    return answer, text


def _need(arguments, plain, last) -> tuple[dict, str]:
    from riskkit.odds.needed import attackers_needed, chain_attackers_needed

    survivors = 1 if arguments.survivors is None else arguments.survivors
    defenders = [arguments.armies[0], *(arguments.chain or [])]
    if arguments.chain:
        fewest = chain_attackers_needed(
            defenders,
            arguments.need,
            leave=_leave(arguments),
            survivors=survivors,
            dice=[plain] * len(arguments.chain) + [last],
        )
    else:
        fewest = int(attackers_needed(defenders[0], arguments.need, survivors=survivors, dice=last))
    if arguments.on_territory:
        fewest += 1
    answer = {"defenders": defenders, "probability": arguments.need, "attackers": fewest}
    where = "armies on the territory" if arguments.on_territory else "attackers"
    against = ", ".join(map(str, defenders))
    return answer, f"{fewest} {where} against {against} for a chance of at least {arguments.need}"


def _table(arguments, dice) -> tuple[dict, str]:
    import pandas as pd

    from riskkit.odds.battles import table

    attackers, defenders = arguments.armies
    if attackers * defenders > 10_000 and not arguments.json:
        raise ValueError("a table of more than 10,000 battles is too large to read: use --json")
    found = table(attackers, defenders, dice=dice, exact=arguments.exact, **_stops(arguments))
    cells = found.astype(str) if arguments.exact else found
    answer = {"attackers": attackers, "defenders": defenders, "table": cells.tolist()}
    rows = pd.RangeIndex(1, attackers + 1, name="attackers")
    columns = pd.RangeIndex(1, defenders + 1, name="defenders")
    data = pd.DataFrame(cells, index=rows, columns=columns)
    return answer, data.to_string() if arguments.exact else _table_text(data)


def _rolls(arguments, dice) -> tuple[dict, str]:
    from riskkit.odds.rolls import after_rolls

    attackers, defenders = arguments.armies
    found = after_rolls(attackers, defenders, arguments.rolls, dice=dice, **_stops(arguments))
    answer = {
        "attackers": attackers,
        "defenders": defenders,
        "rolls": arguments.rolls,
        "states": found.to_dict("records"),
    }
    title = f"{attackers} attackers against {defenders} after {arguments.rolls} rolls"
    return answer, f"{title}\n{_ends(found).replace('ends', 'states')}"
