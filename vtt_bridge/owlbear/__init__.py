"""Owlbear Rodeo 2: our extension, whose page `blindhex serve` delivers, and what it posts and draws."""
