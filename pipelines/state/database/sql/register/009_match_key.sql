-- Keys by which objects may be the same object of the real world (match-keys.ts): rows of every document that was ever recorded. object: place of the
-- first object with this key among those of the document. Follows from doc.
CREATE TABLE match_key (
  root INTEGER NOT NULL REFERENCES root (n),
  doc INTEGER NOT NULL REFERENCES doc (n),
  key INTEGER NOT NULL,
  object INTEGER NOT NULL,
  PRIMARY KEY (root, doc, key)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO match_key SELECT v.root, d.n, k.value ->> 0, k.value ->> 1
  FROM (SELECT DISTINCT root, doc FROM version) v JOIN doc d ON d.n = v.doc, json_each(match_keys(d.body, d.crs)) k;
CREATE INDEX match_key_key ON match_key (key, root, doc);
