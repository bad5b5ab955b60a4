"""The morale pot as a game begins.

Rule: KGN The morale pot, Shortening the game.
"""

from rules.game.rule_ids import implements
from rules.kampfgruppe_normandy.book.morale_counters import COUNTER_SHEET, Special
from rules.kampfgruppe_normandy.state.progress import Setting


@implements("KN-BMOR-03", "KN-BMOR-33")
def full_pot(setting: Setting) -> tuple[tuple[str, int], ...]:
    """The pot as a game begins: all 96 counters, fewer for a shorter game or without special events."""
    events = {Special.BREAKDOWN, Special.OUT_OF_AMMUNITION, Special.HEROIC_ACTION}
    pot = {}
    for counter, count in COUNTER_SHEET.items():
        if counter in {event.value for event in events} and not setting.events:
            continue
        pot[counter] = count // 2 if setting.short_game and counter in ("1", "2") else count
    return tuple(pot.items())
