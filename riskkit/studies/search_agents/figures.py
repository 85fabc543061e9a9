"""The figures of the study of search agents, as notebook 07 shows them."""

from matplotlib import pyplot as plt

from riskkit import boards
from riskkit.agents.search.plans import Plan, plan
from riskkit.plots import search_agents as plots
from riskkit.plots import style
from riskkit.report import shown
from riskkit.report.shown import Drawing
from riskkit.studies.search_agents import analysis, results
from riskkit.studies.search_agents.settings import BOARDS, DICE_CAP, MEGABYTES, SEARCH_LIMIT, SEED


def shortest_plan() -> Plan:
    """Return the shortest plan on the source's sample board, which notebook 07 shows."""
    board, position = boards.search_sample()
    return plan(board, position, heuristic="armies")


@shown.figure(
    "07_plan",
    "A shortest plan on the source's sample board (n = 1 plan): the start and the board after each own turn; circles: "
    "the searcher, squares: the passive enemy; numbers: armies; heavy rim: reinforced; arrow: attack.",
)
def sample_plan():
    """Return a shortest plan on the source's sample board, turn by turn."""
    board, found = boards.search_sample()[0], shortest_plan()
    return Drawing(plots.plot_plan(board, found)[0].figure, analysis.plan_steps(board, found))


@shown.figure("07_missed", "Share of plans that are longer than a shortest one.", claim="SA1", seed=SEED)
def missed():
    """Return the share of plans that are longer than a shortest one, by board and heuristic."""
    found = results.searches()
    data = analysis.missed(found)
    sizes = found.groupby("board", sort=False)["position"].nunique()
    solved = data[data["heuristic"] == "count"].set_index("board")["n"]
    caption = (
        "Share of plans that are longer than a shortest one, by board and heuristic, with Wilson 95% intervals: n = "
        f"{', '.join(str(n) for n in sizes[:-1])} and {sizes.iloc[-1]} positions, less those not solved within "
        f"{SEARCH_LIMIT:,} expansions or {MEGABYTES} MB: count solved {solved['islands']} on the islands, "
        f"{solved['three lands']} on three lands and none on the classic board, where it has no mark."
    )
    return Drawing(plots.plot_missed(data), data, caption)


@shown.figure("07_scores", "Mean score P = f L + T on the board of two islands.", claim="SA1", seed=SEED)
def scores():
    """Return the score of each agent on the islands for the three factors."""
    scored = analysis.scores(results.games())
    islands = scored[(scored["reading"] == "described") & (scored["board"] == "islands")]
    caption = (
        "Mean score P = f L + T on the board of two islands for the three factors, with 95% intervals (n = "
        f"{islands['n'].iloc[0]} positions, passive enemy, reading 'described'); games not won within 50 own turns "
        "count with L = 50."
    )
    return Drawing(plots.plot_scores(islands), islands, caption)


@shown.figure("07_limits", "Real-time A* by its limit of expansions.", seed=SEED)
def limits():
    """Return real-time A*'s own turns and expansions by its limit of expansions a turn."""
    means = analysis.limit_means(results.limits())
    squared = means[means["heuristic"] == "squared"]
    fig, axes = plt.subplots(1, 2, figsize=style.size("double", 0.45))
    for ax, value in zip(axes, ("turns", "expansions")):
        plots.plot_limits(squared, value, ax=ax)
    axes[1].get_legend().remove()
    caption = (
        "Real-time A* with the squared heuristic against the passive enemy: mean own turns (left; 50 is the cap) and "
        "mean expansions in the whole game (right) by the limit of expansions a turn; bars: 95% intervals; n games a "
        f"point. On the classic board all {squared.set_index('board')['n'][BOARDS[-1]].iloc[0]} games of a limit take "
        "the same number of turns."
    )
    return Drawing(fig, means, caption)


@shown.figure("07_dice", "Share of games with dice won by each search agent.", seed=SEED)
def dice():
    """Return each searcher's share of games won with dice, by opponent."""
    rates = results.dice()
    caption = (
        f"Share of {rates['games'].iloc[0]} games with dice won by each search agent within {DICE_CAP} turns on the "
        "classic board (classic rules with a neutral), by opponent, both seats, with Wilson 95% intervals."
    )
    return Drawing(plots.plot_dice(rates), rates, caption)
