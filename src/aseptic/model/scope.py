"""Where a record lives, and who asks."""

from __future__ import annotations

from dataclasses import dataclass

LOCAL = "local"


@dataclass(frozen=True, slots=True)
class Scope:
    """Tenant, subject, project, role, namespace and purposes of a record; never null.

    One person on one computer has the explicit scope `local` throughout.
    """

    tenant: str = LOCAL
    subject: str = LOCAL
    project: str = LOCAL
    role: str = LOCAL
    namespace: str = LOCAL
    purposes: frozenset[str] = frozenset({LOCAL})

    def __post_init__(self) -> None:
        for name in ("tenant", "subject", "project", "role", "namespace"):
            if not getattr(self, name):
                raise ValueError(
                    f"scope: {name} is empty; a missing {name} is an error, never 'all'"
                )
        if not self.purposes or not all(self.purposes):
            raise ValueError("scope: at least one purpose is needed, and none may be empty")
