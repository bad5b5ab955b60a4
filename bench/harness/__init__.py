"""The harness of all benches.

rows        a line of the table: the question, our cost, a peer's cost, the ratio and its limit
measuring   CPU time, the least of many rounds, peers in turn in the same rounds
processes   CPU time and memory of whole processes, and of a server while it answers
native      C floors, compiled on the spot
yardstick   a fixed loop that converts figures of another machine or another day
groups      the questions of a subject by name, and the rows they yield
report      the table, the JSON, and the exit status
"""
