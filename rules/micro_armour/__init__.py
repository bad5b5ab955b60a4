"""Micro Armour: The Game - WWII, both editions: matg1 and matg2.

One module per chapter of the second edition's book; where the first differs, the difference is a field
of `rulebook.Edition`. Chapter 2 and 3 (scale, stands) are in `stands`, the charts of chapter 12 beside
the rules that read them.
"""
