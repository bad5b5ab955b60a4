"""Chapter 8: groups try to move, their stands move one after the other, and the enemy may stop them by fire."""
