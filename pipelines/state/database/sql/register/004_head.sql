-- Heads whose files were removed because no stored edition needs them any more. A dropped edition is rebuilt from its head.
-- body: the file, deflated. activated: integer milliseconds since 1970.
CREATE TABLE head (
  audience TEXT NOT NULL,
  number INTEGER NOT NULL,
  activated INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (audience, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX head_activated ON head (audience, activated);
