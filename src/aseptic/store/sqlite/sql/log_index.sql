-- The disposable index of `audit`: events as read, and a full-text index over
-- those that may be evidence. Lost without loss: it is built again from the logs.

-- name: schema
CREATE TABLE IF NOT EXISTS session (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    of     INTEGER,
    at     INTEGER,
    first  INTEGER
);
CREATE TABLE IF NOT EXISTS event (
    id         INTEGER PRIMARY KEY,
    session    INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    origin     TEXT NOT NULL,
    kind       TEXT NOT NULL,
    text       TEXT NOT NULL,
    file       TEXT NOT NULL,
    line       INTEGER NOT NULL,
    end_line   INTEGER,
    col        INTEGER NOT NULL,
    byte       INTEGER,
    time       INTEGER,
    ok         INTEGER,
    tool       TEXT,
    call       TEXT,
    command    TEXT,
    path       TEXT,
    start_line INTEGER,
    exit_code  INTEGER,
    uid        TEXT,
    base       TEXT,
    moment     INTEGER,
    digest     BLOB NOT NULL,
    UNIQUE (session, seq)
);
CREATE INDEX IF NOT EXISTS event_call ON event (session, call) WHERE call IS NOT NULL;
CREATE INDEX IF NOT EXISTS event_base ON event (base, moment) WHERE base IS NOT NULL;
CREATE TABLE IF NOT EXISTS log_file (
    path    TEXT PRIMARY KEY,
    size    INTEGER NOT NULL,
    mtime   INTEGER NOT NULL,
    digest  BLOB NOT NULL,
    summary BLOB NOT NULL
);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(
    text, about, place,
    content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE IF NOT EXISTS vocabulary USING fts5vocab('words', 'row');

-- name: tune
-- Memory that the full-text index may fill before it writes a segment, in bytes.
INSERT INTO words(words, rank) VALUES ('hashsize', 8388608);

-- name: sessions
SELECT name FROM session ORDER BY first IS NULL, first, name;

-- name: session_ids
SELECT s.name, s.id, s.of, s.at, (SELECT max(seq) FROM event WHERE session = s.id),
       (SELECT moment FROM event WHERE session = s.id ORDER BY seq DESC LIMIT 1), s.first
FROM session s ORDER BY s.id;

-- name: add_session
INSERT INTO session (name, of, at) VALUES (?, ?, ?) RETURNING id;

-- name: set_first
UPDATE session SET first = ? WHERE id = ?;

-- name: add_event
INSERT INTO event VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?);

-- name: add_words
INSERT INTO words (rowid, text, about, place) VALUES (?, ?, ?, ?);

-- name: digest
SELECT digest FROM event WHERE session = ? AND seq = ?;

-- name: last_id
SELECT coalesce(max(id), 0) FROM event;

-- name: count
SELECT count(*) FROM event;

-- name: evidence_count
SELECT count(*) FROM event WHERE origin IN ('user', 'agent', 'tool');

-- name: frequency
SELECT doc FROM vocabulary WHERE term = ?;

-- name: search
SELECT rowid, -bm25(words, 1.0, 1.0, 0.0) FROM words WHERE words MATCH ?
ORDER BY 2 DESC, 1 LIMIT ?;

-- name: by_id
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session WHERE e.id = ?;

-- name: event
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session
WHERE s.name = ? AND e.seq = ?;

-- name: before
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session
WHERE s.name = ? AND e.seq <= ? ORDER BY e.seq DESC LIMIT ?;

-- name: after
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session
WHERE s.name = ? AND e.seq > ? ORDER BY e.seq LIMIT ?;

-- name: joined
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session
WHERE s.name = ? AND e.call = ? ORDER BY e.kind = 'result', e.seq;

-- name: touching
SELECT s.name, e.* FROM event e JOIN session s ON s.id = e.session
WHERE e.base = ?1 AND (e.path = ?2 OR substr(e.path, -length(?2) - 1) = '/' || ?2)
ORDER BY e.moment IS NOT NULL DESC, e.moment DESC, s.name DESC, e.seq DESC LIMIT ?3;

-- name: log_files
SELECT path, size, mtime, digest, summary FROM log_file;

-- name: put_log_file
INSERT OR REPLACE INTO log_file VALUES (?, ?, ?, ?, ?);

-- name: empty
DELETE FROM event;
DELETE FROM session;
DELETE FROM log_file;
INSERT INTO words(words) VALUES ('delete-all');
