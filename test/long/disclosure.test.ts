/**
 * Errors reveal nothing of hidden objects. One is planted with names found nowhere else; then requests of another holder and of a reader
 * run into it in every way, through the real road and the real server.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { outcome, submit } from '../../pipelines/state/outcomes/submit.ts';
import { runBatch } from '../../pipelines/conductor/run-batch.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { started } from '../server/harness.ts';
import { PROJECT } from '../shared-data.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const BASE = 'http://127.0.0.1:8080/v1';
const ROOT = 'NL.IMEV.AB12.munitie-0001';
const PLANTED = /Zwijgbos|ZWIJG-17|verborgen-bron|zwijgbunker/i;
const TYPED = 'zwijgbunker-id';

/** The hidden depot, its texts planted, and the id of its bunker. */
function depot(): Buffer {
  const text = readFileSync(join(PROJECT, 'data/examples/munitiedepot-geheim.json'), 'utf8')
    .replaceAll('Depot Voorbeeldbos', 'Zwijgbos').replaceAll('DEF-2023-17', 'ZWIJG-17')
    .replaceAll('"bronobjectID": "', '"bronobjectID": "verborgen-bron-').replaceAll(`${ROOT}-bunker`, TYPED);
  expect(text).toMatch(/Zwijgbos[^]*ZWIJG-17/);
  expect(text).toContain(TYPED);
  return Buffer.from(text);
}

/** A location of another holder, whose parts have ids of their own. */
function other(change: (text: string) => string = (text) => text): Buffer {
  const text = readFileSync(join(PROJECT, 'data/examples/waterstof-rhoon.json'), 'utf8');
  return Buffer.from(change(text));
}

test('IR-err-3: errors say no more of a hidden object than the caller typed, in words, names and pointers', async () => {
  const data = temporaryFolder();
  const spatialPath = await provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info });
  const input = { holder: 'AB12', method: 'LEVERING', target: 'depot', crs: CRSS['28992'].uri, mediaType: 'application/json', ifMatch: null } as const;
  const receipt = await submit(data, { input, payload: { bytes: depot() } }, () => new Date());
  await runBatch({ data, baseUrl: BASE, spatialPath, threads: 1, clock: () => new Date(), onEvent: () => {} });
  expect(outcome(data, receipt.uuid)?.report?.counts).toMatchObject({ accepted: 1 });
  const editions = openEditions(foldersOf(data).editions, 'public');
  onTestFinished(() => editions.close());
  const desk = await openDesk({
    data, baseUrl: BASE, spatialPath: () => Promise.resolve(spatialPath), threads: 1, clock: () => new Date(), onHead: () => editions.refresh(), onEvent: () => {},
  });
  onTestFinished(() => desk.close());
  const server = await started({ editions, desk, credentials: () => ({ organisation: 'KVK:12345678', tokenEnd: '01234567', holders: ['XY789'], roles: ['writer', 'full'] }), clock: () => new Date() });
  onTestFinished(() => server.close());

  const root = idIn(other());
  const attempts: readonly (readonly [string, (text: string) => string])[] = [
    ['the id of the hidden root', (text) => text.replaceAll(`"${root}"`, `"${ROOT}"`)],
    ['the id of a part of it', (text) => text.replace(new RegExp(`"id": ?"${root}-[^"]*"`), `"id": "${TYPED}"`)],
    ['a link to a part of it', (text) => text.replaceAll(/"href": ?"#[^"]*"/g, `"href": "${TYPED}"`)],
    ['its holder', (text) => text.replaceAll('"bronhoudercode": "XY789"', '"bronhoudercode": "AB12"')],
  ];
  for (const [what, change] of attempts) {
    const reply = await server.ask('/v1/locatie-activiteiten', {
      method: 'POST', body: other(change),
      headers: { authorization: 'Bearer x', 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
    });
    expect([what, reply.status >= 400 && reply.status < 500], reply.text.slice(0, 500)).toEqual([what, true]);
    expect([what, reply.text.replaceAll(TYPED, '')]).toEqual([what, expect.not.stringMatching(PLANTED)]);
  }
  for (const path of [
    `/locatie-activiteiten/${ROOT}`, `/collections/locatie-activiteiten/items/${ROOT}`, `/collections/bewaarplaatsen/items/${TYPED}`,
    `/collections/locatie-activiteiten/items/${ROOT}/versions`, `/collections/bewaarplaatsen/items/${TYPED}/versions`,
    `/collections/locatie-activiteiten/items/${ROOT}?datetime=2020-01-01`, `/locatie-activiteiten/${ROOT}?geldigOp=2020-01-01`,
    `/indieningen/${receipt.uuid}`, `/jobs/${receipt.uuid}`, `/jobs/${receipt.uuid}/results`, `/collections/locatie-activiteiten/items?bedrijfsnam=x`, `/collections/locatie-activiteiten/items?filter=bedrijfsnaam`,
  ]) {
    const reply = await server.ask(`/v1${path}`, { headers: { authorization: 'Bearer x' } });
    expect([path, reply.status >= 400]).toEqual([path, true]);
    expect([path, reply.text.replaceAll(TYPED, '')]).toEqual([path, expect.not.stringMatching(PLANTED)]);
    expect([path, reply.headers.link]).toEqual([path, undefined]);
  }
});

function idIn(body: Buffer): string {
  return ((JSON.parse(body.toString()) as Json) as JsonObject)['id'] as string;
}
