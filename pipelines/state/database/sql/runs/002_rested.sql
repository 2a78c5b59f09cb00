-- Rested: files of holders that lie in done/ or refused/ of a watch folder and are still compared with what was taken of them.

-- folder: the watch folder. path: in the folder of the holder. rested: when it came there. bytes, sha256: what was handed in as uuid.
-- stamp: inode, size and times at which its content was last found to be that; NULL: it is to be read again.
CREATE TABLE rested (
  folder TEXT NOT NULL,
  holder TEXT NOT NULL,
  path TEXT NOT NULL,
  name TEXT NOT NULL,
  uuid TEXT NOT NULL,
  rested INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  stamp TEXT,
  PRIMARY KEY (folder, holder, path)
) STRICT;
