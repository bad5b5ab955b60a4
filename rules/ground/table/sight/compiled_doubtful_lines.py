"""The functions of `doubtful_lines`, compiled.

Import this module only where enough lines are asked for: loading the compiler takes longer than answering most questions.
"""

from rules.ground.table.kernels import inner, kernel, subkernel
from rules.ground.table.sight import doubtful_lines

# Registered with numba, these functions stay plain Python, and the compiler finds them where `open_lines` calls them.
inner(doubtful_lines.gap_to_edge_in)
inner(doubtful_lines.cross_edges)
inner(doubtful_lines.shared_stretches)
inner(doubtful_lines.runs_through)
subkernel(doubtful_lines.hides)
open_lines = kernel(doubtful_lines.open_lines)
