/** The condition on sensitive roots, in every kind of query that takes it. */
import { expect, onTestFinished, test } from 'vitest';
import { openExistingState } from '../../../../pipelines/state/database/database.ts';
import { isSensitiveAtLast } from '../../../../pipelines/state/register/hidden.ts';
import { Upkept } from '../../editions/upkept.ts';
import { location } from '../small-roots.ts';

/** Words that the condition itself uses, and any other: an alias of the query around it may be any of these. */
const ALIASES = [...new Set([...(isSensitiveAtLast('?1').match(/\b[a-z_]\w*\b/g) ?? []), 'other'])];

async function register() {
  const kept = new Upkept();
  const sensitive = (id: string) => ({ ...location(id, [`${id}-molen`]), privacyGevoelig: true });
  const open = (id: string) => location(id, [`${id}-molen`]);
  await kept.deliver(open('open'), sensitive('sensitive'), open('becomes'), sensitive('opens'));
  await kept.deliver(sensitive('becomes'), open('opens'));
  const db = openExistingState(kept.data);
  onTestFinished(() => db.close());
  return db;
}

test('the condition gives the same roots under every alias of the query around it', async () => {
  const db = await register();
  for (const alias of ALIASES) {
    const hidden = db.prepare(`SELECT "${alias}".id FROM root "${alias}" WHERE ${isSensitiveAtLast(`"${alias}".n`)} ORDER BY 1`).all();
    expect(hidden.map(({ id }) => id), alias).toEqual(['becomes', 'sensitive']);
    const ofVersions = db.prepare(`SELECT DISTINCT "${alias}".root AS root FROM version "${alias}" WHERE NOT ${isSensitiveAtLast(`"${alias}".root`)}`).all();
    expect(ofVersions, alias).toHaveLength(2);
  }
});
