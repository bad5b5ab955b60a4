"""Concealment saves as cited reasons: what a unit saves on, against what, and by which rule or reading.

Rule: KGN Concealment saves; OUR 1, 2, 11, 79.
"""

from rules.game.citation import Citation
from rules.game.rule_ids import implements
from rules.game.ruling import Reason
from rules.kampfgruppe_normandy.book.concealment import Cover, save_needed
from rules.kampfgruppe_normandy.book.rulebook import as_read, cite, ours
from rules.kampfgruppe_normandy.book.unit_types import Kind


def save_reason(kind: Kind, cover: Cover) -> Reason:
    """The save of a unit in that cover, against suppression and hits alike."""
    save = save_needed(kind, cover)
    return Reason("has no save" if save is None else f"saves on {save}+", _source(kind, cover))


@implements("KN-DFSA-42", "KN-DFSA-43")
def crew_save_reasons(cover: Cover, shielded: int, *, suppressing: bool) -> tuple[Reason, ...]:
    """The saves of a gun's crew against small arms: its shield helps against hits, but not against suppression."""
    bare = save_reason(Kind.GUN, cover)
    if shielded == save_needed(Kind.GUN, cover):
        return (bare,)
    where = as_read("Direct fire - small arms: deployed guns", 11)
    if not suppressing:
        return (Reason(f"saves on {shielded}+ behind its shield", where),)
    return (
        Reason(f"{bare.text} from suppression", bare.cite),
        Reason(f"saves on {shielded}+ from a direct hit, behind its shield", where),
    )


def save_reasons_aboard(from_suppression: Cover, from_hits: Cover) -> tuple[Reason, ...]:
    """The saves of men inside an open-topped vehicle against suppression, and against a direct hit (OUR 2)."""
    against_suppression, against_hits = (
        save_needed(Kind.INFANTRY, cover) for cover in (from_suppression, from_hits)
    )
    words = f"saves on {against_suppression}+ from suppression", f"saves on {against_hits}+ from a direct hit"
    return tuple(Reason(text, ours(2)) for text in words)


def _source(kind: Kind, cover: Cover) -> Citation:
    if kind is Kind.GUN and cover >= Cover.REINFORCED:
        return ours(79)
    if kind.is_vehicle and kind is not Kind.AIRCRAFT and cover.is_obscured:
        return ours(1)
    return cite("Concealment saves")
