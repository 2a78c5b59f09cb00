-- What was set aside is looked for among all that was decided.
CREATE INDEX decision_aside ON decision (seq) WHERE aside IS NOT NULL;
