-- Statements of the governed store.

-- name: last_changeset
SELECT hash FROM changeset ORDER BY id DESC LIMIT 1;
-- name: changeset_by_hash
SELECT id FROM changeset WHERE hash = ?;
-- name: next_changeset
SELECT coalesce(max(id), 0) + 1 FROM changeset;
-- name: add_changeset
INSERT INTO changeset VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);
-- name: add_changeset_payload
INSERT INTO changeset_payload VALUES (?, ?, ?);
-- name: add_changeset_head
INSERT INTO changeset_head VALUES (?, ?, ?, ?);
-- name: add_operation
INSERT INTO operation VALUES (?, ?, ?, ?, ?);
-- name: operation
SELECT record, version, changeset FROM operation WHERE tenant = ? AND id = ?;
-- name: purposes
INSERT INTO purpose_set (names) VALUES (?) ON CONFLICT (names) DO NOTHING;
-- name: purposes_id
SELECT id FROM purpose_set WHERE names = ?;
-- name: purpose
INSERT INTO purpose VALUES (?, ?) ON CONFLICT DO NOTHING;
-- name: generation
SELECT coalesce((SELECT current FROM generation WHERE tenant = ?), 0);

-- name: session
SELECT id, name, nonce, forked_from, forked_at FROM session WHERE tenant = ? AND name = ?;
-- name: forks
SELECT name FROM session WHERE forked_from = ? AND forked_at = ? ORDER BY id;
-- name: session_tail
SELECT seq, chain FROM event WHERE session = ? ORDER BY seq DESC LIMIT 1;
-- name: chain_at
SELECT chain FROM event WHERE session = ? AND seq = ?;
-- name: add_session
INSERT INTO session (tenant, name, nonce, forked_from, forked_at, changeset)
VALUES (?, ?, ?, ?, ?, ?) RETURNING id;
-- name: sessions
SELECT s.name, count(e.id), min(e.seq), max(e.seq), min(e.observed_at), max(e.observed_at),
       (SELECT chain FROM event WHERE session = s.id ORDER BY seq DESC LIMIT 1),
       p.name, s.forked_at
FROM session s JOIN event e ON e.session = s.id LEFT JOIN session p ON p.id = s.forked_from
WHERE s.tenant = ? GROUP BY s.id ORDER BY min(e.observed_at) IS NULL, min(e.observed_at), s.name;

-- name: add_event
INSERT INTO event (id, session, seq, tenant, subject, project, role, namespace, purposes, origin,
    kind, ok, observed_at, recorded_at, changeset, generation, commitment, chain)
VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?);
-- name: last_event
SELECT coalesce(max(id), 0) FROM event;
-- name: add_event_payload
INSERT INTO event_payload VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?);
-- name: add_event_words
INSERT INTO event_words (rowid, text, command, path) VALUES (?, ?, ?, ?);
-- name: event_state
SELECT e.id, e.purged FROM event e WHERE e.session = ? AND e.seq = ?;
-- name: event
SELECT s.name, e.seq, e.origin, e.kind, e.ok, e.observed_at, p.text, p.file, p.line, p.end_line,
       p.col, p.byte, p.tool, p.call, p.command, p.path, p.start_line, p.exit_code, p.uid
FROM event e JOIN session s ON s.id = e.session JOIN event_payload p ON p.event = e.id
WHERE e.session = ? AND e.seq = ?;
-- name: events
SELECT s.name, e.seq, e.origin, e.kind, e.ok, e.observed_at, p.text, p.file, p.line, p.end_line,
       p.col, p.byte, p.tool, p.call, p.command, p.path, p.start_line, p.exit_code, p.uid
FROM event e JOIN session s ON s.id = e.session JOIN event_payload p ON p.event = e.id
WHERE e.session = ? ORDER BY e.seq;

-- name: log_file
INSERT INTO log_file (tenant, path, format, unit, units, events, complete, changeset)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
ON CONFLICT (tenant, path) DO UPDATE SET format = ?3, unit = ?4, units = ?5, events = ?6,
    complete = ?7, changeset = ?8
RETURNING id;
-- name: log_file_id
SELECT id FROM log_file WHERE tenant = ? AND path = ?;
-- name: log_file_facts
SELECT format, unit, units, events, complete FROM log_file WHERE tenant = ? AND path = ?;
-- name: log_files
SELECT path, units, complete FROM log_file WHERE tenant = ? ORDER BY path;
-- name: add_aside
INSERT INTO aside VALUES (?1, ?2, ?3, ?4, ?5, ?6)
ON CONFLICT DO UPDATE SET line = ?3, byte = ?4, reason = ?5, detail = ?6
WHERE (line, reason, detail) <> (?3, ?5, ?6);
-- name: asides
SELECT f.path, a.line, a.byte, a.reason, a.detail FROM aside a
JOIN log_file f ON f.id = a.log_file WHERE f.tenant = ? AND f.path = ? ORDER BY a.unit;

-- name: add_record
INSERT INTO record (id, tenant, subject, project, role, namespace, purposes, kind, version, status,
    key, fact_key, expires_at, generation, index_state)
VALUES (?, ?, ?, ?, ?, ?, ?, 'note', 1, 'unverified', ?, ?, ?, ?, 'pending');
-- name: add_revision
INSERT INTO revision VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- name: add_revision_payload
INSERT INTO revision_payload (record, version, salt, text, value, source)
VALUES (?, ?, ?, ?, ?, ?) RETURNING id;
-- name: add_record_words
INSERT INTO record_words (rowid, text, value) VALUES (?, ?, ?);
-- name: event_for_link
SELECT e.id, p.salt, p.text FROM event e JOIN event_payload p ON p.event = e.id
WHERE e.session = ? AND e.seq = ?;
-- name: add_link
INSERT INTO evidence_link (record, version, event, span_start, span_end, digest, speaker, stance,
    root) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id;
-- name: add_decision
INSERT INTO decision (record, version, changeset, code, outcome, policy, decided_at)
VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id;
-- name: add_decision_payload
INSERT INTO decision_payload VALUES (?, ?);
-- name: add_decision_evidence
INSERT INTO decision_evidence VALUES (?, ?);
-- name: link_facts
SELECT event, span_start, span_end, digest, speaker, stance, root FROM evidence_link
WHERE record = ? AND version = ? ORDER BY id;
-- name: decision_facts
SELECT code, outcome, policy, decided_at FROM decision
WHERE record = ? AND version = ? ORDER BY id;
-- name: changeset_revisions
SELECT record, version, commitment FROM revision WHERE changeset = ? ORDER BY record, version;
-- name: record
SELECT r.id, r.kind, r.tenant, r.subject, r.project, r.role, r.namespace, s.names, r.status,
       r.version, r.key, r.fact_key, r.expires_at, r.reviewed_at, r.load_count
FROM record r JOIN purpose_set s ON s.id = r.purposes
WHERE r.tenant = ?1 AND (r.id = ?2 OR r.key = ?2) ORDER BY r.id = ?2 DESC, r.rowid DESC LIMIT 1;
-- name: record_ids
SELECT id FROM record WHERE tenant = ? ORDER BY rowid;
-- name: revisions
SELECT v.version, v.changeset, c.hash, v.writer, v.trigger, v.operation, v.recorded_at,
       v.observed_at, v.stated, v.policy, v.confidence, v.status, p.text, p.source
FROM revision v JOIN changeset c ON c.id = v.changeset
LEFT JOIN revision_payload p ON p.record = v.record AND p.version = v.version
WHERE v.record = ? ORDER BY v.version;
-- name: links
SELECT s.name, e.seq, substr(p.text, l.span_start + 1, l.span_end - l.span_start), l.speaker,
       l.stance, rs.name || '#' || re.seq, p.file, p.line
FROM evidence_link l JOIN event e ON e.id = l.event JOIN session s ON s.id = e.session
JOIN event re ON re.id = l.root JOIN session rs ON rs.id = re.session
LEFT JOIN event_payload p ON p.event = e.id
WHERE l.record = ? AND l.version = ? ORDER BY l.id;
-- name: decisions
SELECT d.code, d.outcome, coalesce(p.reason, ''), d.decided_at FROM decision d
LEFT JOIN decision_payload p ON p.decision = d.id
WHERE d.record = ? AND d.version = ? ORDER BY d.id;

-- name: verify_sessions
SELECT id, name, nonce, forked_from, forked_at FROM session ORDER BY id;
-- name: verify_events
SELECT s.name, e.seq, e.origin, e.kind, e.ok, e.observed_at, p.text, p.file, p.line, p.end_line,
       p.col, p.byte, p.tool, p.call, p.command, p.path, p.start_line, p.exit_code, p.uid,
       p.salt, e.tenant, e.subject, e.project, e.role, e.namespace, e.recorded_at, e.commitment,
       e.chain, e.purged
FROM event e JOIN session s ON s.id = e.session LEFT JOIN event_payload p ON p.event = e.id
WHERE e.session = ? ORDER BY e.seq;
-- name: verify_changesets
SELECT c.id, c.tenant, c.kind, c.writer, c.operation, c.recorded_at, c.previous, c.commitment,
       c.hash, p.salt, p.body
FROM changeset c LEFT JOIN changeset_payload p ON p.changeset = c.id ORDER BY c.id;
-- name: verify_heads
SELECT h.session, h.seq, h.chain, e.chain, s.name FROM changeset_head h
LEFT JOIN event e ON e.session = h.session AND e.seq = h.seq
LEFT JOIN session s ON s.id = h.session
WHERE h.changeset = ? ORDER BY h.session;
-- name: orphan_sessions
SELECT DISTINCT e.session FROM event e LEFT JOIN session s ON s.id = e.session WHERE s.id IS NULL;
-- name: verify_revisions
SELECT v.*, p.salt, p.text, p.value, p.source FROM revision v LEFT JOIN revision_payload p ON p.record = v.record AND p.version = v.version
ORDER BY v.changeset, v.record, v.version;
-- name: event_tails
SELECT session, max(seq) FROM event GROUP BY session;
-- name: head_tails
SELECT session, max(seq) FROM changeset_head GROUP BY session;

-- name: advance_record
UPDATE record SET version = ?1, status = ?2, expires_at = ?3 WHERE id = ?4 AND version = ?5
    AND status IN ('unverified', 'verified', 'frozen', 'superseded', 'expired') RETURNING id;
-- name: words_indexed
SELECT 1 FROM revision WHERE record = ? AND version = ?
    AND status IN ('unverified', 'verified', 'frozen');
-- name: drop_words
INSERT INTO record_words (record_words, rowid, text, value)
SELECT 'delete', id, text, value FROM revision_payload WHERE record = ? AND version = ?;
-- name: revision_to_mark
SELECT v.observed_at, v.stated, v.policy, r.expires_at, p.text, p.value, p.source,
       r.tenant, r.subject, r.project, r.role, r.namespace
FROM record r JOIN revision v ON v.record = r.id AND v.version = r.version
JOIN revision_payload p ON p.record = r.id AND p.version = r.version
WHERE r.id = ? AND r.version = ?;
-- name: record_version
SELECT version FROM record WHERE id = ?;
-- name: purge_decision_evidence
DELETE FROM decision_evidence WHERE decision IN (SELECT id FROM decision WHERE record = ?);
-- name: purge_links
DELETE FROM evidence_link WHERE record = ?;
-- name: purge_decisions
DELETE FROM decision_payload WHERE decision IN (SELECT id FROM decision WHERE record = ?);
-- name: purge_vectors
DELETE FROM vector WHERE record = ?;
-- name: purge_revisions
DELETE FROM revision_payload WHERE record = ?;
-- name: purge_keys
UPDATE record SET key = NULL, fact_key = NULL, index_state = 'none' WHERE id = ?;
-- name: add_edge
INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?);

-- name: raise_generation
INSERT INTO generation VALUES (?1, 1) ON CONFLICT (tenant) DO UPDATE SET current = current + 1
RETURNING current;
-- name: tombstone_salt
SELECT salt FROM tombstone WHERE tenant = ? ORDER BY id LIMIT 1;
-- name: add_tombstone
INSERT INTO tombstone (tenant, generation, kind, target, salt, changeset, requested_at)
VALUES (?, ?, ?, ?, ?, ?, ?);
-- name: tombstone
SELECT max(generation), max(requested_at) FROM tombstone
WHERE tenant = ? AND kind = ? AND target = ?;
