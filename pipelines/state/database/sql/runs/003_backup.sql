-- Sound backups of this data folder, whoever made them: whole, read back, with nothing damaged in them, holding as much as each before.
-- Rows are only added.
-- folder: the folder of backups. name: the backup in it. moment: when the register was what it holds, integer milliseconds since 1970 UTC.
CREATE TABLE sound_backup (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  folder TEXT NOT NULL,
  name TEXT NOT NULL,
  moment INTEGER NOT NULL
) STRICT;
