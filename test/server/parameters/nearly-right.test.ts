/** Nearly right values, ten of each parameter: the problem names the parameter, the value, the allowed values, and a request that works. */
import { describe, expect, test } from 'vitest';
import { publishedFieldsOf } from '../../../schemas/derived/published-fields.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { FEATURES, readListQuery, RESOURCES } from '../../../server/parameters/list-query.ts';
import { DOCUMENT_PARAMETERS, FEATURE_PARAMETERS, readObjectQuery } from '../../../server/parameters/object-query.ts';
import { parameterProblem, type ParameterFault, type Query } from '../../../server/parameters/query.ts';
import { leastCpuMs } from '../../cpu.ts';
import { CRS84, RD } from '../harness.ts';
import { NOW, problemOf, queryOf } from './reading.ts';

const CRS = [
  '', 'EPSG:28992', '28992', 'RD', RD.toUpperCase(), `${RD}/`, ` ${RD}`, RD.replace('28992', '4326'), RD.replace('28992', '32631'), CRS84.replace('1.3', '1.4'),
];
const SIZE = ['0', '-1', '1.5', '1e2', '', ' 5', '+5', '5,', 'alle', '１'];
const DAYS = ['2026-1-31', '2026-02-30', '31-01-2026', '2026/01/31', '20260131', '2026-01-31T00:00:00Z', '2026-01', '', '2026-01-31 ', 'vandaag'];

const FIELD_NAMES = ['', ',', 'id,', ',id', 'Id', 'id;entityType', 'identificatie.', 'identificatie.lokaalId', 'id.naam', 'werkdrk', 'properties.id', 'toString'];
const SORTED = ['', ',', 'id,', '--id', '+-id', '++id', 'id-', 'id desc', 'Id', 'id,-id', 'identificatie', 'geometrie', 'werkdrk', 'toString', 'categorieVuurwerk'];

const NEARLY: Readonly<Record<string, readonly string[]>> = {
  limit: SIZE, paginaGrootte: SIZE, pagina: SIZE,
  offset: ['-1', '1.5', '1e2', '', ' 5', '+5', '5,', 'alle', '１', '9999999999999999'],
  cursor: ['', '1', '1-1', '1-1-00000000', '3-0-zzzzzzzz', '1_1_12345678', '1-1-12345678-', 'next', '-1-1-12345678', 'ZZ-1-12345678'],
  bbox: ['4,51,5', '4,51,5,52,', '4;51;5;52', '4 51 5 52', '5,51,4,90.1', '4,53,5,52', '52.1.1,5,53,6', '150000,460000,160000,470000', '4,51,5,1e400', '[4,51,5,52]'],
  'bbox-crs': CRS, crs: CRS, 'filter-crs': CRS,
  'filter-lang': ['', 'cql2', 'cql', 'cql-text', 'CQL2-TEXT', 'cql2-text ', 'json', 'cql2json', 'ecql', 'cql2_text'],
  filter: ['', 'id', 'id == 1', 'id = x', 'id = "x"', "ID = 'x'", "id = 'x' and", "id LIKE 'x", "werkdruk > '10'", 'werkdruk > 10 && werkdruk < 20', "categorieVuurwerk = 'T1'", "A_CONTAINS(categorieVuurwerk, 'T1')", "A_CONTAINS(categorieVuurwerk, ['T1'])", 'werkdruk + 1 > 2'],
  datetime: [
    '2026-01-31T12:00:00', '2026-01-31 12:00:00Z', '2026-01-31T12:00Z', '2026-02-30', '31-01-2026', '2026', '..', '', '2026-02-01/2026-01-01', '2026-01-01/2026-02-01/..',
    'T', '2026-02-30T', '2026-01-01T/T', '2026-01-01t', '2026-01-01TT', '2026-02-01T/2026-01-01T', '2026-01-31T12:00:00Z/2026-01-31T12:00:00T',
    '2026-01-01,2026-02-01', '/', '10000-01-01T00:00:00Z', '2026-01-31T24:00:00Z',
  ].filter((text) => text !== '/'),
  geldigOp: DAYS,
  beschikbaarOp: [
    '2026-01-31', '2026-01-31T12:00', '2026-01-31 12:00:00', '2026-02-30T12:00:00Z', '31-01-2026T12:00:00', '', '2026-01-31T25:00:00Z', '2026-01-31T12:00:00.Z',
    '2026-01-31T12:00:00+1', '2026-01-31T12:00:00,5',
  ],
  fields: FIELD_NAMES, properties: FIELD_NAMES,
  geometrieSoort: ['', 'Punt', 'punten', 'point', 'Point', 'lijn ', 'lijnen', 'punt,lijn', 'polygoon', 'MultiPolygon', 'null', 'alle', 'vlak*'],
  sorteer: SORTED, sortby: SORTED, profile: ['', ' ', ',', 'jsonfg,', ',jsonfg', 'json fg', 'jsonfg;rfc7946', '"jsonfg"', '<jsonfg>', 'ftp://voorbeeld.nl/p', 'urn:ogc:def:profile:jsonfg', 'jsonfg|x'],
  skipGeometry: ['', 'TRUE', 'True', '1', '0', 'ja', 'yes', 'true ', 'waar', 'null'],
  zoek: ['', ' ', '*', '?', '*?*', 'kerk *', '-', 'a '.repeat(251), 'x'.repeat(501), 'a b c d e f g h i j k l m n o p q r s t u', '*'.repeat(10_000)],
  werkdruk: ['', 'tien', '1,5', '10 ', '> 10', '0x10', 'NaN', 'Infinity', '1e400', '10..20'],
  'reactietijdNoodstop.exactAantalSeconden': ['', '0.5', '1,5', '10 ', 'tien', '0x10', 'NaN', '1e-1', '1e400', '10..20'],
  lang: ['', 'NL', 'En', 'eng', 'nl-NL', 'en-GB', 'nl,en', 'nl ', 'de', 'english', '*'],
  vergunningsPlicht: ['', 'ja', 'nee', '1', '0', 'True', 'TRUE', 'true ', 'waar', 'false,true'],
  datumVergunningOfMelding: DAYS,
  beginGeldigheid: ['2026-1-31', '2026-02-30', '31-01-2026', '2026-01-31T12:00', '', '2026-01-31 12:00:00', 'vandaag', '2026-01', '2026-01-31T12:00:00+1', '2026-01-31/..'],
  categorieVuurwerk: ['', 't1', 'T1,T2', 'T1 ', '["T1"]', '(T1)', 'T*', 'F9', '1', '"T1"'],
  entityType: ['', 'tankenlpg', 'TankenLpg', 'TankenLPG ', 'TankenLPG,Basisnet', 'Tanken*', 'Windturbine', 'LocatieActiviteit', '"TankenLPG"', 'TankenLNG'],
};

const FIELDS = ['werkdruk', 'reactietijdNoodstop.exactAantalSeconden', 'vergunningsPlicht', 'datumVergunningOfMelding', 'beginGeldigheid', 'categorieVuurwerk', 'entityType'];
const PAGES = [FEATURES, RESOURCES].flatMap((kind) => [...kind.names, ...FIELDS].map((name) => [kind.form, name, kind] as const));

describe.each(PAGES)('Bad input: a page of each %s, %s', (_, name, kind) => {
  test('ten values and more', () => {
    const values = NEARLY[name] ?? [];
    expect(values.length).toBeGreaterThanOrEqual(10);
    for (const value of values) {
      const problem = problemOf({ [name]: value }, { kind });
      const param = problem.params?.[0];
      expect(param?.name, value).toBe(name);
      expect(param?.reason.nl, value).toMatch(name === 'cursor' ? /Volg de link next/ : /^(Gevonden ‘?|Teken \d+: )/);
      expect(param?.reason.en, value).toMatch(name === 'cursor' ? /Follow the next link/ : /^(Found ‘?|Character \d+: )/);
      if (name !== 'filter' && name !== 'cursor' && name !== 'bbox') expect(param?.reason.en).toMatch(/expected/);
      expect(problem.detail.nl).toContain(name);
    }
  });
});

describe.each([['feature', FEATURE_PARAMETERS], ['document', DOCUMENT_PARAMETERS]] as const)('Bad input: one %s', (form, names) => {
  const known = publishedFieldsOf('ev-activiteiten', form);
  const faultsOf = (query: Query): readonly ParameterFault[] => readObjectQuery(query, { names, known, profile: 'default', now: NOW }).faults;

  test.each(names)('%s', (name) => {
    const intervals = name === 'datetime' ? ['2026-01-01/2026-02-01', '2026-01-01/..', '../2026-01-01T00:00:00Z'] : [];
    for (const value of [...NEARLY[name] ?? [], ...intervals]) {
      const query = queryOf({ [name]: value });
      const [param] = parameterProblem(faultsOf(query), query, 'http://127.0.0.1:8080/v1/x').params!;
      expect(param, value).toMatchObject({ name, reason: { nl: expect.stringMatching(/^Gevonden ‘.*verwacht/) as string } });
      expect(faultsOf({ text: new URL(param!.example!).search.slice(1) }), param!.example).toEqual([]);
    }
  });
});

test('a misspelt name gets a suggestion', () => {
  const names = [['Limit', 'limit'], ['page', 'pagina'], ['bbox_crs', 'bbox-crs'], ['sorteren', 'sorteer'], ['identificatie.lokaalId', 'identificatie.lokaalID'], ['geldigop', 'geldigOp']] as const;
  for (const [name, meant] of names) {
    const [param] = problemOf({ [name]: '1' }).params ?? [];
    expect(param?.allowed).toContain(meant);
    expect(param?.reason.en).toContain(meant);
  }
  expect(problemOf({ filter: 'x' }, { kind: { ...FEATURES, names: ['limit'] } }).problem).toBe('OnbekendeParameter');
});

test.each([
  [FEATURES, { sort: 'sorteer', page: 'pagina', page_size: 'limit', paginaGrootte: 'limit', startIndex: 'offset', q: 'zoek',
    propertyName: 'fields', srsName: 'crs', cql_filter: 'filter', time: 'datetime', peildatum: 'geldigOp', asOf: 'beschikbaarOp', format: 'f', Format: 'f', mediaType: 'f' }],
  [RESOURCES, { orderBy: 'sorteer', page: 'pagina', limit: 'paginaGrootte', offset: 'pagina', cursor: 'pagina', q: 'zoek', select: 'fields', srs: 'crs', datetime: 'geldigOp',
    date: 'geldigOp', outputFormat: 'f' }],
] as const)('a name that other services have is told ours, as far as it is taken here: %#', (kind, names) => {
  for (const [name, ours] of Object.entries<string>(names)) {
    const { params, problem } = problemOf({ [name]: 'json' }, { kind });
    expect(problem).toBe('OnbekendeParameter');
    const { reason, allowed } = params![0]!;
    expect([name, reason.nl, reason.en]).toEqual([name, expect.stringContaining(ours) as string, expect.stringContaining(ours) as string]);
    if (!ours.includes(':')) expect(allowed).toContain(ours);
  }
});

test('Bad input: a long or deep value is refused within 10 ms of CPU', () => {
  const hostile: readonly Readonly<Record<string, string>>[] = [
    { filter: `${'('.repeat(1000)}id = 'x'${')'.repeat(1000)}` }, { filter: '{"op":"not","args":['.repeat(400), 'filter-lang': 'cql2-json' },
    { zoek: '*'.repeat(10_000) }, { bbox: '1'.repeat(400) }, { bbox: `${'1'.repeat(400)},1,1,1` }, { sorteer: '-id,'.repeat(3000) }, { fields: 'a.'.repeat(5000) },
    { cursor: 'a'.repeat(10_000) }, { datetime: '2026/'.repeat(2000) }, { limit: '9'.repeat(10_000).replace(/9$/, 'x') }, { ['x'.repeat(10_000)]: '1' },
    { filter: `id LIKE '${'\\'.repeat(8_999)}'` }, { filter: `${' '.repeat(9_990)}!` },
    { crs: `${'a'.repeat(15_000)}!` }, { bbox: `${'1'.repeat(15_000)}x,1,1,1` }, { datetime: '1'.repeat(15_000) },
  ];
  for (const parameters of hostile) {
    expect(leastCpuMs(() => problemOf(parameters)), JSON.stringify(parameters).slice(0, 80)).toBeLessThan(10);
  }
});

test.each([
  ['repeated', '&crs'.repeat(4_000)], ['unknown', Array.from({ length: 3_000 }, (_, at) => `&x${at.toString(36)}`).join('')],
])('Bad input: as many %s parameters as an address has room for are refused within 30 ms of CPU', (_, text) => {
  expect(text.length).toBeLessThan(LIMITS.addressBytesMax);
  const query = { text: `limit=10${text}` };
  const refuse = (): void => {
    const { faults } = readListQuery(query, { kind: FEATURES, collection: 'ev-activiteiten', profile: 'default', now: NOW });
    expect(parameterProblem(faults, query, 'https://voorbeeld.nl/v1').params).toHaveLength(20);
  };
  expect(leastCpuMs(refuse)).toBeLessThan(30);
});
