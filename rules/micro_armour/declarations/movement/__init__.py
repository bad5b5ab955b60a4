"""Chapter 8: groups roll to move, their stands move one after the other, and the enemy may stop them by opportunity fire."""
