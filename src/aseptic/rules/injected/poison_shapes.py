"""What planted instructions look like, by family. A pattern is built only when its trigger occurs.

Texts are matched in lower case on one line (see `plain`). A family that is `agent`
only speaks about agent-written memory: a person may well tell an agent in CLAUDE.md
not to ask, but no agent may learn that from experience.
"""

from __future__ import annotations

import re
from functools import cache

from aseptic.records import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """One family of planted text."""

    family: str
    triggers: tuple[str, ...]
    """Lower-case substrings, any of which must occur."""
    pattern: str
    agent: bool = False
    also: tuple[str, ...] = ()
    """Substrings of which one must occur as well, for families with everyday triggers."""
    guarded: bool = True
    """Whether a negation or a description just before it silences it."""


_OLD = r"(?:all|any|every|the|your|my|our|of|these|those|such|above|previous(?:ly)?|prior|earlier|preceding|existing|former|other|system|safety|security|original|initial|current|given|past|built-in|default|user'?s?)"
_ORDERS = r"(?:instructions?|directives?|directions|prompts?|guidelines?|guard ?rails?|rules?|polic(?:y|ies)|constraints?|restrictions?|commands?|programming|orders|training)"
_PAST = r"(?:all|any|previous|prior|earlier|above|preceding|former|existing|original|initial|system|safety|security|your|past)"
_USER = r"(?:user|users|operator|owner|human|humans|developer|developers|reviewer|reviewers|admin|administrator|anyone|anybody|customer)"
_SECRETS = r"(?:secrets?|credentials?|(?:api|private|ssh|access|secret|signing) ?keys?|passwords?|tokens?|\.env|environment variables|session cookies?|system prompt|hidden prompt)"
_DATA = r"(?:conversations?|chats?|chat history|transcripts?|messages?|emails?|mails?|customer (?:data|records|list)|user data|personal data|documents?|invoices?|files?|source code|contents?|memor(?:y|ies)|logs?|notes?|data)"
_OUT = r"(?:https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+|(?:an? |the |this |my )?(?:external|attacker|remote|outside|third[- ]party|following|collection|drop) (?:server|address|email|endpoint|url|site|host|webhook|account|e-mail)|(?:a |the )?webhook)"

_AWAY = (
    "@",
    "http",
    "webhook",
    "server",
    "address",
    "endpoint",
    "url",
    "site",
    "host",
    "account",
    "e-mail to",
    "email to",
)
"""What every way out of the session names."""

_NAMES_OF_SECRETS = (
    "secret", "credential", "key", "password", "token", ".env", "environment variables",
    "session cookie", "prompt",
)  # fmt: skip
"""What every match of `_SECRETS` holds."""

SHAPES: tuple[Shape, ...] = (
    Shape(
        "override",
        (
            "ignore",
            "disregard",
            "forget",
            "overrid",
            "neglect",
            "bypass",
            "circumvent",
            "set aside",
        ),
        rf"\b(?:ignore|disregard|forget|override|neglect|bypass|circumvent|set aside)\b (?:{_OLD} ){{0,4}}?{_PAST} (?:{_OLD} ){{0,3}}{_ORDERS}\b(?! (?:file|page|handler|hook|field|class|function|method|engine|table|set in))",
    ),
    Shape(
        "override",
        (
            "new instructions",
            "new directive",
            "updated instructions",
            "real instructions",
            "new persona",
        ),
        r"(?:^|[.;:!>\]] ?)(?:(?:your|the) )?(?:new|updated|real|actual) (?:instructions?|directives?|persona)(?: are)?: \w",
    ),
    Shape(
        "override",
        ("once stored", "operating directive", "highest priority", "supersede", "takes precedence"),
        r"\b(?:treat|regard|follow|obey|use) this (?:note|message|text|memory|entry)\b.{0,40}\b(?:directive|instruction|priority|system prompt)|\bthis (?:note|memory|entry|message) (?:overrides|supersedes|takes precedence over) (?:all|any|every|the|your)\b",
    ),
    Shape(
        "override",
        (
            "instructions pr",
            "instrucciones",
            "anweisungen",
            "忽略",
            "無視",
            "istruzioni",
            "instruções",
        ),
        r"\bignorez (?:toutes )?les instructions|\bignor(?:a|e|en) (?:todas )?(?:las )?instrucciones|\bignorier(?:e|en sie) (?:alle )?(?:vorherigen |bisherigen )?anweisungen|忽略.{0,8}(?:指令|指示|说明)|(?:指示|命令)を無視|\bignora (?:tutte )?le istruzioni|\bignore (?:todas )?as instruções",
    ),
    Shape(
        "persona",
        (
            "you are now",
            "you're now",
            "from now on you",
            "act as",
            "pretend to be",
            "you are an un",
            "you are a ",
        ),
        r"\b(?:you are now|you're now|from now on,? you(?: are|'re)|act as|pretend to be|you are) (?:an? |the |in )?(?:dan\b|do anything|unrestricted|jailbroken|uncensored|unfiltered|evil|developer mode|god mode|root\b|free(?:d)? from|admin\w* with full|superuser)",
    ),
    Shape(
        "persona",
        (
            "developer mode",
            "unrestricted",
            "no safety",
            "without safety",
            "no restrictions",
            "do anything now",
            "freed from",
            "jailbr",
        ),
        r"\bdeveloper mode (?:activated|enabled|on\b)|\b(?:no|without|ignoring) (?:any )?(?:safety|ethical|content) (?:guidelines?|restrictions?|checks?|filters?|limits?)|\bdo anything now\b|\bfreed from (?:all |your )?(?:limit|restrict|constrain)|\bunrestricted (?:ai|mode|assistant|agent)\b",
    ),
    Shape(
        "exfiltration",
        ("reveal", "leak", "dump", "exfiltrat", "disclose", "print", "expose", "divulge"),
        rf"\b(?:reveal|leak|dump|exfiltrate|disclose|divulge)\b (?:\w+ ){{0,3}}?{_SECRETS}\b|\b(?:print|expose|output|show|repeat) (?:all (?:the |stored )?|every |your |the (?:system|admin|hidden) )(?:\w+ )?(?:{_SECRETS}|prompt|password)\b",
        also=_NAMES_OF_SECRETS,
    ),
    Shape(
        "exfiltration",
        (
            "send",
            "forward",
            "upload",
            "post",
            "email",
            "e-mail",
            "mail",
            "copy",
            "bcc",
            "transmit",
            "exfiltrat",
            "report",
        ),
        rf"\b(?:send|forward|upload|post|e-?mail|copy|transmit|exfiltrate|bcc|cc)\b (?:\w+ |[,'’]+ ?){{0,4}}?(?:all|every|any|a copy|copies|{_SECRETS}|customer|conversation|chat history)\b.{{0,60}}?\b(?:to|at|with) {_OUT}|\b(?:bcc|cc) [\w.+-]+@[\w-]+\.\w+ (?:on|in|to) (?:all|every|any)",
        also=_AWAY,
    ),
    Shape(
        "exfiltration",
        ("append", "include", "attach", "encode", "embed"),
        rf"\b(?:append|include|attach|encode|embed)\b (?:\w+ ){{0,4}}?(?:{_SECRETS}|{_DATA})\b.{{0,40}}\b(?:image url|query string|url parameter|tracking pixel|markdown image|every (?:url|link|request))",
        also=("image", "query string", "url parameter", "tracking pixel", "every "),
    ),
    Shape(
        "forged role",
        ("system", "im_start", "inst]", "developer:", "assistant:", "admin"),
        r"<\|?(?:im_start|system)\|?>|</?system>|\[/?inst\]|\[system\]|(?:^|[.;!)\]] ?)(?:note: )?(?:system|developer|admin(?:istrator)?|assistant)(?: (?:message|note|override|notice))?: ?(?:you (?:must|should|will|may|are now|can|have)|from now on|ignore|override|new instructions?|disregard)",
        guarded=False,
    ),
    Shape(
        "forged memory",
        ("memory_persist", "user_memory=", "memory_write", "system_memory"),
        r"\[(?:memory_persist|memory_write|system_memory)\]|(?:\[user_memory=[^\]]*\]\s*){2,}",
        guarded=False,
    ),
    Shape(
        "forged memory",
        ("remember this", "store this", "save this", "treat this", "as a system", "as permanent"),
        r"\b(?:remember|store|save|record|keep|treat) (?:this|the following|that)\b.{0,30}\bas (?:a |an |the )?(?:system|permanent|core|operating|root|immutable|trusted|highest[- ]priority)[- ]?(?:level )?(?:directive|instruction|rule|prompt|policy|message|command)",
    ),
    Shape(
        "concealment",
        (
            "tell",
            "inform",
            "notify",
            "mention",
            "alert",
            "reveal",
            "disclose",
            "knowledge",
            "noticing",
        ),
        rf"\b(?:do not|don't|never|must not|should not|without) (?:ever )?(?:tell|telling|inform|informing|notify|notifying|alert|alerting) (?:the |your |any )?{_USER}\b(?! (?:that|which|when|if|to|whether|a|the|they|you|how|what|it)\b)|\b(?:do not|don't|never|must not|should not) (?:ever )?(?:mention|reveal|disclose|tell|report|show|admit) (?:this|it|these|them|the existence)\b.{{0,40}}\b(?:to )?(?:the |your |any )?{_USER}\b|\bwithout (?:the )?{_USER}(?:'s?)? (?:knowledge|noticing|knowing)|\bkeep (?:this|it) (?:secret|hidden|confidential) from (?:the )?{_USER}",
        guarded=False,
    ),
    Shape(
        "approval",
        ("approv", "confirm", "permission", "asking", "verif", "authori", "review", "check"),
        r"\b(?:approve|pay|transfer|wire|refund|purchase|grant|accept|merge|authori[sz]e|release)\b[^.;]{0,60}\bwithout (?:any |further |asking|a |the |human |manual |operator )*(?:asking|approval|confirmation|verification|review|checks?|authori[sz]ation|permission|confirming|verifying)|\b(?:never|do not|don't|no need to) ask (?:the )?(?:operator|user|owner|human|admin|customer) (?:for|before) (?:confirm|approv|permission)|\b(?:may|can|should|always) skip (?:the |any |all )?(?:approval|confirmation|verification|authori[sz]ation|security review|permission)",
        agent=True,
        also=("without", " ask ", " skip "),
    ),
    Shape(
        "authority",
        (
            "administrator",
            "admin",
            "root",
            "full access",
            "pre-approved",
            "preapproved",
            "elevated",
        ),
        r"\b(?:the )?(?:assistant|agent|model|bot|you) (?:has|have|is granted|are granted|was granted) (?:full |been granted )?(?:administrator|admin|root|superuser|elevated|unlimited)\b|\b(?:grants?|gives?) (?:the )?(?:assistant|agent|you) (?:full |root |admin\w* )(?:access|rights|privileges)",
    ),
    Shape(
        "obedience",
        ("follow", "obey", "execute", "comply", "trust"),
        r"\b(?:follow|obey|execute|comply with|carry out|trust) (?:any|all|every) (?:\w+ )?(?:instructions?|commands?|directives?|requests?)\b.{0,20}\b(?:in|from|inside|within) (?:the |an? |any |all )?(?:\w+ )?(?:e-?mails?|web ?pages?|websites?|tickets?|issues?|comments?|messages?|search results?|tool (?:outputs?|results?))|\balways comply with (?:all |any |every )?(?:\w+ )?requests\b|\bcomply with (?:all|any) requests\b|\bmust always comply\b",
    ),
    Shape(
        "sleeper",
        ("when", "if ", "once", "whenever", "after", "next time", "upon"),
        rf"\b(?:when(?:ever)?|if|once|upon|after|(?:the )?next time|as soon as)\b.{{3,90}}?\b(?:send|forward|upload|e-?mail|post|transfer|wire|copy|exfiltrate)\b[^.;]{{0,70}}\bto {_OUT}",
        agent=True,
        also=_AWAY,
    ),
    Shape(
        "sleeper",
        ("disable", "turn off", "switch off", "bypass", "delete", "wipe", "suppress"),
        r"\b(?:when(?:ever)?|if|once|upon|after|(?:the )?next time|from now on|always|it is safe to|you (?:may|can|should)|no need to)\b[^.;]{0,90}?\b(?:disable|turn off|switch off|bypass|suppress|wipe)\b (?:\w+ ){0,3}?(?:audit(?:ing)?(?: log\w*)?|logging|security|safety|authenti\w+|authori\w+|access control|verification|approval|monitoring|alerts?|guard ?rails?|permission checks?|2fa|mfa|certificate (?:checks?|validation))\b",
        agent=True,
    ),
    Shape(
        "covert",
        ("silently", "secretly", "covertly", "surreptitiously"),
        r"\b(?:secretly|covertly|surreptitiously|silently) (?:send|forward|copy|upload|e-?mail|record|install|delete|modify|change|insert|add|approve|transfer|exfiltrate|log)\b",
        agent=True,
    ),
    Shape(
        "steering",
        ("trusted source", "authoritative", "go-to", "recommend", "most reliable"),
        r"\b(?:remember|treat|regard|consider|cite)\b .{1,60}?\bas (?:a |an |the |your )?(?:most )?(?:trusted|authoritative|reliable|go-to|preferred) (?:source|site|citation|vendor|provider|authority|reference)\b|\balways recommend [^.;]{2,50} (?:first|over (?:all )?(?:others?|competitors?|alternatives?))\b|\brecommend [^.;]{2,40} (?:first )?(?:in|for) (?:all )?future (?:conversations?|sessions?|answers?)",
        agent=True,
    ),
    Shape(
        "steering",
        ("iban", "account number", "bank detail", "payment detail", "wallet", "routing number"),
        r"\b(?:change|replace|swap|update|substitute|use)\b [^.;]{0,50}\b(?:iban|account number|bank details?|payment details?|wallet address|routing number)\b[^.;]{0,40}\b(?:to|with|by|instead|for (?:all|every|any))\b",
        agent=True,
    ),
    Shape(
        "hidden code",
        ("curl", "wget", "base64", "eval", "powershell"),
        r"\b(?:when(?:ever)?|if|once|before every|after every|at the start of (?:each|every)|always)\b.{0,60}\b(?:curl|wget)\b[^|]{3,120}\|\s*(?:sudo )?(?:ba|z)?sh\b|\bdecode (?:and|then) (?:execute|run)|\bbase64 (?:-d|--decode)\b[^|]{0,60}\|\s*(?:ba|z)?sh\b",
    ),
)

_NEGATED = r"\b(?:not|never|n't|don't|doesn't|cannot|can't|won't|avoid|refuse(?:s|d)? to|without|no longer|nobody may|must not|isn't allowed to|forbid\w*|prohibit\w*|declin\w*)\b(?: \w+){0,3} ?$"
_DESCRIBED = r"\b(?:detect\w*|prevent\w*|block\w*|reject\w*|flag\w*|scan\w*|filter\w*|attack\w*|injection\w*|malicious|poison\w*|jailbreak\w*|pattern\w*|phrases?|such as|e\.g\.|test (?:case|that|for)|guards? against|protects? against|attempts? to|tries to|trying to)\b[^.!?]{0,60}$"


def families(text: str, *, agent: bool) -> list[tuple[str, int, int]]:
    """(family, start, end) of each planted shape in a `plain` text; at most one a family."""
    lower = text.lower()
    found: dict[str, tuple[int, int]] = {}
    for shape in SHAPES:
        if (shape.agent and not agent) or shape.family in found:
            continue
        if not any(trigger in lower for trigger in shape.triggers):
            continue
        if shape.also and not any(word in lower for word in shape.also):
            continue
        for match in _compiled(shape.pattern).finditer(lower):
            if shape.guarded and _is_guarded(lower, match.start()):
                continue
            found[shape.family] = match.span()
            break
    return [(family, start, end) for family, (start, end) in found.items()]


def _is_guarded(lower: str, start: int) -> bool:
    """Whether the words just before say that it must not happen, or only speak about it."""
    before = lower[max(0, start - 80) : start]
    return bool(re.search(_NEGATED, before) or re.search(_DESCRIBED, before))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
