"""The output of answers: as text, as a document, drawn into a file, or step by step."""
