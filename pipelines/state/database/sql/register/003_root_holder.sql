-- The roots of one holder are looked for when a delivery says that it holds all of them.
CREATE INDEX root_holder ON root (holder, type);
