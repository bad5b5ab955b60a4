"""A second umpire for sight, written from the rules and readings alone, to hold the engine to.

It takes nothing from the engine but the documents: boards, units, markers. It looks at every hex for
every line, in rational numbers, and is as slow as that sounds.
"""
