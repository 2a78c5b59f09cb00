/** Pieces of which the screen says which members may be wrong: they are judged as if it had said nothing, and most broken ones are such. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generate } from '../../../pipelines/generate/generate.ts';
import type { Block } from '../../../pipelines/prepare/block.ts';
import { unprovenOf } from '../../../pipelines/prepare/block.ts';
import { judgeWithCare, screenBlock } from '../../../pipelines/prepare/judge.ts';
import type { JudgedPiece, JudgeOptions } from '../../../pipelines/prepare/judge.ts';
import { Totals } from '../../../pipelines/prepare/counts.ts';
import { nearlyAt } from '../../../pipelines/prepare/nearly.ts';
import { NO_VALUE, REFUSED } from '../../../pipelines/prepare/proven.ts';
import type { Spatial } from '../../../pipelines/prepare/spatial.ts';
import { CRSS } from '../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
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

/** What is judged of the pieces that are not proven, with what the screen says of them and without; and how many it says something of. */
async function judgedBothWays(lines: readonly Buffer[]): Promise<{ with: readonly JudgedPiece[]; without: readonly JudgedPiece[]; known: number }> {
  const block = blockOf(lines);
  const unproven = unprovenOf(block, screenBlock(block, OPTIONS));
  const { objects } = unproven.nearly;
  return {
    with: await judgeWithCare(unproven, OPTIONS, spatial),
    without: await judgeWithCare({ ...unproven, nearly: { ...unproven.nearly, objects: objects.map(() => 0) } }, OPTIONS, spatial),
    known: objects.filter((count) => count > 0).length,
  };
}

test('most broken pieces are nearly right, and judged the same', async () => {
  const judged = await judgedBothWays(await register({ objects: 4_000, broken: 0.2 }));
  expect(judged.with).toEqual(judged.without);
  expect(judged.known).toBeGreaterThan(0.5 * judged.with.length);
});

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

test('whatever some members of any objects are changed into', async () => {
  await fc.assert(fc.asyncProperty(changedLines, stains, async (make, stain) => {
    const judged = await judgedBothWays(make(await sources()).map((line, index) => (index % 2 === 0 ? line : stain(line))));
    expect(judged.with).toEqual(judged.without);
  }), { numRuns: 40 });
});

test('what is said of geometries is in the order of the objects, wherever their members stand', async () => {
  const open = [[155_000, 463_000], [155_009, 463_009], [155_009, 463_000], [155_000, 463_001]];
  const withContours = (await sources()).filter((line) => line.includes('"PRContour"') && line.includes('"Polygon"'));
  const lines = withContours.slice(0, 20).map((line) => {
    const { geometrie: _, ...document } = JSON.parse(line.replaceAll(/"Polygon","coordinates":\[\[\[\d/g, '$&9999')) as JsonObject;
    return Buffer.from(JSON.stringify({ ...document, geometrie: { type: 'Polygon', coordinates: [open] } }));
  });
  const judged = await judgedBothWays(lines);
  expect(judged.known).toBeGreaterThan(0);
  expect(judged.with.some(({ findings }) => findings.filter(({ rule }) => rule.startsWith('geometrie.')).length > 1)).toBe(true);
  expect(judged.with).toEqual(judged.without);
});

/** What the report says of pieces without words: of each its verdict, id and ids, and the totals. */
async function told(lines: readonly Buffer[], full: readonly string[], isScreened: boolean) {
  const block = blockOf(lines);
  const options = { ...OPTIONS, full };
  const screened = screenBlock(block, { ...options, finishes: !isScreened });
  const { proven, others, counted } = screened;
  const judged = await judgeWithCare(unprovenOf(block, screened), options, spatial);
  const places = new Map([...others].map((place, index) => [place, judged[index]!]));
  const idAt = (at: number): string => Buffer.from(proven.ids.subarray(at === 0 ? 0 : proven.idEnds[at - 1], proven.idEnds[at])).toString();
  let [root, from] = [0, 0];
  const pieces = lines.map((_, index) => {
    const piece = places.get(index);
    if (piece !== undefined) {
      const { verdict, ids = [], shapes = [], links = [] } = piece.root ?? {};
      return { isRefused: piece.refused, type: verdict?.entityType ?? null, ids, keys: shapes.map(({ key }) => key), links, words: piece.findings };
    }
    if (proven.types[index] === NO_VALUE) return { isRefused: true, type: null, ids: [], keys: [], links: [], words: [] };
    const until = from + proven.objects[root++]!;
    const range = Array.from({ length: until - from }, (_, at) => from + at);
    from = until;
    const isRefused = proven.types[index]! >= REFUSED;
    const keys = isRefused ? [] : range.map((at) => proven.keys[at]!).filter((key) => key !== 0);
    return { isRefused, type: OBJECT_TYPES[proven.objectTypes[range[0]!]!]!, ids: range.map(idAt), keys, links: [], words: [] };
  });
  const totals = new Totals();
  for (const total of [...counted, ...judged.flatMap(({ leftOut }) => leftOut)]) totals.add(total, total.count);
  const byName = [...totals.all()].sort((one, other) => (one.rule + one.severity < other.rule + other.severity ? -1 : 1));
  return { pieces, totals: byName, counted: lines.length - others.length };
}

describe('of what the report keeps no more words the same is counted', () => {
  const rulesOf = async (lines: readonly Buffer[]): Promise<readonly string[]> => {
    const all = await told(lines, [], false);
    return [...new Set(all.pieces.flatMap(({ words }) => words.map(({ rule }) => rule)))];
  };

  test('in a register of which a part is broken', async () => {
    const lines = await register({ objects: 4_000, broken: 0.3 });
    const rules = await rulesOf(lines);
    const [screened, long] = [await told(lines, rules, true), await told(lines, rules, false)];
    expect({ ...screened, counted: 0 }).toEqual({ ...long, counted: 0 });
    const { others } = screenBlock(blockOf(lines), OPTIONS);
    expect(screened.counted).toBeGreaterThan(lines.length - 0.7 * others.length);
  });

  test('whatever some members are changed into, and whichever rules those are', async () => {
    await fc.assert(fc.asyncProperty(changedLines, fc.infiniteStream(fc.boolean()), stains, async (make, isFull, stain) => {
      const lines = make(await sources()).map((line, index) => (index % 2 === 0 ? line : stain(line)));
      const rules = (await rulesOf(lines)).filter(() => isFull.next().value);
      const [screened, long] = [await told(lines, rules, true), await told(lines, rules, false)];
      expect(screened.pieces).toEqual(long.pieces);
      expect(screened.totals).toEqual(long.totals);
    }), { numRuns: 30 });
  });
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
])('%s: judged the same', async (_, changed) => {
  const judged = await judgedBothWays([Buffer.from(changed)]);
  expect(judged.known).toBe(1);
  expect(judged.with).toEqual(judged.without);
  expect(judged.with[0]!.findings.length).toBeGreaterThan(0);
  const rules = judged.with[0]!.findings.map(({ rule }) => rule);
  const [screened, long] = [await told([Buffer.from(changed)], rules, true), await told([Buffer.from(changed)], rules, false)];
  expect(screened.totals).toEqual(long.totals);
});

describe('one value that is not strict JSON', () => {
  const identified = (more: string): string => text.replace('"identificatie":{', `"identificatie":{${more},`);
  const isCounted = (line: string, full: readonly string[]): boolean =>
    screenBlock(blockOf([Buffer.from(line)]), { ...OPTIONS, full }).others.length === 0;

  test.each([
    ['a name that stands twice', 'json.dubbele-sleutel', text.replace('"b1"', '"b1","bronobjectID":"b1"')],
    ['a name that stands twice, and the last is wrong', 'json.dubbele-sleutel', text.replace('"b1"', '"b1","bronobjectID":7')],
    ['half a character', 'json.half-teken', text.replace('"b1"', String.raw`"\ud83d"`)],
    ['a number too large, where none may stand', 'json.getal-te-groot', text.replace('"b1"', '1e400')],
    ['a number too large', 'json.getal-te-groot', identified('"volgnummer":1e400')],
    ['an integer beyond 2^53', 'json.geheel-getal', identified('"volgnummer":9007199254740993')],
  ])('is counted: %s', async (_, rule, line) => {
    expect([isCounted(line, [rule]), isCounted(line, ['json.syntaxis'])]).toEqual([true, false]);
    const lines = [Buffer.from(line)];
    expect({ ...await told(lines, [rule], true), counted: 0 }).toEqual(await told(lines, [rule], false));
  });

  test.each([
    ['when another is not either', text.replace('"b1"', '1e400,"bronobjectID":"b1"')],
    ['when something else is wrong', text.replace('"b1"', '1e400').replace('"AB12"', '7')],
    ['in a member that the type does not have', text.replace('"b1"', '"b1","kleur":1e400')],
    ['in a member with that name in it', text.replace('"b1"', '{"bronobjectID":1e400}')],
    ['with a mark of model 3.0', text.replace('"b1"', '"gegevenInTransitie","bronobjectID":"b1"')],
    ['that is strict after all', text.replace('"b1"', String.raw`"\u0062"`)],
  ])('is not counted %s', (_, line) => {
    const full = ['json.getal-te-groot', 'json.dubbele-sleutel', 'schema.type', 'schema.patroon', 'schema.onbekend-veld'];
    expect(isCounted(line, full)).toBe(false);
  });
});

describe('nothing is said of', () => {
  test.each([
    ['a name that stands twice, unknown', text.replace('"b1"', '"b1","kleur":1,"kleur":1')],
    ['a list of objects that stands twice', JSON.stringify(whole({ entityType: 'LocatieActiviteit' })).replace('"voertUit":', '"voertUit":null,"voertUit":')],
    ['an id that stands twice', text.replace('"b1"', '"b1","id":"x"')],
    ['a type that stands twice', text.replace('{', '{"entityType":"KwetsbaarGebouw",')],
    ['a type behind the name of another', text.replace('{"entityType":"KwetsbaarGebouw"', '{"comment":{"entityType":"KwetsbaarGebouw"},"entityType":"Gebouw"')],
    ['an object that comes twice without id', TWICE.replaceAll(/"id":"NL.IMEV.AB12.w.0.0.0",/g, '')],
    ['an object that comes twice, once with an escape in its id', TWICE.replace('"id":"NL.IMEV.AB12.w.0.0.0"', String.raw`"id":"\u004eL.IMEV.AB12.w.0.0.0"`)],
    ['more flaws than there is room for', JSON.stringify(whole({ entityType: 'TankenLPG', heeft: Array.from({ length: 33 }, () => ({ entityType: 'Vulpunt', bronobjectID: 7 })) }))],
    ['two unknown names', text.replace('"b1"', '"b1","kleur":1,"geur":1')],
    ['a control character in what is wrong', text.replace('"b1"', '["\t"]')],
    ['a comma too many in what is wrong', text.replace('"b1"', '[1,]')],
    ['what is wrong and nested deep', text.replace('"b1"', `${'['.repeat(40)}${']'.repeat(40)}`)],
    ['another type', text.replace('KwetsbaarGebouw', 'Gebouw')],
    ['a type further on', text.replace('"entityType":"KwetsbaarGebouw",', '').replace('"b1"', '{"entityType":"KwetsbaarGebouw"}')],
    ['text after the object', `${text}x`],
  ])('%s', (_, changed) => {
    expect(screenBlock(blockOf([Buffer.from(changed)]), OPTIONS).nearly.objects).toEqual(Uint16Array.of(0));
  });

  test.each([
    ['a name that stands twice', text.replace('"b1"', '"b1","bronobjectID":"b1"')],
    ['a name that stands twice in what is wrong', text.replace('"b1"', '{"a":1,"a":1}')],
    ['a name that stands twice in what is wrong, an object between', text.replace('"b1"', '{"a":{"b":1},"a":1}')],
    ['a name that stands twice in what is wrong, after many', text.replace('"b1"', `{${MANY},"n19":1}`)],
    ['an integer beyond 2^53 in what is wrong', text.replace('"b1"', '[9007199254740993]')],
    ['an escape in what is wrong', text.replace('"b1"', String.raw`["\ud83d"]`)],
    ['a number too large', text.replace('"b1"', '1e400')],
  ])('but that it may be no strict JSON: %s', (_, changed) => {
    expect(nearlyAt(screenBlock(blockOf([Buffer.from(changed)]), OPTIONS).nearly, 0)).toMatchObject({ objects: 1, isInDoubt: true });
  });

  test('a text that is not UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"kleur":"'), Buffer.of(0xe9), Buffer.from('"}')]);
    expect(screenBlock(blockOf([bytes]), OPTIONS).nearly.objects).toEqual(Uint16Array.of(0));
  });
});
