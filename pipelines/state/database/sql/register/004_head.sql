-- Heads whose files were removed because nothing told of them any more: by these a dropped edition can be rebuilt.
-- body: the file, deflated. activated: integer milliseconds since 1970.
CREATE TABLE head (
  audience TEXT NOT NULL,
  number INTEGER NOT NULL,
  activated INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (audience, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX head_activated ON head (audience, activated);
