"""The command line: each command parses its words, calls one function of the library and tells what it returned."""
