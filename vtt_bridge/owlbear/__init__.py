"""Owlbear Rodeo 2: our extension, whose page `blindhex serve` shows, and what it posts and draws."""
