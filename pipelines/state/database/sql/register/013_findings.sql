-- The findings of a delivery with objects, in short, to compare those of the next one with; NULL: another submission, or decided by an
-- older program. Follows from report (notes/comparison.ts).
ALTER TABLE decision ADD COLUMN findings TEXT;
