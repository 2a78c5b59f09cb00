/**
 * What is wrong with a piece is told where it is screened when all else is right (flaw-remarks.ts): then the same is said as the
 * long way says, in the same words, and most broken pieces are such.
 */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import type { Block } from '../../../pipelines/prepare/block.ts';
import { piecesOf } from '../../../pipelines/prepare/block.ts';
import { judgeWithCare, screenBlock } from '../../../pipelines/prepare/judge.ts';
import type { JudgeOptions } from '../../../pipelines/prepare/judge.ts';
import { Totals } from '../../../pipelines/prepare/counts.ts';
import { hasId, NO_VALUE, REFUSED, STRAY } from '../../../pipelines/prepare/proven.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { minimal } from '../../schemas/minimal.ts';
import { building } from './deliveries.ts';
import { spatialForTests } from './spatial-for-tests.ts';
import { whole } from './whole.ts';

const OPTIONS: JudgeOptions = { crs: CRSS['28992'], model: null, finishes: false, full: [] };

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

async function register(options: { objects: number; broken: number }): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  await generate({ ...options, seed: 3, write: (chunk) => { chunks.push(Buffer.from(chunk)); } });
  const bytes = Buffer.concat(chunks).toString('latin1');
  return bytes.trimEnd().split('\n').map((line) => Buffer.from(line, 'latin1'));
}

function blockOf(lines: readonly Buffer[]): Block {
  const ends = lines.map(({ length }) => length);
  for (const index of ends.keys()) ends[index]! += ends[index - 1] ?? 0;
  return {
    bytes: Buffer.concat(lines), starts: Uint32Array.from([0, ...ends.slice(0, -1)]), ends: Uint32Array.from(ends),
    lines: Float64Array.from(lines, (_, index) => index + 1), columns: new Float64Array(lines.length).fill(1), pointers: [], odd: new Map(),
  };
}

let made: readonly string[] | undefined;
async function sources(): Promise<readonly string[]> {
  if (made === undefined) {
    const good = (await register({ objects: 1_500, broken: 0 })).map(String);
    made = [...good.filter((line) => line.includes('"voertUit"')), ...good.slice(0, 20)];
  }
  return made;
}

const value = fc.constantFrom<Json>(
  null, true, 7, 1e20, '', 'x', '.', 'gegevenInTransitie', 'waardeOnbekend', '2023-02-29', '1999-12-31T00:00:00Z', [], {}, ['x'], [{}], { href: '#x' },
  [{ href: '#x' }, { href: '#y' }], { afstand: -1 }, { geometrie: { type: 'Point', coordinates: [1, 2] } }, { namespace: 'NL.IMEV', lokaalID: 'x' },
  { type: 'Polygon', coordinates: [[[155_000, 463_000], [155_009, 463_009], [155_009, 463_000], [155_000, 463_009], [155_000, 463_000]]] },
  { a: 1, b: { c: [] } }, [{ entityType: 'Vulpunt', id: 'v' }], [{ naam: 'n', link: 'x' }], '0193990000098765',
);
const edit = fc.record({ object: fc.nat(), member: fc.nat(), how: fc.constantFrom('remove', 'replace', 'replace', 'add', 'last'), value });

const ADDED = ['kleur', 'eindGeldigheid', 'informatieGeheim', 'voertUit', 'balActiviteit', 'idPandBAG'];

/** Bytes put in a text, which mostly make it no JSON. */
const damage = fc.option(fc.record({
  at: fc.nat(), over: fc.nat(2), bytes: fc.constantFrom('', ',', '"', '{', ' ', '1', '1e400', '\\', '\u00e9', '['.repeat(40)),
}), { freq: 3 });

/** Lines of roots in which one to four members are changed, and in some the text. */
const changedLines = fc.array(fc.tuple(fc.nat(), fc.array(edit, { minLength: 1, maxLength: 4 }), damage), { minLength: 40, maxLength: 60 })
  .map((all) => (lines: readonly string[]): readonly Buffer[] => all.map(([source, edits, damaged]) => {
    const document = JSON.parse(lines[source % lines.length]!) as JsonObject;
    for (const { object, member, how, value: changed } of edits) {
      const objects = objectsOf(document);
      const data = objects[object % objects.length]!.data as Record<string, Json>;
      const name = Object.keys(data)[member % Object.keys(data).length] ?? 'kleur';
      const before = data[name] ?? null;
      if (how !== 'replace' && how !== 'add') delete data[name];
      if (how === 'last') data[name] = before;
      if (how === 'replace') data[name] = structuredClone(changed);
      if (how === 'add') data[ADDED[member % ADDED.length]!] = structuredClone(changed);
    }
    const bytes = Buffer.from(JSON.stringify(document));
    if (damaged === null) return bytes;
    const at = damaged.at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), Buffer.from(damaged.bytes, 'latin1'), bytes.subarray(at + damaged.over)]);
  }));

/** Of the members in which a text is to be stained: where the name begins, which name, and the value, when that is no object or list. */
const MEMBER = /"([a-zA-Z]+)":("[^"]*"|[\d.]+|true|false)?/g;
const STAINS: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `"${name}":7,"${name}":${value}`, (name, value) => `"${name}":"gegevenInTransitie","${name}":${value}`,
  (name, value) => `"${name}":{"a":[1e400]},"${name}":${value}`, (name, value) => `"kleur":9007199254740993,"${name}":${value}`,
  (name) => `"${name}":"\\ud83d"`, (name) => `"${name}":"\\ud83d\\ude00"`, (name) => `"${name}":1e400`, (name) => `"${name}":-9007199254740993`,
  (name) => `"${name}":9007199254740992`, (name) => `"${name}":{"a":1,"b":2,"a":[1e400]}`, (name, value) => `"${name}":${value.replace(/^"(.)/, '"\\u0041$1')}`,
];

/** Puts in a line something that JSON.parse swallows without a word, or that only looks so. */
const stains = fc.tuple(fc.nat(), fc.array(fc.constantFrom(...STAINS), { minLength: 1, maxLength: 2 })).map(([seed, made]) => (line: Buffer): Buffer => {
  let text = line.toString();
  for (const make of made) {
    const members = [...text.matchAll(MEMBER)].filter(([, , value]) => value !== undefined);
    const { 0: member, 1: name, 2: value, index } = members[(seed + text.length) % members.length]!;
    text = text.slice(0, index) + make(name!, value!) + text.slice(index + member.length);
  }
  return Buffer.from(text);
});

/** What the report says of pieces: of each its verdict, ids and findings, and the totals of what it keeps no words of. */
async function reported(lines: readonly Buffer[], full: readonly string[], isScreened: boolean) {
  const block = blockOf(lines);
  const options = { ...OPTIONS, full };
  const screened = screenBlock(block, { ...options, finishes: !isScreened });
  const { proven, others, written, counted } = screened;
  const judged = await judgeWithCare(piecesOf(block, others), options, spatial);
  const places = new Map([...others].map((place, index) => [place, judged[index]!]));
  const wordsOf = Map.groupBy(JSON.parse(`[${Buffer.from(written.text).toString()}]`) as readonly Finding[], (_, index) => written.pieces[index]!);
  const idAt = (at: number): string => Buffer.from(proven.ids.subarray(at === 0 ? 0 : proven.idEnds[at - 1], proven.idEnds[at])).toString();
  let [root, stray, from] = [0, 0, 0];
  const pieces = lines.map((_, index) => {
    const piece = places.get(index);
    if (piece !== undefined) {
      const { verdict, ids = [], shapes = [], links = [] } = piece.root ?? {};
      return { isRefused: piece.refused, type: verdict?.entityType ?? null, ids, keys: shapes.map(({ key }) => key), links, words: piece.findings };
    }
    const words = wordsOf.get(index) ?? [];
    if (proven.types[index] === NO_VALUE) return { isRefused: true, type: null, ids: [], keys: [], links: [], words };
    const until = from + proven.objects[root++]!;
    const range = Array.from({ length: until - from }, (_, at) => from + at);
    from = until;
    const isRefused = proven.types[index]! >= REFUSED;
    const keys = isRefused ? [] : range.map((at) => proven.keys[at]!).filter((key) => key !== 0);
    const ids = range.filter((at) => hasId(proven, at)).map(idAt);
    const type = proven.types[index] === STRAY ? proven.strays[stray++]! : OBJECT_TYPES[proven.objectTypes[range[0]!]!]!;
    return { isRefused, type, ids, keys, links: [], words };
  });
  const totals = new Totals();
  for (const total of [...counted, ...judged.flatMap(({ leftOut }) => leftOut)]) totals.add(total, total.count);
  const byName = [...totals.all()].sort((one, other) => (one.rule + one.severity < other.rule + other.severity ? -1 : 1));
  return { pieces, totals: byName, told: lines.length - others.length };
}

/** The rules that some lines break. */
async function rulesOf(lines: readonly Buffer[]): Promise<readonly string[]> {
  const { pieces } = await reported(lines, [], false);
  return [...new Set(pieces.flatMap(({ words }) => words.map(({ rule }) => rule)))];
}

/** Whichever way they are judged the report is the same; how many pieces are not told where they are screened. */
async function expectSame(lines: readonly Buffer[], full: readonly string[]): Promise<number> {
  const [screened, long] = [await reported(lines, full, true), await reported(lines, full, false)];
  expect(screened.pieces).toEqual(long.pieces);
  expect(screened.totals).toEqual(long.totals);
  return lines.length - screened.told;
}

describe('what is wrong with a piece that is nearly right is told where it is screened', () => {
  test('in a register of which a part is broken: most, and all the same', async () => {
    const lines = await register({ objects: 4_000, broken: 0.3 });
    const all = await expectSame(lines, await rulesOf(lines));
    expect(await expectSame(lines, [])).toBeLessThan(0.1 * lines.length);
    expect(all).toBeLessThan(0.1 * lines.length);
  });

  test('whatever some members are changed into, and whichever rules the report keeps no more words of', async () => {
    await fc.assert(fc.asyncProperty(changedLines, fc.infiniteStream(fc.boolean()), stains, async (make, isFull, stain) => {
      const lines = make(await sources()).map((line, index) => (index % 2 === 0 ? line : stain(line)));
      await expectSame(lines, (await rulesOf(lines)).filter(() => isFull.next().value));
      await expectSame(lines, []);
    }), { numRuns: 15 });
  });

  test('on which line of the delivery', async () => {
    const lines = (await register({ objects: 300, broken: 0.5 })).filter((line) => !line.includes(0x0a));
    const pretty = lines.flatMap((line) => {
      try {
        return [Buffer.from(JSON.stringify(JSON.parse(line.toString()), undefined, 2))];
      } catch {
        return [];
      }
    });
    await expectSame(pretty, []);
  });
});

test('what is said of geometries is in the order of the objects, wherever their members stand', async () => {
  const open = [[155_000, 463_000], [155_009, 463_009], [155_009, 463_000], [155_000, 463_001]];
  const withContours = (await sources()).filter((line) => line.includes('"PRContour"') && line.includes('"Polygon"'));
  const lines = withContours.slice(0, 20).map((line) => {
    const { geometrie: _, ...document } = JSON.parse(line.replaceAll(/"Polygon","coordinates":\[\[\[\d/g, '$&9999')) as JsonObject;
    return Buffer.from(JSON.stringify({ ...document, geometrie: { type: 'Polygon', coordinates: [open] } }));
  });
  await expectSame(lines, []);
  const { pieces, told } = await reported(lines, [], true);
  expect(told).toBeGreaterThan(0.7 * lines.length);
  expect(pieces.some(({ words }) => words.filter(({ rule }) => rule.startsWith('geometrie.')).length > 1)).toBe(true);
});

/** An object of every type, some of its members changed: in order come errors, notices, geometries, links. */
// WegAs may stand nowhere.
test.each(OBJECT_TYPES.filter((type) => type !== 'WegAs').map((type) => [type]))('%s, whatever some members are changed into', async (type) => {
  const edits = fc.array(fc.record({ object: fc.nat(), member: fc.nat(), how: fc.constantFrom('remove', 'replace', 'add'), value }), { maxLength: 6 });
  const source = JSON.stringify(whole({ ...minimal(type, true), entityType: type }));
  await fc.assert(fc.asyncProperty(fc.array(edits, { minLength: 10, maxLength: 10 }), async (all) => {
    await expectSame(all.map((some) => {
      const document = JSON.parse(source) as JsonObject;
      for (const { object, member, how, value: changed } of some) {
        const objects = objectsOf(document);
        const data = objects[object % objects.length]!.data as Record<string, Json>;
        const names = Object.keys(data).filter((name) => name !== 'entityType' && name !== 'id');
        const name = names[member % names.length];
        if (how === 'add') data['kleur'] = structuredClone(changed);
        else if (name !== undefined && how === 'remove') delete data[name];
        else if (name !== undefined) data[name] = structuredClone(changed);
      }
      return Buffer.from(JSON.stringify(document));
    }), []);
  }), { numRuns: 2 });
});

const text = JSON.stringify(building(1, { bronobjectID: 'b1' }));

const MANY = Array.from({ length: 20 }, (_, place) => `"n${place}":1`).join();
/** A contour that comes twice. */
const TWICE = JSON.stringify(whole({ entityType: 'Vulpunt', resulteertIn: [{ entityType: 'PRContour' }, { entityType: 'PRContour' }] })).replaceAll('w.0.0.1', 'w.0.0.0');
/** Not in the country. */
const FAR = { type: 'MultiPolygon', coordinates: [[[[250_000, 350_000], [250_010, 350_000], [250_000, 350_010], [250_000, 350_000]]]] };

test.each([
  ['names that stand twice, where a rule minds the last', text.replace('"identificatie":', '"identificatie":{"namespace":"NL.IMEV","lokaalID":"AB12.g1","versie":"2"},"identificatie":').replace('AB12.g1"', 'AB12.g1.2"')],
  ['a day that is looked at closely, which a rule minds', JSON.stringify(building(1, { eindGeldigheid: '2020-02-29T00:00:00Z' }))],
  ['a form of geometry that is looked at closely, far away', JSON.stringify(building(1, { entityType: 'KwetsbareLocatie', geometrie: FAR }))],
  ['a member that the type does not have and a rule minds', JSON.stringify(building(1, { balActiviteit: [{ naam: 'x', link: 'x' }] }))],
  ['a holder that is wrong, and that of its parts then too', JSON.stringify({ ...whole({ entityType: 'LocatieActiviteit' }), bronhoudercode: '2023-02-29' })],
  ['a holder that stands twice, last another than that of the parts', JSON.stringify(whole({ entityType: 'LocatieActiviteit' })).replace(/"bronhoudercode":"\w+"/, '$&,"bronhoudercode":"CD34"')],
  ['a form of geometry that is wrong, far away', JSON.stringify(building(1, { geometrie: { ...FAR, coordinates: FAR.coordinates[0]!, type: 'Polygoon' } }))],
  ['a place that is wrong, and far from what lies there', JSON.stringify({ ...whole({ entityType: 'Vulpunt' }), geometrie: { type: 'Polygoon', coordinates: FAR.coordinates[0]! } })],
  ['an id that is not made of the parts that are wrong', JSON.stringify(building(1, { identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g2', versie: 7 } }))],
  ['a number beyond 2^53 in what the id is not made of', text.replace('"identificatie":{', '"identificatie":{"versie":"2","volgnummer":9007199254740993,').replace('AB12.g1"', 'AB12.g2"')],
  ['a distance that is wrong and too large', JSON.stringify(whole({ entityType: 'PRContour', afstandOfGeometrie: { afstand: 2_000, geometrie: 7 } }))],
])('%s: told the same', async (_, changed) => {
  const lines = [Buffer.from(changed)];
  const rules = await rulesOf(lines);
  expect(rules.length).toBeGreaterThan(0);
  expect([await expectSame(lines, []), await expectSame(lines, rules)]).toEqual([0, 0]);
});

describe('one value that is not strict JSON', () => {
  const identified = (more: string): string => text.replace('"identificatie":{', `"identificatie":{${more},`);

  test.each([
    ['a name that stands twice', 'json.dubbele-sleutel', text.replace('"b1"', '"b1","bronobjectID":"b1"')],
    ['a name that stands twice, and the last is wrong', 'json.dubbele-sleutel', text.replace('"b1"', '"b1","bronobjectID":7')],
    ['half a character', 'json.half-teken', text.replace('"b1"', String.raw`"\ud83d"`)],
    ['a number too large, where none may stand', 'json.getal-te-groot', text.replace('"b1"', '1e400')],
    ['a number too large', 'json.getal-te-groot', identified('"volgnummer":1e400')],
    ['an integer beyond 2^53', 'json.geheel-getal', identified('"volgnummer":9007199254740993')],
    ['a name that stands twice in what is wrong', 'json.dubbele-sleutel', text.replace('"b1"', '{"a":1,"a":1}')],
    ['a name that stands twice in what is wrong, an object between', 'json.dubbele-sleutel', text.replace('"b1"', '{"a":{"b":1},"a":1}')],
    ['a name that stands twice in what is wrong, after many', 'json.dubbele-sleutel', text.replace('"b1"', `{${MANY},"n19":1}`)],
    ['an integer beyond 2^53 in what is wrong', 'json.geheel-getal', text.replace('"b1"', '[9007199254740993]')],
    ['a number too large, something else being wrong too', 'json.getal-te-groot', text.replace('"b1"', '1e400').replace('"AB12"', '7')],
    ['a number too large, in a member with that name in it', 'json.getal-te-groot', text.replace('"b1"', '{"bronobjectID":1e400}')],
    ['half a character in what is wrong', 'json.half-teken', text.replace('"b1"', String.raw`["\ud83d"]`)],
  ])('is told: %s', async (_, rule, line) => {
    const lines = [Buffer.from(line)];
    expect(await rulesOf(lines)).toContain(rule);
    expect([await expectSame(lines, []), await expectSame(lines, [rule])]).toEqual([0, 0]);
  });

  test.each([
    ['after many names', text.replace('"b1"', `{${MANY}}`)],
    ['with an escape in what is wrong', text.replace('"b1"', String.raw`["\u0062"]`)],
    ['with an escape in what its geometry is compared by', text.replace('"AB12"', String.raw`"\u0041B12"`)],
  ])('that is strict after all is told the same: %s', async (_, line) => {
    await expectSame([Buffer.from(line)], []);
  });

  test.each([
    ['when another is not either', text.replace('"b1"', '1e400,"bronobjectID":"b1"')],
    ['in a member that the type does not have', text.replace('"b1"', '"b1","kleur":1e400')],
    ['with a mark of model 3.0', text.replace('"b1"', '"gegevenInTransitie","bronobjectID":"b1"')],
  ])('is not told %s', async (_, line) => {
    const full = ['json.getal-te-groot', 'json.dubbele-sleutel', 'schema.type', 'schema.patroon', 'schema.onbekend-veld'];
    expect([await expectSame([Buffer.from(line)], full), await expectSame([Buffer.from(line)], [])]).toEqual([1, 1]);
  });
});

test.each([
  ['a control character in what is wrong', Buffer.from(text.replace('"b1"', '["\t"]'))],
  ['a comma too many in what is wrong', Buffer.from(text.replace('"b1"', '[1,]'))],
  ['what is wrong and nested deep', Buffer.from(text.replace('"b1"', `${'['.repeat(40)}${']'.repeat(40)}`))],
  ['text after the object', Buffer.from(`${text}x`)],
  ['a text that is not UTF-8', Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"kleur":"'), Buffer.of(0xe9), Buffer.from('"}')])],
])('%s: no value, which is told', async (_, line) => {
  const rules = await rulesOf([line]);
  expect(rules).toHaveLength(1);
  expect([await expectSame([line], []), await expectSame([line], rules)]).toEqual([0, 0]);
});

function stray(entityType: string, more: JsonObject = {}): string {
  return JSON.stringify(building(1, { entityType, ...more }));
}

/** A ring of these positions, as metres from a place. */
function ring(...positions: readonly [number, number][]): JsonObject {
  return { geometrie: { type: 'Polygon', coordinates: [positions.map(([x, y]) => [150_000 + x, 410_000 + y])] } };
}

test.each([
  ['as it stands', text.replace('KwetsbaarGebouw', 'Gebouw')],
  ['with other mistakes, of which nobody can tell', text.replace('KwetsbaarGebouw', 'Gebouw').replace('"b1"', '{"a":[1]}')],
  ['behind the name of another', text.replace('{"entityType":"KwetsbaarGebouw"', '{"comment":{"entityType":"KwetsbaarGebouw"},"entityType":"Gebouw"')],
  ['and a strange name', text.replace('KwetsbaarGebouw', 'Gé/~ ')],
  ['and a strange id', text.replace('KwetsbaarGebouw', 'Gebouw').replace(/"id":"[^"]*"/, `"id":"é${'x'.repeat(700)}"`)],
  ['of a part', stray('Vulpunt')],
  ['of a part, with a link to nothing', stray('PRContour', { hoortBij: [{ href: 'https://ev.example.nl/v1/' }] })],
  ['of a part, with a link elsewhere', stray('PRContour', { hoortBij: [{ href: '#elders' }] })],
  ['of a part, far away', stray('Vulpunt', { geometrie: FAR })],
  ['of a part, with a bow tie', stray('Vulpunt', ring([0, 0], [10, 10], [10, 0], [0, 10], [0, 0]))],
  ['of a part, whose geometry is none', stray('Vulpunt', { geometrie: 7 })],
  ['of an activity, ended before it began', stray('TankenLPG', { eindGeldigheid: '2020-01-01T00:00:00Z' })],
])('of a type that no root has that is told, %s', async (_, changed) => {
  const line = Buffer.from(changed);
  expect([await expectSame([line], []), await expectSame([line], ['schema.entityType'])]).toEqual([0, 0]);
});

test('without an id an object is told of that, of its other members, and of the links to it', async () => {
  const { id: _, ...document } = building(1, { bronobjectID: 7 });
  const parts = JSON.stringify(whole({ entityType: 'Vulpunt', resulteertIn: [{ entityType: 'PRContour' }, { entityType: 'PRContour' }] }));
  const ids = parts.match(/"id":"[^"]+",/g) ?? [];
  expect(ids).toHaveLength(5);
  const without = ids.map((id) => Buffer.from(parts.replace(id, '')));
  expect(await expectSame([Buffer.from(JSON.stringify(document)), ...without], [])).toBe(0);
});

describe('the long way goes', () => {
  test.each([
    ['a name that stands twice, unknown', text.replace('"b1"', '"b1","kleur":1,"kleur":1')],
    ['a list of objects that stands twice', JSON.stringify(whole({ entityType: 'LocatieActiviteit' })).replace('"voertUit":', '"voertUit":null,"voertUit":')],
    ['an id that stands twice', text.replace('"b1"', '"b1","id":"x"')],
    ['a type that stands twice', text.replace('{', '{"entityType":"KwetsbaarGebouw",')],
    ['an object that comes twice without id', TWICE.replaceAll(/"id":"NL.IMEV.AB12.w.0.0.0",/g, '')],
    ['an object that comes twice, once with an escape in its id', TWICE.replace('"id":"NL.IMEV.AB12.w.0.0.0"', String.raw`"id":"\u004eL.IMEV.AB12.w.0.0.0"`)],
    ['two parts without id', JSON.stringify(whole({ entityType: 'LocatieActiviteit' })).replaceAll(/"id":"NL.IMEV.AB12.w.0[.0]*",/g, '')],
    ['more flaws than there is room for', JSON.stringify(whole({ entityType: 'TankenLPG', heeft: Array.from({ length: 33 }, () => ({ entityType: 'Vulpunt', bronobjectID: 7 })) }))],
    ['two unknown names', text.replace('"b1"', '"b1","kleur":1,"geur":1')],
    ['a type of no root, with a mark of model 3.0', stray('PRContour', { maatgevendeStof: 'waardeOnbekend' })],
    ['a type of no root, with a ring that meets itself', stray('Vulpunt', ring([0, 0], [10, 0], [5, 5], [10, 10], [0, 10], [5, 5], [0, 0]))],
    ['a type that does not exist, with parts', JSON.stringify(whole({ entityType: 'LocatieActiviteit' })).replace('LocatieActiviteit', 'Locatie')],
    ['a type that does not exist, without id', text.replace('KwetsbaarGebouw', 'Gebouw').replace(/"id":"[^"]*",/, '')],
    ['a type that does not exist, with a mark of model 3.0', text.replace('KwetsbaarGebouw', 'Gebouw').replace('"b1"', '"gegevenInTransitie"')],
    ['a type further on', text.replace('"entityType":"KwetsbaarGebouw",', '').replace('"b1"', '{"entityType":"KwetsbaarGebouw"}')],
    ['a secret', JSON.stringify(building(1, { informatieGeheim: 7 }))],
  ])('%s', async (_, changed) => {
    expect(await expectSame([Buffer.from(changed)], [])).toBe(1);
  });

  test('a link to outside of what is accepted, not of what is refused', async () => {
    const linked = (more: JsonObject): Buffer => {
      const document = JSON.stringify(whole({ entityType: 'PRContour', ...more }));
      expect(document).toContain('"#NL.IMEV.AB12.w.0.0"');
      return Buffer.from(document.replace('"#NL.IMEV.AB12.w.0.0"', '"#elsewhere"'));
    };
    expect(await expectSame([linked({}), linked({ bronobjectID: 7 })], [])).toBe(1);
  });
});
