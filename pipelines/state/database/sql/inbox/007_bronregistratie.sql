-- The source of what the organisation draws, when it was handed in: it is filled in where a new feature leaves it out. NULL: none.
ALTER TABLE inbox ADD COLUMN bronregistratie TEXT;
