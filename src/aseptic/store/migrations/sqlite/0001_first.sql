-- The first schema. Later parts stand on it, so it is wider than what is used today.
-- Rules that hold for every table:
--  * what a user said or an agent concluded stands in *_payload tables only, beside the
--    salt of its commitment; deleting that row leaves the chain whole and no content;
--  * tenant, subject, project, role and namespace are never null and never empty;
--  * times are microseconds since 1970, UTC;
--  * events, revisions and changesets are append-only.

CREATE TABLE changeset (
    id          INTEGER PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    kind        TEXT NOT NULL CHECK (kind <> ''),
    writer      TEXT NOT NULL CHECK (writer <> ''),
    operation   TEXT,
    recorded_at INTEGER NOT NULL,
    previous    BLOB NOT NULL CHECK (length(previous) = 32),
    commitment  BLOB NOT NULL CHECK (length(commitment) = 32),
    hash        BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;
CREATE TABLE changeset_payload (
    changeset   INTEGER PRIMARY KEY REFERENCES changeset (id),
    salt        BLOB NOT NULL,
    body        TEXT NOT NULL
) STRICT;
-- Where each session ended when the changeset was made: what makes truncation visible.
CREATE TABLE changeset_head (
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    session     INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    chain       BLOB NOT NULL CHECK (length(chain) = 32),
    PRIMARY KEY (changeset, session)
) STRICT, WITHOUT ROWID;

-- Sets of purposes, shared by the rows that have the same ones.
CREATE TABLE purpose_set (
    id          INTEGER PRIMARY KEY,
    names       TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE purpose (
    purposes    INTEGER NOT NULL REFERENCES purpose_set (id),
    name        TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (purposes, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE generation (
    tenant      TEXT PRIMARY KEY CHECK (tenant <> ''),
    current     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO generation (tenant, current) VALUES ('local', 0);
CREATE TABLE tombstone (
    id          INTEGER PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    generation  INTEGER NOT NULL,
    kind        TEXT NOT NULL CHECK (kind IN ('record', 'key', 'fact', 'session', 'event', 'subject', 'purpose')),
    target      BLOB NOT NULL,  -- salted digest of what was deleted, never the thing itself
    salt        BLOB NOT NULL,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    requested_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tombstone_by_target ON tombstone (tenant, kind, target);

CREATE TABLE session (
    id          INTEGER PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    name        TEXT NOT NULL CHECK (name <> ''),
    nonce       BLOB NOT NULL CHECK (length(nonce) = 16),
    forked_from INTEGER REFERENCES session (id),
    forked_at   INTEGER,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    UNIQUE (tenant, name)
) STRICT;
CREATE TABLE event (
    id          INTEGER PRIMARY KEY,
    session     INTEGER NOT NULL REFERENCES session (id),
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    subject     TEXT NOT NULL DEFAULT 'local' CHECK (subject <> ''),
    project     TEXT NOT NULL DEFAULT 'local' CHECK (project <> ''),
    role        TEXT NOT NULL DEFAULT 'local' CHECK (role <> ''),
    namespace   TEXT NOT NULL DEFAULT 'local' CHECK (namespace <> ''),
    purposes    INTEGER NOT NULL REFERENCES purpose_set (id),
    origin      TEXT NOT NULL,
    kind        TEXT NOT NULL,
    ok          INTEGER,
    observed_at INTEGER,
    recorded_at INTEGER NOT NULL,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    generation  INTEGER NOT NULL DEFAULT 0,
    purged      INTEGER REFERENCES tombstone (id),
    commitment  BLOB NOT NULL CHECK (length(commitment) = 32),
    chain       BLOB NOT NULL CHECK (length(chain) = 32),
    UNIQUE (session, seq)
) STRICT;
CREATE TABLE event_payload (
    event       INTEGER PRIMARY KEY REFERENCES event (id),
    salt        BLOB NOT NULL,
    text        TEXT NOT NULL,
    file        TEXT NOT NULL,
    line        INTEGER NOT NULL,
    end_line    INTEGER,
    col         INTEGER NOT NULL,
    byte        INTEGER,
    tool        TEXT,
    call        TEXT,
    command     TEXT,
    path        TEXT,
    start_line  INTEGER,
    exit_code   INTEGER,
    uid         TEXT
) STRICT;
-- Only what may be evidence is searchable. The index holds no copy of the text, and a
-- deletion (which names the old text) overwrites its words: secure-delete.
CREATE VIEW event_searchable AS
    SELECT p.event AS id, p.text, p.command, p.path
    FROM event_payload p JOIN event e ON e.id = p.event
    WHERE e.origin IN ('user', 'agent', 'tool');
CREATE VIRTUAL TABLE event_words USING fts5(
    text, command, path, content='event_searchable', content_rowid='id',
    tokenize='unicode61 remove_diacritics 2'
);
INSERT INTO event_words(event_words, rank) VALUES ('secure-delete', 1);

CREATE TABLE log_file (
    id          INTEGER PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    path        TEXT NOT NULL,
    format      TEXT NOT NULL,
    unit        TEXT NOT NULL,
    units       INTEGER NOT NULL DEFAULT 0,  -- the resume point: units committed so far
    events      INTEGER NOT NULL DEFAULT 0,
    complete    INTEGER NOT NULL DEFAULT 0,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    UNIQUE (tenant, path)
) STRICT;
CREATE TABLE aside (
    log_file    INTEGER NOT NULL REFERENCES log_file (id),
    unit        INTEGER NOT NULL,
    line        INTEGER NOT NULL,
    byte        INTEGER,
    reason      TEXT NOT NULL,
    detail      TEXT NOT NULL,
    PRIMARY KEY (log_file, unit)
) STRICT, WITHOUT ROWID;

CREATE TABLE operation (
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    id          TEXT NOT NULL CHECK (id <> ''),
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    record      TEXT,
    version     INTEGER,
    PRIMARY KEY (tenant, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE record (
    id          TEXT PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    subject     TEXT NOT NULL DEFAULT 'local' CHECK (subject <> ''),
    project     TEXT NOT NULL DEFAULT 'local' CHECK (project <> ''),
    role        TEXT NOT NULL DEFAULT 'local' CHECK (role <> ''),
    namespace   TEXT NOT NULL DEFAULT 'local' CHECK (namespace <> ''),
    purposes    INTEGER NOT NULL REFERENCES purpose_set (id),
    kind        TEXT NOT NULL CHECK (kind IN ('note', 'representation')),
    version     INTEGER NOT NULL CHECK (version >= 1),
    status      TEXT NOT NULL CHECK (status IN
        ('unverified', 'verified', 'frozen', 'superseded', 'expired', 'deleted')),
    key         TEXT,
    fact_key    TEXT,
    expires_at  INTEGER,
    reviewed_at INTEGER,
    load_count  INTEGER NOT NULL DEFAULT 0,
    generation  INTEGER NOT NULL DEFAULT 0,
    index_state TEXT NOT NULL DEFAULT 'none' CHECK (index_state IN ('none', 'pending', 'ready'))
) STRICT;
CREATE UNIQUE INDEX record_one_key ON record (tenant, namespace, key)
    WHERE key IS NOT NULL AND status IN ('unverified', 'verified', 'frozen');
CREATE UNIQUE INDEX record_one_value ON record (tenant, subject, project, role, namespace, fact_key)
    WHERE fact_key IS NOT NULL AND status IN ('unverified', 'verified', 'frozen');
CREATE INDEX record_by_scope ON record (tenant, namespace, status);
CREATE TABLE revision (
    record      TEXT NOT NULL REFERENCES record (id),
    version     INTEGER NOT NULL,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    observed_at INTEGER,
    recorded_at INTEGER NOT NULL,
    writer      TEXT NOT NULL,
    trigger     TEXT NOT NULL,
    operation   TEXT,
    stated      TEXT NOT NULL CHECK (stated IN ('stated', 'inferred')),
    policy      TEXT NOT NULL,
    -- Share of the citations that hold, as checked when written; null where there is none.
    confidence  REAL CHECK (confidence BETWEEN 0 AND 1),
    status      TEXT NOT NULL,
    expires_at  INTEGER,
    commitment  BLOB NOT NULL CHECK (length(commitment) = 32),
    PRIMARY KEY (record, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE revision_payload (
    id          INTEGER PRIMARY KEY,
    record      TEXT NOT NULL,
    version     INTEGER NOT NULL,
    salt        BLOB NOT NULL,
    text        TEXT NOT NULL,
    value       TEXT,
    source      TEXT,
    UNIQUE (record, version)
) STRICT;
CREATE VIRTUAL TABLE record_words USING fts5(
    text, value, content='revision_payload', content_rowid='id',
    tokenize='unicode61 remove_diacritics 2'
);
INSERT INTO record_words(record_words, rank) VALUES ('secure-delete', 1);
CREATE TABLE vector (
    record      TEXT NOT NULL REFERENCES record (id),
    version     INTEGER NOT NULL,
    embedder    TEXT NOT NULL,
    index_state TEXT NOT NULL CHECK (index_state IN ('pending', 'ready')),
    data        BLOB,
    PRIMARY KEY (record, embedder)
) STRICT, WITHOUT ROWID;

-- A quote is a span of its event's text: it stands nowhere else. The digest is salted
-- with the event's salt, which goes when the event's payload goes.
CREATE TABLE evidence_link (
    id          INTEGER PRIMARY KEY,
    record      TEXT NOT NULL REFERENCES record (id),
    version     INTEGER NOT NULL,
    event       INTEGER NOT NULL REFERENCES event (id),
    span_start  INTEGER NOT NULL,
    span_end    INTEGER NOT NULL CHECK (span_end > span_start),
    digest      BLOB NOT NULL CHECK (length(digest) = 32),
    speaker     TEXT NOT NULL,
    stance      TEXT NOT NULL CHECK (stance IN ('supports', 'contradicts', 'mentions')),
    root        INTEGER NOT NULL REFERENCES event (id)
) STRICT;
CREATE INDEX evidence_by_record ON evidence_link (record, version);
CREATE INDEX evidence_by_event ON evidence_link (event);
CREATE INDEX evidence_by_root ON evidence_link (root);
CREATE TABLE decision (
    id          INTEGER PRIMARY KEY,
    record      TEXT,
    version     INTEGER,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    code        TEXT NOT NULL,
    outcome     TEXT NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown')),
    policy      TEXT NOT NULL,
    decided_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX decision_by_record ON decision (record, version);
CREATE TABLE decision_payload (
    decision    INTEGER PRIMARY KEY REFERENCES decision (id),
    reason      TEXT NOT NULL
) STRICT;
CREATE TABLE decision_evidence (
    decision    INTEGER NOT NULL REFERENCES decision (id),
    link        INTEGER NOT NULL REFERENCES evidence_link (id),
    PRIMARY KEY (decision, link)
) STRICT, WITHOUT ROWID;
CREATE TABLE edge (
    kind        TEXT NOT NULL CHECK (kind IN ('derived_from', 'supersedes')),
    record      TEXT NOT NULL REFERENCES record (id),
    version     INTEGER NOT NULL,
    of_record   TEXT NOT NULL REFERENCES record (id),
    of_version  INTEGER NOT NULL,
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    PRIMARY KEY (kind, record, version, of_record, of_version)
) STRICT, WITHOUT ROWID;
CREATE INDEX edge_back ON edge (of_record, of_version);
CREATE TABLE exposure (
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    session     TEXT NOT NULL,
    build       TEXT NOT NULL,
    record      TEXT NOT NULL REFERENCES record (id),
    version     INTEGER NOT NULL,
    exposed_at  INTEGER NOT NULL,
    PRIMARY KEY (tenant, session, build, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE snapshot (
    id          TEXT PRIMARY KEY,
    tenant      TEXT NOT NULL DEFAULT 'local' CHECK (tenant <> ''),
    changeset   INTEGER NOT NULL REFERENCES changeset (id),
    taken_at    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE surface (
    name        TEXT PRIMARY KEY,
    kind        TEXT NOT NULL CHECK (kind IN ('canonical', 'derived')),
    location    TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO surface VALUES
    ('events', 'canonical', 'event_payload'),
    ('records', 'canonical', 'revision_payload'),
    ('changesets', 'canonical', 'changeset_payload'),
    ('decisions', 'canonical', 'decision_payload'),
    ('event words', 'derived', 'event_words'),
    ('record words', 'derived', 'record_words'),
    ('vectors', 'derived', 'vector');

CREATE TRIGGER event_kept BEFORE DELETE ON event
    BEGIN SELECT raise(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_fixed BEFORE UPDATE OF id, session, seq, tenant, subject, project, role,
    namespace, origin, kind, ok, observed_at, recorded_at, changeset, commitment, chain ON event
    BEGIN SELECT raise(ABORT, 'events are append-only'); END;
CREATE TRIGGER event_payload_fixed BEFORE UPDATE ON event_payload
    BEGIN SELECT raise(ABORT, 'events are append-only'); END;
CREATE TRIGGER revision_kept BEFORE DELETE ON revision
    BEGIN SELECT raise(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER revision_fixed BEFORE UPDATE ON revision
    BEGIN SELECT raise(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER revision_payload_fixed BEFORE UPDATE ON revision_payload
    BEGIN SELECT raise(ABORT, 'revisions are append-only'); END;
CREATE TRIGGER changeset_kept BEFORE DELETE ON changeset
    BEGIN SELECT raise(ABORT, 'changesets are append-only'); END;
CREATE TRIGGER changeset_fixed BEFORE UPDATE ON changeset
    BEGIN SELECT raise(ABORT, 'changesets are append-only'); END;
