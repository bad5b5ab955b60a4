"""Indirect fire: missions asked for, radio, markers, fire for effect and counter-battery fire."""
