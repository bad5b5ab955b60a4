"""Lines of sight with doubt counted against them, by the very same functions, compiled.

Import it where so many lines are asked for that it pays: the compiler takes longer to load than most questions to answer.
"""

from rules.ground.table.kernels import inner, kernel, subkernel
from rules.ground.table.sight import doubtful_lines

# Told to numba of these, which go on being plain Python, the compiler finds them wherever `open_lines` names them.
inner(doubtful_lines.gap_to_edge_in)
inner(doubtful_lines.cross_edges)
inner(doubtful_lines.shared_stretches)
inner(doubtful_lines.runs_through)
subkernel(doubtful_lines.hides)
open_lines = kernel(doubtful_lines.open_lines)
