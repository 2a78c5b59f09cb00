/** API keys: making, using, revoking and damaging `keys.json`, also through the server. Not here: the command line (test/long/cli.test.ts). */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addKey, futureKeys, listKeys, mendKeys, openKeys, revokeKey } from '../../../../pipelines/state/access/keys.ts';
import { readReferrer } from '../../../../pipelines/state/access/referrer.ts';
import { watchKeyAccess } from '../../../../pipelines/state/access/watch-access.ts';
import { aRegister, started } from '../../../server/harness.ts';
import { temporaryFolder } from '../register-bench.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const FROM_NOWHERE = { referrer: undefined, origin: undefined, clientId: undefined };
const LATER = new Date('2026-03-03T12:00:00Z');
const MAPS = { name: 'Kaarten B.V.', accepted: '2026-02-28', days: 1 } as const;

describe('a refused key', () => {
  test('was never made, is revoked, or has expired at the second', () => {
    const data = temporaryFolder();
    let now = NOW;
    const keys = openKeys(data, () => now);
    expect(keys({ ...FROM_NOWHERE, key: 'a'.repeat(64) })).toBeUndefined();
    const { key } = addKey(data, MAPS, NOW);
    const { key: revoked } = addKey(data, MAPS, NOW);
    revokeKey(data, revoked.slice(-8), NOW);
    expect([key.slice(0, -1), key.toUpperCase(), ''].map((text) => keys({ ...FROM_NOWHERE, key: text }))).toEqual([undefined, undefined, undefined]);
    expect(keys({ ...FROM_NOWHERE, key: revoked })).toEqual({ keyEnd: revoked.slice(-8), refusal: 'revoked' });
    now = new Date('2026-03-02T11:59:59.999Z');
    expect(keys({ ...FROM_NOWHERE, key })).toEqual({ keyEnd: key.slice(-8), refusal: null });
    now = new Date('2026-03-02T12:00:00Z');
    expect(keys({ ...FROM_NOWHERE, key })).toEqual({ keyEnd: key.slice(-8), refusal: 'expired' });
    expect(listKeys(data, now).map(({ state }) => state)).toEqual(['expired', 'revoked']);
    expect(() => revokeKey(data, revoked.slice(-8), now)).toThrow(/this key was revoked already/);
    expect(() => revokeKey(data, key, now)).toThrow(/^(?!.*[0-9a-f]{64}).*no key ends in these characters/);
  });

  test('in a damaged file is named by its place, not its value; whoever reads without a key is answered', async () => {
    const data = temporaryFolder();
    const { key } = addKey(data, MAPS, NOW);
    const faults: string[] = [];
    const server = await started({ editions: aRegister(), apiKeys: openKeys(data, () => NOW), onFault: ({ message }) => { faults.push(message); } });
    onTestFinished(() => server.close());
    const read = async () => Promise.all([{ 'x-api-key': key }, {}].map(async (headers) => (await server.ask('/v1', { headers })).status));
    expect([await read(), watchKeyAccess(data)()]).toEqual([[200, 200], null]);
    const { keys: [first] } = JSON.parse(readFileSync(join(data, 'keys.json'), 'utf8')) as { keys: object[] };
    writeFileSync(join(data, 'keys.json'), JSON.stringify({ keys: [{ ...first, sha256: key.toUpperCase(), expires: 'nooit', right: 'all' }] }));
    expect(await read()).toEqual([503, 200]);
    const words = faults.join(' ');
    expect(words).toMatch(/^Keys:Read failed: .*keys\.json.*\/keys\/0\/expires: expected a moment.*\/keys\/0\/sha256: expected 64 hex/);
    expect(words.toLowerCase()).not.toContain(key);
    expect(watchKeyAccess(data)()?.message).toMatch(/^Keys:Read failed/);
    expect(() => addKey(data, MAPS, NOW)).toThrow(/^Keys:Read failed/);
  });

  test('has a name on more than one line, or none', () => {
    const data = temporaryFolder();
    for (const name of ['', 'a\nb', 'x'.repeat(201)]) expect(() => addKey(data, { ...MAPS, name }, NOW)).toThrow(/^Keys:Add failed.*a name on one line/);
    expect(listKeys(data, NOW)).toEqual([]);
  });
});

describe('a key for some pages', () => {
  const PAGES = ['https://kaart.example/', 'https://provincie.example/viewer'];
  /** The refusal of a key for these pages, by the headers Referer and Origin. */
  function refusal(referrer?: string, origin?: string): string | null | undefined {
    const data = temporaryFolder();
    const { key } = addKey(data, { ...MAPS, referrers: PAGES }, NOW);
    return openKeys(data, () => NOW)({ ...FROM_NOWHERE, key, referrer, origin })?.refusal;
  }

  test.each<[string, string | undefined, string | undefined]>([
    ['without Referer and Origin', undefined, undefined], ['from another host', 'https://ander.example/', undefined],
    ['from a host that ends in it', 'https://eenkaart.example/', undefined], ['from a host below it', 'https://a.kaart.example/', undefined],
    ['from a host that begins with it', 'https://kaart.example.kwaad.example/', undefined], ['over http', 'http://kaart.example/', undefined],
    ['from another port', 'https://kaart.example:8443/', undefined], ['with it as user name', 'https://kaart.example@kwaad.example/', undefined],
    ['with it in the query', 'https://kwaad.example/?https://kaart.example/', undefined], ['from a path beside', 'https://provincie.example/viewers', undefined],
    ['from a path that climbs out', 'https://provincie.example/viewer/../kwaad', undefined], ['with the origin alone of a page with a path', undefined, 'https://provincie.example'],
    ['with a Referer that is no address', 'kaart.example', undefined], ['with another Origin', 'https://kaart.example/', 'https://kwaad.example'],
    ['with Origin null', undefined, 'null'], ['with another Referer', 'https://kwaad.example/', 'https://kaart.example'],
  ])('is refused %s', (_, referrer, origin) => {
    expect(refusal(referrer, origin)).toBe('referrer');
  });

  test.each<[string | undefined, string | undefined]>([
    ['https://kaart.example/', undefined], ['https://kaart.example/a/b?c=d', undefined], ['https://KAART.example:443', undefined],
    [undefined, 'https://kaart.example'], ['https://kaart.example/', 'https://kaart.example'],
    ['https://provincie.example/viewer', undefined], ['https://provincie.example/viewer/a', 'https://provincie.example'],
  ])('is valid from Referer %s and Origin %s', (referrer, origin) => {
    expect(refusal(referrer, origin)).toBeNull();
  });

  test('takes pages only', () => {
    expect(['kaart.example', 'ftp://a.example/', 'https://a:b@a.example/', 'https://a.example/?x', 'https://a.example/#x', ''].map(readReferrer))
      .toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
    expect(readReferrer('HTTPS://Kaart.example:443')).toBe('https://kaart.example/');
    const data = temporaryFolder();
    expect(() => addKey(data, { ...MAPS, referrers: ['kaart.example'] }, NOW)).toThrow(/\/keys\/0\/referrers\/0: expected a page/);
  });
});

test('a key for a client is refused without its client id, and from another', () => {
  const data = temporaryFolder();
  const { key } = addKey(data, { ...MAPS, clientId: 'kaart-1' }, NOW);
  const keys = openKeys(data, () => NOW);
  const refusals = [undefined, '', 'kaart-2', 'KAART-1', 'kaart-1, kaart-1', 'kaart-1'].map((clientId) => keys({ ...FROM_NOWHERE, key, clientId })?.refusal);
  expect(refusals).toEqual(['client', 'client', 'client', 'client', 'client', null]);
  expect(() => addKey(data, { ...MAPS, clientId: 'een client' }, NOW)).toThrow(/^Keys:Add failed.*a client id/);
});

describe('a key', () => {
  test('is kept as its digest and last characters, closed to other users, with the day of the fair-use text', () => {
    const data = temporaryFolder();
    const { key, expires } = addKey(data, { ...MAPS, days: 30 }, NOW);
    expect([key, expires]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), '2026-03-31T12:00:00.0Z']);
    const text = readFileSync(join(data, 'keys.json'), 'utf8');
    expect([text.includes(key), text.includes(key.slice(-8))]).toEqual([false, true]);
    expect(statSync(join(data, 'keys.json')).mode & 0o007).toBe(0);
    expect(listKeys(data, NOW)).toEqual([{
      name: 'Kaarten B.V.', accepted: '2026-02-28', made: '2026-03-01T12:00:00.0Z', expires, revoked: null, tail: key.slice(-8), state: 'valid',
    }]);
  });

  test('that a wrong clock made in the future is redated, and is valid for as many days', () => {
    const data = temporaryFolder();
    const { key } = addKey(data, { ...MAPS, days: 10 }, LATER);
    expect(futureKeys(data, NOW)).toMatchObject([{ tail: key.slice(-8) }]);
    mendKeys(data, NOW);
    expect([futureKeys(data, NOW), listKeys(data, NOW)]).toMatchObject([[], [{ made: '2026-03-01T12:00:00.0Z', expires: '2026-03-11T12:00:00.0Z' }]]);
  });
});
