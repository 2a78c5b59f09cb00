-- Register: decisions, outcomes, versions and what editions stand for, in one file, because one transaction must cover them.
-- Recorded times are integer microseconds (Received), valid times integer milliseconds (Moment), both since 1970 UTC.
-- Rows of decision, version and doc are never removed; a version row only ever gains its closing columns.

-- The last time that a conductor or the operator saw the clock.
CREATE TABLE clock (one INTEGER PRIMARY KEY CHECK (one = 1), last INTEGER NOT NULL) STRICT;
INSERT INTO clock VALUES (1, 0);

-- One run from pending submissions to the next edition. decision: its last; received: the latest of all decided so far;
-- all_up_to: every submission up to this seq is decided; settled: every head it changes exists and can be read.
CREATE TABLE batch (
  n INTEGER PRIMARY KEY,
  decision INTEGER NOT NULL UNIQUE,
  received INTEGER NOT NULL,
  all_up_to INTEGER NOT NULL,
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1))
) STRICT;
CREATE INDEX batch_unsettled ON batch (n) WHERE settled = 0;

-- The decision on the submission with this seq in the inbox. n: its number, in order of deciding. aside: why it could not be prepared.
CREATE TABLE decision (
  n INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL UNIQUE,
  batch INTEGER NOT NULL REFERENCES batch (n) DEFERRABLE INITIALLY DEFERRED,
  aside TEXT,
  status INTEGER NOT NULL,
  roots TEXT NOT NULL,
  report TEXT
) STRICT;
CREATE INDEX decision_batch ON decision (batch);

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

-- Opened by a decision, recorded from rec_from; closed by another, recorded until rec_to.
CREATE TABLE version (
  n INTEGER PRIMARY KEY,
  root INTEGER NOT NULL REFERENCES root (n),
  doc INTEGER NOT NULL REFERENCES doc (n),
  val_from INTEGER NOT NULL,
  val_to INTEGER CHECK (val_to > val_from),
  rec_from INTEGER NOT NULL,
  rec_to INTEGER CHECK (rec_to >= rec_from),
  decision INTEGER NOT NULL,
  closed_by INTEGER CHECK (closed_by >= decision),
  CHECK ((rec_to IS NULL) = (closed_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX version_current ON version (root, val_from) WHERE closed_by IS NULL;
CREATE INDEX version_root ON version (root);
CREATE INDEX version_decision ON version (decision);
CREATE INDEX version_closed ON version (closed_by) WHERE closed_by IS NOT NULL;

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

-- Which prefix of the decisions, and which moment, each edition stands for: that of its publication, or a later one that
-- changed nothing in it. Editions themselves do not say so, for they are read by those who may not see all writes.
CREATE TABLE published (
  audience TEXT NOT NULL,
  edition INTEGER NOT NULL,
  decision INTEGER NOT NULL,
  moment INTEGER NOT NULL,
  PRIMARY KEY (audience, edition)
) STRICT, WITHOUT ROWID;
