"""Captured tables, by what a stream needs to know of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import dagster as dg

KeyLike = dg.AssetKey | str | Sequence[str]
"""An asset's key, or what Dagster makes one of."""


@dataclass(frozen=True)
class CapturedTable:
    """A capture instance and the bronze table that it is ingested into.

    `name` is the table's path below the warehouse, by which its verdict is asked for; `options` are
    those of `strandline.Options` and win over the resource's.
    """

    name: str
    capture_instance: str
    options: Mapping[str, Any] = field(default_factory=dict)
