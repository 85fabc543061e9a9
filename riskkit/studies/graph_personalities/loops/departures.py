"""Where the authors' program departs from the text, each departure a switch.

Facts about the published program, found by reading and running it; the numbers in the
descriptions are those of an instrumented run of 40 games.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from riskkit.errors import check_name

ABOUT = {
    "program_map": "two borders of the classic board are missing and one is added (82 edges)",
    "neutral_places": "the neutral places its armies by personality 1, two before each pair of the "
    "players', instead of all at random before them",
    "neutral_ghosts": "the neutral keeps conquered countries in its list, and their worth is "
    "computed once more as if they were its own",
    "late_continents": "continents count as they stood at the end of the last turn, so a game's "
    "first turn is paid for those of the game before, or for none",
    "shared_memory": "the pressure before is that of whoever looked last, not the player's own",
    "all_negative": "armies in the surroundings count as hostile, own ones too",
    "degree_weights": "neighbours weigh by degree instead of by number of paths",
    "blank_rows": "the radius matrix holds an empty continuation for every country, which dilutes the far distances",
    "unsorted_weakened": "the list of weakened targets is not sorted",
    "no_lost": "the list of lost countries is always empty",
    "small_regions_first": "the region index rises towards small regions, and attackable countries "
    "have no index of their own",
    "worth_weights": "worth weighs by powers of ten from a million, with a term for the ends of a "
    "region that the text does not have",
    "frozen_placement": "pressures are not updated while placing, and the target's pressure is "
    "used where the armies go to the origin",
    "half_top_up": "the cautious add 2 instead of 4 a pass",
    "half_threshold": "attacks go on at half the stated difference of armies",
    "dice_by_difference": "the attacker rolls as many dice as the difference of armies, and the "
    "defender no more than the attacker",
    "free_ties": "tied dice cost nobody an army",
    "fortify_overwrites": "a fortified country holds the arriving armies less one, and what stood "
    "there is lost; it may be left with none",
    "fortify_foreign": "armies are also taken out of countries of others",
    "fortify_stale": "fortification goes by the borders and pressures of the turn's start",
    "fortify_anywhere": "any country may be fortified, not only border ones, from a neighbour of "
    "a pressure more than 3 above it",
    "fortify_lowest": "without such a neighbour, the country of lowest pressure gathers armies, "
    "not the border of highest",
    "full_deck": "an empty deck is replaced by all 44 cards, those in hands too, and a traded "
    "card goes with its double; sets are looked for in order of arrival",
    "bonus_each": "every shown card of an own country brings two armies, not only one a set",
}


@dataclass(frozen=True)
class Departures:
    """Switches of the replica; True is how the program was run, False is the text.

    See :data:`ABOUT` for what each one is.
    """

    program_map: bool = True
    neutral_places: bool = True
    neutral_ghosts: bool = True
    late_continents: bool = True
    shared_memory: bool = True
    all_negative: bool = True
    degree_weights: bool = True
    blank_rows: bool = True
    unsorted_weakened: bool = True
    no_lost: bool = True
    small_regions_first: bool = True
    worth_weights: bool = True
    frozen_placement: bool = True
    half_top_up: bool = True
    half_threshold: bool = True
    dice_by_difference: bool = True
    free_ties: bool = True
    fortify_overwrites: bool = True
    fortify_foreign: bool = True
    fortify_stale: bool = True
    fortify_anywhere: bool = True
    fortify_lowest: bool = True
    full_deck: bool = True
    bonus_each: bool = True

    @classmethod
    def none(cls) -> Departures:
        """Return all switches off: the text's algorithms under the rules of Risk."""
        return cls(**dict.fromkeys(ABOUT, False))

    def switched(self, *names: str) -> Departures:
        """Return these switches with the named ones turned over."""
        for name in names:
            check_name("departure", name, ABOUT)
        return replace(self, **{name: not getattr(self, name) for name in names})

    def record(self) -> np.ndarray:
        """Return the switches as an array of one record for the compiled replica."""
        flags = np.zeros(1, FLAGS)
        for field in fields(self):
            flags[field.name] = getattr(self, field.name)
        return flags

    def text(self) -> str:
        """Return the names of the switches that are on, or a word for all or none of them."""
        on = [field.name for field in fields(self) if getattr(self, field.name)]
        if len(on) == len(ABOUT):
            return "all"
        return ", ".join(on) or "none"


FLAGS = np.dtype([(name, "i1") for name in ABOUT], align=True)
AS_RUN = Departures()
DESCRIBED = Departures.none()
