-- Which prefix of the register, and which moment, each edition stands for: that of its publication, or a later one that
-- changed nothing in it. Editions themselves do not say so, for they are read by those who may not see all writes.
CREATE TABLE published (
  audience TEXT NOT NULL,
  edition INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  moment INTEGER NOT NULL,
  PRIMARY KEY (audience, edition)
) STRICT, WITHOUT ROWID;
