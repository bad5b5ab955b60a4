"""How an answer is given out: said, printed as a document, drawn into a file, told step by step."""
