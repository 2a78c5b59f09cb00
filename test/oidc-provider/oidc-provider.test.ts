/** JWTs of `oidc-provider`, an issuer by another maker: the service takes its tokens for this service, and follows its keys while it runs. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader, type JWK } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { makeKey, startIssuer, type Issuer } from './issuer.ts';

const OTHER_SERVICE = 'https://elders.example/v1';
/** Seconds that a token is valid for: longer than the test, but for one of the service for short tokens. */
const LONG_SECONDS = 600;
const SHORT_SECONDS = 3;

interface Served {
  readonly base: string;
  readonly issuer: Issuer;
  /** Makes an object with a token; returns the status. */
  readonly write: (token: string) => Promise<number>;
}

/** Starts an issuer, and a service that accepts its tokens. `validSeconds`: how long tokens for this service are valid. */
async function served(keys: readonly JWK[], validSeconds: number): Promise<Served> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/v1`;
  const issuer = await startIssuer(['gemeente', 'onbekend'], { [base]: validSeconds, [OTHER_SERVICE]: LONG_SECONDS }, keys);
  onTestFinished(() => issuer.close());
  const { issuer: name, jwks_uri: keysUrl } = await (await fetch(`${issuer.address}/.well-known/openid-configuration`)).json() as Record<string, string>;
  const data = temporaryFolder();
  expect(await ev([
    'holders', 'add', 'OIN:00000001003214345000', '--name', 'Gemeente Voorbeeld', '--holder', 'AB12', '--client', 'gemeente', '--data', data,
  ])).toMatchObject({ code: 0 });
  const serving = start([
    'serve', '--data', data, '--port', String(port), '--jwt-issuer', name!, '--jwt-audience', base, '--jwks-url', keysUrl!, '--jwt-skew-seconds', '0',
  ]);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  await said(serving, 'Serving ');
  const school = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
  let made = 0;
  const write = async (token: string): Promise<number> => {
    made += 1;
    const response = await fetch(`${base}/kwetsbare-gebouwen`, {
      method: 'POST', body: JSON.stringify({ ...school, id: `school-${made}` }),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-crs': `<${RD}>` },
    });
    await response.arrayBuffer();
    return response.status;
  };
  return { base, issuer, write };
}

test('IR-auth-5: a token for this service and a known client writes; one for another service or client, an opaque one and an expired one are 401', async () => {
  const { base, issuer, write } = await served([await makeKey('RS256', 'a')], SHORT_SECONDS);
  const token = await issuer.token('gemeente', base);
  expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt', kid: 'a' });
  expect(await write(token)).toBe(201);
  expect(await write(await issuer.token('gemeente', OTHER_SERVICE))).toBe(401);
  expect(await write(await issuer.token('onbekend', base))).toBe(401);
  expect(await write(await issuer.token('gemeente'))).toBe(401);
  const [head, claims, signature = ''] = token.split('.');
  expect(await write([head, claims, signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`].join('.'))).toBe(401);
  await sleep((SHORT_SECONDS + 1) * 1_000);
  expect(await write(token), 'although the service has verified it before').toBe(401);
});

test('IR-auth-5: keys are replaced while the service runs: a new key counts within half a minute, and tokens of a removed key no longer', async () => {
  const [first, second, third] = [await makeKey('PS256', 'a'), await makeKey('ES256', 'b'), await makeKey('EdDSA', 'c')];
  const { base, issuer, write } = await served([first], LONG_SECONDS);
  const old = await issuer.token('gemeente', base);
  expect(await write(old)).toBe(201);
  issuer.setKeys([second, first]);
  const fresh = await issuer.token('gemeente', base);
  expect(decodeProtectedHeader(fresh)).toMatchObject({ alg: 'ES256', kid: 'b' });
  await untilTaken(write, fresh);
  expect(await write(old), 'its key is published still').toBe(201);
  issuer.setKeys([third]);
  await untilTaken(write, await issuer.token('gemeente', base));
  expect([await write(old), await write(fresh)]).toEqual([401, 401]);
});

/** Resolves when a write with this token succeeds; until then it is 401. An unknown key is looked for once in half a minute. */
async function untilTaken(write: Served['write'], token: string): Promise<void> {
  const startedMs = performance.now();
  for (;;) {
    const status = await write(token);
    if (status === 201) return;
    expect(status).toBe(401);
    expect(performance.now() - startedMs).toBeLessThan(40_000);
    await sleep(1_000);
  }
}
