/** The words of findings name the mistake, not only the rule. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shown } from '../../../../schemas/shown-values.ts';
import { readRecord } from '../../../../pipelines/prepare/read/index.ts';
import { scan } from '../../../../pipelines/strict-json/scanner.ts';
import { validate } from '../../../../schemas/check/compile.ts';
import { show } from '../../../../schemas/check/describe.ts';
import type { Json } from '../../../../schemas/json.ts';
import { building } from '../deliveries.ts';

test.each<[string, number, string]>([
  ['{"a": 1,}', 7, 'Achter het laatste veld staat een komma te veel.'],
  ['{"a": [1, 2 , ]}', 12, 'Achter het laatste onderdeel staat een komma te veel.'],
  ['{"a": 1 "b": 2}', 8, 'Na deze waarde ontbreekt een komma of een sluitaccolade.'],
  ['{"a": }', 6, 'Hier moet een waarde staan.'],
  ['{,}', 1, 'Hier moet een veldnaam staan, tussen dubbele rechte aanhalingstekens (").'],
  ["{'a': 1}", 1, 'Hier staan andere aanhalingstekens dan JSON kent: elke veldnaam en elke tekst staat tussen dubbele rechte (").'],
  ['{"a": 35,0, "b": 1}', 8, 'Hier staat een decimale komma. Een getal heeft een decimale punt, niets tussen de duizendtallen en geen aanhalingstekens.'],
  ['{"a": 0030}', 6, 'Dit getal begint met een nul te veel.'],
  ['{"a": "x\ny"}', 8, 'In deze tekst staat een regeleinde.'],
  ['{"a": "x\ty"}', 8, 'In deze tekst staat een tab.'],
])('%s', (text, offset, message) => {
  expect(scan(text)).toMatchObject([{ rule: 'json.syntaxis', offset, message: { nl: message } }]);
});

test.each<[string, Record<string, Json>, RegExp, RegExp]>([
  ['an unknown field like no other', { 'zzzzzzzzzzzz': 1 }, /"zzzzzzzzzzzz" bestaat niet in KwetsbaarGebouw/, /^Haal dit veld weg\. Alle 25 velden van KwetsbaarGebouw staan op de pagina \/schemas\/KwetsbaarGebouw van het register/],
  ['an unknown field of a value', { geometrieMetagegevens: { bronregistratie: 'BAG', zzzz: 1 } }, /"zzzz" bestaat niet in "geometrieMetagegevens"\./, /Wel mogelijk: bronregistratie \| /],
  ['a missing field of a value', { identificatie: { namespace: 'NL.IMEV' } }, /"lokaalID" ontbreekt \("identificatie"\)/, /Voeg "lokaalID" toe/],
  ['a field twice, once with a capital', { Populatie: 3, populatie: 4 }, /"Populatie" bestaat niet/, /^Haal dit veld weg\. "populatie" staat er ook\.$/],
  ['a value in an object', { populatie: { waarde: 12 } }, /is van de verkeerde soort/, /Geef de waarde zelf, niet in een object\.$/],
  ['no value where one must be', { populatie: { waarde: null, geenWaardeReden: 'waardeOnbekend' } }, /is van de verkeerde soort/, /kan niet zeggen waarom er geen waarde is\.$/],
  ['a geometry as text', { geometrie: '{"type": "Point"}' }, /als tekst, tussen aanhalingstekens/, /Haal de aanhalingstekens eromheen weg/],
  ['an unknown field like another', { 'populatje': 1 }, /"populatje" bestaat niet/, /Bedoelde u "populatie"\?/],
  ['a list where a text belongs', { bronobjectID: ['a', 1, {}, 2] }, /\["a", 1, …, … \(4\)\] is van de verkeerde soort/, /Geef een tekst van 1 tot 50 tekens\./],
  ['a number out of range', { populatie: -1 }, /Het getal -1 is te klein voor het veld "populatie"/, /Geef een getal van 0 tot en met 99999/],
  ['a text that is too long', { bronobjectID: 'x'.repeat(51) }, /is te lang voor het veld "bronobjectID"/, /1 tot 50 tekens/],
  ['no text at all', { bronobjectID: '' }, /Het veld "bronobjectID" is er wel, maar is leeg: ""\./, /^Laat "bronobjectID" weg, of geef een tekst van 1 tot 50 tekens\.$/],
  ['nothing', { idPandBAG: null }, /Het veld "idPandBAG" is er wel, maar is leeg: null\./, /^Laat "idPandBAG" weg, of geef precies 16 cijfers\.$/],
  ['a number that is too large', { populatie: 250_000 }, /Het getal 250000 is te groot voor het veld "populatie"/, /van 0 tot en met 99999/],
  ['a number in quotes', { populatie: '412' }, /"412" is van de verkeerde soort/, /Geef een getal van 0 tot en met 99999\. Haal de aanhalingstekens weg\./],
  ['a number in quotes that is too large', { populatie: '30710000040000299' }, /is van de verkeerde soort/, /^Geef een getal van 0 tot en met 99999\.$/],
  ['a number with a unit', { populatie: '480 m3' }, /is van de verkeerde soort/, /^Bedoelde u 480\? Geef een getal van 0 tot en met 99999\. Een getal staat zonder eenheid/],
  ['yes', { informatieGeheim: 'nee' }, /is van de verkeerde soort/, /^Bedoelde u false\? Geef true of false, zonder aanhalingstekens\./],
  ['a code as a number', { idPandBAG: 193100000098765 }, /193100000098765 is van de verkeerde soort/, /Geef precies 16 cijfers\. Zet aanhalingstekens om de waarde\./],
  ['one value where a list belongs', { gebruiksdoeleindenDetail: 'school' }, /"school" is van de verkeerde soort/, /Geef een lijst, elk een tekst\. Zet \[ en \] om de waarde\./],
  ['a day that does not exist', { beginGeldigheid: '2023-02-30T00:00:00' }, /is geen bestaande datum of tijd/, /JJJJ-MM-DDTuu:mm:ss/],
  ['a code in the wrong form', { bronhoudercode: 'ab' }, /"ab" is niet geschreven zoals het veld "bronhoudercode" vraagt/, /3 tot 6 tekens uit A-Z, 0-9 en de komma/],
])('%s', (_, more, message, mend) => {
  const errors = validate(building(1, more));
  expect(errors).toHaveLength(1);
  expect(errors[0]?.message.nl).toMatch(message);
  expect(errors[0]?.mend.nl).toMatch(mend);
});

test.each([['[203160,071, 502609,385]', '203160.071'], ['{"a": 35,0}', '35.0'], ['{"a": -1.234,56 , "b": 1}', '-1234.56']])('%s gets a suggestion', (text, meant) => {
  expect(scan(text)).toMatchObject([{ rule: 'json.syntaxis', expected: meant, suggestions: [meant] }]);
});

test('invisible characters are shown', () => {
  expect(['a\nb', 'a\u00a0b', 'a\u200bb', 'a  b', ' a', 'a b'].map(shown)).toEqual(
    [String.raw`"a\nb"`, String.raw`"a\u00a0b"`, String.raw`"a\u200bb"`, '"a␣␣b"', '" a"', 'a b'],
  );
  expect(show('a\u00a0b\t')).toBe(String.raw`"a\u00a0b\t"`);
});

test('zeros in front: the number without them, or a code', () => {
  expect(scan('[-007.5]')).toMatchObject([{ expected: '-7.5', suggestions: ['-7.5', '"-007.5"'] }]);
  expect(scan('[00-01-2020]')[0]?.suggestions).toBeUndefined();
});

test('a repeated name: both values', () => {
  const [defect] = scan('{"a": [1, 2], "a": {"b": 3}, "c": 4}');
  expect(defect).toMatchObject({ offset: 14, earlier: 1, found: '{"b": 3}', message: { en: expect.stringContaining('there with [1, 2], here with {"b": 3}.') as string } });
  expect(scan('{"a": 1, "a": 1}')).toMatchObject([{ message: { en: 'This member name occurs before in the same object.' } }]);
});

test.each<[string, string]>([
  ['{"a": 1\n\n\n"b": 2}', 'Put what is missing at the end of line 1.'],
  ['{"a":\n[1\n2]}', 'Put what is missing at the end of line 2.'],
  ['{"a": 1 "b": 2}', 'Fix the file at this location.'],
  ['{"a": 1\n// b\n}', 'Remove the comment.'],
])('a lost comma: %j', (text, mend) => {
  const bytes = Buffer.from(text);
  const [issue] = readRecord({ pointer: '', line: 1, column: 1, bytes, kind: 'root' }).issues;
  expect(issue?.finding().mend.en).toContain(mend);
});

test('a list that needs an item is reported in words', () => {
  const [missing] = validate({ ...building(1), entityType: 'LocatieActiviteit' }).filter(({ field }) => field === 'kvkNummerExploitant');
  expect(missing?.mend.nl).toMatch(/^Voeg "kvkNummerExploitant" toe: een lijst van een of meer, elk precies 8 cijfers; /);
});

test('a misplaced void reason, and many allowed types', () => {
  const location = { ...building(1), entityType: 'LocatieActiviteit', naamExploitant: { waarde: 'onbekend', geenWaardeReden: 'n.v.t.' }, voertUit: [{ doorzetPerJaar: 3, vergunningsPlicht: true }] };
  const mends = new Map(validate(location).map(({ pointer, mend, suggestions }) => [pointer, [mend.nl, suggestions?.[0]]]));
  expect(mends.get('/naamExploitant/waarde')?.[0]).toBe('Schrijf in plaats van dit hele object {"waarde": null, "geenWaardeReden": "waardeOnbekend"}.');
  expect(mends.get('/naamExploitant/geenWaardeReden')?.[1]).toBe('nietVanToepassing');
  expect(mends.get('/voertUit/0')?.[0]).toMatch(/^Voeg "entityType" toe: zoals [\w, .]{1,200}; alle \d+ staan op de pagina \/schemas/);
});

test('expected values are named as in a delivery, not as in the model', () => {
  const expectedOf = (field: string, type?: string) => validate({ ...building(1), ...(type === undefined ? {} : { entityType: type }), [field]: 7 })
    .find((error) => error.field === field)?.expected;
  expect(expectedOf('identificatie')).toBe('{"namespace": …, "lokaalID": …}');
  expect(expectedOf('geometrieMetagegevens')).toBe('{"bronregistratie": …}');
});

test('any found value is shown on one line, short, and without half a character', () => {
  const odd = fc.oneof(fc.string({ unit: 'binary', maxLength: 5 }), fc.constant('\n'), fc.constant('x'.repeat(79)), fc.constant('😀'.repeat(60)));
  const name = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(''));
  const found = fc.oneof(name, fc.dictionary(name, name, { maxKeys: 20 }), fc.array(fc.oneof(name, fc.dictionary(name, name)), { maxLength: 5 }));
  fc.assert(fc.property(found, (value) => {
    for (const line of [show(value), shown(value)]) {
      expect(line).not.toMatch(/\p{Cc}/u);
      expect(line.isWellFormed()).toBe(true);
      expect(line).not.toMatch(/\\ud[89a-f]/);
      expect(line.length).toBeLessThan(500);
    }
  }), { examples: [[{ 'a\nb': '' }], [{ ['x'.repeat(79) + '😀']: '' }], ['x'.repeat(79) + '😀']] });
});
