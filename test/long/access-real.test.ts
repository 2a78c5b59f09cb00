/** The table of statuses by existence and authorisation, with real tokens, a real register and a server on it. */
import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/access/tokens.ts';
import { started } from '../server/harness.ts';
import { EXAMPLE } from '../pipelines/ev-process.ts';
import { opened } from './real-desk.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const SCHOOL = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject;
const ORGANISATIONS = [['OIN:00000001003214345000', 'AB12'], ['KVK:12345678', 'CD34']] as const;

test('IR-auth-10: existence and authorisation decide the status, in all six rows; receipts are for their submitter', async () => {
  const data = temporaryFolder();
  const clock = (): Date => new Date();
  const { desk, editions } = await opened(onTestFinished, data);
  const [own, other] = ORGANISATIONS.map(([id, code]) => {
    addOrganisation(data, { id, name: id, codes: [code], roles: ['writer'] });
    return addToken(data, { organisation: id, holders: [], days: 1 }, clock()).token;
  }) as [string, string];
  const server = await started({ editions, desk, credentials: openTokens(data, clock), clock });
  onTestFinished(() => server.close());
  const headersOf = (token: string | null) => (token === null ? {} : { authorization: `Bearer ${token}` });
  const write = (method: string, id: string, token: string | null) => server.ask(`/v1/kwetsbare-gebouwen/${id}`, {
    method, headers: { ...headersOf(token), 'content-type': 'application/json', 'content-crs': `<${CRSS['28992'].uri}>` },
    ...(method === 'DELETE' ? {} : { body: JSON.stringify({ ...SCHOOL, id }) }),
  });
  const made = await write('PUT', 's1', own);
  expect(made.status).toBe(201);

  expect((await write('PUT', 's1', own)).status, 'exists, allowed').toBe(200);
  for (const method of ['PUT', 'DELETE']) expect((await write(method, 's1', other)).status, `exists, not allowed, ${method}`).toBe(401);
  for (const method of ['PUT', 'DELETE']) expect((await write(method, 's1', null)).status, `exists, cannot be told, ${method}`).toBe(403);
  expect((await write('DELETE', 's2', own)).status, 'absent, allowed').toBe(404);
  expect((await write('PUT', 's2', other)).status, 'absent, not allowed').toBe(403);
  for (const method of ['PUT', 'DELETE']) expect((await write(method, 's2', null)).status, `absent, cannot be told, ${method}`).toBe(403);

  addOrganisation(data, { id: 'KVK:11111111', name: 'Beheer', codes: [], roles: ['operator'] });
  const operator = addToken(data, { organisation: 'KVK:11111111', holders: [], days: 1 }, clock()).token;
  for (const method of ['PUT', 'DELETE']) {
    expect((await write(method, 's1', operator)).status, `exists, no writer, ${method}`).toBe(401);
    expect((await write(method, 's2', operator)).status, `absent, no writer, ${method}`).toBe(403);
  }
  const deliver = async (token: string): Promise<number> => (await server.ask('/v1/indieningen?volledig=KwetsbaarGebouw', {
    method: 'POST', headers: { ...headersOf(token), 'content-type': 'application/json' }, body: '[]',
  })).status;
  expect(await deliver(own), 'a full delivery without the role full').toBe(401);

  const receipt = new URL(/<([^>]+)>; rel="status"/.exec(String(made.headers['link']))![1]!).pathname;
  const asked = [own, other, null, operator].map(async (token) => (await server.ask(receipt, { headers: headersOf(token) })).status);
  expect(await Promise.all(asked)).toEqual([200, 404, 403, 200]);
});
