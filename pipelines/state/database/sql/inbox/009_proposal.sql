-- Transfers that one holder proposed to another. Rows are only added. order_text: the order, which is the payload of its submission.
CREATE TABLE proposal (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  proposer TEXT NOT NULL,
  organisation TEXT,
  token_end TEXT,
  from_holder TEXT NOT NULL,
  to_holder TEXT NOT NULL,
  order_text TEXT NOT NULL
) STRICT;
CREATE INDEX proposal_from ON proposal (from_holder);
CREATE INDEX proposal_to ON proposal (to_holder);
-- How a proposal ended. seq: the submission that it became; NULL: the holder withdrew its own proposal, or refused that of the other.
CREATE TABLE proposal_end (
  n INTEGER PRIMARY KEY REFERENCES proposal (n),
  at INTEGER NOT NULL,
  holder TEXT NOT NULL,
  organisation TEXT,
  token_end TEXT,
  seq INTEGER UNIQUE REFERENCES inbox (seq)
) STRICT;
