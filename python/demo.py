"""The last step of the demo: a program waits until an hour is final, and prints it."""

import sys
from datetime import timedelta

import strandline


def main(warehouse: str) -> None:
    """Waits for the newest hour that the demo's table has finalized."""
    with strandline.Engine(warehouse=warehouse) as engine:
        verdict = engine.verdict("flights")
        if verdict.finalized_until is None:
            sys.exit("no hour is final yet")
        end = verdict.finalized_until
        hour = engine.wait_until_final(
            "flights", end - timedelta(hours=1), end, timeout=timedelta(minutes=1)
        )
        print(f"\nPython, waiting with wait_until_final:\n  {hour}")


if __name__ == "__main__":
    main(sys.argv[1])
