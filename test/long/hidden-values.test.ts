/**
 * Hidden values: each hidden root and each withheld field has a value found nowhere else. Then the real server gets every GET and every
 * search of its own description, in every form and with every parameter, and all links of its responses.
 *
 * Not here: files of editions (personal-data.test.ts), refusals of writes (disclosure.test.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { WITHHELD_FIELDS } from '../../schemas/withheld.ts';
import { crawl } from '../crawl.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { building, location } from '../pipelines/state/small-roots.ts';
import { started, type AskOptions, type Client, type Reply } from '../server/harness.ts';
import { HeldMaker } from '../server/held-file-maker.ts';
import { PROJECT } from '../shared-data.ts';

/** The base URL in the editions of `Upkept`. */
const BASE = 'http://127.0.0.1/v1';

const planted = new Set<string>();

/** Returns a value found nowhere else, of 14 letters and digits. */
function plant(name: string): string {
  const value = `q${createHash('sha256').update(name).digest('hex').slice(0, 13)}`;
  planted.add(value);
  return value;
}

/** Returns a value of the same length that no document has. */
function absent(value: string): string {
  return `q${createHash('sha256').update(`absent ${value}`).digest('hex').slice(0, value.length - 1)}`;
}

function idOf(document: JsonObject): string {
  return document['id'] as string;
}

function example(name: string): JsonObject {
  return JSON.parse(readFileSync(join(PROJECT, 'data/examples', `${name}.json`), 'utf8')) as JsonObject;
}

/** Returns a location with a planted value in each withheld field and in the comment of each nested object. */
function planting(document: JsonObject, mark: string): JsonObject {
  const fields = [...WITHHELD_FIELDS.keys()].map((name) => {
    const value = plant(`${mark} ${name}`);
    return [name, name === 'comment' || name === 'kvkNummerExploitant' ? [value] : value] as const;
  });
  const commented = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(commented);
    if (value === null || typeof value !== 'object') return value;
    const own = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, commented(inner)]));
    return 'entityType' in value ? { ...own, comment: [plant(`${mark} ${idOf(value)}`)] } : own;
  };
  return { ...commented(document) as JsonObject, ...Object.fromEntries(fields) };
}

/** Names whose values say how a document is read; all other texts of a hidden root are planted. */
const STRUCTURE = /^(?:entityType|type|bronhoudercode|begin.*|eind.*|geenWaardeReden)$/;

/** Returns a document with a planted value in place of each text and each id; links follow the ids. */
function replacing(document: JsonObject, mark: string): JsonObject {
  return JSON.parse(JSON.stringify(document), (name, value: Json) => {
    if (typeof value !== 'string' || STRUCTURE.test(name)) return value;
    return value.startsWith('#') ? `#${plant(`${mark} ${value.slice(1)}`)}` : plant(`${mark} ${value}`);
  }) as JsonObject;
}

/** Returns a location with a mill whose parts, and itself, have planted values in all their texts. */
function withPart(mark: string, isSecret: boolean): JsonObject {
  const whole = location('park', ['park-molen', 'park-deel']);
  const ours = (id: string): JsonObject => ({ id: plant(`${mark} ${id}`), identificatie: { namespace: plant(`${mark} n ${id}`), lokaalID: plant(`${mark} l ${id}`) }, comment: [plant(`${mark} c ${id}`)] });
  const [mill, contour] = [ours('mill'), ours('contour')];
  return JSON.parse(JSON.stringify(whole), (_, value: Json) => {
    if (value === null || typeof value !== 'object' || !('id' in value) || value['id'] !== 'park-deel') return value;
    const nested: JsonObject = {
      ...contour, entityType: 'PRContour', bronhoudercode: value['bronhoudercode']!, beginGeldigheid: value['beginGeldigheid']!,
      hoortBij: [{ href: `#${idOf(mill)}` }], afstandOfGeometrie: { afstand: 100 }, typePlaatsgebondenRisico: 'PR 10-6',
      maatgevendeStof: { waarde: null, geenWaardeReden: 'waardeOnbekend' },
    };
    return { ...value, ...mill, resulteertIn: [nested], ...(isSecret ? { informatieGeheim: true } : {}) };
  }) as JsonObject;
}

/** Serves a register with values planted in all ways. */
async function served(): Promise<{ readonly server: Client; readonly ids: { readonly shown: readonly string[]; readonly hidden: readonly string[] } }> {
  const kept = new Upkept();
  const tank = example('propaantank-privacygevoelig');
  const shop = location('winkel', ['winkel-molen']);
  const secret = replacing(example('munitiedepot-geheim'), 'depot');
  const later = replacing(location('l', ['m']), 'later');
  const house = replacing(building('h'), 'house');
  await kept.deliver(building('huis'), tank);
  await kept.deliver(withPart('part', true));
  await kept.deliver({ ...withPart('later part', false), beginGeldigheid: '2025-06-01T00:00:00Z' });
  await kept.deliver({ ...withPart('later part', true), beginGeldigheid: '2025-06-01T00:00:00Z' });
  await kept.deliver(planting(tank, 'first'), secret);
  await kept.deliver({ ...planting(tank, 'second'), beginGeldigheid: '2025-06-01T00:00:00Z' });
  await kept.deliver(planting(shop, 'shop'), later, house);
  await kept.deliver({ ...planting(shop, 'changed'), beginGeldigheid: '2025-06-01T00:00:00Z' });
  await kept.deliver({ ...planting(shop, 'sensitive'), privacyGevoelig: true, beginGeldigheid: '2025-07-01T00:00:00Z' });
  await kept.deliver({ ...later, informatieGeheim: true }, { ...house, informatieGeheim: true, beginGeldigheid: '2025-06-01T00:00:00Z' });
  await kept.deliver(building('huis', { populatie: 7 }));
  kept.close();
  const editions = kept.reader();
  const clock = (): Date => new Date(kept.nowMs + 60_000);
  const desk = await openDesk({
    data: kept.data, baseUrl: BASE, spatialPath: () => provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info }), threads: 1, clock,
    onHead: () => editions.refresh(), onEvent: () => {},
  });
  onTestFinished(() => desk.close());
  const server = await started({ editions, desk, clock, baseUrl: BASE, fileMaker: new HeldMaker(), credentials: () => ({ organisation: 'KVK:12345678', tokenEnd: '01234567', holders: ['XY789'], roles: ['writer', 'full'] }) });
  onTestFinished(() => server.close());
  const parts = ['part', 'later part'].flatMap((mark) => ['mill', 'contour'].map((id) => plant(`${mark} ${id}`)));
  const hidden = [...[secret, later, house].map(idOf), ...parts];
  return { server, ids: { shown: ['huis', 'winkel', 'park', idOf(tank)], hidden } };
}

interface Operation {
  readonly path: string;
  readonly types: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema?: JsonObject }[];
}

/** Returns the operations of a method in the description of the service. */
async function described(server: Client, method: 'get' | 'post'): Promise<readonly Operation[]> {
  const api = (await server.ask(`${new URL(BASE).pathname}/openapi.json`)).json() as unknown as {
    readonly paths: Record<string, Record<string, { readonly parameters?: readonly { readonly $ref?: string }[]; readonly responses: Record<string, { readonly content?: object }> }>>;
    readonly components: { readonly parameters: Record<string, unknown> };
  };
  return Object.entries(api.paths).flatMap(([path, item]) => {
    const operation = item[method];
    if (operation === undefined) return [];
    const all = [...(item['parameters'] as unknown as readonly { $ref?: string }[] | undefined) ?? [], ...operation.parameters ?? []];
    const parameters = all.map((one) => one.$ref === undefined ? one : api.components.parameters[one.$ref.split('/').at(-1)!]);
    return [{ path, types: Object.keys(operation.responses['200']?.content ?? {}), parameters: parameters as Operation['parameters'] }];
  });
}

/** Whether the path is of a type that the register has, or of none. */
function isOfOurs(path: string): boolean {
  return !/^\/(?:collections\/)?[a-z]+-?[a-z-]*\/(?:items|_zoek)/.test(path)
    || /(?:locatie-activiteiten|kwetsbare-gebouwen|ev-activiteiten|windturbines|bewaarplaatsen|opslag-referenties|contouren|pr-contouren)\//.test(path);
}

/** Values of a path parameter. */
function pathValues(name: string, ids: readonly string[]): readonly string[] {
  if (name === 'collectionId') return ['locatie-activiteiten', 'kwetsbare-gebouwen', 'ev-activiteiten', 'windturbines', 'bewaarplaatsen'];
  if (/id$/i.test(name)) return ids;
  return { nummer: ['1', '4', '8'], bronhoudercode: ['AB12', 'CD34'], bestand: ['kwetsbare-gebouwen-8-rd.ndjson'], type: ['LocatieActiviteit'], code: ['28992'], naam: ['bronhouder'] }[name] ?? ['onbekend'];
}

function addresses(path: string, ids: readonly string[]): readonly string[] {
  const name = /\{(\w+)\}/.exec(path)?.[1];
  if (name === undefined) return [path];
  return pathValues(name, ids).flatMap((value) => addresses(path.replace(`{${name}}`, encodeURIComponent(value)), ids));
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the response as a text without the value that was asked for, the tag, which is a hash of the body, and the number of the error. */
function without(value: string, { status, headers, text }: Reply): string {
  const { date: _, etag: __, 'content-length': ___, ...others } = headers;
  return JSON.stringify([status, others, text]).replaceAll(value, '').replaceAll(UUID, '');
}

function leaks(text: string, given: string): readonly string[] {
  const shown = given === '' ? text : text.replaceAll(given, '');
  return [...planted].filter((value) => shown.includes(value));
}

test('no response has a hidden or withheld value, and none tells a question for one from a question for nothing', async () => {
  const { server, ids } = await served();
  const prefix = new URL(BASE).pathname;
  const wrong: string[] = [];
  let asked = 0;
  const ask = async (path: string, given = '', options: AskOptions = {}): Promise<Reply> => {
    asked += 1;
    // A stream does not end. Its events are those of the list.
    const isStream = options.headers?.['accept'] === 'text/event-stream' || /[?&]f=sse\b/.test(path);
    const method = isStream ? { method: 'HEAD' } : {};
    const reply = await server.ask(`${prefix}${path}`, { ...options, ...method, headers: { authorization: 'Bearer x', ...options.headers } });
    const found = leaks(JSON.stringify(reply.headers) + reply.text, given);
    if (found.length > 0 || reply.status >= 500) wrong.push(`${reply.status} ${path} ${JSON.stringify(options)}: ${found.join(' ')}`);
    return reply;
  };
  /** Asks with a planted value and with an absent one; their responses are the same. */
  const compare = async (value: string, pathOf: (value: string) => string, optionsOf: (value: string) => AskOptions = () => ({})): Promise<void> => {
    const [real, none] = [await ask(pathOf(value), value, optionsOf(value)), await ask(pathOf(absent(value)), '', optionsOf(absent(value)))];
    const [left, right] = [without(value, real), without(absent(value), none)];
    let at = 0;
    while (at < left.length && left[at] === right[at]) at += 1;
    if (left !== right) wrong.push(`differs: ${pathOf(value)} ${JSON.stringify(optionsOf(value))}: ${left.slice(at, at + 80)} | ${right.slice(at, at + 80)}`);
  };
  /** Asks for the file of the features with this value, and returns the finished job with the text of the file. */
  const fileOf = async (value: string, given: string): Promise<string> => {
    const body = JSON.stringify({ zoek: value, filter: { op: '=', args: [{ property: 'bedrijfsnaam' }, value] } });
    const { status, headers, text } = await ask('/collections/locatie-activiteiten/_bestand?f=ndjson', given, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (status !== 202) return text;
    let job: Reply;
    do job = await ask(String(headers['location']).slice(BASE.length), given); while (!job.text.includes('"finished"'));
    const file = (job.json()['links'] as readonly { readonly rel: string; readonly href: string }[]).find(({ rel }) => rel === 'enclosure');
    return `${without(value, job).replaceAll(/-[0-9a-f]{8}\.ndjson/g, '')} ${(await ask(file!.href.slice(BASE.length), given)).text}`;
  };
  const compareFiles = async (value: string): Promise<void> => {
    const [real, none] = [await fileOf(value, value), await fileOf(absent(value), '')];
    expect(none).toContain('successful');
    if (real !== none) wrong.push(`differs: file of ${value}: ${real.slice(0, 200)} | ${none.slice(0, 200)}`);
  };
  const values = [...planted].filter((_, index) => index % 12 === 0);
  const operations = (await described(server, 'get')).filter(({ path }) => isOfOurs(path));
  for (const { path, types, parameters } of operations) {
    for (const address of addresses(path, ids.shown)) {
      for (const accept of types) await ask(address, '', { headers: { accept } });
      for (const { name, schema } of parameters.filter((one) => one.in === 'query')) {
        const items = (schema?.['items'] ?? schema) as JsonObject | undefined;
        for (const value of (items?.['enum'] ?? []) as readonly string[]) await ask(`${address}?${name}=${encodeURIComponent(value)}`);
        const value = values[asked % values.length]!;
        await compare(value, (one) => `${address}?${name}=${one}`);
      }
    }
    if (path.includes('d}')) for (const id of ids.hidden) {
      for (const accept of types) await compare(id, (one) => addresses(path, [one])[0]!, () => ({ headers: { accept } }));
    }
  }
  for (const id of ids.hidden) {
    for (const below of ['ev-activiteiten', 'contouren', 'referenties']) await compare(id, (one) => `/locatie-activiteiten/park/${below}/${one}`);
  }
  for (const list of ['/collections/locatie-activiteiten/items', '/collections/windturbines/items', '/collections/pr-contouren/items', '/locatie-activiteiten', '/kwetsbare-gebouwen', '/collections/locatie-activiteiten/tellingen', '/collections/locatie-activiteiten/tiles/NetherlandsRDNewQuad/0/0/0']) {
    for (const value of values) {
      await compare(value, (one) => `${list}?zoek=${one}`);
      await compare(value, (one) => `${list}?filter=${encodeURIComponent(`bedrijfsnaam='${one}' OR naamExploitant LIKE '%${one}%' OR id='${one}'`)}`);
      for (const name of ['bedrijfsnaam', 'eigenaar', 'comment', 'kvkNummerExploitant', 'id']) await compare(value, (one) => `${list}?${name}=${one}`);
    }
  }
  for (const value of values) {
    for (const path of ['/zoeken?zoek=', '/kaart?plaats=', '/indieningen/', '/jobs/', '/verschillen?zoek=']) await compare(value, (one) => `${path}${one}`);
    await compareFiles(value);
    for (const path of ['/locatie-activiteiten/_zoek', '/collections/locatie-activiteiten/_zoek', '/_search']) {
      await compare(value, () => path, (one) => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ zoek: one, ids: [one], filter: { op: '=', args: [{ property: 'bedrijfsnaam' }, one] } }) }));
    }
  }
  for (const van of [1, 2, 3, 4, 5, 6, 7]) for (const f of ['json', 'html', 'csv', 'geojson']) await ask(`/verschillen?van=${van}&f=${f}`);
  expect(wrong.slice(0, 60)).toEqual([]);
  const { visited } = await crawl(BASE, async (url, accept) => {
    const reply = await ask(url.slice(BASE.length), '', { headers: { accept } });
    return { status: reply.status, contentType: String(reply.headers['content-type']), link: String(reply.headers.link ?? ''), body: reply.text };
  });
  console.info(`${asked} requests, ${visited.length} by links, ${planted.size} values`);
  expect([...new Set(wrong)]).toEqual([]);
  expect(planted.size).toBeGreaterThan(80);
});
