-- The rules by which a decision was prepared, as its report names them; NULL: not recorded.
ALTER TABLE decision ADD COLUMN rule_set TEXT;
UPDATE decision SET rule_set = report ->> '$.checkedBy.ruleSet' WHERE report IS NOT NULL;
-- The first edition with a decision is looked for.
CREATE INDEX published_decision ON published (audience, decision);
