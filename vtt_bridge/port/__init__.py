"""The port every virtual tabletop is met through: scenes, tokens and overlays as values, and as documents."""
