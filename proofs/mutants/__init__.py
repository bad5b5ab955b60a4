"""Do the proofs prove anything? The code of a rule is broken, and the tests that prove it must notice.

    make mutants BOOK=lhy SEED=7 COUNT=300

draws places in the code of a book that the ledger ties to rules, breaks one at a time, and runs the proofs of those
rules and no others. Mutants that no proof notices are listed with the ids, the place and the code before and after; the run
fails if fewer than 95% are noticed. Nothing is written into the sources.

breakings   the slips possible at a place of the syntax tree
places      the places of a book, and the rules that they are tied to
trial       runs the proofs of one mutant, in a process of its own
equivalent.csv  breakings that change no ruling, each with the reason
"""
