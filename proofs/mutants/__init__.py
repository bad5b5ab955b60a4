"""Do the proofs hold what they say? A rule is broken in its code, and the tests that prove it must notice.

    make mutants BOOK=lhy SEED=7 COUNT=300

draws places in the code of a book that the ledger ties to rules, breaks one at a time, and runs the proofs of those
rules and no others. Mutants that no proof notices are listed with the ids, the place and both readings of it; the run
is red where fewer than 95% are noticed. Nothing is written into the sources.

breakings   what can be broken at a place of the syntax tree
places      the places of a book, and the rules that they are tied to
trial       one mutant and its proofs, in a process of its own
equivalent.csv  breakings that change no ruling, each with the reason
"""
