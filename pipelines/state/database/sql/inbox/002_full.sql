-- Types of which a delivery holds all roots of its holder, with commas between; NULL: of none.
ALTER TABLE inbox ADD COLUMN full_types TEXT;
