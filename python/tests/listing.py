"""Writes the listing of the public API: `python/run.py python/tests/listing.py`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from test_package_api import LISTING, listing

if __name__ == "__main__":
    LISTING.write_text(listing(), "utf-8")
