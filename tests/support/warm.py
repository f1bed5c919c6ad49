"""What a process has loaded that is to serve, or to answer, at once."""

import importlib

from oathtools.powers import load

for _name in ("cli.game.answer", "cli.game.serve", "web.running", "web.app", "saga.folder", "answerers.speaker"):
    importlib.import_module(f"oathtools.{_name}")
for _name in ("uvicorn", "h11", "uvicorn.loops.auto", "uvicorn.protocols.http.auto", "uvicorn.lifespan.on"):
    importlib.import_module(_name)
load()
