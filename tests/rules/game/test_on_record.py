"""Guns and vehicles in two books: one source, and figures that agree."""

from rules.game.on_record.guns import GUNS
from rules.kampfgruppe_normandy.book.house.figures import FIGURES
from rules.kampfgruppe_normandy.book.roster import HOUSE_ROSTER as KAMPFGRUPPE
from rules.kampfgruppe_normandy.book.unit_types import Mobility
from rules.micro_armour.book.house_roster import HOUSE_ROSTER as MICRO_ARMOUR
from rules.micro_armour.book.house_roster import OPEN_FIGURES

SHARED_TANKS = {
    "pz4h": "de.pz4h", "panther": "de.panther", "tiger": "de.tiger", "tiger2": "de.king_tiger", "stug3g": "de.stug3",
    "jagdpanther": "de.jagdpanther", "sherman75": "uk.sherman", "firefly": "uk.firefly",
}  # fmt: skip


def test_the_american_75_mm_has_one_figure_in_both_books() -> None:
    """66 mm at 500 yards with the APC M61: 7 centimetres in one book, 7 points of 9.6 mm in the other."""
    assert GUNS["m3_75"].pierced_mm == 66
    assert MICRO_ARMOUR["sherman75"].guns[0].ap == 7
    for tank in ("uk.sherman", "uk.cromwell", "uk.churchill", "us.m4a3"):
        pierces = KAMPFGRUPPE[tank].weapon("75mm").ap
        assert pierces is not None
        assert pierces[2] == 7


def test_every_gun_on_record_says_why() -> None:
    assert all(gun.why for gun in GUNS.values())


def test_guns_of_the_house_list_that_pierce_are_on_record() -> None:
    rows = [weapon for part in ("armoured", "guns") for row in FIGURES[part] for weapon in _weapons(row)]
    assert rows
    assert all("pierced_mm" not in weapon for weapon in rows)
    assert all(weapon["gun"] in GUNS for weapon in rows if "gun" in weapon)


def _weapons(row: dict[str, object]) -> list[dict[str, object]]:
    found = [row["weapon"]] if "weapon" in row else row.get("weapons", [])
    assert isinstance(found, list)
    return [weapon for weapon in found if isinstance(weapon, dict)]


def test_the_two_books_agree_how_fast_a_tank_drives_across_country() -> None:
    speeds = {
        row["id"]: row["cross_country_kmh"] for row in FIGURES["armoured"] if "cross_country_kmh" in row
    }
    here = {tank.id: tank.cross_country_kmh for tank in OPEN_FIGURES}
    assert {there: speeds[there] for there in SHARED_TANKS.values()} == {
        there: here[name] for name, there in SHARED_TANKS.items()
    }


def test_a_tiger_drives_as_a_panzer_4_and_a_churchill_crawls() -> None:
    """Across country a Tiger I does 20 km/h, a Panzer IV 18, a Churchill 13."""
    assert KAMPFGRUPPE["de.tiger"].mobility is KAMPFGRUPPE["de.pz4h"].mobility is Mobility.MEDIUM_TRACKS
    assert KAMPFGRUPPE["uk.churchill"].mobility is Mobility.SLOW_TRACKS
