-- Whether a submission is a correction: each root that it brings replaces the newest version of its object with all of its period.
ALTER TABLE inbox ADD COLUMN correct INTEGER NOT NULL DEFAULT 0 CHECK (correct IN (0, 1));
