-- Reading records under an access. Each statement repeats the whole condition: exact
-- equality of tenant, subject, project, role and namespace, membership of the purpose,
-- status, and expiry at the time given (a record is gone at that moment, not after it).

-- name: visible
SELECT r.id FROM record r WHERE r.id = :id AND r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose p WHERE p.purposes = r.purposes AND p.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen')
  AND (r.expires_at IS NULL OR r.expires_at > :now);
-- name: visible_past
SELECT r.id FROM record r WHERE r.id = :id AND r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose p WHERE p.purposes = r.purposes AND p.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen', 'superseded')
  AND (r.expires_at IS NULL OR r.expires_at > :now);
-- name: visible_fact
SELECT r.id FROM record r WHERE r.fact_key = :id AND r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose p WHERE p.purposes = r.purposes AND p.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen')
  AND (r.expires_at IS NULL OR r.expires_at > :now);
-- name: total
SELECT count(*) FROM record r WHERE r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose p WHERE p.purposes = r.purposes AND p.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen')
  AND (r.expires_at IS NULL OR r.expires_at > :now);
-- name: page
SELECT r.id FROM record r WHERE r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose p WHERE p.purposes = r.purposes AND p.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen')
  AND (r.expires_at IS NULL OR r.expires_at > :now)
ORDER BY r.rowid LIMIT :limit OFFSET :offset;
-- name: search
SELECT r.id, r.version, p.text, -bm25(record_words), v.observed_at
FROM record_words w JOIN revision_payload p ON p.id = w.rowid
JOIN record r ON r.id = p.record AND r.version = p.version
JOIN revision v ON v.record = r.id AND v.version = r.version
WHERE record_words MATCH :query AND r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND EXISTS (SELECT 1 FROM purpose s WHERE s.purposes = r.purposes AND s.name = :purpose)
  AND r.status IN ('unverified', 'verified', 'frozen')
  AND (r.expires_at IS NULL OR r.expires_at > :now)
ORDER BY bm25(record_words), v.observed_at DESC, r.id LIMIT :limit;

-- For writers only: the one active value of a fact, whatever purpose and expiry it has.
-- name: active_fact
SELECT r.id FROM record r WHERE r.tenant = :tenant AND r.subject = :subject
  AND r.project = :project AND r.role = :role AND r.namespace = :namespace
  AND r.fact_key = :id AND r.status IN ('unverified', 'verified', 'frozen');
-- For deletion only: all that is kept about a subject, of every status.
-- name: of_subject
SELECT id FROM record WHERE tenant = :tenant AND subject = :subject AND status <> 'deleted';
