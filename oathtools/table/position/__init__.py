"""Position files: a table written by hand, read into a state and written from one."""
