-- The counts of the report of a decision. A report may have hundreds of thousands of objects, and a column behind it in the same row is found
-- only by reading past it. No row: the decision has no report. NULL: its report lacks that count.
CREATE TABLE counts (
  decision INTEGER PRIMARY KEY REFERENCES decision (n),
  objects INTEGER,
  accepted INTEGER,
  refused INTEGER,
  unchanged INTEGER,
  errors INTEGER,
  warnings INTEGER,
  ended INTEGER
) STRICT;
INSERT INTO counts SELECT n, report ->> '$.counts.objects', report ->> '$.counts.accepted', report ->> '$.counts.refused',
  report ->> '$.counts.unchanged', report ->> '$.counts.errors', report ->> '$.counts.warnings', report ->> '$.counts.ended'
FROM decision WHERE report IS NOT NULL;
