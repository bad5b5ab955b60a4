"""Special events: units that may act heroically, and what a mechanical breakdown does to passengers."""

from dataclasses import replace

import pytest

from rules.kampfgruppe_normandy.book.conditions import SUPPRESSED
from rules.kampfgruppe_normandy.declarations.special_events import PlayEvent
from rules.kampfgruppe_normandy.questions.special_events import targets_of_event
from rules.kampfgruppe_normandy.state.progress import Duty, Obligation, progress_of, with_progress
from tests.proving import proves
from tests.rules.kampfgruppe_normandy.tables import (
    DE,
    FAR,
    UK,
    act,
    loaded,
    position,
    pot_die,
    ready,
    status,
    table,
    unit,
)


@proves("KN-SPEC-23a", "KN-IND-44")
def test_a_heroic_action_is_played_on_a_unit_on_the_table_not_on_guns_off_it() -> None:
    """OUR 129."""
    gun = unit("gun", "uk.25pdr_battery", None)
    state = ready(table(), unit("a", "uk.squad", (20, 20)), gun, FAR)
    found = targets_of_event(position(state), "heroic action", UK)
    assert [one.id for one in found] == ["a"]


@proves("KN-SPEC-22b", "KN-DFAT-43a", "KN-BMOR-22a")
@pytest.mark.parametrize(("die", "breaks"), [(5, False), (6, True)])
def test_men_aboard_a_half_track_that_breaks_down_for_good_get_out_suppressed_and_unhurt(
    die: int, breaks: bool
) -> None:
    """OUR 130: nothing struck them; one that is but immobilised keeps them aboard."""
    carrier = unit("carrier", "de.sdkfz251", (40, 20))
    state = loaded(carrier, {"men": "de.squad"}, unit("a", "uk.squad", (20, 20)), FAR)
    event = Obligation(Duty.EVENT_TARGET, UK, other="mechanical breakdown")
    state = with_progress(state, replace(progress_of(state), owed=(event,)))
    after = act(state, PlayEvent(UK, "carrier"), die, *([pot_die()] if breaks else []))
    assert status(after, "men").men == 8
    assert (status(after, "men").aboard is None) is breaks
    assert after.unit("men").has(SUPPRESSED) is breaks
    assert len(progress_of(after).counters_of(DE)) == breaks
    assert [wreck.unit for wreck in progress_of(after).wrecks] == ["carrier"] * breaks
