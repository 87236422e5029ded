"""Runs the core of the conformance script through one client against one server."""

import argparse
import json
import sys
import tempfile
import traceback
from pathlib import Path

from clients.answers import Server
from clients.provision import CLIENTS, Missing
from clients.runner import Run
from clients.script import load


def main() -> int:
    parser = argparse.ArgumentParser(prog="clients", description=__doc__)
    parser.add_argument("--client", required=True, choices=CLIENTS)
    parser.add_argument("--host", default="localhost")
    parser.add_argument("--port", type=int, default=1433)
    parser.add_argument("--user", default="sa", help="a sysadmin")
    parser.add_argument("--password-file", type=Path, required=True)
    parser.add_argument("--tls", action="store_true", help="encrypt the connection")
    parser.add_argument("--authority", type=Path, help="certificate authority, else any is trusted")
    given = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            document = {"client": given.client, "tls": given.tls, **run(given, Path(folder))}
    except Missing as missing:
        document = {"client": given.client, "tls": given.tls, "missing": str(missing)}
    except Exception:
        document = {"client": given.client, "tls": given.tls, "broken": traceback.format_exc()}
    print(json.dumps(document, ensure_ascii=False))
    return 0 if document.get("failures") == [] else 1


def run(given: argparse.Namespace, folder: Path) -> dict[str, object]:
    """The report of a run as a document."""
    client = CLIENTS[given.client](folder)
    server = Server(given.host, given.port, given.tls, given.authority)
    password = given.password_file.read_text("utf-8").strip()
    report = Run(client, server, given.user, password).run(load())
    return {"version": client.version(), **report.document()}


if __name__ == "__main__":
    sys.exit(main())
