"""Skin in the game, an option: each player is one of his own leaders or squads, and may be promoted. Chapter 19.2."""

from rules.game.rule_ids import implements

LIEUTENANT_AT, CAPTAIN_AT = 15, 30


@implements("LHY-19.2.1.2")
def rank(points: int) -> str:
    """What a player has come to with his promotion points."""
    if points >= CAPTAIN_AT:
        return "captain"
    return "lieutenant" if points >= LIEUTENANT_AT else "not promoted yet"
