-- State: inbox, register and outcomes in one file, because one transaction must cover them (design 5).
-- Recorded times are integer microseconds (Received), valid times integer milliseconds (Moment), both since 1970 UTC.
-- Rows of version, doc and inbox are never removed; a version row only ever gains its closing columns.

-- The last stamp given, or the last time a conductor saw the clock.
CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
INSERT INTO clock VALUES (1, 0);

-- One run from pending submissions to the next edition; settled: every head it changes exists and can be read.
CREATE TABLE batch (
  n INTEGER PRIMARY KEY,
  applied_seq INTEGER NOT NULL UNIQUE,
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1))
) STRICT;
CREATE INDEX batch_unsettled ON batch (n) WHERE settled = 0;

-- payload NULL: it lies in payloads/<uuid>. batch NULL: pending. aside: why it could not be prepared.
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
  batch INTEGER REFERENCES batch (n),
  aside TEXT,
  status INTEGER,
  roots TEXT,
  report TEXT,
  payload BLOB
) STRICT;
CREATE INDEX inbox_pending ON inbox (seq) WHERE batch IS NULL;
CREATE INDEX inbox_batch ON inbox (batch) WHERE batch IS NOT NULL;
CREATE INDEX inbox_sha256 ON inbox (sha256, holder);

CREATE TABLE root (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  holder TEXT NOT NULL
) STRICT;

-- A document as delivered. own_until: its own end of validity; a later version may end it sooner.
-- objects: [[id, own hash, recorded since], …]; links: ids outside the root; boundaries: Moments.
-- sum: of all the others, because SQLite keeps no checksum of its own (doc-sum.ts).
CREATE TABLE doc (
  n INTEGER PRIMARY KEY,
  crs TEXT NOT NULL,
  own_until INTEGER,
  hash TEXT NOT NULL,
  hidden TEXT,
  objects TEXT NOT NULL,
  links TEXT NOT NULL,
  boundaries TEXT NOT NULL,
  body TEXT NOT NULL,
  sum TEXT NOT NULL
) STRICT;

-- Opened by submission seq at rec_from, closed by closed_seq at rec_to.
CREATE TABLE version (
  n INTEGER PRIMARY KEY,
  root INTEGER NOT NULL REFERENCES root (n),
  doc INTEGER NOT NULL REFERENCES doc (n),
  val_from INTEGER NOT NULL,
  val_to INTEGER CHECK (val_to > val_from),
  rec_from INTEGER NOT NULL,
  rec_to INTEGER CHECK (rec_to >= rec_from),
  seq INTEGER NOT NULL,
  closed_seq INTEGER CHECK (closed_seq >= seq),
  CHECK ((rec_to IS NULL) = (closed_seq IS NULL))
) STRICT;
CREATE UNIQUE INDEX version_current ON version (root, val_from) WHERE closed_seq IS NULL;
CREATE INDEX version_root ON version (root);
CREATE INDEX version_seq ON version (seq);
CREATE INDEX version_closed ON version (closed_seq) WHERE closed_seq IS NOT NULL;

-- Everything with an id, roots included. gone: in no version that is currently recorded.
CREATE TABLE object (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  root INTEGER NOT NULL REFERENCES root (n),
  gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX object_root ON object (root);

-- Of the currently recorded versions; both derivable from doc.
CREATE TABLE link (
  to_id TEXT NOT NULL,
  from_root INTEGER NOT NULL REFERENCES root (n),
  PRIMARY KEY (from_root, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX link_to ON link (to_id);

-- Moments, later than the recording, at which *now* may change.
CREATE TABLE boundary (
  root INTEGER NOT NULL REFERENCES root (n),
  at INTEGER NOT NULL,
  PRIMARY KEY (root, at)
) STRICT, WITHOUT ROWID;
CREATE INDEX boundary_at ON boundary (at);
