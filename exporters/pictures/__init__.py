"""Pictures of boards and of each kind of answer: marks with roles, in board units."""
