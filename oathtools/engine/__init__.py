"""The machine that any game of questions and answers could run on.

A game is the list of answers to the questions its rules asked. This package knows decisions, legality rows, the
driver that asks and skips, frames and scopes, the registry of places where powers plug in, and the record that is
replayed. It imports nothing else of ours and knows no word of Oath; ``tests/engine`` drives another game on it.
"""
