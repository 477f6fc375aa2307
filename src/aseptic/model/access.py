"""Who asks, for whom and for which purpose. Made by trusted code, never by a model."""

from __future__ import annotations

from dataclasses import dataclass

from aseptic.errors import AccessError
from aseptic.model.scope import Scope


@dataclass(frozen=True, slots=True)
class Access:
    """Everything is compared by exact equality: there are no wildcards, prefixes or defaults.

    Raises:
        AccessError: a part is missing, empty or not text. A missing tenant or purpose is
            an error, never "all".
    """

    who: str
    tenant: str
    purpose: str
    subject: str
    project: str
    role: str
    namespace: str

    def __post_init__(self) -> None:
        for name in ("who", "tenant", "purpose", "subject", "project", "role", "namespace"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise AccessError(f"access: {name} is missing; that is an error, never 'all'")

    @property
    def scope(self) -> Scope:
        """Where a record written under this access lives."""
        purposes = frozenset({self.purpose})
        return Scope(self.tenant, self.subject, self.project, self.role, self.namespace, purposes)
