"""Listings of the public names of a Python package.

`python/run.py [--lock LOCK] python/tests/listing.py PACKAGE` writes the one of a package (see
`LISTINGS`) whose dependencies LOCK holds.
"""

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]

LISTINGS = {
    "strandline": ROOT / "python" / "tests" / "api.txt",
    "airflow_strandline": ROOT / "sensors" / "airflow" / "tests" / "api.txt",
    "dagster_strandline": ROOT / "sensors" / "dagster" / "tests" / "api.txt",
}


def listing(package: str) -> str:
    """Every public name with what can be called on it, one a line."""
    lines = []
    for module in public_modules(importlib.import_module(package)):
        for name in public_names(module):
            value = getattr(module, name)
            lines.append(f"{module.__name__}.{name}{signature(value)}")
            if inspect.isclass(value):
                found = members(value, package)
                lines += [f"{module.__name__}.{name}.{member}" for member in found]
    return "\n".join(lines) + "\n"


def public_modules(package: ModuleType) -> Iterator[ModuleType]:
    """Those that say what is public; of a package that does not, all but its examples."""
    says = hasattr(package, "__all__")
    yield package
    for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if "._" not in each.name and ".example_dags" not in each.name:
            module = importlib.import_module(each.name)
            if hasattr(module, "__all__") or not says:
                yield module


def public_names(module: ModuleType) -> list[str]:
    """What a module says is public, else what it has made itself."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    made = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]
    # Constants know nothing of where they were made.
    constants = re.findall(r"^([A-Z][A-Z_]*)\b.*? = ", inspect.getsource(module), re.MULTILINE)
    return sorted({*made, *constants})


def signature(value: object) -> str:
    if not callable(value) or (inspect.isclass(value) and issubclass(value, Exception)):
        return ""
    try:
        return re.sub(r" at 0x[0-9a-f]+", "", str(inspect.signature(value)))
    except ValueError:
        return ""


def members(kind: type, package: str) -> list[str]:
    own: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if not base.__module__.startswith(package):
            continue
        for name in (*getattr(base, "__annotations__", {}), *vars(base)):
            if not name.startswith("_"):
                value = inspect.getattr_static(kind, name, None)
                plain = value.__func__ if isinstance(value, classmethod) else value
                own[name] = signature(plain) if inspect.isfunction(plain) else ""
    return [name + own[name] for name in sorted(own)]


if __name__ == "__main__":
    (wanted,) = sys.argv[1:]
    written = LISTINGS[wanted]
    sys.path[:0] = [str(ROOT / "python" / "src"), str(written.parents[1] / "src")]
    written.write_text(listing(wanted), "utf-8")
