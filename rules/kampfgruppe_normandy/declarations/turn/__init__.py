"""The turn: who goes first, command rolls, activations, and the removal of suppression."""
