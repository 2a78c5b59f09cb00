/** Merged part: what a current document becomes by a write to one object in it, and where that object stands. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { merged, needsCurrent } from '../../../pipelines/requests/merged.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import type { Finding, NestedVerdict } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { SubmissionMethod } from '../../../schemas/submission.ts';
import { readTarget, targetPath } from '../../../schemas/target.ts';
import { location } from '../state/small-roots.ts';

const MILL = (id: string, within = 'l1-activiteit'): JsonObject => (
  { ...objectsOf(location('l1', [id])).at(-1)!.data, heeft: { href: `#${within}` } }
);
const CONTOUR = (id: string, ...mills: readonly string[]): JsonObject => ({
  entityType: 'PRContour', id, hoortBij: mills.map((mill) => ({ href: `#${mill}` })), afstandOfGeometrie: { afstand: 5 },
});
/** Two activities: the first with two mills, of which one has two contours, the second with one mill. */
const HELD: JsonObject = { ...location('l1', []), voertUit: [
  { ...objectsOf(location('l1', []))[1]!.data, heeft: [{ ...MILL('m1'), resulteertIn: [CONTOUR('c1', 'm1'), CONTOUR('c2', 'm1', 'm2')] }, MILL('m2')] },
  { ...objectsOf(location('l1', []))[1]!.data, id: 'a2', heeft: [MILL('m3', 'a2')] },
] };
const BELOW = '/locatie-activiteiten/l1';

interface Made {
  /** Ids in the order of the document, each with that of the object around it. */
  readonly tree?: readonly string[];
  readonly part?: NestedVerdict;
  readonly findings: readonly Finding[];
}

function made(method: SubmissionMethod, path: string, body: Json = {}, crs: CrsCode = '28992'): Made {
  const held = { doc: 1, crs: '28992', body: JSON.stringify(HELD) } as const;
  const result = merged(Buffer.from(JSON.stringify(body)), held, { method, target: BELOW + path, crs: CRSS[crs].uri });
  if (!('bytes' in result)) return { findings: result.findings };
  const { part, findings } = result;
  const tree = objectsOf(JSON.parse(result.bytes.toString()) as JsonObject).map(({ id, parent }) => `${parent?.id ?? ''}/${id}`);
  return { tree, findings, ...(part === undefined ? {} : { part }) };
}

const rules = ({ findings }: Made) => findings.map(({ rule, pointer }) => `${rule} ${pointer}`);
const TREE = made('PATCH', '').tree!;

test('a path names a root, a list below it or one object there, whatever characters are in the ids', () => {
  for (const target of [
    { resource: 'contouren', form: 'document', id: null, within: { resource: 'wegen', id: 'a/b ü' } },
    { resource: 'contouren', form: 'document', id: 'c/items', within: { resource: 'wegen', id: 'collections' } },
    { resource: 'wegen', form: 'document', id: 'x' }, { resource: 'wegen', form: 'feature', id: null },
  ] as const) expect(readTarget(targetPath(target))).toEqual(target);
  expect(readTarget('levering.json')).toBeUndefined();
});

describe('where it stands', () => {
  test('a new one behind the others in the object that its link names, of a contour the first of them', () => {
    expect(made('POST', '/contouren', CONTOUR('c3', 'onbekend', 'm1', 'm2'))).toEqual({
      tree: TREE.toSpliced(TREE.indexOf('m1/c2') + 1, 0, 'm1/c3'), findings: [],
      part: { id: 'c3', entityType: 'PRContour', change: 'made', pointer: '/voertUit/0/heeft/0/resulteertIn/2' },
    });
    expect(made('POST', '/contouren', CONTOUR('c3', 'm2')).tree, 'in place of a void reason').toContain('m2/c3');
    expect(made('POST', '/referenties', MILL('m4', 'a2')).tree?.at(-1)).toBe('a2/m4');
    expect(made('PUT', '/referenties/m4', MILL('m4', 'a2'))).toMatchObject({ part: { change: 'made' }, tree: [...TREE, 'a2/m4'] });
  });

  test('a held one where it is while it names that, or what it named before; else in the object that it names now', () => {
    expect(made('PUT', '/contouren/c2', CONTOUR('c2', 'm2', 'm1')).tree).toEqual(TREE);
    expect(made('PATCH', '/contouren/c2', { comment: ['x'] })).toMatchObject({ tree: TREE, part: { change: 'changed', pointer: '/voertUit/0/heeft/0/resulteertIn/1' } });
    const moved = made('PUT', '/contouren/c2', CONTOUR('c2', 'm2'));
expect([moved.tree, moved.part?.pointer]).toEqual([TREE.toSpliced(4, 2, 'l1-activiteit/m2', 'm2/c2'), '/voertUit/0/heeft/1/resulteertIn/0']);
    expect(made('PATCH', '/referenties/m1', { heeft: { href: 'https://x.nl/v1/collections/ev-activiteiten/items/a2' } }).tree?.slice(-3)).toEqual(['a2/m1', 'm1/c1', 'm1/c2']);
    expect(rules(made('PATCH', '/referenties/m3', { heeft: { href: '#l1-activiteit' } }))).toEqual(['id.laatste-onderdeel ']);
  });

  test('a link to nothing in which it can stand is told, with what it may name', () => {
    const [finding] = made('POST', '/contouren', CONTOUR('c3', 'a2')).findings;
    expect(finding).toMatchObject({ rule: 'verwijzing.niet-in-hoofdobject', pointer: '/voertUit/0/heeft/0/resulteertIn/2/hoortBij', found: 'a2', suggestions: ['#m1', '#m2', '#m3'] });
    expect(rules(made('PATCH', '/ev-activiteiten/a2', { locatieEVActiviteit: { href: '#l2' } }))).toEqual(['verwijzing.niet-in-hoofdobject /voertUit/1/locatieEVActiviteit']);
    expect(made('POST', '/contouren', CONTOUR('c3')).findings, 'that a link is missing the schema says').toEqual([]);
  });
});

describe('taking out', () => {
  test('an object goes with what it nests', () => {
    expect(made('DELETE', '/contouren/c1')).toEqual({ tree: TREE.filter((id) => id !== 'm1/c1'), findings: [], part: { id: 'c1', entityType: 'PRContour', change: 'removed' } });
    expect(made('DELETE', '/ev-activiteiten/a2').tree).toEqual(TREE.slice(0, -2));
    expect(made('DELETE', '/referenties/m1').tree).toEqual(TREE.filter((id) => !/m1/.test(id)));
  });

  test('not the last of a list that must have one, nor what another part links to', () => {
    expect(rules(made('DELETE', '/referenties/m3'))).toEqual(['id.laatste-onderdeel ']);
    expect(rules(made('DELETE', '/referenties/m2'))).toEqual(['verwijzing.doel-verdwijnt ']);
    expect(rules(made('DELETE', '/contouren/m2'))).toEqual(['id.bestaat-niet ']);
  });
});

test('whatever the root nests: what is made, moved and taken out again leaves all else as it was', () => {
  /** Number of contours of each mill of each activity. */
  const shapes = fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });
  fc.assert(fc.property(shapes, fc.nat(), fc.nat(), (shape, one, other) => {
    const mills = shape.flatMap((counts, a) => counts.map((count, m) => ({ count, id: `m${a}.${m}` })));
    const [from, to] = [mills[one % mills.length]!, mills[other % mills.length]!];
    const first = { ...HELD, voertUit: shape.map((counts, a) => ({ ...objectsOf(location('l1', []))[1]!.data, id: `a${a}`, heeft: counts.map((count, m) => ({
      ...MILL(`m${a}.${m}`, `a${a}`),
      ...(count === 0 ? {} : { resulteertIn: Array.from({ length: count }, (_, c) => CONTOUR(`c${a}.${m}.${c}`, `m${a}.${m}`)) }),
    })) })) };
    const write = (held: JsonObject, method: SubmissionMethod, path: string, body: Json): JsonObject | readonly string[] => {
      const order = { method, target: BELOW + path, crs: CRSS['28992'].uri };
      const result = merged(Buffer.from(JSON.stringify(body)), { doc: 1, crs: '28992', body: JSON.stringify(held) }, order);
      return 'bytes' in result ? JSON.parse(result.bytes.toString()) as JsonObject : result.findings.map(({ rule }) => rule);
    };
    const withOne = write(first, 'POST', '/contouren', CONTOUR('new', from.id)) as JsonObject;
    expect(objectsOf(withOne).find(({ id }) => id === 'new')?.parent?.id).toBe(from.id);
    const moved = write(withOne, 'PATCH', '/contouren/new', { hoortBij: [{ href: `#${to.id}` }] });
    const isLast = from.count === 0 && from !== to;
    expect(Array.isArray(moved)).toBe(isLast);
    const place = isLast ? from : to;
    const gone = write(isLast ? withOne : moved as JsonObject, 'DELETE', '/contouren/new', {});
    expect(gone).toEqual(place.count === 0 ? ['id.laatste-onderdeel'] : first);
  }), { seed: 17, numRuns: 200 });
});

test('id and type are those of the path; both are told, and the rest is checked under the right id', () => {
  const wrong = made('PUT', '/contouren/c1', { ...CONTOUR('c9', 'm1'), entityType: 'BrandAandachtsgebied' });
  expect(rules(wrong)).toEqual(['verzoek.ander-id /voertUit/0/heeft/0/resulteertIn/0/id', 'verzoek.ander-type /voertUit/0/heeft/0/resulteertIn/0/entityType']);
  expect(wrong.tree).toEqual(TREE);
  expect(rules(made('POST', '/referenties', CONTOUR('c9', 'm1')))).toEqual(['verzoek.andere-collectie /entityType']);
  expect(rules(made('POST', '/contouren', CONTOUR('c1', 'm1')))).toEqual(['id.bestaat-al ']);
  expect(rules(made('PUT', '/contouren/m1', CONTOUR('m1', 'm1')))).toEqual(['id.in-gebruik ']);
  for (const [method, path] of [['PUT', '/ev-activiteiten/a3'], ['PATCH', '/contouren/c9']] as const) expect(rules(made(method, path))).toEqual(['id.bestaat-niet ']);
});

test('geometry of a part in another CRS than that of the document is refused, with the one to send', () => {
  const refused = made('POST', '/referenties', MILL('m4', 'a2'), 'CRS84');
  expect(refused.findings).toMatchObject([{ rule: 'verzoek.crs-gemengd', found: CRSS.CRS84.uri, suggestions: [CRSS['28992'].uri] }]);
  expect(made('POST', '/contouren', CONTOUR('c3', 'm2'), 'CRS84').findings).toEqual([]);
});

describe('children given as links', () => {
  const links = (...ids: readonly string[]): Json => ids.map((id) => ({ href: `https://x.nl/v1/collections/x/items/${id}`, title: 'x' }));

  test('stay as they are held, with what they nest; those left out go, new ones come', () => {
    expect(made('PUT', '', { ...HELD, voertUit: links('l1-activiteit', 'a2') }).tree).toEqual(TREE);
    expect(made('PATCH', '', { voertUit: links('a2') }).tree).toEqual(['/l1', 'l1/a2', 'a2/m3']);
    const { heeft: _, ...activity } = objectsOf(HELD)[1]!.data;
    expect(made('PUT', '/ev-activiteiten/l1-activiteit', { ...activity, heeft: [...links('m2') as Json[], MILL('m4')] }).tree)
      .toEqual(['/l1', 'l1/l1-activiteit', 'l1-activiteit/m2', 'l1-activiteit/m4', 'l1/a2', 'a2/m3']);
  });

  test('a link to another kind, or to nothing, is left for the schema to refuse', () => {
    expect(made('PATCH', '', { voertUit: links('m1') }).tree).toEqual(['/l1', 'l1/undefined']);
    const needs = (body: Json, path = '/locatie-activiteiten/l1') => needsCurrent(Buffer.from(JSON.stringify(body)), path);
    expect(needs({ voertUit: links('x') })).toBe(true);
    expect(needs({ type: 'Feature', properties: { voertUit: [{ heeft: links('x') }] } })).toBe(true);
    expect(needs(HELD)).toBe(false);
    expect(needs({ ...HELD, comment: ['a\u0000b'] })).toBe(true);
    expect(needs({ type: 'Feature', properties: {} }, '/collections/locatie-activiteiten/items/l1')).toBe(true);
  });

  test('that hold geometry keep the document in its CRS', () => {
    const body = { ...HELD, geometrie: { type: 'Point', coordinates: [5, 52] }, voertUit: links('a2') };
    expect(rules(made('PUT', '', body, 'CRS84'))).toEqual(['verzoek.crs-gemengd ']);
  });
});
