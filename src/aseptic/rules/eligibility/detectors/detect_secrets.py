"""More token formats, through detect-secrets and its plugins by name.

Not among the standard detectors: importing it takes 0.3 s, and its keyword and entropy
plugins, which speak about ordinary words, are left out here.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from aseptic.errors import MissingExtraError
from aseptic.rules.eligibility.finding import Span

PLUGINS = (
    "artifactory.ArtifactoryDetector", "aws.AWSKeyDetector", "azure_storage_key.AzureStorageKeyDetector",
    "cloudant.CloudantDetector", "discord.DiscordBotTokenDetector", "github_token.GitHubTokenDetector",
    "gitlab_token.GitLabTokenDetector", "ibm_cos_hmac.IbmCosHmacDetector", "mailchimp.MailchimpDetector",
    "npm.NpmDetector", "openai.OpenAIDetector", "private_key.PrivateKeyDetector",
    "pypi_token.PypiTokenDetector", "sendgrid.SendGridDetector", "slack.SlackDetector",
    "square_oauth.SquareOAuthDetector", "stripe.StripeDetector", "telegram_token.TelegramBotTokenDetector",
    "twilio.TwilioKeyDetector",
)  # fmt: skip


class DetectSecrets:
    """Its named plugins, each line on its own."""

    name = "detect-secrets"
    categories = frozenset({"credential"})

    def __init__(self, plugins: tuple[str, ...] = PLUGINS) -> None:
        """Raises `MissingExtraError` where the extra is not installed."""
        self._plugins = [_plugin(name) for name in plugins]

    def find(self, text: str) -> Iterator[Span]:
        """One span for each place of each secret that a plugin reports."""
        at = 0
        for line in text.split("\n"):
            for plugin in self._plugins:
                for secret in set(plugin.analyze_string(line)):
                    start = line.find(secret)
                    while secret and start >= 0:
                        yield Span(
                            "credential", plugin.secret_type, at + start, at + start + len(secret)
                        )
                        start = line.find(secret, start + len(secret))
            at += len(line) + 1


def _plugin(name: str) -> Any:
    module, _, kind = name.partition(".")
    try:
        return getattr(importlib.import_module(f"detect_secrets.plugins.{module}"), kind)()
    except ImportError as error:
        raise MissingExtraError("detect-secrets", "policy") from error
