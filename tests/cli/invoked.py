"""Commands called in this process: what click makes of a call, and the answer that it printed as JSON."""

import json
from typing import Any

from click.testing import CliRunner, Result

from oathtools.cli.main import cli
from oathtools.cli.shared.common import Settings


def run(*args: str, text: str | None = None, **env: str) -> Result:
    """One call, with what stands on standard input; a failure is the result's exception."""
    return CliRunner().invoke(cli, list(args), obj=Settings(), env=env, input=text, standalone_mode=False)


def answered(result: Result) -> dict[str, Any]:
    """The whole answer of a call with ``--json`` that went well."""
    assert result.exception is None, result.exception
    answer: dict[str, Any] = json.loads(result.stdout)
    assert answer["ok"] is True
    return answer
