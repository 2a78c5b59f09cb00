-- Documents that not everybody may see; mostly there are few.
CREATE INDEX doc_hidden ON doc (n) WHERE hidden IS NOT NULL;
