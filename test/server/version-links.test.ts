/** Versions as links: Memento-Datetime, links between versions, and the time map, over a real edition on disk. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { building, createAll, day, location, state, type VersionInput } from '../publisher/registry.ts';
import { openRandom } from '../generate/random.ts';
import { BASE } from './fake-editions.ts';
import type { Reply } from './harness.ts';
import { realServer, type RealServer } from './real-server.ts';

const FEATURES = '/v1/collections/kwetsbare-gebouwen/items';
const DOCUMENTS = '/v1/kwetsbare-gebouwen';

let server: RealServer;

function version(id: string, [from, until]: readonly [number, number | null], populatie: number): VersionInput {
  const { document, geometries } = building(id, { x: 100_000 + populatie, y: 450_000, size: 20, name: 'Huis' });
  return { from, until, geometries, document: { ...document, populatie, beginGeldigheid: new Date(day(from)).toISOString() } };
}

/**
 * Editions of day 60 and 70. `huis`: two versions with a gap, a third only in the second edition; `straks`: with a future version; `een`:
 * one version; `kort`: a version that ended on its first day; `tank`: nested in two versions of its root.
 */
beforeAll(async () => {
  const [first, second] = [version('huis', [0, 10], 1), version('huis', [20, null], 2)];
  const before = state('KwetsbaarGebouw', 'huis', [first, second]);
  const after = state('KwetsbaarGebouw', 'huis', [first, version('huis', [20, 65], 2), version('huis', [65, null], 3)]);
  const ahead = state('KwetsbaarGebouw', 'straks', [version('straks', [0, 400], 6), version('straks', [400, null], 7)]);
  const one = state('KwetsbaarGebouw', 'een', [version('een', [5, null], 5)]);
  const short = state('KwetsbaarGebouw', 'kort', [version('kort', [3, 3.2], 8), version('kort', [9, null], 9)]);
  const place = (from: number, until: number | null) => (
    { ...location('lpg', { x: 120_000, y: 450_000, reference: { id: 'tank', begin: 5 } }), from, until }
  );
  const tank = state('LocatieActiviteit', 'lpg', [place(0, 30), place(30, null)]);
  server = await realServer(
    { on: 60, changes: createAll([before, ahead, one, short, tank]) }, { on: 70, after: 60, changes: [{ before, after }] },
  );
});
afterAll(() => server.close());

const at = (moment: number): string => new Date(day(moment)).toISOString().replace('.000Z', 'Z');
const httpDate = (moment: number): string => new Date(day(moment)).toUTCString();

/** Returns the links of the header Link by relation. */
function linked(reply: Reply): Readonly<Record<string, string>> {
  const header = String(reply.headers.link ?? '');
  return Object.fromEntries([...header.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, href, rel]) => [rel!, href!]));
}

const shown = ({ headers }: Reply): unknown => headers['memento-datetime'];

/** Relations of the links to other versions. */
const OTHERS = ['predecessor-version', 'successor-version', 'latest-version'];

describe('one feature', () => {
  test('OPEN-versioned-features: says from when its version is valid, and links to the others', async () => {
    const reply = await server.ask(`${FEATURES}/huis?datetime=2026-01-25`);
    expect(shown(reply)).toBe(httpDate(20));
    expect(linked(reply)).toMatchObject({
      original: `${BASE}/collections/kwetsbare-gebouwen/items/huis`,
      timemap: `${BASE}/collections/kwetsbare-gebouwen/items/huis/versions`,
      'version-history': `${BASE}/collections/kwetsbare-gebouwen/items/huis/versions`,
      'predecessor-version': `${BASE}/collections/kwetsbare-gebouwen/items/huis?datetime=${at(0)}`,
      'successor-version': `${BASE}/collections/kwetsbare-gebouwen/items/huis?datetime=${at(65)}`,
      'latest-version': `${BASE}/collections/kwetsbare-gebouwen/items/huis?datetime=${at(65)}`,
    });
  });

  test('without a moment it is the version valid now, also when a later one is known', async () => {
    const reply = await server.ask(`${FEATURES}/straks`);
    expect([shown(reply), linked(reply)['successor-version']]).toEqual([httpDate(0), expect.stringContaining(at(400))]);
  });

  test('an object with one version links to no other', async () => {
    for (const path of [`${FEATURES}/een`, `${DOCUMENTS}/een`]) {
      const reply = await server.ask(path);
      expect([path, shown(reply)]).toEqual([path, httpDate(5)]);
      expect(Object.keys(linked(reply)).filter((rel) => OTHERS.includes(rel))).toEqual([]);
    }
  });

  test('the page of an object has the same headers', async () => {
    for (const path of [`${FEATURES}/huis?datetime=2026-01-25`, `${DOCUMENTS}/huis?geldigOp=2026-01-25`]) {
      const [page, data] = [await server.ask(path, { headers: { accept: 'text/html' } }), await server.ask(path)];
      expect([path, shown(page), page.headers['content-type']]).toEqual([path, shown(data), expect.stringContaining('text/html')]);
      expect(linked(data)).toMatchObject(linked(page));
      expect(linked(page)['predecessor-version']).toBeDefined();
    }
  });

  test('an earlier edition is kept in every link', async () => {
    const available = `beschikbaarOp=${at(60)}`;
    const links = linked(await server.ask(`${FEATURES}/huis?${available}`));
    expect(links['latest-version']).toBeUndefined();
    for (const rel of ['original', 'timemap', 'version-history', 'predecessor-version']) expect([rel, links[rel]]).toEqual([rel, expect.stringContaining(available)]);
  });
});

describe.each([FEATURES, DOCUMENTS])('%s: from the latest version back', (list) => {
  test.each([['huis', [65, 20, 0]], ['straks', [400, 0]], ['kort', [9, 3]]] as const)('%s: each link leads to the version it names', async (id, begins) => {
    let reply = await server.ask(`${list}/${id}`);
    const latest = linked(reply)['latest-version'];
    if (latest !== undefined) reply = await server.ask(new URL(latest).pathname + new URL(latest).search);
    const seen = [];
    for (;;) {
      expect(reply.status).toBe(200);
      seen.push(shown(reply));
      const previous = linked(reply)['predecessor-version'];
      if (previous === undefined) break;
      const successor = shown(reply);
      reply = await server.ask(new URL(previous).pathname + new URL(previous).search);
      const back = new URL(linked(reply)['successor-version']!);
      expect(shown(await server.ask(back.pathname + back.search))).toBe(successor);
    }
    expect(seen).toEqual(begins.map(httpDate));
  });
});

describe('the time map', () => {
  const links = async (path: string) => (await server.ask(path)).json()['links'] as { rel: string; href: string; datetime?: string }[];

  test('has a link to each version, with its begin, the first and the last', async () => {
    const url = `${BASE}/collections/kwetsbare-gebouwen/items/huis`;
    const all = await links(`${FEATURES}/huis/versions`);
    expect(all.map(({ rel, href, datetime }) => [rel, href, ...(datetime === undefined ? [] : [datetime])])).toEqual([
      ['self', `${url}/versions`], ['timemap', `${url}/versions`], ['alternate', `${url}/versions?f=linkformat`], ['original', url],
      ...['first', 'memento'].map((rel) => [rel, `${url}?datetime=${at(0)}`, httpDate(0)]), ['memento', `${url}?datetime=${at(20)}`, httpDate(20)],
      ...['last', 'latest-version', 'memento'].map((rel) => [rel, `${url}?datetime=${at(65)}`, httpDate(65)]),
    ]);
  });

  test('is the same in the link format, by Accept and by f', async () => {
    const byHeader = await server.ask(`${FEATURES}/huis/versions`, { headers: { Accept: 'application/link-format' } });
    expect(byHeader.headers['content-type']).toBe('application/link-format');
    expect(byHeader.text).toBe((await server.ask(`${FEATURES}/huis/versions?f=linkformat`)).text);
    expect(byHeader.text.split(',\n').at(-1)).toBe(
      `<${BASE}/collections/kwetsbare-gebouwen/items/huis?datetime=${at(65)}>;rel="last latest-version memento";type="application/geo+json";datetime="${httpDate(65)}"\n`,
    );
  });

  test('of a root has the versions that are recorded now, as its history has', async () => {
    for (const id of ['huis', 'straks', 'een', 'kort']) {
      const { versies } = (await server.ask(`${DOCUMENTS}/${id}/versies`)).json() as { versies: { beginGeldigheid: string; eindRegistratie?: string }[] };
      const recorded = versies.filter(({ eindRegistratie }) => eindRegistratie === undefined).map(({ beginGeldigheid }) => new Date(beginGeldigheid).toUTCString());
      const mementos = (await links(`${FEATURES}/${id}/versions`)).filter(({ rel }) => rel === 'memento').map(({ datetime }) => datetime);
      expect([id, mementos]).toEqual([id, recorded.toSorted((one, other) => Date.parse(one) - Date.parse(other))]);
    }
  });

  test('of a nested feature has its versions within those of its root, and each link leads to its version', async () => {
    const mementos = (await links('/v1/collections/vulpunten/items/tank/versions')).filter(({ rel }) => rel === 'memento');
    expect(mementos.map(({ datetime }) => datetime)).toEqual([5, 30].map(httpDate));
    for (const { href, datetime } of mementos) {
      const { pathname, search } = new URL(href);
      expect(shown(await server.ask(pathname + search))).toBe(datetime);
    }
  });

  test('of an earlier edition has its versions', async () => {
    const before = await links(`${FEATURES}/huis/versions?beschikbaarOp=${at(60)}`);
    expect(before.filter(({ rel }) => rel === 'memento').map(({ datetime }) => datetime)).toEqual([0, 20].map(httpDate));
  });

  test.each([
    ['huis/versions?datetime=2026-01-01', 400], ['huis/versions?geldigOp=2026-01-01', 403], ['huis/versions?beschikbaarOp=gisteren', 400],
    ['huis/versions?beschikbaarOp=2099-01-01T00:00:00Z', 403], ['huis/versions?beschikbaarOp=2025-01-01T00:00:00Z', 404], ['huis/versions?f=link-format', 400],
    ['huis/versions?f=geojson', 406], ['huis/versions?pagina=2', 400], ['huis/versions/', 404], ['huis/version', 404], ['nergens/versions', 404],
    ['tank/versions', 404], ['huis/versions/1', 404],
  ])('%s is %i', async (path, status) => {
    const reply = await server.ask(`${FEATURES}/${path}`);
    expect([reply.status, reply.headers['content-type']]).toEqual([status, 'application/problem+json']);
    if (status === 400) expect(reply.json()['invalid-params']).toEqual([expect.objectContaining({ allowed: expect.any(Array) })]);
  });

  test('no other form is acceptable', async () => {
    const reply = await server.ask(`${FEATURES}/huis/versions`, { headers: { Accept: 'application/geo+xml' } });
    expect([reply.status, reply.json()['detail']]).toEqual([406, expect.stringContaining('application/link-format')]);
  });
});

describe('a moment without a version', () => {
  test.each([
    ['before the first', `${FEATURES}/huis?datetime=2020-01-01`, `/collections/kwetsbare-gebouwen/items/huis?datetime=${at(65)}`],
    ['in a gap', `${DOCUMENTS}/huis?geldigOp=2026-01-15`, '/kwetsbare-gebouwen/huis?geldigOp=2026-03-07'],
  ])('%s is 404, with links to the latest version and the list', async (_, path, latest) => {
    const reply = await server.ask(path);
    expect([reply.status, reply.json()['type']]).toEqual([404, expect.stringMatching(/BestaatNiet$/)]);
    expect(linked(reply)).toMatchObject({ 'latest-version': BASE + latest, timemap: `${BASE}/collections/kwetsbare-gebouwen/items/huis/versions` });
    const members = reply.json()['links'] as { rel: string; href: string }[];
    expect(Object.fromEntries(members.map(({ rel, href }) => [rel, href]))).toEqual(linked(reply));
  });

  test('an object that never existed has no links', async () => {
    const reply = await server.ask(`${FEATURES}/nergens?datetime=2020-01-01`);
    expect([reply.status, reply.headers.link, reply.json()['links']]).toEqual([404, undefined, undefined]);
  });
});

test('a collection states that versions follow each other in validity', async () => {
  const expected = { timeAxis: 'validity-time' };
  expect((await server.ask('/v1/collections/kwetsbare-gebouwen')).json()['versioning']).toEqual(expected);
  const { collections } = (await server.ask('/v1/collections')).json() as { collections: { versioning: unknown }[] };
  for (const { versioning } of collections) expect(versioning).toEqual(expected);
});

test('OPEN-accept-datetime: a moment in Accept-Datetime has no effect, and the response says which version it is', async () => {
  const [asked, plain] = [await server.ask(`${FEATURES}/huis`, { headers: { 'Accept-Datetime': httpDate(5) } }), await server.ask(`${FEATURES}/huis`)];
  expect([asked.text, shown(asked)]).toEqual([plain.text, httpDate(65)]);
});

describe('objects with any versions', () => {
  /** Versions with gaps, of less than a day, and in the future; the begins of all, by id. */
  const begins = new Map<string, number[]>();
  let own: RealServer;
  beforeAll(async () => {
    const random = openRandom(36, 5);
    const roots = Array.from({ length: 12 }, (_, index) => {
      const id = `huis-${index}`;
      const versions: VersionInput[] = [];
      let from = random.whole(0, 40) / 4;
      const count = random.whole(1, 6);
      for (let n = 0; n < count; n += 1) {
        const until = from + random.whole(1, 12) / 4;
        versions.push(version(id, [from, n === count - 1 && random.whole(0, 1) === 0 ? null : until], 10 * index + n));
        from = random.whole(0, 2) === 0 ? until + random.whole(1, 200) / 4 : until;
      }
      begins.set(id, versions.map(({ from: begin }) => begin));
      return state('KwetsbaarGebouw', id, versions);
    });
    own = await realServer({ on: 40, changes: createAll(roots) });
  });
  afterAll(() => own.close());

  test('each link of a feature and of a document leads to the version that it names', async () => {
    const ask = async (href: string): Promise<Reply> => await own.ask(new URL(href).pathname + new URL(href).search);
    for (const [id, known] of begins) {
      const links = (await own.ask(`${FEATURES}/${id}/versions`)).json()['links'] as { rel: string; href: string; datetime?: string }[];
      const mementos = links.filter(({ rel }) => rel === 'memento');
      expect([id, mementos.map(({ datetime }) => datetime)]).toEqual([id, known.map(httpDate)]);
      for (const [at, { href }] of mementos.entries()) {
        const feature = await ask(href);
        const named = { 'predecessor-version': known[at - 1], 'successor-version': known[at + 1], 'latest-version': at === known.length - 1 ? undefined : known.at(-1) };
        const all = linked(feature);
        const reached = await Promise.all(OTHERS.map(async (rel) => [rel, all[rel] === undefined ? undefined : shown(await ask(all[rel]))] as const));
        expect([id, at, shown(feature), Object.fromEntries(reached)]).toEqual([
          id, at, httpDate(known[at]!), Object.fromEntries(Object.entries(named).map(([rel, begin]) => [rel, begin === undefined ? undefined : httpDate(begin)])),
        ]);
      }
      const document = await own.ask(`${DOCUMENTS}/${id}`);
      const here = known.findIndex((begin) => httpDate(begin) === shown(document));
      const beside = linked(document);
      for (const [rel, begin] of [['predecessor-version', known[here - 1]], ['successor-version', known[here + 1]]] as const) {
        expect([id, rel, beside[rel] === undefined ? undefined : shown(await ask(beside[rel]))]).toEqual([id, rel, begin === undefined ? undefined : httpDate(begin)]);
      }
    }
  });
});
