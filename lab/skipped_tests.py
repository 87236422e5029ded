"""Lists the Java tests that were skipped, by name and with their reasons."""

import pathlib
import xml.etree.ElementTree as ET

ROOT = pathlib.Path(__file__).resolve().parent.parent


def skipped(report: pathlib.Path) -> list[tuple[str, str]]:
    """Name and reason of each skipped test of a class."""
    found = []
    for case in ET.parse(report).getroot().iter("testcase"):
        mark = case.find("skipped")
        if mark is not None:
            text = mark.get("message") or (mark.text or "").strip()
            reason = text.split("\n", 1)[0].split("Assumption failed: ", 1)[-1]
            found.append((f"{case.get('classname')}.{case.get('name')}", reason))
    return found


def main() -> None:
    reports = sorted(ROOT.glob("**/target/surefire-reports/TEST-*.xml"))
    if not reports:
        raise SystemExit("there are no test reports: run 'make test'")
    by_reason: dict[str, list[str]] = {}
    for report in reports:
        for name, reason in skipped(report):
            by_reason.setdefault(reason, []).append(name)
    total = sum(len(names) for names in by_reason.values())
    print(f"skipped tests: {total}")
    for reason, names in by_reason.items():
        print(f"  {len(names)}: {reason or 'no reason given'}")
        for name in names:
            print(f"    {name}")


if __name__ == "__main__":
    main()
