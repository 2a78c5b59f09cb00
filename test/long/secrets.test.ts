/** A secret in each setting and file that may hold one: no command of an operator and no listener prints it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import { freePort } from '../demo-process.ts';
import { ev, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

const SECRET = 'S3CR3T';
/** Fails each time, so that the operator is called. */
const FAILING = { name: 'failing', cron: '* * * * *', missed: 'skip', steps: [{ step: 'collect', folder: 'not-there' }] };

/** A data folder with an organisation, a token, and a pipelines file. */
function folder(pipelines: unknown): { readonly data: string; readonly token: string } {
  const data = temporaryFolder();
  addOrganisation(data, { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
  const { token } = addToken(data, { organisation: 'KVK:12345678', holders: [], days: 300 }, new Date());
  writeFileSync(join(data, 'pipelines.json'), typeof pipelines === 'string' ? pipelines : JSON.stringify(pipelines));
  return { data, token };
}

/** The output of the commands on both streams, as words and as JSON. */
async function printed(data: string, commands: readonly (readonly string[])[]): Promise<string> {
  let all = '';
  for (const command of commands) {
    for (const more of [[], ['--json']]) {
      const { out, err } = await ev([...command, '--data', data, ...more]);
      expect(out + err, command.join(' ')).not.toBe('');
      all += `\n${command[0]}: ${out}${err}`;
    }
  }
  return all;
}

const LOOKING = [['schedule', 'check'], ['schedule', 'run', 'failing'], ['runs', 'list'], ['runs', 'show', '1'], ['doctor']];

test.each([
  ['the path and query of a webhook', { onFailure: { webhook: `http://127.0.0.1:1/${SECRET}?key=${SECRET}#${SECRET}` }, pipelines: [FAILING] }],
  ['the arguments of a command', { onFailure: { command: ['sh', '-c', `echo "Authorization: ${SECRET}" >&2; exit 4`, SECRET] }, pipelines: [FAILING] }],
  ['a command that is not there', { onFailure: { command: ['/not/there', `--token=${SECRET}`] }, pipelines: [FAILING] }],
])('%s', async (_, pipelines) => {
  const { data } = folder(pipelines);
  const all = await printed(data, LOOKING);
  expect(all).toContain('did not take the call');
  expect(all).not.toContain(SECRET);
});

test('the password of a webhook: the check refuses it, and nothing else shows it', async () => {
  const { data } = folder({ onFailure: { webhook: `https://ev:${SECRET}@chat.example/hook` }, pipelines: [FAILING] });
  const all = await printed(data, [['schedule', 'check'], ['schedule', 'run', 'failing'], ['schedule'], ['doctor']]);
  expect(all).toContain('/onFailure/webhook: this address has a user name or password');
  expect(all).not.toContain(SECRET);
});

test('tokens and files of tokens', async () => {
  const { data, token } = folder({ pipelines: [FAILING] });
  const path = join(data, 'tokens.json');
  const kept = readFileSync(path, 'utf8');
  const all = [await printed(data, [['tokens', 'list'], ['tokens', 'revoke', token], ['doctor']])];
  for (const damaged of [kept.replace('"sha256"', `"token": "${SECRET}", "sha256"`), kept.replace(/"sha256": "/, `"sha256": "${SECRET}`), kept.slice(0, -3) + SECRET]) {
    writeFileSync(path, damaged);
    all.push(await printed(data, [['tokens', 'list'], ['doctor']]));
  }
  expect(all.join('')).not.toContain(SECRET);
  expect(all.join('')).not.toContain(token.slice(0, 20));
});

test('settings that hold addresses, in a flag, a variable and the file', async () => {
  const { data } = folder({ pipelines: [] });
  const address = `https://jan:${SECRET}/x@ev.example/v1?key=${SECRET}`;
  const all = [await printed(data, [['config', '--base-url', address], ['serve', '--base-url', address, '--origin', address]])];
  writeFileSync(join(data, 'ev.json'), JSON.stringify({ baseUrl: address, origin: [address], host: address, token: SECRET }));
  all.push(await printed(data, [['config'], ['serve'], ['doctor']]));
  expect(all.join('')).toContain('is no base URL');
  expect(all.join('')).not.toContain(SECRET);
});

test('a service with a schedule: its log, /readyz and /metrics', async () => {
  const { data } = folder({ onFailure: { webhook: `http://127.0.0.1:1/${SECRET}` }, pipelines: [{ ...FAILING, missed: 'once' }] });
  const [port, ops] = [await freePort(), await freePort()];
  const serving = start(['serve', '--data', data, '--port', String(port), '--ops-port', String(ops), '--schedule', '--log-level', 'debug']);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  let said = '';
  for (const stream of [serving.stdout, serving.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { said += text; });
  while (!/failing: run \d+ failed/.test(said)) await sleep(200);
  // It is looked at again within a minute.
  writeFileSync(join(data, 'pipelines.json'), `{"onFailure": {"webhook": "https://ev:${SECRET}@chat.example"}, "pipelines": []}`);
  while (!said.includes('this file cannot be used as it is')) await sleep(200);
  const asked = await Promise.all(['readyz', 'metrics'].map(async (path) => await (await fetch(`http://127.0.0.1:${ops}/${path}`)).text()));
  expect(said + asked.join('')).not.toContain(SECRET);
  expect(await printed(data, [['runs', 'show', '1']])).not.toContain(SECRET);
});
