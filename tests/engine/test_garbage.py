"""A driver that is done with goes at once: forecasts make thousands, each with a table of its own."""

import gc
import weakref
from collections.abc import Generator
from typing import Any

from oathtools.engine.decision import Decision, Form
from oathtools.engine.driver import Driver


class Table:
    """What a program runs on."""


def test_a_driver_in_the_midst_of_a_question_keeps_no_table_alive() -> None:
    table = Table()
    seen = weakref.ref(table)

    def steps(on: Table) -> Generator[Decision, Any, None]:
        while on is not None:
            yield Decision("which", "red", Form.ONE, options=("one", "other"))

    def program(on: Table = table) -> Generator[Decision, Any, None]:
        return steps(on)

    gc.disable()
    try:
        driver = Driver(program)
        driver.start()
        driver.answer("one")
        del driver, program, table
        assert seen() is None
    finally:
        gc.enable()
