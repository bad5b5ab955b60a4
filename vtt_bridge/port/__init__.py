"""The port between the umpire and any virtual tabletop: scenes, tokens and overlays as values, and as documents."""
