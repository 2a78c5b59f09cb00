/**
 * Hidden objects against a naive model: after each delivery of a random history, the published documents and links are those of sets that grow
 * until nothing is added. The roots link to each other in rings too.
 */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../../schemas/json.ts';
import { drawn } from '../../../runs.ts';
import { Bench } from '../register-bench.ts';
import { location } from '../small-roots.ts';

const ROOTS = ['p0', 'p1', 'p2', 'p3'] as const;
const BEGINS = ['2020-01-01T00:00:00Z', '2022-01-01T00:00:00Z'] as const;
const RUNS = drawn(150, 5);
const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

interface RandomRoot {
  readonly root: number;
  readonly begin: number;
  /** Numbers that say which objects are secret, and where links lead. */
  readonly secret: readonly number[];
  readonly links: readonly number[];
  readonly contours: number;
  readonly sensitive: number;
}

const randomRoot: fc.Arbitrary<RandomRoot> = fc.record({
  root: fc.nat(ROOTS.length - 1), begin: fc.nat(BEGINS.length - 1), contours: fc.nat(2), sensitive: fc.nat(9),
  secret: fc.oneof(fc.constant([1]), fc.array(fc.nat(7), { minLength: 9, maxLength: 9 }), fc.array(fc.nat(15), { minLength: 19, maxLength: 19 })), links: fc.array(fc.nat(40), { minLength: 9, maxLength: 9 }),
});

/** Returns a root with two activities of two mills each, and some contours; every object is there in every version, contours apart. */
function documentOf({ root, begin, secret, links, contours, sensitive }: RandomRoot): JsonObject {
  const id = ROOTS[root]!;
  let [mark, link] = [0, 0];
  const outside = new Set<string>();
  const isSecret = (): boolean => secret[mark++ % secret.length] === 0;
  /** Mostly the parent; else an object of the kind in any root. */
  const target = (own: string, kind: string): JsonObject => {
    const drawnLink = links[link++ % links.length]!;
    const there = ROOTS[drawnLink % ROOTS.length]!;
    if (drawnLink >= 8 || there === id) return { href: `#${own}` };
    outside.add(`${there}${kind}`);
    return { href: `${there}${kind}` };
  };
  const marked = (object: JsonObject): JsonObject => (isSecret() ? { ...object, informatieGeheim: true } : object);
  const whole = location(id, [], { from: BEGINS[begin]! });
  const [activity] = whole['voertUit'] as readonly JsonObject[];
  const base = (own: string, entityType: string): JsonObject => ({ ...activity, entityType, id: own, identificatie: { namespace: 'NL.TEST', lokaalID: own } });
  const { locatieEVActiviteit: _, heeft: __, ...common } = base('', '');
  const voertUit = ['a', 'b'].map((letter) => marked({
    ...base(`${id}${letter}`, 'Windturbine_TeBerekenenAfstandVergunningplicht'), locatieEVActiviteit: target(id, ''),
    heeft: ['1', '2'].map((number) => marked({
      ...common, entityType: 'Windturbine', id: `${id}${letter}${number}`, ashoogte: 80, heeft: target(`${id}${letter}`, 'a'),
      resulteertIn: contours === 0 ? VOID : Array.from({ length: contours }, (_, index) => marked({
        ...common, entityType: 'PRContour', id: `${id}${letter}${number}c${index}`,
        hoortBij: [target(`${id}${letter}${number}`, 'a1'), target(`${id}${letter}${number}`, 'b2')],
      })),
    })),
  }));
  const privacy = sensitive === 0 ? { privacyGevoelig: true } : {};
  return { ...marked(whole), ...privacy, voertUit, ...(outside.size === 0 ? {} : { comment: [...outside].map((one) => `link ${one}`) }) };
}

/** Every object of a document, with its parent. */
function objectsIn(document: JsonObject, parent: string | null = null): readonly { readonly data: JsonObject; readonly parent: string | null }[] {
  const children = ['voertUit', 'heeft', 'resulteertIn'].flatMap((name) => (Array.isArray(document[name]) ? document[name] as readonly JsonObject[] : []));
  return [{ data: document, parent }, ...children.filter(isObject).flatMap((child) => objectsIn(child, document['id'] as string))];
}

const idsOf = (list: Json | undefined): readonly string[] => (Array.isArray(list) ? (list as readonly JsonObject[]).map((one) => one['id'] as string) : []);

/** Whether an object is hidden by itself, its parent, its children or its links, when these are hidden. */
function isHiddenBy(hidden: ReadonlySet<string>, { data, parent }: ReturnType<typeof objectsIn>[number]): boolean {
  if (data['informatieGeheim'] === true || (parent !== null && hidden.has(parent))) return true;
  const all = (ids: readonly string[]): boolean => ids.length > 0 && ids.every((id) => hidden.has(id));
  if (all(idsOf(data['voertUit']))) return true;
  if (Array.isArray(data['heeft']) && all(idsOf(data['heeft']))) return true;
  return ['locatieEVActiviteit', 'heeft', 'hoortBij'].some((name) => {
    const value = data[name];
    if (name === 'heeft' && Array.isArray(value)) return false;
    const links = value === undefined ? [] : [value].flat() as unknown as readonly JsonObject[];
    return all(links.map((one) => (one['href'] as string).replace('#', '')));
  });
}

function hiddenIn(documents: readonly JsonObject[]): ReadonlySet<string> {
  const objects = documents.flatMap((document) => objectsIn(document));
  const hidden = new Set<string>();
  for (let size = -1; size < hidden.size;) {
    size = hidden.size;
    for (const object of objects) if (isHiddenBy(hidden, object)) hidden.add(object.data['id'] as string);
  }
  return hidden;
}

/** The ids of a document in its order, without hidden ones. */
function shownIds(document: JsonObject, hidden: ReadonlySet<string>): readonly string[] {
  return objectsIn(document).map(({ data }) => data['id'] as string).filter((id) => !hidden.has(id));
}

test('published documents have the objects that the naive model shows, and links to nothing else', async () => {
  let [partly, wholly] = [0, 0];
  await fc.assert(fc.asyncProperty(fc.array(fc.array(randomRoot, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 6 }), async (history) => {
    const bench = new Bench();
    const current = new Map<string, Map<string, JsonObject>>();
    const open = ROOTS.map((_, root) => documentOf({ root, begin: 0, contours: 1, sensitive: 1, secret: [1], links: [40] }));
    for (const documents of [open, ...history.map((roots) => roots.map(documentOf))]) {
      const last = new Map(documents.map((document) => [JSON.stringify([document['id'], document['beginGeldigheid']]), document]));
      const { report } = await bench.deliver([...last.values()]);
      expect(report?.counts.refused).toBe(0);
      for (const document of last.values()) {
        const id = document['id'] as string;
        current.set(id, (current.get(id) ?? new Map<string, JsonObject>()).set(document['beginGeldigheid'] as string, document));
      }
      const hidden = hiddenIn([...current.values()].flatMap((versions) => [...versions.values()]));
      const shown = [...bench.publisher.states].map(([id, text]) => {
        const [, , versions] = JSON.parse(text) as [string, string, [unknown, JsonObject, unknown, Record<string, unknown>][]];
        return [id, versions.map(([, document, , targets]) => [objectsIn(document).map(({ data }) => data['id']), Object.keys(targets).sort()])];
      });
      const wanted = [...current].filter(([id]) => !hidden.has(id)).map(([id, versions]) => [
        id, [...versions].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, document]) => [
          shownIds(document, hidden),
          ((document['comment'] ?? []) as string[]).map((link) => link.slice('link '.length)).filter((target) => !hidden.has(target)).sort(),
        ]),
      ]);
      expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(wanted));
      partly += [...hidden].some((id) => id.length > 2) ? 1 : 0;
      wholly += ROOTS.some((id) => hidden.has(id)) && ROOTS.some((id) => !hidden.has(id)) ? 1 : 0;
    }
    bench.close();
  }), { numRuns: RUNS });
  expect(Math.min(partly, wholly)).toBeGreaterThan(RUNS / 10);
});
