"""Every number of a ruling names its source: the rule, and the reading or house value of ours that decides it."""

from rules.game.citation import Provenance
from rules.game.ruling import Reason
from rules.game.state import GameState
from rules.ground.table.terrain import TableTerrain as T
from rules.kampfgruppe_normandy.book.action_kinds import ActionKind as K
from rules.kampfgruppe_normandy.declarations.fire import Fire
from rules.kampfgruppe_normandy.state.progress import Status
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import GAME, UK, activated, area, ready, table, unit, with_status

FAR = unit("far", "de.squad", (70, 46))


def reasons(state: GameState, shot: Fire) -> dict[str, Reason]:
    """The reasons of a shot by their words; the firer has declared this fire and a move."""
    told = activated(state, shot.unit, shot.kind, shot.kind)
    return {reason.text: reason for reason in GAME.chances(told, shot).reasons}


@proves("KN-DFSA-42", "KN-SUPP-22", "KN-SUPP-19")
def test_a_suppressing_shot_at_a_gun_is_saved_on_6_and_its_direct_hit_on_4_behind_the_shield() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("gun", "de.pak40", (30, 24), 270), FAR)
    told = reasons(state, Fire(UK, "a", "gun", K.SUPPRESS_SMALL_ARMS))
    assert str(told["saves on 6+ from suppression"].cite) == "KGN Concealment saves"
    shield = told["saves on 4+ from a direct hit, behind its shield"].cite
    assert str(shield) == "KGN Direct fire - small arms: deployed guns, OUR 11, inferred"


@proves("KN-SUPP-22", "KN-DFSA-43")
def test_a_gun_suppressed_from_its_flank_has_one_save_against_all() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("gun", "de.pak40", (30, 24), 0), FAR)
    told = reasons(state, Fire(UK, "a", "gun", K.SUPPRESS_SMALL_ARMS))
    assert [words for words in told if "saves" in words] == ["saves on 6+"]


@proves("KN-SUPP-21")
def test_the_save_of_an_obscured_tank_from_suppression_cites_its_reading() -> None:
    woods = area(T.WOODS, 29, 20, 40, 28)
    state = ready(
        table(woods), unit("a", "uk.sherman", (10, 24), 90), unit("tank", "de.pz4h", (31, 24), 270), FAR
    )
    told = reasons(state, Fire(UK, "a", "tank", K.SUPPRESS_HE, "75mm"))
    assert str(told["saves on 5+"].cite) == "KGN Concealment saves, OUR 1, inferred"


@proves("KN-PRIN-16", "KN-SHOOT-09")
def test_a_target_hidden_by_woods_is_refused_with_the_reading_on_their_depth() -> None:
    woods = area(T.WOODS, 18, 10, 28, 38)
    state = ready(
        table(woods), unit("a", "uk.sherman", (10, 24), 90), unit("b", "de.squad", (40, 24), 270), FAR
    )
    state = activated(state, "a", K.DIRECT_HE, K.DIRECT_HE)
    (refused,) = GAME.why_not(state, Fire(UK, "a", "b", K.DIRECT_HE, "75mm"))
    assert "OUR 30, house value" in str(refused)
    assert refused.cite.weakest is Provenance.HOUSE


@proves("KN-DFAT-07", "KN-DFAT-31")
def test_the_plate_that_heat_pierces_is_the_houses_and_its_dice_are_printed() -> None:
    state = ready(table(), unit("a", "uk.piat", (10, 24), 90), unit("tank", "de.pz4h", (16, 24), 270), FAR)
    told = reasons(state, Fire(UK, "a", "tank", K.DIRECT_AT, "PIAT"))
    (pierced,) = (reason for words, reason in told.items() if words.startswith("HEAT against"))
    sections = [citation.section for citation in pierced.cite.each]
    assert "Equipment, OUR 68" in sections
    assert "Equipment, OUR 69" not in sections


@proves("KN-SUPP-04")
def test_too_few_dice_to_suppress_are_refused_by_the_reading_that_gives_their_number() -> None:
    state = ready(table(), unit("a", "uk.squad", (10, 24), 90), unit("b", "de.squad", (16, 24), 270), FAR)
    state = activated(
        with_status(state, "a", Status(men=1)), "a", K.SUPPRESS_SMALL_ARMS, K.SUPPRESS_SMALL_ARMS
    )
    (refused,) = GAME.why_not(state, Fire(UK, "a", "b", K.SUPPRESS_SMALL_ARMS))
    assert "OUR 6, " in str(refused)


@proves("KN-DFAT-07", "KN-SHOOT-10")
def test_gun_and_plate_say_that_their_figures_are_the_houses() -> None:
    state = ready(table(), unit("a", "uk.sherman", (10, 24), 90), unit("tank", "de.pz4h", (31, 24), 270), FAR)
    told = reasons(state, Fire(UK, "a", "tank", K.DIRECT_AT, "75mm"))
    assert str(told["its front is struck"].cite) == "KGN Armour facings, OUR 37, house value"
    (pierced,) = (reason for words, reason in told.items() if words.startswith("penetration 7 against front"))
    assert [citation.section for citation in pierced.cite.each] == [
        "Armour penetration table",
        "Equipment, OUR 68",
        "Equipment, OUR 69",
    ]
