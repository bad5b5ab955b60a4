"""The book itself: rules of reading, editions, counters and printed tables."""
