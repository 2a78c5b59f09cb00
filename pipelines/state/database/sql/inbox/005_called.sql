-- Batches that were called for: what was received up to seq takes effect, also while nothing does by itself (mode scheduled).
-- Rows are only added.
CREATE TABLE called (
  seq INTEGER PRIMARY KEY REFERENCES inbox (seq),
  at INTEGER NOT NULL
) STRICT;
