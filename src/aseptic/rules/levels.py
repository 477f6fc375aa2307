"""The usual levels of a rule: what is an error depends on who wrote the memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aseptic.model.finding import Level
from aseptic.model.note import MemoryKind

ALWAYS_ERROR: Mapping[MemoryKind, Level] = MappingProxyType(
    {MemoryKind.INSTRUCTIONS: Level.ERROR, MemoryKind.AGENT: Level.ERROR}
)
"""Size, dead references, secrets, poison, conflicts: wrong whoever wrote it."""

AGENT_ERROR: Mapping[MemoryKind, Level] = MappingProxyType(
    {MemoryKind.INSTRUCTIONS: Level.NOTE, MemoryKind.AGENT: Level.ERROR}
)
"""Provenance and review: people answer for their own files, agents do not."""

AGENT_WARNING: Mapping[MemoryKind, Level] = MappingProxyType(
    {MemoryKind.INSTRUCTIONS: Level.NOTE, MemoryKind.AGENT: Level.WARNING}
)
"""Worth a look in agent-written memory; never a reason to stop a commit."""

ALWAYS_WARNING: Mapping[MemoryKind, Level] = MappingProxyType(
    {MemoryKind.INSTRUCTIONS: Level.WARNING, MemoryKind.AGENT: Level.WARNING}
)
