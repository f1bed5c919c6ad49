"""Assistants that cite: the rules as read-only tools of the Model Context Protocol (``oathtools mcp``)."""
