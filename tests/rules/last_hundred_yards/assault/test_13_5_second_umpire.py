"""The odds of assaults of men on men against a second umpire, who types the Assault Resolution Table in again."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from random import Random

from rules.last_hundred_yards.book.roster import ROSTER
from rules.last_hundred_yards.declarations.assault.resolution import ResolveAssault
from rules.last_hundred_yards.play.play import PLAY
from tests.proving import proves
from tests.rules.last_hundred_yards.assault.test_13_4_second_umpire import AROUND, Fight, Fighter, expected
from tests.rules.last_hundred_yards.playing import at

LOTS = 40
SQUADS = {side: [row.id for row in ROSTER.values() if row.nation == side and row.kind.value == "squad"] for side in ("us", "ge")}  # fmt: skip

ROWS = ((14, "14+"), (10, "10-13"), (6, "6-9"), (2, "2-5"), (-1, "-1 to 1"), (-99, "below -1"))
STEP, DISRUPTED, WHOLE = "loses a step", "disrupted", ""


def squads(lot: Random, side: str, *, came: bool) -> tuple[Fighter, ...]:
    names = lot.sample(SQUADS[side], lot.randint(1, 2))
    return tuple(
        Fighter(name, (DISRUPTED,) * (lot.random() < 0.3), lot.choice(AROUND) if came else "")
        for name in names
    )


def fates(squad: Fighter, harm: int) -> Iterator[tuple[str, Fraction]]:
    """What becomes of a squad that retreats: harm is 1 for the middle rows, 2 for those beyond, 3 for the ends."""
    shaken, fails = DISRUPTED in squad.marks, Fraction(10 - squad.cohesion, 10)
    if harm == 3 or (harm == 2 and shaken):
        yield STEP, Fraction(1)
        return
    yield STEP if shaken or harm == 2 else DISRUPTED, fails
    yield DISRUPTED if harm == 2 else WHOLE, 1 - fails


def odds_by_hand(fight: Fight) -> dict[str, Fraction]:
    """The chance of each row, and of what becomes of each squad."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    drm = expected(fight)
    for die in range(1, 11):
        number, label = next((k, words) for k, (least, words) in enumerate(ROWS) if die + drm >= least)
        losers = fight.defend if number < 3 else fight.attack
        found[label] += Fraction(1, 10)
        for squad in losers:
            for words, chance in fates(squad, (3, 2, 1, 1, 2, 3)[number]):
                found[f"{squad.name} {words}"] += chance / 10
    return {words: chance for words, chance in found.items() if chance and not words.endswith(" ")}


def odds_told(fight: Fight) -> dict[str, Fraction]:
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    odds = PLAY.chances(fight.state("2019"), ResolveAssault("us", at("C4"))).odds
    assert odds is not None
    for words, chance in odds.chances.items():
        *each, row = words.split("; ")
        found[row.partition(":")[0]] += chance
        for word in each:
            found[word] += chance
    return dict(found)


@proves(
    "LHY-T-ART.14", "LHY-T-ART.10", "LHY-T-ART.6", "LHY-T-ART.2", "LHY-T-ART.-1", "LHY-T-ART.-2", "LHY-13.5.3"
)  # fmt: skip
def test_13_5_3_the_odds_of_assaults_drawn_by_lot() -> None:
    lot = Random("odds of assaults")
    for number in range(LOTS):
        attack, defend = squads(lot, "us", came=True), squads(lot, "ge", came=False)
        fight = Fight(attack, defend, lot.choice((".", "w", "s")), 0, "", "", dug_in=False)
        assert odds_told(fight) == odds_by_hand(fight), f"lot {number}: {fight}"
