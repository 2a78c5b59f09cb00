-- Runs: what ran by itself, or by `ev schedule run`, and how it went. Times are integer milliseconds since 1970 UTC.

-- seen: all times of this cron line up to then are accounted for, because the pipeline ran, still ran, or was skipped.
CREATE TABLE pipeline (
  name TEXT PRIMARY KEY,
  cron TEXT NOT NULL,
  seen INTEGER NOT NULL
) STRICT;

-- origin: schedule, missed (made up for), cut-off (repeats a run that was), command. due: the time it stands for; NULL: by command.
-- state: running, done, failed, cut-off, skipped. cause: what kind of thing went wrong; the same kind calls the operator once.
-- passed: times of the pipeline that came while it ran. called: whether the operator's command or webhook took it. lines_left: lines left out.
CREATE TABLE run (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  pipeline TEXT NOT NULL,
  origin TEXT NOT NULL,
  due INTEGER,
  started INTEGER NOT NULL,
  ended INTEGER,
  state TEXT NOT NULL,
  cause TEXT,
  message TEXT,
  passed INTEGER NOT NULL DEFAULT 0,
  called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1)),
  lines_left INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_pipeline ON run (pipeline, id);
CREATE INDEX run_running ON run (pipeline) WHERE state = 'running';

-- findings: {what: count}.
CREATE TABLE step (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  name TEXT NOT NULL,
  started INTEGER NOT NULL,
  ended INTEGER,
  state TEXT NOT NULL,
  findings TEXT NOT NULL DEFAULT '{}',
  PRIMARY KEY (run, n)
) STRICT;

-- step: NULL when it is about the run as a whole.
CREATE TABLE line (
  run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
  n INTEGER NOT NULL,
  step INTEGER,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (run, n)
) STRICT;
