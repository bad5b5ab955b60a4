"""Last Hundred Yards: platoons and companies on hexes of 50 yards, by the 2019 rules."""
