/** Holds a data folder against the log of what was tried, acknowledged and refused (fault test D1). */
import { expect } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { pointOf } from '../../pipelines/state/register/edition-points.ts';
import type { KillLog } from './kills.ts';
import { settle } from './life.ts';

interface Recorded {
  readonly id: string;
  readonly versions: number;
  readonly body: string;
}

/** Starts once more, without repair, lets everything settle, and compares. */
export async function expectSound(data: string, log: KillLog): Promise<void> {
  await settle(data);
  const db = openState(data);
  const all = (sql: string): unknown[] => db.prepare(sql).all();
  const roots = all(`SELECT id, (SELECT count(*) FROM version WHERE root = r.n) AS versions,
    (SELECT body FROM version v JOIN doc d ON d.n = v.doc WHERE v.root = r.n AND closed_by IS NULL) AS body
    FROM root r`) as Recorded[];
  expect(all(`SELECT uuid, aside FROM inbox LEFT JOIN decision ON decision.seq = inbox.seq
    WHERE decision.n IS NULL OR aside IS NOT NULL`)).toEqual([]);
  expect(all('SELECT n FROM batch WHERE settled = 0')).toEqual([]);
  expect(all('PRAGMA main.integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(all('PRAGMA inbox.integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const { stored, decided, newest } = db.prepare(`SELECT (SELECT count(*) FROM inbox) AS stored, count(*) AS decided, max(n) AS newest
    FROM decision`).get() as { stored: number; decided: number; newest: number };
  expect([decided, newest], 'each submission is decided once, and decisions have no gap').toEqual([stored, stored]);
  const point = pointOf(db, { audience: 'public', edition: newestHead(foldersOf(data).editions, 'public')?.newest ?? 0 });
  expect(point?.decision, 'what the newest edition stands for').toBe(newest);
  db.close();

  const own = roots.filter(({ id }) => id !== 'shared');
  const known = new Set(own.map(({ id }) => id));
  expect([...log.acknowledged].filter((id) => !known.has(id)), 'acknowledged and lost').toEqual([]);
  expect([...known].filter((id) => !log.tried.has(id)), 'there, and never tried').toEqual([]);
  expect(own.filter(({ versions }) => versions !== 1).map(({ id }) => id), 'recorded more than once').toEqual([]);
  const unwanted = own.filter(({ id, body }) => log.refused.has(id) && body.includes('"populatie":2'));
  expect(unwanted.map(({ id }) => id), 'refused and there').toEqual([]);
  expectPublished(data, roots.map(({ id }) => id));
}

function expectPublished(data: string, ids: readonly string[]): void {
  const folder = foldersOf(data).editions;
  const standing = newestHead(folder, 'public');
  const editions = openEditions(folder, 'public');
  const edition = editions.current()?.edition;
  expect(edition?.series.get('kwetsbare-gebouwen')?.count).toBe(ids.length);
  expect(ids.filter((id) => edition?.document(id, '28992') === undefined), 'recorded and not published').toEqual([]);
  editions.close();
  expect(verifyEdition(folder, 'public', { edition: standing?.edition ?? 0 }).damages).toEqual([]);
}
