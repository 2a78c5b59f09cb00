/** Field texts: for each type of field, texts that are converted, and texts without a single reading. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withReadTexts } from '../../../../pipelines/prepare/read/index.ts';
import { mistakesIn } from '../../../../schemas/check/compile.ts';
import { suggestVoidReason } from '../../../../schemas/check/void-reasons.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { deliver } from '../deliveries.ts';
import { spatialForTests } from '../spatial-for-tests.ts';

interface Row {
  readonly kind: string;
  readonly type: string;
  readonly field: string;
  readonly reads: readonly (readonly [string, Json])[];
  readonly refuses: readonly string[];
}

const GEBOUW = 'KwetsbaarGebouw';
const BGT = { bronregistratie: 'BGT' };
const LINK = { href: '#NL.IMEV.AB12.x' };
const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

const ROWS: readonly Row[] = [
  {
    kind: 'boolean', type: GEBOUW, field: 'informatieGeheim',
    reads: [['true', true], ['True', true], ['waar', true], ['ja', true], ['1', true], ['false', false], ['FALSE', false], ['onwaar', false], ['nee ', false], ['0', false]],
    refuses: ['x', '2', 't', 'true false', 'misschien', 'ja, nee', '{}', '[true]', '"true"', 'null'],
  },
  {
    kind: 'number', type: GEBOUW, field: 'populatie',
    reads: [['12', 12], ['12,5', 12.5], ['12.5', 12.5], [' 7 ', 7], ['0', 0], ['1.234,5', 1234.5], ['1,234.5', 1234.5], ['0,125', 0.125], ['.5', 0.5], ['1e3', 1000]],
    refuses: ['1.234', '1,234', '12 personen', 'ca. 12', '10-20', '-5', '123456', '1,2,3', '0x10', 'twaalf'],
  },
  {
    kind: 'integer', type: 'Machinekamer', field: 'aantalKoelinstallaties',
    reads: [['3', 3], ['0', 0], ['99', 99], [' 3', 3], ['3 ', 3], ['3.0', 3], ['3,0', 3], ['+3', 3], ['03', 3], ['3.', 3]],
    refuses: ['3,5', '3.5', '100', '-1', '1.234', '3 stuks', 'drie', '3-4', '3;4', 'onbekend'],
  },
  {
    kind: 'moment, of which a day is the first', type: GEBOUW, field: 'beginGeldigheid',
    reads: [
      ['2021-01-01', '2021-01-01T00:00:00'], ['2021-01-01 00:00', '2021-01-01T00:00:00'], ['2021-01-01T10:30', '2021-01-01T10:30:00'],
      ['2021-01-01 10:30:15', '2021-01-01T10:30:15'], ['2021-01-01 10:30Z', '2021-01-01T10:30:00Z'], ['2021-01-01T10:30:00+01', '2021-01-01T10:30:00+01:00'],
      ['13-2-2021', '2021-02-13T00:00:00'], ['2-2-2021 10:00', '2021-02-02T10:00:00'], ['2021/1/2', '2021-01-02T00:00:00'], ['1 mei 2021', '2021-05-01T00:00:00'],
    ],
    refuses: [
      '1-2-2021', '2021-02-30', '2021-10-31 02:30', '2021-03-28 02:30', '2021-01-01T00:00:00.123Z', '2021-01-01 24:00', '2021-01-01 25:00', '2021-01', 'gisteren', '1-1-21',
    ],
  },
  {
    kind: 'moment, of which a day may be the last or the first without', type: GEBOUW, field: 'eindGeldigheid',
    reads: [
      ['2021-01-01 00:00', '2021-01-01T00:00:00'], ['2021-01-01 00:00:00', '2021-01-01T00:00:00'], ['2021-01-01T00:00', '2021-01-01T00:00:00'],
      ['31-12-2020 12:00', '2020-12-31T12:00:00'], ['2021/01/01 9:00', '2021-01-01T09:00:00'], ['2021-01-01 10:00 CET', '2021-01-01T10:00:00+01:00'],
      ['2021-01-01 10:00 +0100', '2021-01-01T10:00:00+01:00'], ['2021-01-01 10:00:00.5', '2021-01-01T10:00:00.5'], ['2021-01-01 00:00 ', '2021-01-01T00:00:00'],
      ['31 dec 2020 23:59', '2020-12-31T23:59:00'],
    ],
    refuses: ['2021-01-01', '31-12-2020', '20210101', '1 mei 2021', '1-2-2021 10:00', '2021', 'nooit', '2021-01-01 10', '2021-13-01 10:00', '-'],
  },
  {
    kind: 'date', type: 'TankenLPG', field: 'datumVergunningOfMelding',
    reads: [
      ['2021-01-01 00:00', '2021-01-01'], ['2021-01-01T00:00:00', '2021-01-01'], ['2021-01-01T00:00:00.000', '2021-01-01'], ['20210101', '2021-01-01'],
      ['31-12-2020', '2020-12-31'], ['2021/1/5', '2021-01-05'], ['2-2-2021', '2021-02-02'], ['1 mei 2021', '2021-05-01'], [' 2021-01-01', '2021-01-01'],
      [JSON.stringify(VOID), VOID],
    ],
    refuses: ['1/2/2020', '2021-01-01T00:00:00Z', '2021-01-01 10:00', '2021-02-30', '2021-01', '2021', 'onbekend', '1-1-21', 'mei 2021', '[]'],
  },
  {
    kind: 'code', type: GEBOUW, field: 'categorieKwetsbaarheid',
    reads: [
      ...['Kwetsbaar', 'KWETSBAAR', ' kwetsbaar', 'kwetsbaar ', 'kwetsBaar'].map((text) => [text, 'kwetsbaar'] as const),
      ...['zeerkwetsbaar', 'ZeerKwetsbaar', 'zeerKwetsbaar ', ' zeerKwetsbaar', 'ZEERKWETSBAAR'].map((text) => [text, 'zeerKwetsbaar'] as const),
    ],
    refuses: ['K', 'zeer', 'zeer kwetsbaar', 'kwetsbar', 'kwetsbaar, zeerKwetsbaar', 'gebouw', '1', '["kwetsbaar"]', 'onbekend', 'beperkt'],
  },
  {
    kind: 'list of texts', type: GEBOUW, field: 'gebruiksdoeleindenDetail',
    reads: [
      ['school', ['school']], ['school (basis)', ['school (basis)']], ['een school', ['een school']], [' school ', ['school']], ['12', ['12']], ['["a","b"]', ['a', 'b']],
      ['["a"]', ['a']], [' [ "a" ] ', ['a']], ['["a, b"]', ['a, b']], ['(2:a,b)', ['a', 'b']],
    ],
    refuses: ['school, kantoor', 'a;b', 'a|b', 'a,', '[a', '["a"', '{"a":"b"}', 'onbekend', 'n.v.t.', String.raw`["\u0007"]`],
  },
  {
    kind: 'list of codes', type: 'BuisleidingReferentie', field: 'buisleidingCategorieStof',
    reads: [
      ['aardgas', ['aardgas']], [' aardgas', ['aardgas']], ['acuutToxischeStoffen', ['acuutToxischeStoffen']], ['aardgas, acuutToxischeStoffen', ['aardgas', 'acuutToxischeStoffen']],
      ['aardgas;acuutToxischeStoffen', ['aardgas', 'acuutToxischeStoffen']], ['aardgas|acuutToxischeStoffen', ['aardgas', 'acuutToxischeStoffen']], ['["aardgas"]', ['aardgas']],
      ['["aardgas","acuutToxischeStoffen"]', ['aardgas', 'acuutToxischeStoffen']], ['(1:aardgas)', ['aardgas']], ['(2:aardgas,acuutToxischeStoffen)', ['aardgas', 'acuutToxischeStoffen']],
    ],
    refuses: ['gas', 'aardgas acuutToxischeStoffen', 'aardgas,', 'aardgas, gas', '(2:aardgas)', '(3:aardgas,acuutToxischeStoffen)', '{aardgas}', 'onbekend', '1', 'acuut'],
  },
  {
    kind: 'object', type: GEBOUW, field: 'geometrieMetagegevens',
    reads: [
      ['{"bronregistratie":"BGT"}', BGT], [' {"bronregistratie": "BGT"}\n', BGT], ...['toelichting', 'idInBronregistratie'].map((name) => [JSON.stringify({ ...BGT, [name]: 'x' }), { ...BGT, [name]: 'x' }] as const),
      ...['BAG', 'BRK', 'BRO'].map((code) => [`{"bronregistratie":"${code}"}`, { bronregistratie: code }] as const),
      ['{"toelichting":"een, twee","bronregistratie":"BGT"}', { toelichting: 'een, twee', ...BGT }], ['{\t"bronregistratie":"BGT"}', BGT], [String.raw`{"bronregistratie":"BGT","toelichting":"\""}`, { ...BGT, toelichting: '"' }],
    ],
    refuses: ['BGT', '[]', '[{"bronregistratie":"BGT"}]', "{'bronregistratie':'BGT'}", '{bronregistratie:"BGT"}', '{"bronregistratie":"BGT"', '{"bronregistratie":"BGT","bronregistratie":"BAG"}', String.raw`{"bronregistratie":"\u0042GT"}`, '"BGT"', 'bronregistratie=BGT'],
  },
  {
    kind: 'list of links', type: 'PRContour', field: 'hoortBij',
    reads: [
      ['#NL.IMEV.AB12.x', [LINK]], ['NL.IMEV.AB12.x', [LINK]], [' NL.IMEV.AB12.x ', [LINK]], ['#a', [{ href: '#a' }]], ['https://example.org/a', [{ href: 'https://example.org/a' }]],
      ['http://example.org/a', [{ href: 'http://example.org/a' }]], [JSON.stringify([LINK]), [LINK]], [JSON.stringify([LINK, { href: '#b' }]), [LINK, { href: '#b' }]], ['[{"href":"#a","title":"A"}]', [{ href: '#a', title: 'A' }]], ['[{"href" : "#a"}]', [{ href: '#a' }]],
    ],
    refuses: ['vulpunt', '#a, #b', '#a;#b', 'NL.IMEV.AB12.x,NL.IMEV.AB12.y', '#a #b', '{"href":"#a"}', '[{"href":"#a"}', 'ftp://example.org/a', 'AB12.x', '#'],
  },
];

const readIn = (type: string, field: string, text: Json) => withReadTexts({ type: 'Feature', properties: { entityType: type, [field]: text } });

describe('OPEN-feature-texts: in a field of kind', () => {
  test.each(ROWS)('$kind ten texts are converted to their only value', ({ type, field, reads }) => {
    expect(reads).toHaveLength(10);
    expect(reads.map(([text]) => [text, readIn(type, field, text).texts[0]?.value])).toEqual(reads);
  });

  test.each(ROWS)('$kind ten texts stay as they are, without a single reading', ({ type, field, refuses }) => {
    expect(new Set(refuses).size).toBe(10);
    expect(refuses.map((text) => [text, readIn(type, field, text)])).toEqual(
      refuses.map((text) => [text, { feature: { type: 'Feature', properties: { entityType: type, [field]: text } }, texts: [] }]),
    );
  });
});

describe('OPEN-feature-texts', () => {
  test('every text in the rows is an error for its field; no converted value is', () => {
    const isMistake = (field: string, value: Json): boolean => (
      mistakesIn({ entityType: GEBOUW, [field]: value }, undefined).some(({ at }) => at === `/${field}` || at.startsWith(`/${field}/`))
    );
    const seen = ROWS.filter(({ type }) => type === GEBOUW).flatMap(({ field, reads, refuses }) => [
      ...reads.map(([text, value]) => [field, text, isMistake(field, text), isMistake(field, value)] as const),
      ...refuses.map((text) => [field, text, isMistake(field, text), false] as const),
    ]);
    expect(seen.filter(([, , ofText, ofValue]) => !ofText || ofValue)).toEqual([]);
  });

  test('a code is named by its part before the colon, or by its label', () => {
    const codeIn = (type: string, field: string, text: string) => readIn(type, field, text).texts[0]?.value;
    const KORT = ['ExploiterenEnergieOpslagSysteem_VasteAfstandGeenVergunningplicht', 'typeEnergiedrager'] as const;
    expect([codeIn(...KORT, 'NMC en LFP'), codeIn(...KORT, 'nmc'), codeIn(...KORT, 'NM')]).toEqual(['NMC+LFP', 'NMC', undefined]);
    const TABEL = ['OpslagVerpakt_VasteAfstandVergunningplicht', 'beschermingsniveauConformTabelB3'] as const;
    expect(codeIn(...TABEL, 'alle beschermingsniveaus')).toMatch(/^Alle beschermingsniveaus: ./);
    // Several codes begin with this text.
    expect(codeIn(...TABEL, 'Beschermingsniveau 1')).toBeUndefined();
  });

  test('an empty text is no value in any field; other values, and texts in text fields, stay', () => {
    const properties: JsonObject = {
      entityType: GEBOUW, bronhouder: '', bronobjectID: '12', populatie: 12, informatieGeheim: true, geometrieMetagegevens: BGT, comment: ['true'], eindGeldigheid: null,
      beginGeldigheid: '2020-01-01T00:00:00.000Z', id: '', vreemd: '',
    };
    const { feature, texts } = withReadTexts({ type: 'Feature', properties });
    expect(feature).toEqual({ type: 'Feature', properties: { ...properties, bronhouder: null, id: null, vreemd: null } });
    expect(texts).toEqual(['bronhouder', 'id', 'vreemd'].map((field) => ({ field, text: '', value: null })));
  });

  test('without an entityType of its own a Feature has the fields of its collection', () => {
    expect(withReadTexts({ properties: { entityType: '', populatie: '12' } }, GEBOUW).feature).toEqual({ properties: { entityType: null, populatie: 12 } });
    expect(withReadTexts({ properties: { populatie: '12' } }).texts).toEqual([]);
    expect(withReadTexts({ properties: [] }, GEBOUW)).toEqual({ feature: { properties: [] }, texts: [] });
  });

  test('values written as text give the same object as the values themselves', () => {
    const words = fc.stringMatching(/^[A-Za-z]{4,12}$/).filter((word) => suggestVoidReason(word) === undefined);
    const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }).map((date) => `${date.toISOString().slice(0, 19)}Z`);
    const values = fc.record({
      informatieGeheim: fc.boolean(), populatie: fc.integer({ min: 0, max: 99_999 }).map((hundredths) => hundredths / 100),
      gebruiksdoeleindenDetail: fc.array(words, { minLength: 1, maxLength: 3 }), eindGeldigheid: moment, comment: fc.array(words, { minLength: 1, maxLength: 1 }),
      categorieKwetsbaarheid: fc.constantFrom('kwetsbaar', 'zeerKwetsbaar'), geometrieMetagegevens: fc.constant(BGT),
    }, { requiredKeys: [] });
    fc.assert(fc.property(values, (typed) => {
      const asText = Object.fromEntries(Object.entries(typed).map(([field, value]) => [field, textOf(value)]));
      const read = (properties: JsonObject) => withReadTexts({ properties: { entityType: GEBOUW, ...properties } }).feature;
      expect(read(asText)).toEqual(read(typed));
    }));
  });

  test('only a Feature in a request is converted: in a file the same texts are errors', async () => {
    const properties = {
      entityType: GEBOUW, id: 'NL.IMEV.AB12.t1', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.t1' }, bronhoudercode: 'AB12', beginGeldigheid: '2021-01-01',
      categorieKwetsbaarheid: 'Kwetsbaar', geometrieMetagegevens: JSON.stringify(BGT), populatie: '12,5', informatieGeheim: 'false', comment: 'nieuw', bronhouder: '',
    };
    const ring = [[[194_000, 469_000], [194_010, 469_000], [194_010, 469_010], [194_000, 469_000]]];
    const feature = { type: 'Feature', geometry: { type: 'Polygon', coordinates: ring }, properties };
    const spatial = await spatialForTests();
    const [written, file] = await Promise.all([deliver(spatial, feature, { readsTexts: true }), deliver(spatial, feature)]);
    const fields = ['beginGeldigheid', 'categorieKwetsbaarheid', 'geometrieMetagegevens', 'populatie', 'informatieGeheim', 'comment', 'bronhouder'];
    expect(written.report.counts.errors, written.found.join()).toBe(0);
    expect(written.report.findings.filter(({ severity }) => severity === 'info').map(({ rule, pointer }) => `${rule} ${pointer}`))
      .toEqual(expect.arrayContaining(fields.map((field) => `verzoek.tekst-gelezen /properties/${field}`)));
    expect(written.report.findings.find(({ pointer }) => pointer === '/properties/populatie')).toMatchObject({ found: '"12,5"', expected: '12.5', message: { nl: 'De tekst in "populatie" is gelezen als 12.5.' } });
    expect(JSON.parse(written.roots[0]!.body)).toMatchObject({ beginGeldigheid: '2021-01-01T00:00:00', populatie: 12.5, informatieGeheim: false, comment: ['nieuw'] });
    expect(JSON.parse(written.roots[0]!.body)).not.toHaveProperty('bronhouder');
    expect(fields.filter((field) => !file.report.findings.some(({ pointer, severity }) => severity === 'error' && pointer === `/properties/${field}`))).toEqual([]);
  });
});

/** A value as a person types it in a text field, or as QGIS writes it there. */
function textOf(value: Json): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'string') return value.replace(/T(.*)Z$/, ' $1 UTC').replace(/^k/, 'K');
  return Array.isArray(value) && value.length === 1 ? String(value[0]) : JSON.stringify(value);
}
