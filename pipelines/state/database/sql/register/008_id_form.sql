-- Ids of objects that are not in NFC, by their NFC: an id in another form finds its object here. Follows from object.
CREATE TABLE id_form (
  nfc TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (nfc, id)
) STRICT, WITHOUT ROWID;
INSERT INTO id_form SELECT nfc(id), id FROM object WHERE id <> nfc(id);
