"""The table on every phone: pages over the running game, each for one viewer (``oathtools serve``).

Nothing about the rules is decided here: the pages call what the commands call, and render through the same layer. Only
views reach a page (``table.views``): what a seat may not know never leaves the server.
"""
