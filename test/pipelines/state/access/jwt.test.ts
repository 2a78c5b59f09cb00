/** JWT: access tokens of an issuer, each attack on them, the keys of the issuer while they change, and what the service answers. */
import { createHash, createHmac, createPublicKey, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../../schemas/submission.ts';
import { LIMITS } from '../../../../schemas/limits.ts';
import { openCredentials, type OpenedCredentials } from '../../../../pipelines/state/access/credentials.ts';
import { HOLDERS_FILE, holdersMistakes } from '../../../../pipelines/state/access/holders.ts';
import type { JwtSettings } from '../../../../pipelines/configuration/token-issuer.ts';
import { organisationIdOf } from '../../../../pipelines/state/access/organisation-number.ts';
import { fakeDesk } from '../../../server/fake-desk.ts';
import { aRegister, started } from '../../../server/harness.ts';
import { temporaryFolder } from '../register-bench.ts';

const ISSUER = 'https://uitgever.example/oauth';
const AUDIENCE = 'https://ev.example/v1';
const OIN = 'OIN:00000001003214345000';
const TOWN = { id: OIN, name: 'Gemeente Voorbeeld', codes: ['AB12', 'CD34'], roles: ['writer'], clients: ['gemeente-voorbeeld'] };
const NOW = new Date('2026-11-26T12:00:00Z');
const NOW_SECONDS = NOW.getTime() / 1_000;
const CLAIMS = { iss: ISSUER, aud: AUDIENCE, sub: 'a', client_id: 'gemeente-voorbeeld', iat: NOW_SECONDS, exp: NOW_SECONDS + 300 };

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
let rsa: Pair;
let ec: Pair;
let other: Pair;

/** The keys that the issuer publishes now, the requests for them, and how it answers. */
const issuer = { keys: [] as JWK[], requests: 0, answer: 'keys' as 'keys' | 'down' | 'redirect' | 'huge' | 'text' };
let jwks: Server;
let url = '';

beforeAll(async () => {
  [rsa, ec, other] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }), generateKeyPair('ES256', { extractable: true }), generateKeyPair('RS256', { extractable: true }),
  ]);
  jwks = createServer((request, response) => {
    if (request.url !== '/jwks') return response.writeHead(500).end(String(issuer.requests += 1_000));
    issuer.requests += 1;
    if (issuer.answer === 'down') return response.writeHead(503).end();
    if (issuer.answer === 'redirect') return response.writeHead(302, { location: '/elsewhere' }).end();
    if (issuer.answer === 'huge') return response.end(JSON.stringify({ keys: issuer.keys, padding: 'x'.repeat(LIMITS.issuerKeysBytesMax) }));
    return response.end(issuer.answer === 'text' ? '<html>' : JSON.stringify({ keys: issuer.keys }));
  });
  await new Promise<void>((resolve) => { jwks.listen(0, '127.0.0.1', resolve); });
  url = `http://127.0.0.1:${(jwks.address() as AddressInfo).port}/jwks`;
});
afterAll(() => { jwks.close(); });
beforeEach(async () => {
  Object.assign(issuer, { keys: [await published(rsa, 'rsa-1', 'RS256'), await published(ec, 'ec-1', 'ES256')], requests: 0, answer: 'keys' });
});

async function published({ publicKey }: Pair, kid: string, alg: string): Promise<JWK> {
  return { ...await exportJWK(publicKey), kid, alg, use: 'sig' };
}

interface Opened extends OpenedCredentials {
  readonly data: string;
  /** Moves the clock. */
  readonly later: (seconds: number) => void;
  readonly ask: (token: string) => Promise<readonly string[] | undefined>;
}

function opened(more: Partial<JwtSettings> = {}): Opened {
  const data = temporaryFolder();
  let now = NOW;
  writeHolders(data, TOWN);
  const jwt = { issuer: ISSUER, audience: AUDIENCE, keys: { url }, clientClaim: 'client_id', organisationClaim: null, skewSeconds: 30, ageSecondsMax: 7_200, ...more };
  const { credentials, issuerFault } = openCredentials(data, { clock: () => now, jwt });
  return {
    data, credentials, issuerFault, later: (seconds) => { now = new Date(now.getTime() + seconds * 1_000); },
    ask: async (token) => (await credentials({ token }))?.holders,
  };
}

function writeHolders(data: string, ...organisations: readonly object[]): void {
  writeFileSync(join(data, HOLDERS_FILE), JSON.stringify({ organisations }));
}

function signed(claims: object = CLAIMS, head: Readonly<Record<string, unknown>> = {}, key: Pair = rsa): Promise<string> {
  return new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: 'RS256', kid: 'rsa-1', typ: 'at+jwt', ...head }).sign(key.privateKey, head['crit'] === undefined ? {} : { crit: { exp: true } });
}

const part = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
/** Returns a token whose head and claims are texts, signed with a secret by HMAC. */
const hmac = (head: unknown, claims: unknown, secret: string | Buffer): string => {
  const signing = `${part(head)}.${part(claims)}`;
  return `${signing}.${createHmac('sha256', secret).update(signing).digest('base64url')}`;
};
/** Returns a token with these texts as they are, signed with the key of the issuer. */
async function signedText(head: string, claims: string): Promise<string> {
  const signing = `${part(head)}.${part(claims)}`;
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', rsa.privateKey, Buffer.from(signing));
  return `${signing}.${Buffer.from(signature).toString('base64url')}`;
}

describe('a token of the issuer', () => {
  test('IR-auth-5: gives the codes and roles of the organisation with its client id, by RSA and by an elliptic curve', async () => {
    const { credentials, ask } = opened();
    expect(await ask(await signed())).toEqual(['AB12', 'CD34']);
    expect(await ask(await signed(CLAIMS, { alg: 'ES256', kid: 'ec-1', typ: 'JWT' }, ec))).toEqual(['AB12', 'CD34']);
    expect(await ask(await signed({ ...CLAIMS, aud: ['https://ander.example', AUDIENCE] }, { typ: undefined }))).toEqual(['AB12', 'CD34']);
    const token = await signed();
    const digest = createHash('sha256').update(token).digest('hex');
    expect(await credentials({ token })).toEqual({ organisation: OIN, tokenEnd: digest.slice(-8), holders: ['AB12', 'CD34'], roles: ['writer'], bronregistratie: undefined });
  });

  test.each([
    [OIN, OIN], ['00000001003214345000', OIN], ['NTRNL-12345678', 'KVK:12345678'], ['KVK:12345678', 'KVK:12345678'], ['DE/NL/HRB12345', 'EIDAS:DE/NL/HRB12345'],
    ['123456782', undefined], ['OIN:1', undefined], ['', undefined], [`${OIN}\n`, undefined],
  ])('with a number of its organisation in the claim that is configured: %s', async (number, id) => {
    expect(organisationIdOf(number)).toBe(id);
    const { data, ask } = opened({ organisationClaim: 'organisatie' });
    writeHolders(data, { ...TOWN, id: id ?? OIN });
    expect(await ask(await signed({ ...CLAIMS, organisatie: number }))).toEqual(id === undefined ? undefined : ['AB12', 'CD34']);
    // The client id decides nothing then.
    expect(await ask(await signed(CLAIMS))).toBeUndefined();
  });

  test('is remembered until it ends; the rights come from holders.json at each request', async () => {
    const { data, credentials, ask, later } = opened();
    const token = await signed();
    expect(await ask(token)).toEqual(['AB12', 'CD34']);
    expect(credentials({ token }), 'without a promise: nothing is verified again').not.toBeInstanceOf(Promise);
    writeHolders(data, { ...TOWN, codes: ['AB12'] });
    expect(await ask(token)).toEqual(['AB12']);
    writeHolders(data, { ...TOWN, clients: [] });
    expect(await ask(token), 'a client that was revoked').toBeUndefined();
    writeHolders(data);
    expect(await ask(token), 'an organisation that was revoked').toBeUndefined();
    writeHolders(data, TOWN);
    later(300 + 29);
    expect(await ask(token), 'within the clock skew').toEqual(['AB12', 'CD34']);
    later(2);
    expect(await ask(token)).toBeUndefined();
  });

  test('is accepted for the configured time after its issue, however late it expires', async () => {
    const { ask, later } = opened({ ageSecondsMax: 600 });
    const token = await signed({ ...CLAIMS, exp: NOW_SECONDS + 1e9 });
    expect(await ask(token)).toEqual(['AB12', 'CD34']);
    later(600 + 29);
    expect(await ask(token)).toEqual(['AB12', 'CD34']);
    later(2);
    expect(await ask(token)).toBeUndefined();
    expect(await ask(await signed({ ...CLAIMS, exp: NOW_SECONDS + 1e9 })), 'one that was not seen before').toBeUndefined();
  });

  test('of an issuer server, got by client credentials', async () => {
    const server = new OAuth2Server();
    await server.issuer.keys.generate('PS256');
    await server.start(0, '127.0.0.1');
    onTestFinished(() => server.stop());
    const base = server.issuer.url!;
    server.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => { Object.assign(token.payload, { aud: AUDIENCE, client_id: 'gemeente-voorbeeld' }); });
    const response = await fetch(`${base}/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }), headers: { authorization: `Basic ${btoa('gemeente-voorbeeld:geheim')}` } });
    const { access_token: token } = await response.json() as { access_token: string };
    const data = temporaryFolder();
    writeHolders(data, TOWN);
    const jwt = { issuer: base, audience: AUDIENCE, keys: { url: `${base}/jwks` }, clientClaim: 'client_id', organisationClaim: null, skewSeconds: 30, ageSecondsMax: 7_200 };
    const { credentials } = openCredentials(data, { clock: () => new Date(), jwt });
    expect(await credentials({ token })).toMatchObject({ organisation: OIN, holders: ['AB12', 'CD34'] });
    expect(await openCredentials(data, { clock: () => new Date(), jwt: { ...jwt, audience: 'ander' } }).credentials({ token })).toBeUndefined();
  });
});

describe('an attack is no valid token:', () => {
  const ATTACKS: Readonly<Record<string, () => string | Promise<string>>> = {
    'alg none': () => `${part({ alg: 'none', kid: 'rsa-1' })}.${part(CLAIMS)}.`,
    'alg None, with the signature of another token': async () => `${part({ alg: 'None', kid: 'rsa-1' })}.${part(CLAIMS)}.${(await signed()).split('.')[2]}`,
    'HS256 signed with the public key as PEM': async () => hmac({ alg: 'HS256', kid: 'rsa-1' }, CLAIMS, await exportSPKI(rsa.publicKey)),
    'HS256 signed with the public key as DER': () => hmac({ alg: 'HS256', kid: 'rsa-1' }, CLAIMS, createPublicKey({ key: issuer.keys[0]!, format: 'jwk' }).export({ type: 'spki', format: 'der' })),
    'HS256 signed with the modulus': () => hmac({ alg: 'HS256', kid: 'rsa-1' }, CLAIMS, issuer.keys[0]!.n!),
    'HS256 signed with an empty secret': () => hmac({ alg: 'HS256', kid: 'rsa-1' }, CLAIMS, ''),
    'the key of another, under the kid of the issuer': () => signed(CLAIMS, {}, other),
    'another kid': () => signed(CLAIMS, { kid: 'rsa-2' }, other),
    'a kid that is a path': () => signed(CLAIMS, { kid: '../../../../dev/null' }, other),
    'a kid that is SQL': () => signed(CLAIMS, { kid: "x' UNION SELECT 'a" }, other),
    'a kid that is no text': () => signed(CLAIMS, { kid: ['rsa-1'] }, other),
    'a key in the head (jwk)': async () => signed(CLAIMS, { jwk: await exportJWK(other.publicKey) }, other),
    'an address of keys in the head (jku)': () => signed(CLAIMS, { jku: url.replace('/jwks', '/attacker') }, other),
    'an address of a certificate in the head (x5u)': () => signed(CLAIMS, { x5u: url.replace('/jwks', '/attacker') }, other),
    'a certificate in the head (x5c)': () => signed(CLAIMS, { x5c: [part('certificate')] }, other),
    'a head that must be understood (crit)': () => signed(CLAIMS, { crit: ['exp'], exp: 1 }),
    'claims that are not encoded (b64)': async () => signedText(JSON.stringify({ alg: 'RS256', kid: 'rsa-1', b64: false, crit: ['b64'] }), JSON.stringify(CLAIMS)),
    'changed claims': async () => { const [head, , signature] = (await signed()).split('.'); return `${head}.${part({ ...CLAIMS, client_id: 'ander' })}.${signature}`; },
    'a changed head': async () => { const [, claims, signature] = (await signed()).split('.'); return `${part({ alg: 'RS256', kid: 'rsa-1' })}.${claims}.${signature}`; },
    'no signature': async () => `${(await signed()).split('.').slice(0, 2).join('.')}.`,
    'two parts': async () => (await signed()).split('.').slice(0, 2).join('.'),
    'five parts (encrypted)': async () => `${await signed()}.a.b`,
    'no JSON': () => 'a.b.c',
    'another issuer': () => signed({ ...CLAIMS, iss: 'https://ander.example' }),
    'an issuer with more after it': () => signed({ ...CLAIMS, iss: `${ISSUER}/` }),
    'a list of issuers': () => signed({ ...CLAIMS, iss: [ISSUER] }),
    'no issuer': () => signed({ ...CLAIMS, iss: undefined }),
    'another audience': () => signed({ ...CLAIMS, aud: 'https://ander.example' }),
    'no audience': () => signed({ ...CLAIMS, aud: undefined }),
    'expired': () => signed({ ...CLAIMS, iat: NOW_SECONDS - 900, exp: NOW_SECONDS - 31 }),
    'without an end': () => signed({ ...CLAIMS, exp: undefined }),
    'an end that is a text': () => signed({ ...CLAIMS, exp: String(NOW_SECONDS + 300) }),
    'not valid yet': () => signed({ ...CLAIMS, nbf: NOW_SECONDS + 31 }),
    'issued in the future': () => signed({ ...CLAIMS, iat: NOW_SECONDS + 31 }),
    'issued in a far future': () => signed({ ...CLAIMS, iat: NOW_SECONDS + 1e9, exp: NOW_SECONDS + 2e9 }),
    'issued too long ago, with an end in a far future': () => signed({ ...CLAIMS, iat: NOW_SECONDS - 7_231, exp: NOW_SECONDS + 1e9 }),
    'without a moment of issue': () => signed({ ...CLAIMS, iat: undefined }),
    'an unknown client': () => signed({ ...CLAIMS, client_id: 'ander' }),
    'no client': () => signed({ ...CLAIMS, client_id: undefined }),
    'a list of clients': () => signed({ ...CLAIMS, client_id: ['gemeente-voorbeeld'] }),
    'the organisation as client': () => signed({ ...CLAIMS, client_id: OIN }),
    'a claim twice': () => signedText('{"alg":"RS256","kid":"rsa-1"}', JSON.stringify({ ...CLAIMS, client_id: 'ander' }).replace('{', '{"client_id":"x",').replace('"ander"', '"gemeente-voorbeeld"')),
    'a member of the head twice': () => signedText('{"alg":"none","alg":"RS256","kid":"rsa-1"}', JSON.stringify(CLAIMS)),
    'a token for logging out': () => signed(CLAIMS, { typ: 'logout+jwt' }),
    'a proof of possession (dpop+jwt)': () => signed(CLAIMS, { typ: 'dpop+jwt' }),
    'a token bound to a certificate that was not presented': () => signed({ ...CLAIMS, cnf: { 'x5t#S256': part(randomBytes(32).toString('latin1')) } }),
    'a signature with another encoding of the same bytes': async () => `${await signed()}=`,
  };

  test.each(Object.entries(ATTACKS))('%s', async (_, attack) => {
    const { ask } = opened();
    expect(await ask(await attack())).toBeUndefined();
    expect(issuer.requests, 'only the keys of the issuer are called').toBeLessThan(3);
    expect(await ask(await signed()), 'the control').toEqual(['AB12', 'CD34']);
  });

  test('the text of a claim twice, once, is valid: what is refused is the repetition', async () => {
    expect(await opened().ask(await signedText('{"alg":"RS256","kid":"rsa-1"}', JSON.stringify(CLAIMS)))).toEqual(['AB12', 'CD34']);
  });

  test('a symmetric key among the keys of the issuer signs nothing', async () => {
    issuer.keys = [...issuer.keys, { kty: 'oct', kid: 'secret', k: part('geheim') }];
    expect(await opened().ask(hmac({ alg: 'HS256', kid: 'secret' }, CLAIMS, 'geheim'))).toBeUndefined();
  });
});

describe('the keys of the issuer', () => {
  test('are read once for many tokens, and again for an unknown key, at most every 30 seconds', async () => {
    const { ask, later } = opened();
    await Promise.all([1, 2, 3, 4].map(async (n) => ask(await signed({ ...CLAIMS, jti: String(n) }))));
    expect(issuer.requests).toBe(1);
    issuer.keys = [await published(other, 'rsa-2', 'RS256')];
    const rotated = await signed(CLAIMS, { kid: 'rsa-2' }, other);
    expect([await ask(rotated), issuer.requests]).toEqual([undefined, 1]);
    later(30);
    expect([await ask(rotated), issuer.requests]).toEqual([['AB12', 'CD34'], 2]);
    expect(await ask(await signed({ ...CLAIMS, jti: '1' })), 'a remembered token of a key that is withdrawn').toBeUndefined();
    for (let n = 0; n < 20; n += 1) await ask(await signed(CLAIMS, { kid: `kid-${n}` }, other));
    expect(issuer.requests).toBe(2);
  });

  test('that are withdrawn end their tokens within ten minutes, without an unknown key', async () => {
    const { ask, later } = opened();
    const token = await signed({ ...CLAIMS, exp: NOW_SECONDS + 3_600 });
    expect(await ask(token)).toEqual(['AB12', 'CD34']);
    issuer.keys = [];
    later(600);
    await ask(token);
    await expect.poll(() => ask(token)).toBeUndefined();
  });

  test.each(['down', 'redirect', 'huge', 'text'] as const)('that cannot be read (%s): known keys go on, an unknown one is a Fault, and the issuer is left in peace', async (answer) => {
    const { ask, later, issuerFault } = opened();
    const known = await signed();
    const unknown = await signed(CLAIMS, { kid: 'rsa-2' }, other);
    issuer.answer = answer;
    await expect(ask(known)).rejects.toThrow(/^Jwt:Keys failed: the keys of the token issuer cannot be read/);
    await expect(ask(unknown)).rejects.toThrow(/^Jwt:Keys failed/);
    expect([issuer.requests, issuerFault()?.message]).toEqual([1, expect.stringContaining(url)]);
    issuer.answer = 'keys';
    later(30);
    expect([await ask(known), issuerFault()]).toEqual([['AB12', 'CD34'], null]);
    issuer.answer = answer;
    later(40);
    await expect(ask(unknown)).rejects.toThrow(/^Jwt:Keys failed/);
    expect(await ask(await signed({ ...CLAIMS, jti: 'new' }))).toEqual(['AB12', 'CD34']);
    for (let n = 0; n < 20; n += 1) await ask(unknown).catch(() => {});
    expect(issuer.requests).toBe(3);
  });

  test('in a file: nothing is called, and a change of the file counts', async () => {
    const file = join(temporaryFolder(), 'jwks.json');
    writeFileSync(file, JSON.stringify({ keys: issuer.keys }));
    const { ask, later } = opened({ keys: { file } });
    const token = await signed();
    expect(await ask(token)).toEqual(['AB12', 'CD34']);
    writeFileSync(file, '{"keys": []}');
    later(6);
    await ask(token);
    await expect.poll(() => ask(token)).toBeUndefined();
    expect(issuer.requests).toBe(0);
  });
});

describe('the service', () => {
  const HEADERS = { 'content-type': 'application/json' };

  test('answers a valid JWT as a token of its own, an invalid one 401, one whose key cannot be read now 503, and no header as before', async () => {
    const { credentials } = opened();
    let writer: unknown;
    const receipt = { uuid: '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
    const outcome: Outcome = { receipt, state: 'settled', status: 200, roots: [{ id: 'NL.1', type: 'KwetsbaarGebouw' }], report: null };
    const desk = fakeDesk({
      submit: (submission) => {
        writer = submission;
        return Promise.resolve({ kind: 'settled', outcome });
      },
    });
    const faults: string[] = [];
    const server = await started({ editions: aRegister(), desk, credentials, clock: () => NOW, onFault: ({ message }) => { faults.push(message); } });
    onTestFinished(() => server.close());
    const token = await signed();
    const body = JSON.stringify({ bronhoudercode: 'AB12', padding: 'x'.repeat(200_000) });
    const post = (authorization: string) => server.ask('/v1/kwetsbare-gebouwen', { method: 'POST', headers: { ...HEADERS, authorization }, body });
    const get = async (authorization: string | string[]) => (await server.ask('/v1', { headers: { authorization } })).status;
    const first = await post(`Bearer ${token}`);
    expect([first.status < 300, writer]).toEqual([true, expect.objectContaining({ holder: 'AB12', organisation: OIN })]);
    expect([await get(`Bearer ${token}`), (await server.ask('/v1')).status]).toEqual([200, 200]);
    const forged = await signed(CLAIMS, {}, other);
    const refused = await post(`Bearer ${forged}`);
    expect([refused.status, refused.headers['www-authenticate'], refused.text.includes(forged)]).toEqual([401, 'Bearer error="invalid_token"', false]);
    expect(await Promise.all([get(`Bearer ${forged}`), get(`Bearer ${token}, Bearer ${token}`), get(`Bearer ${token} ${token}`), get([`Bearer ${token}`, `Bearer ${token}`])])).toEqual([401, 401, 401, 400]);
    const long = await signed({ ...CLAIMS, padding: 'x'.repeat(4_096) });
    expect([await get(`Bearer ${long}`), (await server.ask(`/v1?access_token=${token}`)).status]).toEqual([401, 400]);
    expect(faults).toEqual([]);
    issuer.answer = 'down';
    const away = opened();
    const second = await started({ editions: aRegister(), desk, credentials: away.credentials, clock: () => NOW, onFault: ({ message }) => { faults.push(message); } });
    onTestFinished(() => second.close());
    const reply = await second.ask('/v1', { headers: { authorization: `Bearer ${token}` } });
    expect([reply.status, reply.headers['retry-after'], (await second.ask('/v1')).status]).toEqual([503, '30', 200]);
    expect(faults.join('')).toMatch(/^Jwt:Keys failed/);
    expect(faults.join('')).not.toContain(token);
  });
});

test('a client id belongs to one organisation', () => {
  const data = temporaryFolder();
  writeHolders(data, TOWN, { ...TOWN, id: 'KVK:12345678', codes: ['EF56'] });
  expect(holdersMistakes(data)).toEqual([expect.stringContaining('/organisations/1/clients/0: gemeente-voorbeeld belongs to')]);
});
