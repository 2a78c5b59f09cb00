/** JWT on a running server: a write with one, and what the data folder, the log and the answers hold of the person behind it: nothing. */
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, outputOf, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const OIN = 'OIN:00000001003214345000';
/** A citizen service number that passes the eleven test. */
const BSN = '123456782';

test('IR-auth-7: a user appears by a pseudonym: a citizen service number in a JWT is in no file, log, report or answer', async () => {
  const data = temporaryFolder();
  const { publicKey, privateKey } = await generateKeyPair('PS256');
  const file = join(temporaryFolder(), 'jwks.json');
  writeFileSync(file, JSON.stringify({ keys: [{ ...await exportJWK(publicKey), kid: 'a', alg: 'PS256' }] }));
  expect(await ev(['holders', 'add', OIN, '--name', 'Gemeente Voorbeeld', '--holder', 'AB12', '--client', 'gemeente', '--data', data])).toMatchObject({ code: 0 });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}/v1`;
  const serving = start([
    'serve', '--data', data, '--port', String(port), '--log-level', 'debug', '--jwt-issuer', 'https://uitgever.example', '--jwt-audience', base, '--jwks-file', file,
  ]);
  const log = outputOf(serving);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  await said(serving, 'Serving ');
  const token = await new SignJWT({ client_id: 'gemeente', bsn: BSN, act: { sub: BSN }, name: `J. Jansen ${BSN}` })
    .setProtectedHeader({ alg: 'PS256', kid: 'a' }).setIssuer('https://uitgever.example').setAudience(base).setSubject(BSN).setJti(BSN).setIssuedAt().setExpirationTime('5m')
    .sign(privateKey);
  const answers: string[] = [];
  const ask = async (path: string, { headers: more = {}, ...init }: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {}): Promise<number> => {
    const response = await fetch(base + path, { ...init, headers: { ...more, authorization: `Bearer ${token}` } });
    answers.push(JSON.stringify([...response.headers]), await response.text());
    return response.status;
  };
  const body = JSON.stringify({ ...JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject, id: 'a' });
  const headers = { 'content-type': 'application/json', 'content-crs': `<${RD}>` };
  expect(await ask('/kwetsbare-gebouwen', { method: 'POST', headers, body })).toBe(201);
  expect(await ask('/kwetsbare-gebouwen', { method: 'POST', headers, body: '{}' })).toBe(400);
  expect(await ask('/indieningen')).toBe(200);
  expect(await ask('/kwetsbare-gebouwen/a/herkomst')).toBe(200);
  const account = await ev(['show', 'a', '--data', data]);
  expect(account.code).toBe(0);
  serving.kill('SIGTERM');
  await once(serving, 'close');
  const kept = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name)).filter((path) => statSync(path).isFile());
  expect(kept.length).toBeGreaterThan(5);
  for (const text of [...kept.map((path) => readFileSync(path, 'latin1')), log(), account.out, ...answers]) {
    expect(text.includes(BSN) || text.includes(token) || text.includes('Jansen')).toBe(false);
  }
});
