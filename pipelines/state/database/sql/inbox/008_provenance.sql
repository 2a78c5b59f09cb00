-- Who handed a submission in: the organisation, and the last characters of its token. NULL: not recorded; of a file, that there was no token.
ALTER TABLE inbox ADD COLUMN organisation TEXT;
ALTER TABLE inbox ADD COLUMN token_end TEXT;
CREATE INDEX inbox_token ON inbox (token_end) WHERE token_end IS NOT NULL;
