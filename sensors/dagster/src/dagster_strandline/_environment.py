"""Options that are named by environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from strandline import InvalidOptionsError


def with_variables(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options in which each `dg.EnvVar` is replaced by its variable's value.

    Dagster does so in a resource's own fields alone. What lies in a dictionary of any values comes
    to a run as `{"env": name}`, and outside of a run as it was given.
    """
    return {name: _value(name, value) for name, value in options.items()}


def _value(option: str, value: Any) -> Any:
    # dg.EnvVar, or dg.EnvVar.int(...), whose class Dagster does not export.
    variable = getattr(value, "env_var_name", None)
    if isinstance(value, dict) and list(value) == ["env"]:
        variable = value["env"]
    if variable is None:
        return value
    found = os.environ.get(variable)
    if found is None:
        raise InvalidOptionsError(
            f"option {option} is the environment variable {variable}, which is not set",
            f"set {variable} where the run or the sensor is evaluated",
        )
    return found
