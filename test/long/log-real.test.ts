/** The log of a service as a process: what people send stands nowhere in it, and what happened can be followed by its ids. */
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../demo-process.ts';
import { ev, EXAMPLE, RD, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { addToken } from '../../pipelines/state/access/tokens.ts';
import type { JsonObject } from '../../schemas/json.ts';

const OIN = 'OIN:00000001003214345000';
/** Begins whatever is planted; each place has its own end, so that a failure says where it leaks. */
const PLANTED = 'Geheim';

interface Line {
  readonly level: string;
  readonly msg: string;
  readonly request?: string;
  readonly submission?: string | readonly string[];
  readonly batch?: number;
  readonly edition?: number;
  readonly event?: string;
}

test('what was planted in tokens, headers, paths, questions, bodies and file names stands in no line, and ids lead from a request to its edition', async () => {
  const data = temporaryFolder();
  addOrganisation(data, { id: OIN, name: `${PLANTED}Organisatie`, codes: ['AB12'], roles: ['writer'] });
  const { token } = addToken(data, { organisation: OIN, holders: [], days: 1 }, new Date());
  const [port, opsPort] = [await freePort(), await freePort()];
  const serving = start(['serve', '--data', data, '--port', String(port), '--ops-port', String(opsPort), '--log-level', 'debug']);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  const [out, err, ready] = [text(serving.stdout), text(serving.stderr), Promise.withResolvers<void>()];
  serving.stderr.on('data', (chunk: Buffer) => { if (chunk.includes('Serving')) ready.resolve(); });
  await ready.promise;

  const base = `http://127.0.0.1:${port}/v1`;
  const authorization = `Bearer ${token}`;
  const headers = { 'content-type': 'application/json', 'content-crs': `<${RD}>`, authorization };
  const example = { ...JSON.parse(readFileSync(EXAMPLE, 'utf8')) as JsonObject };
  const post = (path: string, body: unknown, more: Record<string, string> = {}) => fetch(`${base}${path}`, {
    method: 'POST', headers: { ...headers, ...more }, body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const written = await post('/kwetsbare-gebouwen', { ...example, id: `${PLANTED}-id`, bronhouder: `${PLANTED} van Buren` });
  expect(written.status).toBe(201);
  const uuid = /indieningen\/([0-9a-f-]{36})/.exec(written.headers.get('link') ?? '')?.[1] ?? '';
  const refused = await post('/kwetsbare-gebouwen', { ...example, [`${PLANTED}Veld`]: `${PLANTED}Waarde`, bronhoudercode: `${PLANTED}Code` });
  const { instance } = await refused.json() as { instance: string };
  for (const body of [`{"naam": "${PLANTED}Half`, { ...example, id: `${PLANTED}-2`, bronhouder: `${PLANTED} Straat 5` }, `${PLANTED}Brij`]) {
    await (await post(`/indieningen?model=4.0`, body)).text();
    await (await post('/collections/kwetsbare-gebouwen/items', body)).text();
  }
  const asked: readonly [string, Record<string, string>][] = [
    [`/kwetsbare-gebouwen/${PLANTED}-id`, {}], [`/${PLANTED}Pad/x`, {}], [`/collections/kwetsbare-gebouwen/items?${PLANTED}Naam=${PLANTED}`, {}],
    [`/collections/kwetsbare-gebouwen/items?filter=bronhouder%3D%27${PLANTED}Filter%27`, {}], [`/kwetsbare-gebouwen?zoek=${PLANTED}Zoek`, {}],
    [`/indieningen/${uuid}`, { authorization }], ['', { authorization: `Bearer ${PLANTED}Token` }], ['', { authorization: `${PLANTED}Kop` }],
    ['', {
      'user-agent': `${PLANTED}Programma`, 'if-none-match': `"${PLANTED}"`, referer: `https://${PLANTED}.example`, cookie: `a=${PLANTED}Koek`,
      'x-api-key': `${PLANTED}Sleutel`, 'x-forwarded-for': '203.0.113.77', 'accept-language': `${PLANTED}Taal`, accept: `${PLANTED}/soort`,
    }],
  ];
  for (const [path, given] of asked) await (await fetch(base + path, { headers: given })).text();
  await (await fetch(`${base}/kwetsbare-gebouwen/${PLANTED}-id`, { method: 'PATCH', headers: { ...headers, 'if-match': `"${PLANTED}Merk"` }, body: '{}' })).text();
  const socket = connect(port, '127.0.0.1');
  socket.end(`${PLANTED}Onzin / HTTP/1.1\r\n${PLANTED}\r\n\r\n`);
  await text(socket);
  const file = join(temporaryFolder(), `${PLANTED}Bestand.json`);
  copyFileSync(EXAMPLE, file);
  expect((await ev(['submit', file, '--holder', 'AB12', '--crs', RD, '--data', data, '--wait'])).code).toBe(0);
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  serving.kill('SIGTERM');
  await once(serving, 'close');

  const log = await err;
  expect(await out).toBe('');
  const leaks = [log, metrics].flatMap((where) => [...where.matchAll(new RegExp(`.*(${PLANTED}|van Buren|203\\.0\\.113|${token}).*`, 'gi'))].map(([line]) => line));
  expect(leaks).toEqual([]);
  const lines = log.trim().split('\n').map((line) => JSON.parse(line) as Line);
  expect(lines.filter(({ msg }) => /^(GET|POST|PATCH) /.test(msg)).every(({ request }) => /^[0-9a-f-]{36}$/.test(request ?? ''))).toBe(true);
  expect(lines.find(({ request }) => `urn:uuid:${request}` === instance)).toMatchObject({ level: 'info', status: refused.status });
  const of = lines.filter(({ submission }) => submission === uuid || submission?.includes(uuid) === true);
  expect(of.map(({ event, msg }) => event ?? msg.split(':')[0])).toEqual(['Batch:Decide', 'POST /v1/kwetsbare-gebouwen', 'GET /v1/indieningen/']);
  const published = lines.find(({ event, batch }) => event === 'Edition:Publish' && batch === of[0]?.batch);
  expect(published?.edition).toBe(of[1]?.edition);
});
