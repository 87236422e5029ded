"""A headless Chromium, asked over its own protocol what a page shows."""

from __future__ import annotations

import itertools
import json
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from commandline import wait_until
from websockets.sync.client import ClientConnection, connect

import processes

NAMES = ("chromium", "chromium-browser", "google-chrome")
_START_SECONDS = 120


def chromium() -> str | None:
    """The installed browser; `None` if there is none."""
    return next((found for found in map(shutil.which, NAMES) if found), None)


class Page:
    """A page of the browser."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)

    def text(self) -> str:
        """What a person can read on it now."""
        found = self._ask("Runtime.evaluate", expression="document.body?.innerText ?? ''")
        return str(found["result"].get("value", ""))

    def wait_for(self, *texts: str, seconds: float) -> str:
        """Waits until it shows all texts, and returns all that it shows."""
        seen = [""]

        def shown() -> bool:
            seen[0] = self.text()
            return all(text in seen[0] for text in texts)

        try:
            wait_until(shown, seconds)
        except AssertionError:
            raise AssertionError(f"{texts} not among:\n{seen[0]}") from None
        return seen[0]

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._ids)
        self._connection.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self._connection.recv(timeout=60))
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]


@contextmanager
def opened(browser: str, url: str, profile: Path) -> Iterator[Page]:
    """Opens a page, in a browser of its own; fails if a process of its is left at the end."""
    process = subprocess.Popen(
        [
            browser,
            *["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1600,1200"],
            *["--remote-debugging-port=0", f"--user-data-dir={profile}", url],
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        port = profile / "DevToolsActivePort"
        wait_until(lambda: port.exists() and len(port.read_text("utf-8").split()) == 2)
        address = port.read_text("utf-8").split()[0]
        with connect(_page_of(address), open_timeout=_START_SECONDS, max_size=None) as connection:
            yield Page(connection)
        process.terminate()
        process.wait(60)
        wait_until(lambda: not processes.in_session(process.pid), 60)
    finally:
        processes.kill(processes.in_session(process.pid))
        process.wait(60)


def _page_of(port: str) -> str:
    """Where the first page of a browser is spoken to."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list", timeout=60) as answer:
        pages = [page for page in json.load(answer) if page["type"] == "page"]
    return str(pages[0]["webSocketDebuggerUrl"])
