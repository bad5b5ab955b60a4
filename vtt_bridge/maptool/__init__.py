"""MapTool: a macro of ours asks the umpire, who answers in the asker's own chat."""
