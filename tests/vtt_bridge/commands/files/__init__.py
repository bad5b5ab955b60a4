"""Commands that write, read and check files of boards, scenarios and lists."""
