"""MapTool: our macro asks the umpire, who answers in the asker's own chat."""
