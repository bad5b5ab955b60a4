"""What the cheapest honest code for a question costs: plain C, told nothing but the question, held against our answer.

hex_field   who sees whom over hexes that hide: every line walked exactly, in whole numbers
dial        reach over a graph with whole costs, by a ring of buckets
painting    the pixels of a field that is laid over a map
"""
