/** Organisations and tokens by the command line, beside a server that takes them; the files themselves: test/pipelines/state/access/tokens.test.ts. */
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken, openTokens } from '../../pipelines/state/access/tokens.ts';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, outputOf, RD, said, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const OIN = 'OIN:00000001003214345000';

/** A folder in which one organisation stands. */
function withOne(): string {
  const data = temporaryFolder();
  addOrganisation(data, { id: OIN, name: 'Gemeente Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  return data;
}

test('a token is not lost when many are made at once', async () => {
  const data = withOne();
  const made = await Promise.all([1, 2, 3, 4].map(() => ev(['tokens', 'add', '--organisation', OIN, '--data', data, '--json'])));
  const principalOf = openTokens(data, () => new Date());
  expect(made.map(({ out }) => principalOf(JSON.parse(out) as { token: string })?.holders)).toEqual([['AB12'], ['AB12'], ['AB12'], ['AB12']]);
});

test('IR-auth-tokens: the way of a source holder: added, a token, a write to a running server; revoked there, and never in its log', async () => {
  const data = temporaryFolder();
  const run = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await ev([...args, '--data', data]);
    expect([code, err], args.join(' ')).toEqual([0, expect.any(String)]);
    return out;
  };
  await run('holders', 'add', OIN, '--name', 'Gemeente Voorbeeld', '--holder', 'AB12');
  expect(await run('holders', 'check')).toContain('in order: 1 organisations');
  const port = await freePort();
  const serving = start(['serve', '--data', data, '--port', String(port)]);
  const log = outputOf(serving);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  await said(serving, 'Serving ');
  const token = (await run('tokens', 'add', '--organisation', OIN)).trim();
  const post = async (given: string | null, id: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}/v1/kwetsbare-gebouwen`, {
    method: 'POST', body: JSON.stringify({ ...JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject, id }),
    headers: { 'content-type': 'application/json', 'content-crs': `<${RD}>`, ...(given === null ? {} : { authorization: `Bearer ${given}` }) },
  })).status;
  expect([await post(null, 'a'), await post('onzin', 'a'), await post(token, 'a')]).toEqual([403, 401, 201]);
  const list = await run('tokens', 'list');
  await run('tokens', 'revoke', token.slice(-8));
  expect(await post(token, 'b')).toBe(401);
  expect(await run('tokens', 'list')).toContain('revoked');
  serving.kill('SIGTERM');
  await once(serving, 'close');
  expect(list).toContain(token.slice(-8));
  for (const text of [log(), list]) expect(text).not.toContain(token);
});

test('`ev doctor` reports how many tokens are valid and how many end soon, and where a file is damaged', async () => {
  const data = withOne();
  for (const days of [10, 100]) addToken(data, { organisation: OIN, holders: [], days }, new Date());
  expect((await ev(['doctor', '--data', data])).out).toContain('organisations and tokens: 1 organisations, 2 tokens and 0 API keys that hold\n      note: 1 tokens end within 30 days.');
  writeFileSync(join(data, 'holders.json'), '{"organisations": [1]}');
  expect(await ev(['doctor', '--data', data])).toMatchObject({ code: 1, out: expect.stringContaining('/organisations/0: found 1') as string });
});

test('what is typed wrong is wrong usage, in words', async () => {
  const data = temporaryFolder();
  const add = ['tokens', 'add', '--data', data, '--organisation'];
  for (const [args, words] of [
    [[...add, 'OIN:1'], 'OIN:1 is no organisation: expected OIN: with 20 digits'],
    [[...add, OIN, '--days', '100000'], '--days 100000 is wrong: expected a whole number from 1 to 1096'],
    [['holders', 'add', OIN, '--name', 'x', '--data', data], '--role writer needs a --holder'],
    [['holders', 'add', OIN, '--name', 'x', '--role', 'full', '--data', data], '--role full is given beside --role writer'],
  ] as const) expect(await ev(args)).toMatchObject({ code: 2, err: expect.stringContaining(words) as string });
  expect(await ev([...add, OIN])).toMatchObject({ code: 2, err: expect.stringContaining('no organisation has this id') as string });
});
