-- Submissions that wait until the operator releases them, because of the roots of their holder they would end too many: how many of
-- those that stood, and what is told of it meanwhile. They stay here when they are decided.
CREATE TABLE parked (
  seq INTEGER PRIMARY KEY,
  ended INTEGER NOT NULL,
  standing INTEGER NOT NULL,
  report TEXT NOT NULL
) STRICT;
