"""Firefox as Selenium drives it, without a driver beside it: the same commands, handed to Firefox's own Marionette."""

import itertools
import json
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.support.server import wait_for

pytest.importorskip("selenium", reason="selenium is not installed")
from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.remote.remote_connection import RemoteConnection

FIREFOX = next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
COMMANDS = {
    "newSession": "NewSession", "deleteSession": "DeleteSession", "quit": "DeleteSession", "get": "Navigate",
    "newWindow": "NewWindow", "close": "CloseWindow", "w3cGetCurrentWindowHandle": "GetWindowHandle",
    "w3cGetWindowHandles": "GetWindowHandles", "switchToWindow": "SwitchToWindow", "setWindowRect": "SetWindowRect",
    "setTimeouts": "SetTimeouts", "w3cExecuteScript": "ExecuteScript", "w3cExecuteScriptAsync": "ExecuteAsyncScript",
    "findElements": "FindElements", "clickElement": "ElementClick", "sendKeysToElement": "ElementSendKeys",
    "screenshot": "TakeScreenshot",
}  # fmt: skip
# Nothing is asked of its makers; what goes wrong in a page is printed.
PREFERENCES: dict[str, Any] = {
    "marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "browser.startup.page": 0,
    "browser.dom.window.dump.enabled": True, "devtools.console.stdout.content": True, "remote.prefs.recommended": True,
    "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.server": "", "app.update.enabled": False,
    "dom.disable_beforeunload": True,
}  # fmt: skip


class Marionette(RemoteConnection):
    """Firefox in a process of its own, and what is said to it: a length, a colon, and a request in JSON."""

    def __init__(self, profile: Path, **preferences: Any) -> None:
        super().__init__(client_config=ClientConfig(remote_server_addr="http://firefox"))
        profile.mkdir(exist_ok=True)
        lines = (
            f"user_pref({json.dumps(name)}, {json.dumps(it)});\n" for name, it in {**PREFERENCES, **preferences}.items()
        )
        (profile / "user.js").write_text("".join(lines), encoding="utf-8")
        (port := profile / "MarionetteActivePort").unlink(missing_ok=True)
        self.printed = profile / "printed"
        with self.printed.open("w") as out:
            words = [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
            self.process = subprocess.Popen(words, stdout=out, stderr=subprocess.STDOUT)
        wait_for(lambda: port.is_file() and port.read_text(), 60)
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())))
        self._stream, self._numbers = self._socket.makefile("rb"), itertools.count(1)
        self._answer()

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """A command and its answer, in Selenium's names."""
        given = {key: value for key, value in params.items() if key != "sessionId"}
        if command == "newSession":
            given = {"pageLoadStrategy": "normal", "unhandledPromptBehavior": "accept"}
        sent = json.dumps([0, next(self._numbers), f"WebDriver:{COMMANDS[command]}", given])
        self._socket.sendall(f"{len(sent.encode())}:{sent}".encode())
        _, _, fault, came = self._answer()
        if fault is not None:
            return {"status": 500, "value": json.dumps({"value": fault})}
        return {"value": came["value"] if isinstance(came, dict) and set(came) == {"value"} else came}

    def _answer(self) -> Any:
        length = b"".join(iter(lambda: self._stream.read(1), b":"))
        return json.loads(self._stream.read(int(length)))

    def close(self) -> None:
        """End it."""
        with suppress(OSError):
            self._stream.close()
            self._socket.close()
        self.process.kill()
        self.process.wait()


class Firefox(webdriver.Remote):
    """A window of Firefox."""

    def __init__(self, profile: Path, **preferences: Any) -> None:
        self.connection = Marionette(profile, **preferences)
        self.process = self.connection.process.pid
        # Files that are chosen lie on this machine.
        super().__init__(self.connection, options=webdriver.FirefoxOptions(), file_detector=UselessFileDetector())

    def quit(self) -> None:
        """End it, whatever it does."""
        self.connection.close()

    def get_log(self, log_type: str) -> list[dict[str, str]]:
        """What its console says of pages: faults, as Chromium's list has them."""
        lines = self.connection.printed.read_text(encoding="utf-8", errors="replace").splitlines()
        found = [each for each in lines if each.startswith(("JavaScript error: http", 'console.error: "'))]
        return [{"level": "SEVERE", "message": each} for each in found]
