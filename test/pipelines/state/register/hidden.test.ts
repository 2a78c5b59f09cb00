/** The condition on hidden roots, in every kind of query that takes it. */
import { expect, onTestFinished, test } from 'vitest';
import { openExistingState } from '../../../../pipelines/state/database/database.ts';
import { isHiddenAtLast } from '../../../../pipelines/state/register/hidden.ts';
import { Upkept } from '../../editions/upkept.ts';
import { building } from '../small-roots.ts';

/** Words that the condition itself uses, and any other: an alias of the query around it may be any of these. */
const ALIASES = [...new Set([...(isHiddenAtLast('?1').match(/\b[a-z_]\w*\b/g) ?? []), 'other'])];

async function register() {
  const kept = new Upkept();
  await kept.deliver(building('open'), building('secret', { secret: true }), building('becomes'), building('opens', { secret: true }));
  await kept.deliver(building('becomes', { secret: true }), building('opens'));
  const db = openExistingState(kept.data);
  onTestFinished(() => db.close());
  return db;
}

test('the condition gives the same roots under every alias of the query around it', async () => {
  const db = await register();
  for (const alias of ALIASES) {
    const hidden = db.prepare(`SELECT "${alias}".id FROM root "${alias}" WHERE ${isHiddenAtLast(`"${alias}".n`)} ORDER BY 1`).all();
    expect(hidden.map(({ id }) => id), alias).toEqual(['becomes', 'secret']);
    const ofVersions = db.prepare(`SELECT DISTINCT "${alias}".root AS root FROM version "${alias}" WHERE NOT ${isHiddenAtLast(`"${alias}".root`)}`).all();
    expect(ofVersions, alias).toHaveLength(2);
  }
});
