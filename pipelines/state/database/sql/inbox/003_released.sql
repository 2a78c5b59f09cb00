-- Submissions that the operator lets have their effect, however many roots they end. Rows are only added.
CREATE TABLE released (
  seq INTEGER PRIMARY KEY REFERENCES inbox (seq),
  at INTEGER NOT NULL
) STRICT;
