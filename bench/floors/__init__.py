"""C floors: the cost of the cheapest honest code for a question, in plain C that knows nothing but the question.

hex_field   who sees whom over hexes that hide: every line walked exactly, in whole numbers
dial        reach over a graph with whole costs, by a ring of buckets
painting    the pixels of a field that is laid over a map
"""
