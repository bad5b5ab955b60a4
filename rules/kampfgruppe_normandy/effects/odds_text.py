"""Odds in a player's words."""

from rules.game.chance.odds import Odds
from rules.game.chance.percent import percent

MOST_SAID = 6
"""A verdict names no more outcomes; the odds have them all."""


def likeliest(odds: Odds[str]) -> str:
    """The likeliest outcomes with their chances in per cent, the likeliest first."""
    ranked = sorted(odds.chances.items(), key=lambda item: (-item[1], item[0]))
    return "; ".join(f"{outcome} {percent(chance)}" for outcome, chance in ranked[:MOST_SAID])
