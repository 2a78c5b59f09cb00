-- The moment that the edition itself states, by which it is known to be one of this register; NULL: noted by an older program.
ALTER TABLE published ADD COLUMN shown INTEGER;
