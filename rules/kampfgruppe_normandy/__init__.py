"""Kampfgruppe Normandy: combined arms in inches, one model to one man.

Each chapter of the book is a module with a `CHAPTER` (chapters.py): the actions it knows, its events, and
what they come to. `play.py` asks them in turn; `ruleset.py` is the way in.
"""
