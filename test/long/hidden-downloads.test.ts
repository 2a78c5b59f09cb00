/** Secrets in downloads: the columns of GeoParquet and FlatGeobuf are compressed or encoded, so each file is decoded before a planted value is looked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { cachedSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { downloadsOf } from '../../publisher/format/downloads.ts';
import { newestHead, readManifest } from '../../publisher/read/heads.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { WITHHELD_FIELDS } from '../../schemas/withheld.ts';
import { madeDownloads } from '../make-downloads.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { building } from '../pipelines/state/small-roots.ts';
import { PROJECT } from '../shared-data.ts';

const HIDDEN = 'qverborgen';
const SHOWN = 'qzichtbaar';

function example(name: string): JsonObject {
  return JSON.parse(readFileSync(join(PROJECT, 'data/examples', `${name}.json`), 'utf8')) as JsonObject;
}

/** Returns a document with a mark in each id and link, so in each object of it. */
function marked(document: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(document), (name, value: Json) => {
    if (typeof value !== 'string' || (name !== 'id' && name !== 'href')) return value;
    return value.startsWith('#') ? `#${HIDDEN}-${value.slice(1)}` : `${HIDDEN}-${value}`;
  }) as JsonObject;
}

/** Returns a location with a mark in each field that a public form withholds. */
function sensitive(document: JsonObject): JsonObject {
  const fields = [...WITHHELD_FIELDS.keys()].map((name) => [name, name === 'comment' || name === 'kvkNummerExploitant' ? [`${HIDDEN} ${name}`] : `${HIDDEN} ${name}`] as const);
  return { ...document, ...Object.fromEntries(fields) };
}

test('OPEN-downloads: no GeoParquet and no FlatGeobuf has a value of a secret object or a withheld field, also decoded', async () => {
  const kept = new Upkept();
  await kept.deliver(building(SHOWN), sensitive(example('propaantank-privacygevoelig')), marked(example('munitiedepot-geheim')));
  kept.close();
  const folder = join(kept.data, 'editions');
  const of = { folder, audience: 'public' } as const;
  const number = newestHead(folder, 'public')!.edition;
  const { list: { files } } = await madeDownloads(of, number, { forms: ['parquet', 'fgb'] });
  const at = downloadsOf(of, readManifest(of, number));
  const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
  await duckdb.run(`LOAD '${await cachedSpatial(CACHE_FOLDER)}'`);
  const decoded = new Map<string, string>();
  for (const { name, form } of files) {
    const path = join(at, name);
    const rows = await duckdb.runAndReadAll(form === 'parquet' ? `SELECT * FROM '${path}'` : `SELECT * FROM ST_Read('${path}')`);
    decoded.set(name, JSON.stringify(rows.getRowObjectsJson()));
  }
  duckdb.closeSync();
  const withValue = (value: string): readonly string[] => [...decoded].filter(([, text]) => text.includes(value)).map(([name]) => name.replace(/-\d+-/, ' '));
  expect(withValue(HIDDEN)).toEqual([]);
  expect(withValue(SHOWN).toSorted()).toEqual(['crs84.fgb', 'crs84.parquet', 'rd.fgb', 'rd.parquet'].map((end) => `kwetsbare-gebouwen ${end}`));
  expect([...decoded.keys()].some((name) => name.startsWith('locatie-activiteiten'))).toBe(true);
});
