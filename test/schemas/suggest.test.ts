/** Suggestions for values in another notation; the field allows each of them. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { validate } from '../../schemas/check/compile.ts';
import { suggest, suggestPosition } from '../../schemas/check/suggest.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import type { SchemaError } from '../../schemas/check/compile.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { boolean, date, digits, integer, link, moment, number } from '../../schemas/model/conventions.ts';
import type { Value } from '../../schemas/model/conventions.ts';
import { fieldsByName, fieldsOf, MODEL } from '../../schemas/model/model.ts';
import { holding, minimal } from './minimal.ts';

const CODE = fieldsOf('KwetsbaarGebouw').find(({ name }) => name === 'bronhoudercode')!;
const BAG = digits(16, '0193100000098765');
const AMOUNT = number(0, 9999.99);
const CHOICE = fieldsOf('PRContour').find(({ name }) => name === 'afstandOfGeometrie')!;
const CAS = fieldsByName('Stof')!.get('CASnummer')!;
const METRES = number(0, 9999.99, 'm');

test.each<[string, Value, Json, string | undefined]>([
  ['a decimal comma', AMOUNT, '35,0', '35.0'], ['points between thousands', AMOUNT, '1.234,56', '1234.56'],
  ['a whole number with a comma', integer(0, 99), '35,0', '35'], ['commas between thousands', AMOUNT, '1,234.56', '1234.56'],
  ['a number in quotes', AMOUNT, ' 412 ', '412'], ['a comma number that is too large', AMOUNT, '12345,6', undefined],
  ['half a person', integer(0, 99), '3,5', undefined], ['a number with a unit', AMOUNT, '480 m3', '480'], ['no number', AMOUNT, '', undefined],
  ['a unit right behind it, and a comma', AMOUNT, '12,5bar', '12.5'], ['an exponent', AMOUNT, '1e3', '1000'], ['two numbers', AMOUNT, '3 m 20', undefined],
  ['the unit of the field', METRES, '35 meter', '35'], ['another unit than that of the field', METRES, '35 km', undefined], ['a house number', AMOUNT, '12 bis a', undefined],
  ['yes', boolean(), 'ja', 'true'], ['no', boolean(), 'N', 'false'], ['true in Dutch', boolean(), 'Waar', 'true'], ['false in quotes', boolean(), 'false', 'false'],
  ['one', boolean(), 1, 'true'], ['nought', boolean(), '0', 'false'], ['perhaps', boolean(), 'misschien', undefined], ['two', boolean(), 2, undefined],
  ['a Dutch date', date(), '01-03-2024', '2024-03-01'], ['a Dutch date with slashes', date(), '1/3/2024', '2024-03-01'],
  ['a date without hyphens, as a number', date(), 20240301, '2024-03-01'], ['a time where a day belongs', date(), '2024-03-01T00:00:00Z', '2024-03-01'],
  ['a Dutch day that does not exist', date(), '31-02-2024', undefined], ['a day where a time belongs', moment(), '01-03-2024', '2024-03-01T00:00:00'],
  ['milliseconds', moment(), '2024-01-01T00:00:00.000Z', '2024-01-01T00:00:00Z'], ['a tenth and more', moment(), '2024-01-01T00:00:00.120+0100', '2024-01-01T00:00:00.1+01:00'],
  ['no seconds', moment(), '2024-01-01 9:30', '2024-01-01T09:30:00'], ['no time at all', moment(), 'gisteren', undefined],
  ['milliseconds since 1970', moment(), 1768453200500, '2026-01-15T05:00:00.5Z'], ['seconds since 1970', date(), 1768453200, '2026-01-15'], ['an hour as zone', moment(), '2020-08-15 00:00:00+00', '2020-08-15T00:00:00+00:00'],
  ['a month in letters', date(), '14 nov 2023', '2023-11-14'], ['a month in full', date(), '1 maart 2024', '2024-03-01'], ['no month', date(), '1 xyz 2024', undefined],
  ['a link as text', link(), '#a1', '{"href": "#a1"}'], ['an id as link', link(), 'a1', '{"href": "#a1"}'],
  ['a number for a choice', CHOICE, 60, '{"afstand": 60}'], ['a number too large for it', CHOICE, 60_000, undefined],
  ['a word before a number', digits(4, '1978'), 'UN1965', '1965'], ['a number with decimals', BAG, '193100000098765.0', '0193100000098765'], ['a CAS number without hyphens', CAS, '68476857', '68476-85-7'],
  ['small letters', CODE, 'ab12', 'AB12'], ['spaces around', CODE, ' AB12', 'AB12'], ['a code that is too long', CODE, 'abcdefg', undefined],
  ['a lost zero', BAG, '193100000098765', '0193100000098765'], ['a lost zero, as a number', BAG, 193100000098765, '0193100000098765'],
  ['fewer digits that begin with a zero', BAG, '019310000009876', undefined], ['all digits, as a number', digits(8, '12345678'), 90001004, '90001004'],
  ['spaces between', BAG, '0193 1000 0009 8765', '0193100000098765'], ['a number that is another', BAG, '12345678', undefined],
])('%s', (_, value, data, suggestion) => {
  expect(suggest(value, data)?.text).toBe(suggestion);
});

test.each<[string, Json, string | undefined]>([
  ['numbers as texts', ['155000,5', '463000.25'], '[155000.5, 463000.25]'], ['one text', [155000, '463000,5', '3,2'], '[155000, 463000.5, 3.2]'],
  ['a comma that parted numbers', [155000, 5, 463000, 25], '[155000.5, 463000.25]'], ['degrees', [5, 387203, 52, 155172], '[5.387203, 52.155172]'],
  ['names', { x: 155000, y: 463000 }, '[155000, 463000]'], ['degrees with names', { lat: 52.1, lon: 5.3 }, '[5.3, 52.1]'], ['other names', { a: 1, b: 2 }, undefined],
  ['two points in one', [155000, 463000, 155010, 463010], undefined], ['words', ['x', 'y'], undefined], ['no list', 'x', undefined],
])('a position of %s', (_, data, suggestion) => {
  expect(suggestPosition(data)?.text).toBe(suggestion);
});

test.each<[string, Value, Json, string | undefined]>([
  ['the day number of a spreadsheet', date(), 45352, '2024-03-01'], ['with a time', moment(), 45352.5, '2024-03-01T12:00:00'],
  ['seconds since 1970', moment(), 1709251200, '2024-03-01T00:00:00Z'], ['milliseconds since 1970', moment(), 1709251200000, '2024-03-01T00:00:00Z'],
  ['another number', moment(), 2024, undefined], ['a Dutch month', moment(), '1 maart 2024', '2024-03-01T00:00:00'],
  ['an English month, short', date(), '1-Mar-2024', '2024-03-01'],
  ['a word that is like no month', date(), '1 voorjaar 2024', undefined], ['the month first, for certain', date(), '3/21/2024', '2024-03-21'],
  ['a zone by its name', moment(), '2024-01-01T00:00:00 CET', '2024-01-01T00:00:00+01:00'], ['a zone without minutes', moment(), '2024-01-01T00:00:00+01', '2024-01-01T00:00:00+01:00'],
])('a date or time as %s', (_, value, data, suggestion) => {
  expect(suggest(value, data)?.text).toBe(suggestion);
});

const USES = fieldsOf('KwetsbaarGebouw').find(({ name }) => name === 'gebruiksdoeleindenDetail')!;
const KVK = fieldsOf('LocatieActiviteit').find(({ name }) => name === 'kvkNummerExploitant')!;
const LINKS = fieldsOf('PRContour').find(({ name }) => name === 'hoortBij')!;

test.each<[string, Value, Json, string | undefined]>([
  ['of GDAL, one item', USES, '(1:basisschool)', '["basisschool"]'], ['of GDAL, two items', USES, '(2:a,b)', '["a", "b"]'],
  ['of GDAL, with a comma in the only item', USES, '(1:a, of b)', '["a, of b"]'], ['of GDAL, with a comma in one of two', USES, '(2:a,b, of c)', undefined],
  ['of GDAL, cut off', USES, '(40:a,b,...)', undefined], ['of GDAL, of numbers that the field takes', KVK, '(2:90001004,90001005)', '["90001004", "90001005"]'],
  ['of GDAL, of other numbers', KVK, '(1:9000)', undefined], ['of GDAL, a lost zero in it', KVK, '(1:9000100)', '["09000100"]'],
  ['as JSON in a text', USES, '["a", "b"]', '["a", "b"]'], ['with semicolons', USES, 'a; b', '["a", "b"]'], ['with one item only', USES, 'basisschool', '["basisschool"]'],
  ['of links', LINKS, '#a1', '[{"href": "#a1"}]'], ['that is a ratio', KVK, '(3:1)', undefined],
])('a list %s', (_, value, data, suggestion) => {
  expect(suggest(value, data)?.text).toBe(suggestion);
});

test('a list of GDAL with unclear items gets no hint to add brackets', () => {
  const [error] = errorsOf({ gebruiksdoeleindenDetail: '(2:a,b, of c)' });
  expect(error?.mend.nl).toContain('niet meer te zien waar elk onderdeel begint');
  expect(error?.mend.en).not.toContain('Put [ and ] around the value');
});

test('a number for a text field gets the hint about a lost zero', () => {
  expect(errorsOf({ bronobjectID: 123456 })[0]?.mend.en).toMatch(/If it begins with a zero, that was lost: put it back\.$/);
  expect(errorsOf({ bronobjectID: '0123456' })).toEqual([]);
  expect(errorsOf({ idPandBAG: '019310000009876' })[0]?.mend.nl).toBe('Geef precies 16 cijfers.');
});

test('any value: the suggestion fits', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[ 0-9.,:TZ/-]{1,20}$/), fc.stringMatching(/^\d{1,2}-\d{1,2}-\d{4}( \d{1,2}:\d{2})?$/), fc.stringMatching(/^\d{1,4}[.,]?\d{0,2} ?(m|bar|km)$/), fc.constantFrom('ja', 'Nee', '(1:a)', '(2:a,b)', '["a"]'));
  const field = fc.constantFrom('bronhoudercode', 'beginGeldigheid', 'idPandBAG', 'populatie', 'bronhouder', 'informatieGeheim', 'gebruiksdoeleindenDetail', 'kadastraleAanduiding');
  fc.assert(fc.property(field, fc.oneof(text, fc.integer()), (name, data) => {
    const value = fieldsOf('KwetsbaarGebouw').find((known) => known.name === name)!;
    const better = suggest(value, data);
    if (better !== undefined) expect(errorsOf({ [name]: JSON.parse(better.json) as Json })).toEqual([]);
  }), { numRuns: 500 });
});

describe('a finding has a suggestion', () => {
  const building = minimal('KwetsbaarGebouw');

  test('as a question with the way to write it, and in its list', () => {
    expect(errorsOf({ populatie: '35,0' })).toMatchObject([{
      suggestions: ['35.0'],
      mend: { nl: 'Bedoelde u 35.0? Geef een getal van 0 tot en met 99999. Een getal heeft een decimale punt, niets tussen de duizendtallen en geen aanhalingstekens.' },
    }]);
    expect(errorsOf({ afstandOfGeometrie: { afstand: '1.234' } }, 'PRContour')).toMatchObject([{
      suggestions: ['1.234', '1234'], mend: { nl: expect.stringMatching(/^Bedoelde u 1\.234 of 1234\? /) as string },
    }]);
    expect(errorsOf({ populatie: '0.500' })[0]?.suggestions).toEqual(['0.500']);
    expect(errorsOf({ doorzetPerJaar: '1.000' }, 'TankenLPG')[0]?.suggestions).toEqual(['1.000', '1000']);
    expect(errorsOf({ bronhoudercode: 'ab12' })).toMatchObject([{ suggestions: ['AB12'], mend: { en: expect.stringMatching(/^Did you mean "AB12"\?/) as string } }]);
    const ring = [[155000, 5, 463000, 5], [155020, 463000], [155020, 463015], [155000, 463000]];
    expect(errorsOf({ geometrie: { type: 'Polygon', coordinates: [ring] } })).toMatchObject([{
      pointer: '/geometrie/coordinates/0/0', suggestions: ['[155000.5, 463000.5]'], mend: { nl: expect.stringContaining('decimale punt') as string },
    }]);
  });

  test.each<[string, JsonObject, string, RegExp]>([
    ['an object as text', { identificatie: '{"namespace": "NL.IMEV", "lokaalID": "AB12.1"}' }, 'KwetsbaarGebouw', /Haal de aanhalingstekens eromheen weg/],
    ['a list of one where one value belongs', { categorieKwetsbaarheid: ['kwetsbaar'] }, 'KwetsbaarGebouw', /Haal \[ en \] om de waarde weg\.$/],
    ['a list of two there', { populatie: [1, 2] }, 'KwetsbaarGebouw', /Dit veld neemt één waarde, geen lijst\.$/],
    ['an object as XML becomes', { populatie: { '#text': '210' } }, 'KwetsbaarGebouw', /Geef de waarde zelf, niet in een object\.$/],
    ['a code of a government', { bronhoudercode: 'gm0307' }, 'KwetsbaarGebouw', /^"gm0307" is een code voor "bronhoudercodeOverheid"\. Geef hier 3 tot 6 tekens/],
  ])('%s', (_, fields, type, mend) => {
    expect(errorsOf(fields, type)).toMatchObject([{ mend: { nl: expect.stringMatching(mend) as string } }]);
    expect(errorsOf(fields, type)[0]).not.toHaveProperty('suggestions');
  });

  test('brackets too few or too many are one mistake', () => {
    const ring = [[155000, 463000], [155020, 463000], [155020, 463015], [155000, 463000]];
    const mend = (coordinates: Json) => errorsOf({ geometrie: { type: 'Polygon', coordinates } }).map((error) => `${error.pointer} ${error.mend.nl}`);
    expect(mend(ring)).toEqual(['/geometrie/coordinates Zet nog één paar haken om het geheel: [[[x, y], …]].']);
    expect(mend([[ring]])).toEqual(['/geometrie/coordinates Haal één paar haken weg: [[[x, y], …]].']);
    const [wkt] = errorsOf({ geometrie: 'SRID=28992;POLYGON((1 2, 3 4, 5 6.50, 1 2))' });
    expect(wkt?.message.nl).toContain('WKT');
    expect(wkt?.suggestions).toEqual(['{"type":"Polygon","coordinates":[[[1,2],[3,4],[5,6.5],[1,2]]]}']);
    expect(errorsOf({ geometrie: 'POLYGON((1 2, 3 4' })[0]?.suggestions ?? []).toEqual([]);
  });

  test('a point from coordinates in the object', () => {
    const { geometrie: _, ...point } = minimal('Vulpunt');
    const missing = validate(holding('Vulpunt', { ...point, x: 155000.5, y: 463000 }).document).find(({ rule }) => rule === 'schema.required');
    expect(missing?.suggestions).toEqual(['{"type": "Point", "coordinates": [155000.5, 463000]}']);
  });

  test('an expectation has words and a matching example, no regular expression', () => {
    const texts = [...MODEL.keys()].flatMap((type) => fieldsOf(type)).flatMap((field) => (field.kind === 'array' ? [field.items] : [field]))
      .flatMap((value) => (value.kind === 'text' && value.pattern !== undefined ? [value] : []));
    for (const { pattern, description: says, example } of texts) {
      expect(example).toMatch(new RegExp(pattern!, 'u'));
      expect(says).toBeDefined();
    }
    expect(errorsOf({ bronhoudercode: 'ab12' })[0]?.expected).toBe('3 tot 6 tekens uit A-Z, 0-9 en de komma: AB12\u00a0/\u00a03 to 6 characters from A-Z, 0-9 and comma: AB12');
    const [odd] = noticesOf({ ...building, bronhoudercodeOverheid: 'Apeldoorn' });
    expect([odd?.rule, odd?.expected]).toEqual(['schema.tooi', expect.stringMatching(/4 cijfers: gm1979\u00a0.* 4 digits: gm1979$/)]);
  });

  test('an empty optional field may be left out, or say why there is no value', () => {
    const [permit] = errorsOf({ basisVergunningNummer: null }, 'TankenLPG');
    expect(permit?.mend.nl).toBe('Laat "basisVergunningNummer" weg, of zeg waarom er geen waarde is: '
      + '{"waarde": null, "geenWaardeReden": "waardeOnbekend"} (of "nietVanToepassing").');
    expect(errorsOf({ eindGeldigheid: '' })).toMatchObject([{ rule: 'schema.datum', message: { en: 'The field "eindGeldigheid" is there, but it is empty: "".' } }]);
  });

  const VOID = (reason: string) => `{"waarde": null, "geenWaardeReden": "${reason}"}`;

  test.each<[string, Json, string, RegExp]>([
    ['kvkNummerExploitant', 'onbekend', 'waardeOnbekend', /^Zet in plaats van de tekst in "kvkNummerExploitant": \{"waarde": null/],
    ['kvkNummerExploitant', ['n.v.t.'], 'nietVanToepassing', /^Zet in plaats van de hele lijst in "kvkNummerExploitant": .*\(of "waardeOnbekend"\)\.$/],
    ['idNummeraanduidingBAGExploitant', '-', 'waardeOnbekend', /^Zet in plaats van de tekst/], ['kvkNummerAanvrager', 'null', 'waardeOnbekend', /^Zet in plaats van de tekst/],
  ])('%s %j: the reason in its place', (field, data, reason, mend) => {
    expect(errorsOf({ [field]: data }, 'LocatieActiviteit')).toMatchObject([{ suggestions: [VOID(reason)], mend: { nl: expect.stringMatching(mend) as string } }]);
  });

  test('a telephone number is no KvK number', () => {
    const [phone] = errorsOf({ kvkNummerExploitant: ['06 12345678'] }, 'LocatieActiviteit');
    expect([phone?.message.nl, phone?.suggestions]).toEqual(['"06 12345678" in "kvkNummerExploitant" lijkt een telefoonnummer.', undefined]);
  });

  test('a text that stands for no value gets a warning in a field for any text', () => {
    const noticed = (naamExploitant: string) => noticesOf({ ...minimal('LocatieActiviteit'), naamExploitant }).filter(({ rule }) => rule === 'schema.geen-waarde');
    expect(noticed('n.v.t.')).toMatchObject([{ pointer: '/naamExploitant', suggestions: [VOID('nietVanToepassing')] }]);
    expect(noticed('Van Toepassing BV')).toEqual([]);
  });

  test('an optional field gets the hint that it may be left out', () => {
    const [code] = errorsOf({ bronhoudercodeGeenOverheid: 'n.v.t.' }, 'LocatieActiviteit');
    expect([code?.rule, code?.mend.en]).toEqual(['schema.patroon', expect.stringMatching(/^Give .*, or leave "bronhoudercodeGeenOverheid" out\.$/)]);
    const [required] = errorsOf({ bronhoudercode: 'n.v.t.' }, 'LocatieActiviteit');
    expect(required?.mend.en).not.toContain('leave');
  });

  describe('a value that follows from the object or its parent', () => {
    const IDENTITY = '{"namespace": "NL.IMEV", "lokaalID": "AB12.lpg-0001"}';
    const id = 'NL.IMEV.AB12.lpg-0001';
    const lacking = (more: JsonObject, field: string) => {
      const { [field]: _, ...document } = { ...minimal('LocatieActiviteit'), ...more } as Record<string, Json>;
      return validate(document).find((error) => error.field === field);
    };
    test('an identificatie that is missing, or is the id as text', () => {
      expect(lacking({ id }, 'identificatie')).toMatchObject({ rule: 'schema.required', suggestions: [IDENTITY] });
      expect(lacking({ id: 'g1' }, 'identificatie')?.suggestions).toBeUndefined();
      expect(errorsOf({ identificatie: id }, 'LocatieActiviteit')).toMatchObject([{ rule: 'schema.type', suggestions: [IDENTITY] }]);
    });
    test('a bronhoudercode that is missing in a nested object', () => {
      const { bronhoudercode: _, ...activity } = minimal('TankenLPG') as Record<string, Json>;
      const [missing] = validate({ ...minimal('LocatieActiviteit'), bronhoudercode: 'AB12', voertUit: [activity] })
        .filter(({ field }) => field === 'bronhoudercode');
      expect(missing).toMatchObject({ pointer: '/voertUit/0', suggestions: ['AB12'], mend: { en: 'Add "bronhoudercode": "AB12". The object above has "AB12".' } });
      expect(lacking({}, 'bronhoudercode')?.suggestions).toBeUndefined();
    });
  });

  test('an empty text passes the schema with a warning, which says whether the field may be left out', () => {
    const noticed = (more: JsonObject) => noticesOf({ ...minimal('LocatieActiviteit'), ...more }).filter(({ rule }) => rule === 'schema.geen-waarde')
      .map(({ pointer, mend }) => `${pointer} ${mend.en}`);
    expect(noticed({ locatieomschrijving: '' })).toEqual(['/locatieomschrijving Leave it out, or give a text.']);
    expect(noticed({ bedrijfsnaam: ' ' })).toEqual(['/bedrijfsnaam Give a text.']);
    expect(noticed({ naamExploitant: '' })).toEqual([expect.stringMatching(/^\/naamExploitant Give a text or \{"waarde": null/) as string]);
    expect(noticed({ comment: ['', 'x'] })).toEqual(['/comment/0 Leave it out, or give a text.']);
    expect(noticed({ kvkNummerExploitant: [''], locatieomschrijving: 'aan het water' })).toEqual([]);
  });

  test('an empty optional list may be left out', () => {
    const [empty] = errorsOf({ typeEnergiedrager: [] }, 'OpslagEnergiedragersElektrischeEnergie_TeBerekenenAfstandVergunningplicht');
    expect([empty?.rule, empty?.message.nl]).toEqual(['schema.aantal', 'Het veld "typeEnergiedrager" is er wel, maar is leeg: [].']);
    expect(empty?.mend.nl).toMatch(/^Laat "typeEnergiedrager" weg, of /);
  });

  test('an empty list needs at least one', () => {
    const [empty] = errorsOf({ resulteertIn: [] }, 'Vulpunt');
    expect([empty?.rule, empty?.message.nl, empty?.message.en]).toEqual([
      'schema.aantal', 'De lijst in "resulteertIn" is leeg; er hoort ten minste 1 in.', 'The list in "resulteertIn" is empty; it needs at least one.',
    ]);
  });
});

/** The mistakes in the smallest object of a type, with these fields. */
function errorsOf(more: Readonly<Record<string, Json>>, type = 'KwetsbaarGebouw'): readonly SchemaError[] {
  return validate(holding(type, { ...minimal(type), ...more }).document);
}
