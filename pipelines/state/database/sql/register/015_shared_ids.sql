-- For those who may not see a hidden object its id is free, so several holders may have a root or an object with one id. A holder has one root
-- with an id, and at most one of those that everybody may see has it (register/object-lookup.ts).
CREATE TABLE other_root (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  holder TEXT NOT NULL,
  UNIQUE (id, holder)
) STRICT;
INSERT INTO other_root SELECT n, id, type, holder FROM root;
DROP TABLE root;
ALTER TABLE other_root RENAME TO root;
CREATE INDEX root_holder ON root (holder, type);

CREATE TABLE other_object (
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  root INTEGER NOT NULL REFERENCES root (n),
  gone INTEGER NOT NULL DEFAULT 0 CHECK (gone IN (0, 1)),
  PRIMARY KEY (id, root)
) STRICT, WITHOUT ROWID;
INSERT INTO other_object SELECT id, type, root, gone FROM object;
DROP TABLE object;
ALTER TABLE other_object RENAME TO object;
CREATE INDEX object_root ON object (root);
