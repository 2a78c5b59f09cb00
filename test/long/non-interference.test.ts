/**
 * Non-interference: two registers differ only in objects that are hidden in all their versions, of several holders, with ids and links that
 * meet those of the public objects. Some are roots, others are nested in public roots: secret ones, what needs them, and links to them. Then the files of the public editions are equal, and so are the responses to all who may not see them.
 * The clock is the test's; uuids and the header `Date` are left out of the comparison.
 */
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf, openInbox } from '../../pipelines/state/database/database.ts';
import { insertEntries } from '../../pipelines/state/inbox/inbox.ts';
import { sha256Of } from '../../pipelines/state/inbox/payload.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import type { Received } from '../../schemas/time.ts';
import { filesIn } from '../files-in.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { holderOf, histories, payloadOfWrite, targetOf, type History } from '../pipelines/random-histories.ts';
import { START_US, temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, location, payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';
import { started, type AskOptions, type Client, type Reply } from '../server/harness.ts';
import { HeldMaker } from '../server/held-file-maker.ts';

const BASE = 'http://127.0.0.1/v1';
const REQUESTS = Number(process.env['EV_REQUESTS'] ?? 10_000);
const PER_HISTORY = 500;
const SECOND_US = 1_000_000;

/** A write to hidden objects. `gap`: after how many public writes it comes. */
interface HiddenWrite {
  readonly gap: number;
  readonly input: Pick<SubmissionInput, 'holder' | 'method' | 'target'> & Partial<SubmissionInput>;
  readonly documents: readonly JsonObject[];
  readonly isDrained: boolean;
}

/**
 * Holders of hidden objects. The first has public objects too, so its hidden ones have other ids; those of the others meet public ids. The other
 * holder of public objects has none, and asks with its token.
 */
const HOLDERS = ['AB12', 'EF56', 'GH78'] as const;

const hiddenRoot = fc.record({
  holder: fc.constantFrom(...HOLDERS), n: fc.nat(5), kind: fc.constantFrom('b', 'b', 'l'), populatie: fc.nat(3),
  from: fc.constantFrom('2019-01-01T00:00:00Z', '2023-01-01T00:00:00Z', '2026-01-01T00:01:00Z'), links: fc.array(fc.nat(3), { maxLength: 2 }),
}).map(({ holder, n, kind, populatie, from, links }) => {
  const id = `${holder < 'E' ? 'h' : ''}${kind}${n}`;
  // A link to an object of its own holder keeps that from being deleted.
  const linksTo = links.map((link) => `b${link}`).filter((target) => holderOf(target) !== holder);
  const options = { holder, from, populatie, secret: true, linksTo };
  const mills = [`${holder < 'E' ? 'h' : ''}m${n}`, `${holder < 'E' ? 'h' : ''}n${n}-${populatie}`];
  const document = kind === 'b' ? building(id, options) : { ...location(id, mills, options), informatieGeheim: true };
  return { id, holder, path: kind === 'b' ? '/kwetsbare-gebouwen' : '/locatie-activiteiten', document };
});

const hiddenWrite: fc.Arbitrary<HiddenWrite> = fc.record({
  gap: fc.nat(20), root: hiddenRoot, method: fc.constantFrom('LEVERING', 'LEVERING', 'POST', 'PUT', 'DELETE'), isDrained: fc.boolean(),
}).map(({ gap, isDrained, method, root: { id, holder, path, document } }): HiddenWrite => ({
  gap, isDrained, documents: method === 'DELETE' ? [] : [document],
  input: { holder, method: method, target: method === 'LEVERING' ? 'secret.json' : method === 'POST' ? path : `${path}/${id}` },
}));

/** A history without hidden versions. */
const publicHistories = histories.map((history): History => history.map(({ write, isPublished }) => ({
  isPublished,
  write: {
    ...write, documents: write.documents.map((document) => Object.fromEntries(Object.entries(document).filter(([name]) => name !== 'informatieGeheim'))),
    patch: write.patch['informatieGeheim'] === undefined ? write.patch : {},
  },
})));

const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };
const SECRET = { informatieGeheim: true };
/** The location that others link to. Each full delivery of its holder has it, and no other write. */
const TARGET = location('l16', ['m16', 'n16']);

function idOf(object: JsonObject): string {
  return object['id'] as string;
}

/** Returns a contour of a distance around objects. */
function contour(id: string, belongsTo: readonly string[], more: JsonObject = {}): JsonObject {
  return {
    entityType: 'PRContour', id, identificatie: { namespace: 'NL.TEST', lokaalID: id }, hoortBij: belongsTo.map((href) => ({ href })),
    afstandOfGeometrie: { afstand: 100 }, typePlaatsgebondenRisico: 'PR 10-6', maatgevendeStof: VOID, ...more,
  };
}

/**
 * Returns a location with a contour of its first mill. With hidden objects it has, beside those of the public one: a secret mill with a secret
 * and an open contour; secret contours of a mill that has others, and of one that has none; contours that belong to secret mills only, here and
 * in another location; an activity of which all mills are secret; links to secret mills. Other values of the version are in them too. Only the
 * holder that does not ask has such objects.
 */
function nesting(document: JsonObject, isWith: boolean): JsonObject {
  if (document['entityType'] !== 'LocatieActiviteit') return document;
  const n = idOf(document).slice(1);
  const { beginGeldigheid, bronhoudercode } = document;
  const hasHidden = isWith && bronhoudercode === TARGET['bronhoudercode'];
  const ours = (id: string, belongsTo: readonly string[], more: JsonObject = {}): JsonObject => contour(id, belongsTo, { beginGeldigheid: beginGeldigheid!, bronhoudercode: bronhoudercode!, ...more });
  const [activity] = document['voertUit'] as readonly JsonObject[];
  const [first, ...others] = activity!['heeft'] as readonly JsonObject[];
  const isTarget = idOf(document) === 'l16';
  const shown = isTarget ? [idOf(first!)] : [idOf(first!), 'm16'];
  const at = (east: number) => ({ type: 'Point', coordinates: [150_000 + east, 450_000] });
  const mill = (id: string, more: JsonObject = {}): JsonObject => ({
    ...first!, id, identificatie: { namespace: 'NL.TEST', lokaalID: id }, geometrie: at(Number(n)), ...SECRET, ...more,
  });
  const away = isTarget ? [] : ['s16'];
  const hidden = hasHidden ? [ours(`k${n}`, [idOf(first!)], { ...SECRET, afstandOfGeometrie: { afstand: 5_000 } }), ours(`e${n}`, [`s${n}`, ...away])] : [];
  const one = { ...first!, resulteertIn: [ours(`c${n}`, hasHidden ? [...shown, `s${n}`, ...away] : shown), ...hidden] };
  if (!hasHidden) return { ...document, voertUit: [{ ...activity!, heeft: [one, ...others] }] };
  const rest = others.map((other) => ({ ...other, resulteertIn: [ours(`d${n}`, [`s${n}`]), ours(`f${n}`, [idOf(other)], SECRET)] }));
  const { naamExploitant = '' } = document;
  const secret = mill(`s${n}`, { comment: [naamExploitant], resulteertIn: [ours(`g${n}`, [`s${n}`]), ours(`h${n}`, [`s${n}`, idOf(first!)], SECRET)] });
  const closed = { ...activity!, id: `a${n}`, identificatie: { namespace: 'NL.TEST', lokaalID: `a${n}` }, heeft: [mill(`t${n}`, { heeft: { href: `#a${n}` } }), mill(`u${n}`, { heeft: { href: `#a${n}` } })] };
  return { ...document, voertUit: [closed, { ...activity!, heeft: [secret, one, ...rest] }] };
}

/** Has a conductor take the public writes at their seconds, and the hidden ones between them. */
async function play(history: History, hidden: readonly HiddenWrite[], data: string): Promise<void> {
  const hasHidden = hidden.length > 0;
  let us = START_US;
  const opened = openConductor({
    threads: 1, data, baseUrl: BASE, clock: () => new Date(us / 1000), prepare: prepareSmall,
    drift: { shareMax: 1, rootsMin: Infinity }, onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  const entrance = openInbox(data);
  const put = (input: Pick<SubmissionInput, 'holder' | 'method' | 'target'> & Partial<SubmissionInput>, payload: Buffer): void => {
    insertEntries(entrance, [{
      uuid: randomUUID(), payload, bytes: payload.length, sha256: sha256Of(payload),
      input: { crs: null, mediaType: '', ifMatch: null, ...input },
    }], () => us as Received);
  };
  // At its start a service publishes the first edition, before any write.
  await opened.conductor.drain();
  put({ holder: 'AB12', method: 'LEVERING', target: 'l16.json' }, payloadOf(nesting(TARGET, hasHidden)));
  await opened.conductor.drain();
  let isPending = false;
  for (const [place, { write: plain, isPublished }] of history.entries()) {
    const isFull = plain.full.length > 0 && plain.documents[0]!['bronhoudercode'] === TARGET['bronhoudercode'];
    const write = { ...plain, documents: [...plain.documents, ...(isFull ? [TARGET] : [])].map((document) => nesting(document, hasHidden)) };
    for (const [at, one] of hidden.filter(({ gap }) => gap === place).entries()) {
      us = START_US + (place + 0.5) * SECOND_US + at * 1_000;
      put(one.input, one.documents.length === 0 ? Buffer.alloc(0) : payloadOf(...one.documents));
      // A batch with public writes in it is published at a moment of its own in the other register.
      if (one.isDrained && !isPending) await opened.conductor.drain();
    }
    us = START_US + (place + 1) * SECOND_US;
    put({
      holder: write.method === 'LEVERING' ? write.documents[0]!['bronhoudercode'] as string : holderOf(write.id),
      method: write.method, target: targetOf(write), full: write.full, correct: write.correct ?? false,
    }, payloadOfWrite(write));
    isPending = true;
    if (isPublished) {
      await opened.conductor.drain();
      isPending = false;
    }
  }
  for (const seconds of [40, 90, 300]) {
    us = START_US + seconds * SECOND_US;
    await opened.conductor.drain();
  }
  entrance.close();
  opened.close();
}

/** The files of the public editions, by name, each with the hash of its bytes. */
function publicFiles(data: string): Readonly<Record<string, string>> {
  const folder = join(foldersOf(data).editions, 'public');
  return Object.fromEntries(Object.entries(filesIn(folder)).map(([path, bytes]) => [path.slice(folder.length), createHash('sha256').update(bytes).digest('hex')]));
}

async function serving(data: string): Promise<Client> {
  const editions = openEditions(foldersOf(data).editions, 'public');
  onTestFinished(() => editions.close());
  const clock = (): Date => new Date(START_US / 1000 + 600_000);
  const desk = await openDesk({
    data, baseUrl: BASE, spatialPath: () => provideSpatial({ cacheFolder: CACHE_FOLDER, log: () => {} }), threads: 1, clock,
    onHead: () => editions.refresh(), onEvent: () => {},
  });
  onTestFinished(() => desk.close());
  const server = await started({ editions, desk, clock, baseUrl: BASE, fileMaker: new HeldMaker() });
  onTestFinished(() => server.close());
  return server;
}

const id = fc.tuple(fc.constantFrom('b', 'b', 'l', 'm', 'hb', 'hl', 'hm', 'n', 'c', 'a', 'd', 'e', 'f', 'g', 'h', 'k', 's', 't', 'u'), fc.nat(7)).map(([letter, n]) => (letter === 'n' ? `n${n}-1` : `${letter}${n}`));
const collection = fc.constantFrom('kwetsbare-gebouwen', 'kwetsbare-gebouwen', 'locatie-activiteiten', 'windturbines', 'ev-activiteiten', 'pr-contouren');
const resource = fc.constantFrom('kwetsbare-gebouwen', 'locatie-activiteiten');
const moment = fc.constantFrom('2018-06-01', '2020-01-01', '2024-01-01', '2026-01-01T00:00:05Z', '2026-01-01T00:02:00Z', '2031-01-01');
const filters = fc.oneof(
  id.map((one) => `id = '${one}'`), fc.nat(3).map((n) => `populatie >= ${n}`), fc.constantFrom("bronhoudercode = 'EF56'", "bronhoudercode = 'AB12'", "id LIKE '%1'", "bedrijfsnaam = 'Test'"),
  fc.constant('S_INTERSECTS(geometry, POLYGON((4 51, 6 51, 6 53, 4 53, 4 51)))'),
);
const parameter = fc.oneof(
  fc.nat(12).map((n) => ['limit', String(n + 1)] as const), filters.map((filter) => ['filter', filter] as const), moment.map((at) => ['geldigOp', at] as const),
  moment.map((at) => ['beschikbaarOp', at] as const), moment.map((at) => ['datetime', at.includes('T') ? at : `${at}T00:00:00Z`] as const),
  fc.constantFrom('-populatie', 'id', 'populatie').map((order) => ['sorteer', order] as const), id.map((one) => ['zoek', one] as const),
  fc.constantFrom('json', 'html', 'csv', 'geojson', 'onzin').map((f) => ['f', f] as const), fc.constant(['bbox', '4.5,51.5,5.5,52.5'] as const),
);
const query = fc.array(parameter, { maxLength: 3 }).map((pairs) => new Map(pairs)).map((pairs) => (
  pairs.size === 0 ? '' : `?${[...pairs].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`
));
const number = fc.nat(25).map(String);

interface Asked {
  readonly path: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  readonly body?: JsonObject;
  /** Follows the link `next`, as long as there is one. */
  readonly isPaged?: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(collection, query).map(([name, of]): Asked => ({ path: `/collections/${name}/items${of}`, isPaged: true })) },
  { weight: 3, arbitrary: fc.tuple(collection, id, fc.constantFrom('', '/versions'), query).map(([name, one, below, of]): Asked => ({ path: `/collections/${name}/items/${one}${below}${of}` })) },
  { weight: 2, arbitrary: fc.tuple(collection, fc.constantFrom('', '/tellingen', '/tiles/NetherlandsRDNewQuad/0/0/0', '/queryables', '/schema', '/sortables')).map(([name, below]): Asked => ({ path: `/collections/${name}${below}` })) },
  { weight: 2, arbitrary: fc.tuple(resource, query).map(([name, of]): Asked => ({ path: `/${name}${of}`, isPaged: true })) },
  { weight: 5, arbitrary: fc.tuple(resource, id, fc.constantFrom('', '', '/versies', '/herkomst', '/ev-activiteiten', '/opslag-referenties', '/contouren', '/referenties'), query).map(([name, one, below, of]): Asked => ({ path: `/${name}/${one}${below}${of}` })) },
  { weight: 3, arbitrary: fc.tuple(number, number, query).map(([van, tot, of]): Asked => ({ path: `/verschillen?van=${van}&tot=${tot}${of.replace('?', '&')}` })) },
  { weight: 3, arbitrary: fc.tuple(number, query).map(([n, of]): Asked => ({ path: `/edities/${n}${of}` })) },
  { weight: 2, arbitrary: id.map((one): Asked => ({ path: `/zoeken?zoek=${one}` })) },
  { weight: 2, arbitrary: fc.constantFrom('', '/', '/collections', '/edities', '/verschillen', '/verschillen/feed', '/publicaties?na=0', '/publicaties?na=0&collecties=kwetsbare-gebouwen', '/beheren', '/catalogus', '/sitemap.xml', '/kaart', '/omgeving?lat=52&lon=5', '/omgeving?locatie=120000,420000', '/api', '/openapi.json', '/zoeken', '/indieningen', '/conformance', '/overdrachten').map((path): Asked => ({ path })) },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('/_search', '/kwetsbare-gebouwen/_zoek', '/collections/kwetsbare-gebouwen/_zoek'), id).map(([path, one]): Asked => ({ path, method: 'POST', body: { zoek: one } })) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('/_search', '/kwetsbare-gebouwen/_zoek', '/collections/kwetsbare-gebouwen/_zoek'), fc.array(id, { minLength: 1, maxLength: 3 })).map(([path, ids]): Asked => ({ path, method: 'POST', body: { ids } })) },
  { weight: 1, arbitrary: fc.tuple(resource, id).map(([name, one]): Asked => ({ path: `/${name}/${one}`, method: 'HEAD' })) },
  { weight: 2, arbitrary: fc.tuple(collection, fc.oneof(id.map((one) => ({ zoek: one })), filters.map((filter) => ({ filter })), fc.constant({}))).map(([name, body]): Asked => ({ path: `/collections/${name}/_bestand?f=ndjson`, method: 'POST', body })) },
);

const sender = fc.constantFrom('', '', '', 'ander-token', 'ander-token', 'onzin');
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

function comparable({ status, phrase, headers, text }: Reply): string {
  const { date: _, ...others } = headers;
  return JSON.stringify([status, phrase, others, text]).replaceAll(UUID, '');
}

/** Asks for a file, waits for it, and returns its job and its lines. */
async function fileOf(server: Client, path: string, options: AskOptions): Promise<string> {
  const asked = await server.ask(path, options);
  if (asked.status !== 202 && asked.status !== 200) return comparable(asked);
  const links = asked.json()['links'] as readonly { readonly href: string }[];
  const below = (href: string): string => new URL(href).pathname;
  for (;;) {
    const job = await server.ask(below(links[0]!.href));
    const done = job.json() as { readonly finished?: string; readonly links: readonly { readonly rel: string; readonly href: string }[] };
    if (done.finished === undefined) continue;
    const file = await server.ask(below(done.links.find(({ rel }) => rel === 'enclosure')!.href));
    return [job, file].map(comparable).join(' ').replaceAll(/-[0-9a-f]{8}\.ndjson/g, '');
  }
}

/** Asks both servers the same, and for the pages that follow. */
async function ask(servers: readonly Client[], { path, method = 'GET', body, isPaged = false }: Asked, token: string): Promise<void> {
  const options: AskOptions = {
    method, headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  if (path.includes('/_bestand')) {
    const [one, other] = await Promise.all(servers.map((server) => fileOf(server, `/v1${path}`, options)));
    expect(one, `${path} ${JSON.stringify(body)}`).toBe(other);
    return;
  }
  let address: string | undefined = `/v1${path}`;
  for (let page = 0; address !== undefined && page < 3; page++) {
    const [one, other] = await Promise.all(servers.map((server) => server.ask(address!, options)));
    expect(comparable(one!), `${method} ${address} ${JSON.stringify(body)} ${token}`).toBe(comparable(other!));
    expect(one!.status, address).not.toBe(500);
    const next: RegExpExecArray | null = isPaged && page < 2 ? /<http:\/\/127\.0\.0\.1([^>]*)>; rel="next"/.exec(String(one!.headers.link ?? '')) : null;
    address = next?.[1];
  }
  const tag = method === 'GET' ? (await servers[0]!.ask(`/v1${path}`, options)).headers.etag : undefined;
  if (tag === undefined) return;
  const again = await Promise.all(servers.map((server) => server.ask(`/v1${path}`, { ...options, headers: { ...options.headers, 'if-none-match': tag } })));
  expect(comparable(again[0]!)).toBe(comparable(again[1]!));
}

const runs = Math.ceil(REQUESTS / PER_HISTORY);

test(`registers that differ only in hidden objects have equal public files and equal responses to ${REQUESTS} random requests`, { timeout: 1_800_000 }, async () => {
  let different = 0;
  await fc.assert(fc.asyncProperty(publicHistories, fc.array(hiddenWrite, { minLength: 1, maxLength: 25 }), fc.integer(), async (history, hidden, seed) => {
    const [without, withHidden] = [temporaryFolder(), temporaryFolder()];
    await play(history, [], without);
    await play(history, hidden, withHidden);
    expect(publicFiles(withHidden)).toEqual(publicFiles(without));
    const servers = await Promise.all([serving(without), serving(withHidden)]);
    for (const [one, token] of fc.sample(fc.tuple(asked, sender), { numRuns: PER_HISTORY, seed })) await ask(servers, one, token);
    different += hidden.length;
    await Promise.all(servers.map((server) => server.close()));
  }), { numRuns: runs, ...(process.env['SEED'] === undefined ? {} : { seed: Number(process.env['SEED']) }), endOnFailure: process.env['SHRINK'] === undefined });
  expect(different).toBeGreaterThan(runs);
});
