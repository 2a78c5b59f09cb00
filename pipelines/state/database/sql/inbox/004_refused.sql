-- Submissions that the operator refused while they were parked or set aside, with the reason that their holder reads. Rows are only added.
CREATE TABLE refused (
  seq INTEGER PRIMARY KEY REFERENCES inbox (seq),
  at INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;
-- Submissions that were set aside and are tried again as another one, which bears the same payload. Rows are only added.
CREATE TABLE retried (
  seq INTEGER PRIMARY KEY REFERENCES inbox (seq),
  again INTEGER NOT NULL UNIQUE REFERENCES inbox (seq)
) STRICT;
