"""A server of the S3 protocol as a process, and how its clients reach it."""

import subprocess
import uuid
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape

from commandline import ROOT

CLASSES = ROOT / "lab" / "objects" / "target" / "classes"
LIBRARIES = CLASSES / "io" / "strandline" / "lab" / "objects" / "classpath.txt"
WITH_S3 = ROOT / "kernel-writer" / "target" / "s3-classpath.txt"

KEY = "reader-and-writer"
SECRET = "nobody-should-see-this"


class ObjectServer:
    """A server with one empty bucket in memory; stopped by leaving it."""

    def __init__(self, folder: Path) -> None:
        self.bucket = f"lake-{uuid.uuid4()}"
        classpath = f"{CLASSES}:{LIBRARIES.read_text('utf-8')}"
        options = ["-Xmx256m", "-Dorg.slf4j.simpleLogger.defaultLogLevel=off"]
        main = "io.strandline.lab.objects.ServerMain"
        self._process = subprocess.Popen(
            ["java", *options, "-cp", classpath, main, KEY, SECRET, self.bucket],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.endpoint = f"http://127.0.0.1:{int(self._process.stdout.readline())}"
        self._settings = folder / "hadoop"
        self._settings.mkdir(parents=True)
        (self._settings / "core-site.xml").write_text(self._site(), "utf-8")

    def _site(self) -> str:
        settings = {
            "fs.s3a.endpoint": self.endpoint,
            "fs.s3a.endpoint.region": "us-east-1",
            "fs.s3a.path.style.access": "true",
        }
        properties = "".join(
            f"<property><name>{name}</name><value>{escape(value)}</value></property>"
            for name, value in settings.items()
        )
        return f"<configuration>{properties}</configuration>"

    def uri(self, path: str) -> str:
        """The URI of a path in the bucket."""
        return f"s3://{self.bucket}/{path}"

    @property
    def environment(self) -> Mapping[str, str]:
        """What the product's command line needs to reach it."""
        return {
            "HADOOP_CONF_DIR": str(self._settings),
            "STRANDLINE_CLASSPATH": WITH_S3.read_text("utf-8"),
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }

    @property
    def storage_options(self) -> dict[str, str]:
        """What delta-rs needs to reach it."""
        return {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_ALLOW_HTTP": "true",
        }

    def __enter__(self) -> "ObjectServer":
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()
