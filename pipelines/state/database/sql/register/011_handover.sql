-- Roots that were handed over to another holder, by decision. root.holder may write the root: the last to_holder, when there is one.
-- at: from when the versions of the root have the code of to_holder, integer milliseconds since 1970 UTC (Moment).
CREATE TABLE handover (
  root INTEGER NOT NULL REFERENCES root (n),
  decision INTEGER NOT NULL,
  from_holder TEXT NOT NULL,
  to_holder TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (root, decision)
) STRICT, WITHOUT ROWID;
CREATE INDEX handover_decision ON handover (decision);
