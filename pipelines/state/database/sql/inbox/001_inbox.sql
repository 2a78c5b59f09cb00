-- Inbox: what was accepted, in order of arrival. Rows are only added: what became of them stands in the register.
-- received: integer microseconds since 1970 UTC (Received). payload NULL: it lies in payloads/<uuid>.
CREATE TABLE inbox (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  received INTEGER NOT NULL UNIQUE,
  holder TEXT NOT NULL,
  method TEXT NOT NULL,
  target TEXT NOT NULL,
  crs TEXT,
  media_type TEXT NOT NULL,
  if_match TEXT,
  model TEXT,
  strict INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  payload BLOB
) STRICT;
CREATE INDEX inbox_holder ON inbox (holder);
CREATE INDEX inbox_sha256 ON inbox (sha256, holder);

CREATE TRIGGER inbox_never_changed BEFORE UPDATE ON inbox BEGIN
  SELECT RAISE(ABORT, 'a row of the inbox is never changed');
END;
CREATE TRIGGER inbox_never_removed BEFORE DELETE ON inbox BEGIN
  SELECT RAISE(ABORT, 'a row of the inbox is never removed');
END;
