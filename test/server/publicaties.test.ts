/** GET /publicaties over real editions: the list, and the stream. */
import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { fileOf } from '../../publisher/format/layout.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { buildingRoot, createAll, day, location, state } from '../publisher/registry.ts';
import { SOUND } from '../always-sound.ts';
import { BASE } from './fake-editions.ts';
import { openStream, type Event } from './publication-stream.ts';
import { realServer, type RealServer } from './real-server.ts';

const named = (id: string, name: string, x = 100_000) => buildingRoot(id, { x, y: 400_000, name });
const FIRST = { changes: createAll([named('a', 'een'), named('b', 'een', 120_000)]), on: 10 };
const SECOND = { changes: [{ before: named('a', 'een'), after: named('a', 'twee') }], on: 11 };
const THIRD = { changes: createAll([state('LocatieActiviteit', 'loc', [location('loc', { x: 1, y: 300_000, reference: { id: 'tank' } })])]), on: 12 };
const BOX_OF_A = 'bbox=99000,399000,101000,401000&bbox-crs=http://www.opengis.net/def/crs/EPSG/9.9.1/28992';

let server: RealServer;
afterEach(() => server.close());

async function events(query: string, headers: Record<string, string> = {}): Promise<readonly Event[]> {
  const reply = await server.ask(`/v1/publicaties?${query}`, { headers });
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text) as readonly Event[];
}

const idsOf = (all: readonly Event[]) => all.map(({ id }) => id);

describe('GET /publicaties: the list (OPEN-publications)', () => {
  test('has what was published after `na`, oldest first, as CloudEvents; without `na` the newest; the link leads on', async () => {
    server = await realServer(FIRST, SECOND, THIRD);
    expect(idsOf(await events('na=0'))).toEqual(['1', '2', '3']);
    expect(idsOf(await events('na=2'))).toEqual(['3']);
    expect(idsOf(await events(''))).toEqual(['3']);
    expect(idsOf(await events('na=1', { 'last-event-id': '2' }))).toEqual(['3']);
    expect((await events('na=1'))[0]).toEqual({
      specversion: '1.0', id: '2', source: BASE, type: 'nl.rev.editie-gepubliceerd', subject: 'edities/2', time: new Date(day(11)).toISOString(),
      datacontenttype: 'application/json', data: (await server.ask('/v1/edities/2')).json(),
    });
    const reply = await server.ask('/v1/publicaties?na=3', { headers: { accept: 'application/cloudevents-batch+json' } });
    expect(reply.text).toBe('[]');
    expect(reply.headers['content-type']).toBe('application/cloudevents-batch+json');
    expect(reply.headers.link).toBe(`<${BASE}/publicaties?na=3>; rel="next"; type="application/cloudevents-batch+json"`);
    expect((await server.ask('/v1/publicaties?na=3', { headers: { 'if-none-match': reply.headers.etag!, accept: 'application/cloudevents-batch+json' } })).status).toBe(304);
  });

  test('with filters, only publications in which something changed that matches, with those counts and the address of those differences', async () => {
    server = await realServer(FIRST, SECOND, THIRD);
    expect(idsOf(await events('na=0&collecties=kwetsbare-gebouwen'))).toEqual(['1', '2']);
    expect(idsOf(await events('na=0&collecties=kwetsbare-gebouwen&filter=bronhouder%3D%27een%27'))).toEqual(['1', '2']);
    expect(idsOf(await events('na=0&collecties=kwetsbare-gebouwen&filter=bronhouder%3D%27twee%27'))).toEqual(['2']);
    const [first, ...others] = await events(`na=0&collecties=kwetsbare-gebouwen&${BOX_OF_A}`);
    expect(idsOf(others)).toEqual(['2']);
    expect(first!.data).toMatchObject({ nummer: 1, wijzigingen: { tegenover: 0, collecties: { 'kwetsbare-gebouwen': { toegevoegd: 1, gewijzigd: 0, beeindigd: 0 } } } });
    const { _links } = others[0]!.data as { _links: { verschillen: { href: string } } };
    const differences = await server.ask(_links.verschillen.href.slice(new URL(BASE).origin.length));
    expect(differences.json()).toMatchObject({ aantal: 1, verschillen: [{ id: 'a', soort: 'gewijzigd' }] });
  });

  test('a publication whose edition is not stored any more is told as missed, and the one after it cannot be compared', async () => {
    server = await realServer(FIRST, SECOND, THIRD);
    rmSync(fileOf({ folder: server.folder, audience: 'public' }, 'manifests', 1));
    const all = await events('na=0&collecties=wegen');
    expect(all.map(({ id, type }) => [id, type])).toEqual([['1', 'nl.rev.edities-gemist'], ['2', 'nl.rev.editie-gepubliceerd']]);
    expect(all[0]!.data).toMatchObject({ aantal: 1, _links: { register: { href: BASE } } });
    expect(all[1]!.data).toMatchObject({ nummer: 2, vergeleken: false });
    rmSync(fileOf({ folder: server.folder, audience: 'public' }, 'heads', 1));
    rmSync(fileOf({ folder: server.folder, audience: 'public' }, 'manifests', 2));
    expect((await events('na=0')).map(({ id, type, data }) => [id, type, data['aantal']])).toEqual([['2', 'nl.rev.edities-gemist', 2], ['3', 'nl.rev.editie-gepubliceerd', 7]]);
  });

  test('a roll-back is a publication', async () => {
    server = await realServer(FIRST, SECOND);
    activate(openStore(server.folder, SOUND), { audience: 'public', edition: 1, now: new Date(day(14)) });
    server.editions.refresh();
    expect((await events('na=2&collecties=kwetsbare-gebouwen&filter=bronhouder%3D%27twee%27'))[0]).toMatchObject({
      id: '3', subject: 'edities/1', data: { teruggedraaid: true, wijzigingen: { tegenover: 2, collecties: { 'kwetsbare-gebouwen': { gewijzigd: 1 } } } },
    });
  });

  test.each([
    'na=4', 'na=-1', 'na=x', 'na=01', 'na=', 'na=1&na=2', 'sinds=1', 'collecties=bestaat-niet', 'bbox=1,2', 'f=html',
  ])('%s is refused', async (query) => {
    server = await realServer(FIRST, SECOND, THIRD);
    const { status, text } = await server.ask(`/v1/publicaties?${query}`);
    expect([400, 406], text).toContain(status);
  });

  test('a Last-Event-ID that was never given is refused, so that nobody waits for what cannot come', async () => {
    server = await realServer(FIRST);
    const reply = await server.ask('/v1/publicaties', { headers: { 'last-event-id': '7' } });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain('Last-Event-ID');
    // A wrong `na` is refused beside a right header too.
    expect((await server.ask('/v1/publicaties?na=', { headers: { 'last-event-id': '0' } })).status).toBe(400);
  });
});

describe('GET /publicaties: the stream', () => {
  test('begins with the newest publication, and goes on with each that follows', async () => {
    server = await realServer(FIRST, SECOND);
    const stream = await openStream(server, '');
    expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    expect(stream.response.headers['content-encoding']).toBeUndefined();
    expect(await stream.next()).toMatchObject({ id: '2' });
    server.publish(THIRD);
    server.editions.refresh();
    expect(await stream.next()).toMatchObject({ id: '3', data: { nummer: 3 } });
    stream.close();
  });

  test('goes on behind Last-Event-ID; what does not match moves the place and is no event', async () => {
    server = await realServer(FIRST, SECOND);
    const stream = await openStream(server, 'collecties=kwetsbare-gebouwen', { 'last-event-id': '1' });
    expect(await stream.next()).toMatchObject({ id: '2' });
    server.publish(THIRD);
    server.editions.refresh();
    await expect.poll(() => stream.text().endsWith('\n\nid: 3\n\n'), { timeout: 5_000 }).toBe(true);
    server.publish({ changes: createAll([named('d', 'een')]), on: 13 });
    server.editions.refresh();
    expect(await stream.next()).toMatchObject({ id: '4' });
    stream.close();
  });

  test('ends when the server stops, which does not wait for it', async () => {
    server = await realServer(FIRST);
    const stream = await openStream(server, 'na=1');
    const begun = performance.now();
    await server.close();
    expect(await stream.next()).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(10_000);
    server = await realServer(FIRST);
  });

  test('HEAD has the headers and no body', async () => {
    server = await realServer(FIRST);
    const { status, headers, text } = await server.ask('/v1/publicaties?f=sse', { method: 'HEAD' });
    expect([status, headers['content-type'], text]).toEqual([200, 'text/event-stream', '']);
  });
});
