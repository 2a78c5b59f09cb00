/** Parameters of lists: their query, their combinations, and their part in links and cursors. */
import { describe, expect, test } from 'vitest';
import { queryablesOf } from '../../../schemas/derived/queryables.ts';
import { SERIES } from '../../../schemas/names.ts';
import { CELLS, FEATURES, readListQuery, RESOURCES } from '../../../server/parameters/list-query.ts';
import { writeCursor } from '../../../server/parameters/cursor.ts';
import { RD } from '../harness.ts';
import { asked, NOW, problemOf, queryOf } from './reading.ts';

const ms = (text: string) => Date.parse(text);

test('without parameters a query selects the first page of now', () => {
  const { question, beschikbaarOp, canonical } = asked({});
  expect(question).toEqual({ crs: 'CRS84', at: null, during: null, box: null, filter: null, words: [], order: [], limit: 10, position: 0, showsEnd: false });
  expect([beschikbaarOp, canonical]).toEqual([null, '']);
  expect(asked({}, { kind: RESOURCES }).question.limit).toBe(20);
});

test('no parameter has the name of a queryable field', () => {
  const own = new Set([...FEATURES.names, ...RESOURCES.names, 'inWerkingOp']);
  expect(SERIES.flatMap(queryablesOf).filter(({ name }) => own.has(name))).toEqual([]);
});

describe('IR-query-pagina: pages', () => {
  test('pagina counts from 1, in pages of the size asked for; a size above the maximum means the maximum', () => {
    expect(asked({ pagina: '3', limit: '7' }).question).toMatchObject({ position: 14, limit: 7 });
    expect(asked({ pagina: '2', paginaGrootte: '5000' }, { kind: RESOURCES }).question).toMatchObject({ position: 1000, limit: 1000 });
  });

  test.each([
    [{ pagina: '1', offset: '0' }], [{ pagina: '1', cursor: 'x' }], [{ offset: '1', cursor: 'x' }], [{ pagina: '1', offset: '0', cursor: 'x' }],
    [{ datetime: '2026-01-01', geldigOp: '2026-01-01' }],
  ])('%j exclude one another', (parameters) => {
    expect(problemOf(parameters).params!.some(({ reason }) => /not both/.test(reason.en))).toBe(true);
  });
});

describe('IR-time: another time', () => {
  test('geldigOp is the end of that day in Amsterdam; today it is now', () => {
    expect(asked({ geldigOp: '2026-03-29' }).question.at).toBe(ms('2026-03-29T22:00:00Z') - 1);
    expect(asked({ geldigOp: '2026-11-21' }).question).toMatchObject({ at: null, showsEnd: true });
    const late = new Date('2026-11-20T23:30:00Z');
    expect(asked({ geldigOp: '2026-11-21' }, { now: late }).question.at).toBeNull();
    expect(asked({ geldigOp: '2026-11-20' }, { now: late }).question.at).toBe(ms('2026-11-20T23:00:00Z') - 1);
  });

  test('the day turns while the service runs', () => {
    const parameters = { geldigOp: '2026-11-22' };
    expect(problemOf(parameters).problem).toBe('ToekomstNietOndersteund');
    expect(asked(parameters, { now: new Date('2026-11-22T00:00:00Z') }).question.at).toBeNull();
    expect(asked(parameters, { now: new Date('2026-11-23T00:00:00Z') }).question.at).toBe(ms('2026-11-22T23:00:00Z') - 1);
  });

  test('IR-time-3: a day after today and a moment after now are of the future', () => {
    for (const parameters of [{ geldigOp: '2026-11-22' }, { geldigOp: '9999-12-31' }, { beschikbaarOp: '2026-11-21T12:00:00.1Z' },
      { geldigOp: '2026-11-22', beschikbaarOp: '2026-01-01T00:00:00Z' }]) {
      expect(problemOf(parameters).problem, JSON.stringify(parameters)).toBe('ToekomstNietOndersteund');
    }
    const soon = { beschikbaarOp: '2026-11-21T12:00:01.0Z' };
    expect(problemOf(soon).problem).toBe('ToekomstNietOndersteund');
    expect(asked(soon, { now: new Date('2026-11-21T12:00:02Z') }).beschikbaarOp).toBe(ms(soon.beschikbaarOp));
  });

  test('IR-time-2: inWerkingOp is not supported, here or anywhere', () => {
    expect(problemOf({ inWerkingOp: '2026-01-01' }).problem).toBe('InWerkingTredingNietOndersteund');
    expect(problemOf({ inWerkingOp: '2026-01-01' }, { kind: RESOURCES }).problem).toBe('InWerkingTredingNietOndersteund');
  });

  test.each([
    ['2026-01-31T12:00:00.5', ms('2026-01-31T11:00:00.500Z')], ['2026-07-31T12:00:00.123456', ms('2026-07-31T10:00:00.123Z')],
    ['2026-01-31T12:00:00Z', ms('2026-01-31T12:00:00Z')], ['2026-01-31T12:00:00.0+01:00', ms('2026-01-31T11:00:00Z')],
  ])('beschikbaarOp=%s may leave out its zone; links have it as it was written', (text, moment) => {
    const { beschikbaarOp, carried } = asked({ beschikbaarOp: text });
    expect(beschikbaarOp).toBe(moment);
    expect(carried).toBe(`beschikbaarOp=${encodeURIComponent(text)}`);
  });

  test.each([
    ['2026-01-31T12:00:00Z', ms('2026-01-31T12:00:00Z')], ['2099-01-31T12:00:00.123456+02:00', ms('2099-01-31T10:00:00.123Z')], ['2026-11-21', null],
    ['2026-01-31', ms('2026-01-31T23:00:00Z') - 1], ['2099-01-31', ms('2099-01-31T23:00:00Z') - 1], ['0000-01-01T00:00:00Z', ms('0000-01-01T00:00:00Z')],
    ['9999-12-31T23:59:59.999Z', ms('9999-12-31T23:59:59.999Z')],
    ['2026-11-21T', null], ['2026-01-31T', ms('2026-01-31T23:00:00Z') - 1],
    ['2026-01-31T12:00:00Z/2026-01-31T12:00:00Z', ms('2026-01-31T12:00:00Z')], ['2026-01-31T12:00:00Z/2026-01-31T13:00:00.0+01:00', ms('2026-01-31T12:00:00Z')],
  ])('IR-query-datetime: %s is the snapshot of that moment, a day that of its end', (datetime, at) => {
    expect(asked({ datetime }).question).toMatchObject({ at, during: null });
  });

  test.each([
    ['2026-01-01/2026-01-31', ms('2025-12-31T23:00:00Z'), ms('2026-01-31T23:00:00Z') - 1], ['2026-01-01T00:00:00Z/..', ms('2026-01-01T00:00:00Z'), Infinity],
    ['/2026-01-01T00:00:00Z', -Infinity, ms('2026-01-01T00:00:00Z')], ['../..', -Infinity, Infinity], ['2026-01-01/', ms('2025-12-31T23:00:00Z'), Infinity],
    ['2026-01-01T/2026-01-31T', ms('2025-12-31T23:00:00Z'), ms('2026-01-31T23:00:00Z') - 1], ['2026-01-01T/..', ms('2025-12-31T23:00:00Z'), Infinity],
    ['../2026-01-31T', -Infinity, ms('2026-01-31T23:00:00Z') - 1],
    ['2026-01-01/2026-01-01', ms('2025-12-31T23:00:00Z'), ms('2026-01-01T23:00:00Z') - 1],
    ['0000-01-01T00:00:00Z/9999-12-31T23:59:59Z', ms('0000-01-01T00:00:00Z'), ms('9999-12-31T23:59:59Z')],
  ])('IR-query-datetime: %s is an interval', (datetime, from, until) => {
    expect(asked({ datetime }).question).toMatchObject({ at: null, during: { from, until } });
  });
});

test('IR-query-fieldName: equality with the value as a whole; a moment, a day and a code are read', () => {
  expect(asked({ bronhouder: ' a,b ' }).question.filter).toEqual({ kind: 'compare', field: 'bronhouder', relation: '=', value: ' a,b ' });
  expect(asked({ werkdruk: '1e1' }).question.filter).toMatchObject({ value: 10 });
  expect(asked({ beginGeldigheid: '2026-01-31T12:00:00' }).question.filter).toMatchObject({ value: ms('2026-01-31T11:00:00Z') });
  expect(asked({ beginGeldigheid: '2026-01-31' }).question.filter).toMatchObject({ kind: 'and' });
  expect(asked({ datumLaatsteWijziging: '2026-01-31' }).question.filter).toMatchObject({ value: ms('2026-01-31T00:00:00Z') });
  expect(asked({ entityType: 'TankenLPG' }).question.filter).toMatchObject({ value: 'TankenLPG' });
});

test('OPEN-filter-codes: an unknown code gets the nearest one as suggestion; gegevenInTransitie is a value', () => {
  const [param] = problemOf({ entityType: 'TankenLPg' }).params!;
  expect(param).toMatchObject({ name: 'entityType', example: 'http://127.0.0.1:8080/v1/x?entityType=TankenLPG' });
  expect(param!.allowed).toContain('TankenLPG');
  expect(asked({ bevoegdGezag: 'gegevenInTransitie' }).question.filter).toMatchObject({ value: 'gegevenInTransitie' });
  expect(problemOf({ bevoegdGezag: 'gegevenInTransitief' }).params![0]!.name).toBe('bevoegdGezag');
});

test('IR-query-sorteer and IR-query-zoek: in the order given; words in the form of rows, wildcards kept', () => {
  expect(asked({ sorteer: '-beginGeldigheid, identificatie.lokaalID' }).question.order).toEqual([
    { field: 'beginGeldigheid', descending: true }, { field: 'identificatie.lokaalID', descending: false },
  ]);
  expect(asked({ zoek: 'Café  KERK**plein-2? café' }).question.words).toEqual(['cafe', 'kerk*plein', '2?']);
});

test('OPEN-geometry-kind: one of four kinds, of features and of resources, together with any filter', () => {
  for (const kind of [FEATURES, RESOURCES]) {
    for (const soort of ['punt', 'lijn', 'vlak', 'geen']) {
      expect(asked({ geometrieSoort: soort }, { kind }).question.filter).toEqual({ kind: 'geometryKind', of: soort });
    }
  }
  expect(asked({ geometrieSoort: 'lijn', werkdruk: '10' }).question.filter).toEqual({
    kind: 'and', of: [{ kind: 'geometryKind', of: 'lijn' }, { kind: 'compare', field: 'werkdruk', relation: '=', value: 10 }],
  });
});

describe('links and cursors', () => {
  const all = {
    limit: '5', crs: RD, bbox: '150000,460000,160000,470000', 'bbox-crs': RD, werkdruk: '10', geometrieSoort: 'lijn', zoek: '<b>"x\\', sorteer: '-id', geldigOp: '2026-01-01',
    filter: "id LIKE '\"<>&%'", 'filter-lang': 'cql2-text', 'filter-crs': RD, fields: 'id,identificatie.lokaalID', beschikbaarOp: '2026-02-01T00:00:00',
  };

  test('a link repeats the query in fixed order, without characters that need an escape', () => {
    const query = asked(all);
    expect(query.canonical).not.toMatch(/["<>\\ \r\n]/);
    const { geldigOp, beschikbaarOp, ...others } = all;
    const turned = asked([...Object.entries(others).reverse(), ['geldigOp', geldigOp], ['beschikbaarOp', beschikbaarOp]]);
    expect(turned.canonical).toBe(query.canonical);
    const again = readListQuery({ text: query.canonical }, { kind: FEATURES, collection: 'ev-activiteiten', profile: 'default', now: NOW });
    expect(again).toEqual({ query, faults: [] });
    expect(asked([...new URLSearchParams(asked({ ...all, offset: '7' }).canonical)]).question.position).toBe(7);
  });

  test('a cursor is valid for its own query only, with any limit and any spelling of a default', () => {
    const cursor = writeCursor({ head: 3, position: 40, content: '0123abcd' }, asked(all).identity);
    expect(asked({ ...all, cursor, limit: '100' }).question).toMatchObject({ position: 40, limit: 100 });
    const changed: Readonly<Record<string, string>> = {
      crs: RD.replace('28992', '3857'), bbox: '150000,460000,160000,470001', werkdruk: '11', geometrieSoort: 'vlak', zoek: 'y', sorteer: 'id', geldigOp: '2026-01-02',
      filter: "id LIKE 'x'", fields: 'id', beschikbaarOp: '2026-02-01T00:00:01',
    };
    for (const [name, value] of Object.entries(changed)) {
      expect(problemOf({ ...all, [name]: value, cursor }).problem, name).toBe('CursorOngeldig');
      const { [name]: _, ...without } = all as Readonly<Record<string, string>>;
      expect(problemOf({ ...without, cursor }).problem, name).toBe('CursorOngeldig');
    }
    expect(problemOf({ ...all, bronhouder: 'x', cursor }).problem).toBe('CursorOngeldig');
    expect(problemOf({ ...all, cursor }, { collection: 'windturbines' }).params!.map(({ name }) => name)).toContain('cursor');
  });

  test('a walk over today ends with the day, because tomorrow the same query means another snapshot', () => {
    const today = { geldigOp: '2026-11-21' };
    const cursor = writeCursor({ head: 3, position: 40, content: '0123abcd' }, asked(today).identity);
    expect(asked({ ...today, cursor }).question.position).toBe(40);
    expect(problemOf({ ...today, cursor }, { now: new Date('2026-11-22T12:00:00Z') }).problem).toBe('CursorOngeldig');
  });

  test('a repeated parameter is refused, a field too', () => {
    expect(problemOf([['bronhouder', 'a'], ['bronhouder', 'b']]).problem).toBe('HerhaaldeParameter');
    expect(queryOf({ a: 'b,c' }).text).toBe('a=b%2Cc');
  });
});

test('the cache keeps kinds of lists apart that differ in nothing but their parameters', () => {
  const context = { collection: 'pr-contouren', profile: 'default', now: new Date('2026-11-26T12:00:00Z') } as const;
  const query = { text: 'cel=1000' };
  expect(readListQuery(query, { ...context, kind: CELLS }).faults).toEqual([]);
  const without = { ...CELLS, name: 'none', names: [] };
  expect(readListQuery(query, { ...context, kind: without }).faults.map(({ name }) => name)).toEqual(['cel']);
});
