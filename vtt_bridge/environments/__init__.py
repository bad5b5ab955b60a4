"""The games as environments of the field's own tools, OpenSpiel and PettingZoo, so that their players play here."""
