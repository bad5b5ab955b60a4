"""VASSAL by its files: modules, saved games and logs read into scenes, answered and checked; nothing is written back."""
