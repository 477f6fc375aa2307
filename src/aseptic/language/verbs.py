"""Common verbs of working notes: how a clause is told from a noun phrase."""

from __future__ import annotations

from aseptic.language.stems import stem

_BASE = frozenset(
    """add address adjust allow always analyse analyze apply ask assert assign assume attach audit avoid
    batch bind block break build bump call capture catch change check choose clean clear clone close
    collect combine commit compare compile configure confirm consider consult convert copy cover create
    debug declare define delete deploy deprecate describe design detect disable discuss distribute
    do document download drop edit emit enable encode enforce ensure escape evaluate examine exclude
    execute expand explain explore export expose extend extract fall favour favor fetch fill filter
    find finish fix follow force format generate get give go group guard handle hide identify ignore
    implement import improve include increase initialise initialize inject inline insert inspect
    install integrate investigate invoke isolate keep kill launch learn leave let limit link lint list load
    locate log look maintain make manage map mark match measure merge migrate mock modify monitor
    mount move name narrow never normalise normalize note notify omit open optimise optimize
    override parse pass pick pin place prefer prepare preserve press prevent print prioritise
    prioritize process produce profile propagate protect prove provide publish pull push put quote raise
    read rebase rebuild recommend record redirect reduce refactor refer register release reload
    remember remove rename reorder replace reply report request require rerun reset resolve respect
    restart restore restrict retry return reuse revert review revise rewrite rotate run save scan schedule
    search select send separate serve set share ship show simplify skip sort specify split stage start
    stick stop store stream strip structure submit summarise summarize support surface switch sync take
    tell test throw track translate treat trigger trim trust try turn type uncomment understand undo
    unify update upgrade upload use validate verify view wait watch wire work wrap write listen connect point accept expect belong cause cost depend differ exist
    expire hold contain indicate live mean need occur own perform receive reference represent reside
    live rely render request respond resume seem skip span stay succeed fail suffer talk tend trail
    trip vary close overwrite""".split()
)
_PAST_IRREGULAR = frozenset(
    """was were had did went ran found wrote read made took gave built sent kept lost broke chose began
    held left said saw showed thought threw got set put cut hit let fell hid rose became caught
    felt led met won hung dealt split reset reran rewrote rebuilt undid spent stuck""".split()
)
_FINITE = frozenset(
    """is are was were has have had does do did will would can could should must may might cannot
    isn't aren't wasn't weren't hasn't haven't doesn't don't didn't won't can't couldn't""".split()
)


def is_base(word: str) -> bool:
    """Whether the lower-case word is the plain form of a common verb (as an order starts)."""
    return word in _BASE


def is_past(word: str) -> bool:
    """Whether the word looks like a past form: `added`, `ran`."""
    low = word.lower()
    return low in _PAST_IRREGULAR or (
        len(low) > 4 and low.endswith("ed") and not low.endswith("eed")
    )


def is_finite(word: str) -> bool:
    """Whether the word is an auxiliary, a past form, or the -s form of a common verb."""
    low = word.lower().replace("’", "'")
    if low in _FINITE or is_past(low):
        return True
    return low.endswith("s") and stem(low) in _STEMS


_STEMS = frozenset(stem(word) for word in _BASE)


_ACTIONS = {
    form: name
    for name, words in {
        "add": "add insertion create introduce implement insert write new include append extend",
        "remove": "remove delete deletion drop strip eliminate discard",
        "change": "update change modify edit adjust rename refactor simplify replace convert move extract"
        " restructure switch migrate rework consolidate standardize rewrite reorganize split inline wire unify",
        "fix": "fix resolve correct repair address handle patch solve",
        "find": "find figure determine realize learn locate conclude identify discover detect notice reveal flag catch see observe trace diagnose show spot",
        "verify": "verify confirm check validate test ensure prove",
        "say": "say ask request mention state clarify note comment reply respond tell explain want describe point"
        " report raise question suggest",
        "use": "use employ leverage call invoke utilize run execute",
        "complete": "complete finish done",
        "fail": "fail break error crash",
        "cause": "cause lead result trigger produce",
        "refuse": "refuse reject decline deny",
        "commit": "commit",
        "push": "push",
        "merge": "merge",
        "need": "need require must",
        "keep": "keep preserve retain maintain",
        "prevent": "prevent avoid block stop guard",
        "pass": "pass succeed",
        "read": "read load parse fetch get",
        "store": "store save persist record track",
        "return": "return yield give",
        "compute": "compute calculate count derive",
        "contain": "contain hold have include",
        "start": "start begin launch initialise initialize",
        "document": "document describe explain",
    }.items()
    for form in (stem(word) for word in words.split())
}


def action(word: str) -> str | None:
    """The class of a verb whose members may stand for each other in a report (`fix`: resolved)."""
    return _ACTIONS.get(stem(word))


def action_of_stem(stemmed: str) -> str | None:
    """As `action`, for a word that is a stem already."""
    return _ACTIONS.get(stemmed)
