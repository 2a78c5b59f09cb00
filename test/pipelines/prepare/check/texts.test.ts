/** Characters of texts: some are refused, some are signs of lost letters; ordinary names have neither. */
import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { garbledIn } from '../../../../pipelines/prepare/check/garbled.ts';
import { forbiddenTexts } from '../../../../pipelines/prepare/check/index.ts';
import type { Spatial } from '../../../../pipelines/prepare/geometry/spatial.ts';
import { merged } from '../../../../pipelines/requests/merged.ts';
import { CRSS } from '../../../../schemas/crs.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { drawn } from '../../../runs.ts';
import { building, deliver, example } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

let spatial: Spatial;
beforeAll(async () => { spatial = await spatialForTests(); });
afterAll(() => { spatial.close(); });

async function found(root: JsonObject): Promise<readonly (readonly unknown[])[]> {
  const { report } = await deliver(spatial, root);
  return report.findings.map(({ severity, rule, pointer, suggestions = [] }) => [severity, rule, pointer, ...suggestions]);
}

const FORBIDDEN = ['\0', '\u0001', '\b', '\v', '\f', '\u001f', '\u202a', '\u202e', '\u2066', '\u2069', '\ufffe', '\uffff'];

test('a forbidden character is an error that names it and gives the text without it', async () => {
  for (const character of FORBIDDEN) {
    const { report, roots } = await deliver(spatial, building(1, { bronhouder: `Tank${character}station` }));
    const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
    expect(report.findings, code).toMatchObject([{
      severity: 'error', rule: 'json.verboden-teken', pointer: '/bronhouder', expected: 'Tankstation', suggestions: ['Tankstation'],
      message: { nl: expect.stringContaining(code) as string, en: expect.stringContaining(code) as string },
    }]);
    expect(report.findings[0]!.found).toMatch(/^"Tank\\(?:u[\da-f]{4}|[bfv])station"$/);
    expect(roots).toEqual([]);
  }
});

test('tab, line ends, marks of direction and single letters of any script are text', async () => {
  for (const text of ['a\tb', 'a\nb', 'a\r\nb', 'a\u200eb', 'a\u200fb', 'Łódź', 'Ελλάς', '北京', '🏭', 'e\u0301']) {
    expect(await found(building(1, { comment: [text] })), JSON.stringify(text)).toEqual([]);
  }
});

test.each<[string, string, (text: string) => JsonObject]>([
  ['a comment', '/comment/0', (text) => building(1, { comment: [text] })],
  ['an id', '/id', (text) => building(1, { id: text })],
  ['a value object', '/identificatie/lokaalID', (text) => building(1, { identificatie: { namespace: 'NL.IMEV', lokaalID: text } })],
  ['a name in an open value type', '/identificatie/xxyy', (text) => building(1, { identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', [text]: 1 } })],
  ['a name that no type has', '/xxyy', (text) => building(1, { [text]: 'x' })],
  ['a code of a list', '/categorieKwetsbaarheid', (text) => building(1, { categorieKwetsbaarheid: text })],
  ['a link', '/voertUit/0/locatieEVActiviteit/href', (text) => nested((activity) => { activity['locatieEVActiviteit'] = { href: `#${text}` }; })],
])('%s with a forbidden character has one error about it', async (_, pointer, made) => {
  const text = 'xx\u0001yy';
  const errors = (await found(made(text))).filter(([severity, rule]) => severity === 'error' && rule !== 'verwijzing.onbekend');
  expect(errors.map(([, rule, at]) => [rule, String(at).replaceAll(text, 'xxyy')])).toEqual([['json.verboden-teken', pointer]]);
});

function nested(change: (activity: Record<string, Json>) => void): JsonObject {
  const document = example('lpg-tankstation-amersfoort.json');
  change((document['voertUit'] as Record<string, Json>[])[0]!);
  return document;
}

describe('a current document with forbidden characters stays changeable', () => {
  const held = building(1, { bronhouder: 'Tank\u0000station', comment: ['a', 'b\u202ec'] });
  const body = JSON.stringify(held);
  const patched = async (patch: Json) => {
    const target = '/kwetsbare-gebouwen/NL.IMEV.AB12.g1';
    const made = merged(Buffer.from(JSON.stringify(patch)), { doc: 1, crs: '28992', body }, { method: 'PATCH', target, crs: CRSS['28992'].uri });
    const { report, roots } = await deliver(spatial, { bytes: 'bytes' in made ? made.bytes : Buffer.alloc(0) }, { currentTexts: forbiddenTexts(body) });
    return [roots.length, ...report.findings.map(({ severity, pointer }) => `${severity} ${pointer}`)];
  };
  test('a PATCH of another field leaves a warning about each unchanged text', async () => {
    expect(await patched({ populatie: 3 })).toEqual([1, 'warning /bronhouder', 'warning /comment/1']);
    expect(await patched({ comment: ['b\u202ec'] }), 'at another place in its list').toEqual([1, 'warning /bronhouder', 'warning /comment/0']);
    expect(await patched({ bronhouder: 'Tankstation', comment: null })).toEqual([1]);
  });
  test('a changed text, and the same text in another field, are errors', async () => {
    expect(await patched({ bronhouder: 'Tank\u0000stations' })).toEqual([0, 'error /bronhouder', 'warning /comment/1']);
    expect(await patched({ bronhouder: 'b\u202ec' })).toEqual([0, 'error /bronhouder', 'warning /comment/1']);
  });
});

test('a sign of a lost letter is a warning, which names the letter when it is known', async () => {
  const warned = async (bronhouder: string) => (await found(building(1, { bronhouder })))[0]?.toSpliced(2, 1);
  const cases: readonly [string, string, ...string[]][] = [
    ['Caf\ufffd De Hoop', 'json.letter-verloren'], ['Cafï¿½', 'json.letter-verloren'], ['a\u007fb', 'json.letter-verloren'], ['a\u0081b', 'json.letter-verloren'],
    ['Caf├® De Hoop', 'json.tekst-verminkt', 'Café De Hoop'], ['K√∂ln', 'json.tekst-verminkt', 'Köln'], ['√∂', 'json.tekst-verminkt', 'ö'],
    [String.raw`Caf\u00e9`, 'json.tekst-verminkt', 'Café'], ['CafÃƒÂ©', 'json.tekst-verminkt', 'Café'], ['de zgn\u0085 d\u0092r', 'json.tekst-verminkt', 'de zgn… d’r'],
    ['Caf&eacute; &Oslash;', 'json.html-code', 'Café Ø'], ['BELGIÃ‹', 'json.tekst-verminkt', 'BELGIË'],
  ];
  for (const [text, ...rest] of cases) expect(await warned(text), text).toEqual(['warning', ...rest]);
  expect(await found(building(1, { bronhouder: 'Waarom?' }))).toEqual([]);
});

const LETTERS = 'éèêëïîíìöôóòüûúùáàâäãñçßøåæœÿÉÈËÏÍÖÓÜÚÁÀÄÂÑÇØÅ€°²³½’‘“”–…łńśźżćęąŻŚĆşğıİŞšžčőű'.split('');
const ENCODINGS = ['cp1252', 'latin-1', 'mac_roman', 'cp437', 'cp850'];
const NAMES = fc.sample(fc.array(fc.constantFrom(...'éëïöüèçñßøåaeiknrst'.split('')), { minLength: 1, maxLength: 12 }), { numRuns: 200, seed: 9 })
  .map((letters) => `Ka${letters.join('')}n`).filter((name) => /[^\0-\x7f]/.test(name));

/** Texts by encoding; null for a text that lost a letter. */
type Misread = Readonly<Record<string, readonly (string | null)[]>>;

/** Texts misread by Python, which has encodings that a browser lacks. So another program makes the mistake than the one that restores it. */
function misread(texts: readonly string[]): Misread {
  const program = 'import json,sys\nl,es=json.load(sys.stdin)\nprint(json.dumps({e: [c.encode().decode(e,"replace") for c in l] for e in es}))';
  const read = JSON.parse(execFileSync('python3', ['-c', program], { input: JSON.stringify([texts, ENCODINGS]) }).toString()) as Record<string, string[]>;
  return Object.fromEntries(Object.entries(read).map(([encoding, wrong]) => [encoding, wrong.map((text) => (text.includes('\ufffd') ? null : text))]));
}

let letters: Misread;
let names: Misread;
beforeAll(() => {
  letters = misread(LETTERS);
  names = misread(NAMES);
});

test.each(ENCODINGS)('each letter in a name that was read as %s is recognised with the right letter', (encoding) => {
  const wrong = letters[encoding]!.flatMap((text, at) => {
    if (text === null) return [];
    const [before, meant] = [`Haf${text}n`, `Haf${LETTERS[at]}n`];
    return garbledIn(before)?.suggestions?.includes(meant) === true ? [] : [`${before}: ${garbledIn(before)?.expected}, not ${meant}`];
  });
  expect(wrong).toEqual([]);
});

test.each(ENCODINGS)('a name at random that was read as %s is recognised', (encoding) => {
  const wrong = names[encoding]!.flatMap((text, at) =>
    (text === null || garbledIn(text)?.suggestions?.includes(NAMES[at]!) === true ? [] : [`${text}: ${garbledIn(text)?.expected}, not ${NAMES[at]}`]));
  expect(wrong).toEqual([]);
});

/** The small letters of some languages. A word is of one language, in small letters, with a capital or in capitals. */
const ALPHABETS: Readonly<Record<string, string>> = {
  Dutch: 'éèêëïöüáóíç', Frisian: 'âêôûúëï', German: 'äöüß', French: 'àâæçéèêëîïôœùûüÿ', Portuguese: 'ãõáâàçéêíóôú', Spanish: 'áéíñóúü',
  Polish: 'ąćęłńóśźż', Turkish: 'çğıöşü', Scandinavian: 'åäöæø', Icelandic: 'áðéíóúýþæö', Czech: 'áčďéěíňóřšťúůýž', Hungarian: 'áéíóöőúüű',
};
const WORD = fc.constantFrom(...Object.values(ALPHABETS)).chain((letters) => (
  fc.string({ unit: fc.constantFrom(...`aeiouklmnrst${letters}`.split('')), minLength: 2, maxLength: 10 })
    .chain((word) => fc.constantFrom(word, word.slice(0, 1).toUpperCase() + word.slice(1), word.toUpperCase()))));

test('words in one language are never taken for garbled ones', () => {
  const between = fc.constantFrom(' ', ' – ', ', ', ' & ', '/', ' (', '’s ', ' ½ ', ' €', '” „', ' « ', '… ', '—', '\u00a0');
  fc.assert(fc.property(fc.array(WORD, { maxLength: 6 }), between, (words, sign) => {
    expect(garbledIn(words.join(sign))).toBeUndefined();
  }), { numRuns: drawn(20_000), seed: 9 });
});

test.each([
  'Gemeente Súdwest-Fryslân', 'Skûtsjehaven De Lemmer', 'Groß & Söhne GmbH', 'Đặng Thị Nguyễn', 'İstanbul Ocakbaşı', 'Şükrü Ağaoğlu', 'Łódź Żabka Świętokrzyska',
  'São João da Maçã', 'MALMÖ’S ÅÄÖ', '„TRÄ“', '«NORDÅ»', 'ÅNGSTRÖM – ÄLV', '’T CAFÉ’', 'σ = √π · r²', 'a ≈ b, √2, √(x² + y²)', 'ƒ 100,- of ƒ1000', '5 °C ± 0,5 °C; 10 µm',
  '┌──┬──┐ │tank├──┤ └──┴──┘', 'naam ─ één, twee', '¬A en ¬B', 'Íslensk Ðómur Þing', 'œuvre Œdipe', 'R&D; C&A &amp', 'AT&T', String.raw`C:\uitvoer\unit\u12`, 'Âge, âge, Ãngela',
])('%s is accepted as it is', (text) => {
  expect(garbledIn(text)).toBeUndefined();
});
