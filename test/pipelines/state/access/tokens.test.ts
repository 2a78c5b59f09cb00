/** Access files: making, damaging and reading the files of organisations and tokens. Not here: the command line (test/long/tokens.test.ts). */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addOrganisation, holdersMistakes, listOrganisations, removeOrganisation } from '../../../../pipelines/state/access/holders.ts';
import { addToken, listTokens, openTokens, revokeToken, revokeTokensOf } from '../../../../pipelines/state/access/tokens.ts';
import { watchAccess } from '../../../../pipelines/state/access/watch-access.ts';
import { holdersSchema } from '../../../../schemas/derived/holders-schema.ts';
import type { JsonObject } from '../../../../schemas/json.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { aRegister, started } from '../../../server/harness.ts';
import { temporaryFolder } from '../register-bench.ts';

const OIN = 'OIN:00000001003214345000';
const NOW = new Date('2026-03-01T12:00:00Z');
const TOWN = { id: OIN, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] } as const;
const PIPES = { id: 'KVK:12345678', name: 'Leidingen B.V.', codes: ['CD34', 'EF56'], roles: ['writer', 'operator'] } as const;

/** A folder in which both organisations stand. */
function withTwo(): string {
  const data = temporaryFolder();
  addOrganisation(data, TOWN);
  addOrganisation(data, PIPES);
  return data;
}

/** Returns a function that returns the bronhoudercodes of a token, with spaces between. */
function holdersOf(data: string, clock: () => Date): (token: string) => string | undefined {
  const principalOf = openTokens(data, clock);
  return (token) => principalOf({ token })?.holders.join(' ');
}

function tokenOf(data: string, days = 30): string {
  return addToken(data, { organisation: OIN, holders: [], days }, NOW).token;
}

test('a change keeps the mode that an operator gave the file', () => {
  const data = withTwo();
  tokenOf(data);
  const modes = () => ['tokens.json', 'holders.json'].map((name) => statSync(join(data, name)).mode & 0o777);
  expect(modes()[0]! & 0o007).toBe(0);
  for (const name of ['tokens.json', 'holders.json']) chmodSync(join(data, name), 0o600);
  tokenOf(data);
  removeOrganisation(data, PIPES.id);
  expect(modes()).toEqual([0o600, 0o600]);
});

describe('organisations', () => {
  test('IR-auth-7: are known by OIN, KVK or eIDAS number; what is added is kept as the published schema says', () => {
    const data = withTwo();
    addOrganisation(data, { id: 'EIDAS:DE/NL/HRB12345', name: 'Rohre GmbH', codes: [], roles: ['full'] });
    expect(listOrganisations(data).slice(0, 2)).toEqual([TOWN, PIPES]);
    const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(holdersSchema());
    expect([validate(kept(data, 'holders.json')), validate.errors]).toEqual([true, null]);
    expect(() => addOrganisation(data, TOWN)).toThrow(/there already.*OIN:00000001003214345000/);
    expect(() => addOrganisation(data, { ...TOWN, id: 'KVK:87654321' })).toThrow('/organisations/3/codes/0: AB12 belongs to OIN:00000001003214345000 already');
    expect(() => addOrganisation(data, { ...TOWN, id: 'BSN:123456782', codes: [] })).toThrow(/a writer has one|expected OIN/);
    removeOrganisation(data, OIN);
    expect(() => removeOrganisation(data, OIN)).toThrow(/no organisation has this id.*OIN:/);
    expect(listOrganisations(data).map(({ id }) => id)).toEqual([PIPES.id, 'EIDAS:DE/NL/HRB12345']);
  });

  test.each<[string, string, readonly string[]]>([
    ['no JSON', '{"organisations": [\n  {,\n]}', ['line 2: ']],
    ['a name twice', '{"organisations": [],\n"organisations": []}', ['line 2: ']],
    ['a code in small letters, a role that is none, a member too many', JSON.stringify({ organisations: [{ ...TOWN, codes: ['ab12'], roles: ['boss'], more: 1 }] }), [
      '/organisations/0 has an unknown member more', '/organisations/0/codes/0: found ab12, expected a bronhoudercode', '/organisations/0/roles/0: found boss, expected reader, writer, full, operator',
    ]],
    ['an id that is none', JSON.stringify({ organisations: [{ ...TOWN, id: 'OIN:12' }] }), ['/organisations/0/id: found OIN:12, expected OIN: with 20 digits']],
    ['a field that lacks', JSON.stringify({ organisations: [{ ...TOWN, name: undefined }] }), ["/organisations/0 must have required property 'name'"]],
    ['one organisation twice', JSON.stringify({ organisations: [TOWN, TOWN] }), [`/organisations/1/id: ${OIN} stands at /organisations/0 already`]],
    ['a code of two', JSON.stringify({ organisations: [TOWN, { ...PIPES, codes: ['AB12'] }] }), [`/organisations/1/codes/0: AB12 belongs to ${OIN} already`]],
    ['a source that is none', JSON.stringify({ organisations: [{ ...TOWN, bronregistratie: 'kadaster' }] }), ['/organisations/0/bronregistratie: found kadaster, expected BAG, BGT, BRK']],
    ['a writer without a code', JSON.stringify({ organisations: [{ ...TOWN, codes: [] }] }), ['/organisations/0/codes: a writer has one']],
  ])('in a file that was edited by hand: %s is named with its place and value, and nobody has access', (_, text, expected) => {
    const data = withTwo();
    const holderOf = holdersOf(data, () => NOW);
    const token = tokenOf(data);
    writeFileSync(join(data, 'holders.json'), text);
    expect(holdersMistakes(data)).toEqual(expect.arrayContaining(expected.map((start) => expect.stringContaining(start) as string)));
    for (const use of [() => { throw watchAccess(data)()!; }, () => holderOf(token), () => listOrganisations(data)]) {
      expect(use).toThrow(/^Holders:Read failed: .*holders\.json/);
      expect(use).toThrow(expected[0]);
    }
  });
});

describe('a token', () => {
  test('IR-auth-tokens: is made for one code of an organisation that may write with it, and stands for that code', () => {
    const data = withTwo();
    const holderOf = holdersOf(data, () => NOW);
    const token = tokenOf(data);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(holderOf(token)).toBe('AB12');
    expect(holderOf(`${token.slice(0, -1)}${token.endsWith('0') ? 1 : 0}`)).toBeUndefined();
    expect(holderOf(addToken(data, { organisation: PIPES.id, holders: ['EF56'], days: 1 }, NOW).token)).toBe('EF56');
    const add = (organisation: string, ...holders: readonly string[]) => () => addToken(data, { organisation, holders, days: 1 }, NOW);
    expect(add(PIPES.id)).toThrow(/--holder with one of CD34 EF56/);
    expect(add(OIN, 'CD34')).toThrow(/may not write.*AB12.*found OIN:00000001003214345000, CD34/);
    expect(add(PIPES.id, 'CD34', 'AB12', 'EF56')).toThrow(/may not write.*found KVK:12345678, AB12/);
    expect(add('KVK:00000000')).toThrow(/no organisation has this id.*KVK:00000000/);
    addOrganisation(data, { id: 'KVK:11111111', name: 'Lezer', codes: ['GH78'], roles: ['full'] });
    expect(add('KVK:11111111')).toThrow(/with the role writer/);
  });

  test('has the roles of its organisation, and an operator that is no writer has one without a code', () => {
    const data = withTwo();
    const principalOf = openTokens(data, () => NOW);
    addOrganisation(data, { id: 'KVK:11111111', name: 'Beheer', codes: [], roles: ['operator'] });
    const operator = addToken(data, { organisation: 'KVK:11111111', holders: [], days: 1 }, NOW).token;
    const both = addToken(data, { organisation: PIPES.id, holders: ['CD34'], days: 1 }, NOW).token;
    const own = tokenOf(data);
    expect(principalOf({ token: operator })).toEqual({ organisation: 'KVK:11111111', tokenEnd: operator.slice(-8), holders: [], roles: ['operator'] });
    expect(principalOf({ token: both })).toEqual({ organisation: PIPES.id, tokenEnd: both.slice(-8), holders: ['CD34'], roles: ['writer', 'operator'] });
    expect(principalOf({ token: own })).toEqual({ organisation: OIN, tokenEnd: own.slice(-8), holders: ['AB12'], roles: ['writer'] });
    expect(() => addToken(data, { organisation: 'KVK:11111111', holders: ['CD34'], days: 1 }, NOW)).toThrow(/may not write with this bronhoudercode/);
    writeFileSync(join(data, 'holders.json'), JSON.stringify({ organisations: [{ ...TOWN, id: 'KVK:11111111', roles: ['writer', 'full'] }] }));
    expect(principalOf({ token: operator }), 'it was made for no code').toBeUndefined();
  });

  test('may be for several codes, and keeps those that its organisation may still write with', () => {
    const data = withTwo();
    const one = tokenOf(data);
    const { token, holders } = addToken(data, { organisation: PIPES.id, holders: ['EF56', 'CD34', 'EF56'], days: 1 }, NOW);
    const codesOf = holdersOf(data, () => NOW);
    expect([holders, codesOf(token)]).toEqual([['EF56', 'CD34'], 'EF56 CD34']);
    expect(listTokens(data, NOW).map((listed) => listed.holders)).toEqual([['AB12'], ['EF56', 'CD34']]);
    const { tokens: [first] } = kept(data, 'tokens.json') as unknown as { tokens: readonly [JsonObject] };
    expect(first, 'as earlier versions of the program wrote and read it').toMatchObject({ holder: 'AB12' });
    expect(codesOf(one)).toBe('AB12');
    const narrowed = (codes: readonly string[]) => writeFileSync(join(data, 'holders.json'), JSON.stringify({ organisations: [{ ...PIPES, codes }] }));
    narrowed(['EF56', 'GH78']);
    expect(codesOf(token)).toBe('EF56');
    narrowed(['GH78']);
    expect([codesOf(token), listTokens(data, NOW)[1]?.state]).toEqual([undefined, 'without rights']);
  });

  test('is kept as its digest and last characters only, and no list or fault has it', () => {
    const data = withTwo();
    const token = tokenOf(data);
    const text = readFileSync(join(data, 'tokens.json'), 'utf8');
    expect(text).toContain(token.slice(-8));
    expect(text).not.toContain(token);
    const listed = JSON.stringify(listTokens(data, NOW));
    expect(listed).toContain(token.slice(-8));
    expect(listed).not.toMatch(/[0-9a-f]{21}/);
    expect(() => revokeToken(data, token, NOW)).toThrow(/^(?!.*[0-9a-f]{21}).*no token ends in/);
  });

  test('holds until it expires, is revoked, or its organisation may no longer write with its code', () => {
    const data = withTwo();
    let now = NOW;
    const holderOf = holdersOf(data, () => now);
    const [short, long, other] = [tokenOf(data, 1), tokenOf(data, 30), tokenOf(data, 30)];
    const all = () => [short, long, other].map(holderOf);
    expect(all()).toEqual(['AB12', 'AB12', 'AB12']);
    now = new Date('2026-03-02T11:59:59Z');
    expect(holderOf(short)).toBe('AB12');
    now = new Date('2026-03-02T12:00:00Z');
    expect(all()).toEqual([undefined, 'AB12', 'AB12']);
    revokeToken(data, long.slice(-8), now);
    expect(all()).toEqual([undefined, undefined, 'AB12']);
    expect(() => revokeToken(data, long.slice(-8), now)).toThrow(/revoked already/);
    writeFileSync(join(data, 'holders.json'), JSON.stringify({ organisations: [{ ...TOWN, codes: ['GH78'] }] }));
    expect(all()).toEqual([undefined, undefined, undefined]);
    expect(listTokens(data, now).map(({ state }) => state)).toEqual(['expired', 'revoked', 'without rights']);
    writeFileSync(join(data, 'holders.json'), JSON.stringify({ organisations: [TOWN] }));
    expect(holderOf(other)).toBe('AB12');
    expect(revokeTokensOf(data, OIN, now)).toBe(2);
    expect(all()).toEqual([undefined, undefined, undefined]);
  });

  test('in a damaged file is refused with its place, not its value; who serves refuses who sends one, not who only reads', async () => {
    const data = withTwo();
    const token = tokenOf(data);
    const faults: string[] = [];
    const editions = aRegister();
    const server = await started({ editions, credentials: openTokens(data, () => NOW), onFault: ({ message }) => { faults.push(message); } });
    onTestFinished(() => server.close());
    const headers = { authorization: `Bearer ${token}` };
    const read = async (): Promise<readonly number[]> => [(await server.ask('/v1', { headers })).status, (await server.ask('/v1')).status];
    expect(await read()).toEqual([200, 200]);
    const { tokens: [first] } = kept(data, 'tokens.json') as unknown as { tokens: readonly [JsonObject] };
    writeFileSync(join(data, 'tokens.json'), JSON.stringify({ tokens: [{ ...first, sha256: token.toUpperCase(), expires: 'nooit' }] }));
    const [refused, open] = await read();
    expect([refused! >= 500, open]).toEqual([true, 200]);
    expect(faults[0]).toMatch(/^Tokens:Read failed: .*tokens\.json.*\/tokens\/0\/expires: expected a moment.*\/tokens\/0\/sha256: expected 64 hex/);
    expect(faults.join('').toLowerCase()).not.toContain(token);
    expect(() => openTokens(data, () => NOW)({ token })).toThrow(/^Tokens:Read failed/);
    expect(watchAccess(data)()?.message).toMatch(/^Tokens:Read failed/);
    expect(() => addToken(data, { organisation: OIN, holders: [], days: 1 }, NOW)).toThrow(/^Tokens:Read failed/);
  });
});

test.each([
  ['a pipe', (path: string) => { execFileSync('mkfifo', [path]); }],
  ['a link to a device without end', (path: string) => symlinkSync('/dev/zero', path)],
  ['a link to nothing', (path: string) => symlinkSync('/not/there', path)],
  ['a link to a whole file', (path: string) => {
    writeFileSync(`${path}.real`, '{"organisations": []}');
    symlinkSync(`${path}.real`, path);
  }],
  ['a folder', (path: string) => { mkdirSync(path); }],
  ['larger than the limit', (path: string) => {
    writeFileSync(path, '');
    truncateSync(path, LIMITS.accessFileBytesMax + 1);
  }],
])('an access file that is %s is never read: no token is accepted until it is mended, and reading goes on', async (_, put) => {
  const data = withTwo();
  const token = tokenOf(data);
  const path = join(data, 'holders.json');
  const access = watchAccess(data);
  const server = await started({ editions: aRegister(), credentials: openTokens(data, () => NOW), onFault: () => {} });
  onTestFinished(() => server.close());
  const read = async (): Promise<readonly number[]> => Promise.all([{ authorization: `Bearer ${token}` }, {}].map(async (headers) => (await server.ask('/v1', { headers })).status));
  expect([access(), await read()]).toEqual([null, [200, 200]]);
  renameSync(path, `${path}.before`);
  put(path);
  expect(holdersMistakes(data)).toEqual([expect.stringMatching(/no ordinary file|expected at most/)]);
  expect([access()?.message, await read()]).toEqual([expect.stringMatching(/^Holders:Read failed.*holders\.json/), [503, 200]]);
  rmSync(path, { recursive: true });
  renameSync(`${path}.before`, path);
  expect([access(), await read()]).toEqual([null, [200, 200]]);
});

function kept(data: string, name: string): JsonObject {
  return JSON.parse(readFileSync(join(data, name), 'utf8')) as JsonObject;
}
