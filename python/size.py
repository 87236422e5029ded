"""Tells a wheel's size; fails if it is too large for a package index, which takes 100 MB."""

import sys
from pathlib import Path

LIMIT_MB = 95
BYTES = 1_000_000

if __name__ == "__main__":
    for wheel in map(Path, sys.argv[1:]):
        size = wheel.stat().st_size / BYTES
        print(f"{wheel.name}: {size:.1f} MB of at most {LIMIT_MB}")
        if size >= LIMIT_MB:
            sys.exit(f"{wheel.name} is too large")
