/** Links and relations (level 4): the six rows of the Information Model's table, and the targets of links. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkLinks } from '../../../../pipelines/prepare/check/links.ts';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import { fieldsOf, MODEL } from '../../../../schemas/model/model.ts';
import { BACK_LINKS, kindOf, NESTING_FIELDS } from '../../../../schemas/names.ts';
import type { Kind } from '../../../../schemas/names.ts';
import { objectsOf } from '../../../../schemas/model/objects.ts';
import { LOCATION_TYPES, RELATIONS, wrongTarget } from '../../../../schemas/model/relations.ts';
import { describeWithShared } from '../../../shared-data.ts';

/** A location with one activity, with one reference, with two contours; `more` replaces members by id. */
function location(more: Readonly<Record<string, JsonObject>> = {}): JsonObject {
  const contour = (id: string): JsonObject =>
    ({ entityType: 'PRContour', id, hoortBij: [{ href: '#vulpunt' }], ...more[id] });
  const reference: JsonObject = {
    entityType: 'Vulpunt', id: 'vulpunt', heeft: { href: '#lpg' }, resulteertIn: [contour('pr5'), contour('pr6')], ...more['vulpunt'],
  };
  const activity: JsonObject = {
    entityType: 'TankenLPG', id: 'lpg', locatieEVActiviteit: { href: '#station' }, heeft: [reference], ...more['lpg'],
  };
  return { entityType: 'LocatieActiviteit', id: 'station', voertUit: [activity], ...more['station'] };
}

function links(document: JsonObject) {
  const { outside, issues } = checkLinks(objectsOf(document));
  return {
    outside: outside.map(({ id, field }) => `${field} ${id}`),
    found: issues.map(({ rule, severity, finding }) => `${severity} ${rule} ${finding().pointer}`),
  };
}

const ACTIVITY = '/voertUit/0';
const REFERENCE = `${ACTIVITY}/heeft/0`;
const FIRST_CONTOUR = `${REFERENCE}/resulteertIn/0`;

describe('IM Relations: the six rows', () => {
  const NAMES: Readonly<Record<string, Kind>> = {
    EVActiviteit: 'activity', LocatieEVActiviteit: 'root', ReferentieEVContour: 'reference', EVContour: 'contour',
  };
  const TARGETS: readonly [RegExp, Kind][] = [
    [/location/, 'root'], [/activit/, 'activity'], [/reference/, 'reference'], [/contour/, 'contour'],
    [/objects it belongs to/, 'reference'],
  ];

  describeWithShared('against the document', 'spec/000_45dca85f28a5524c.txt', (path) => {
    test('each row of the table is a relation, with its field, its form and the kind of its target', () => {
      const [, section = ''] = readFileSync(path, 'utf8').split('### Relations');
      const rows = [...section.matchAll(/^\| (\w+) \| (\w+) \| ([^|]+) \|$/gm)].filter(([, from]) => from !== 'From');
      expect(rows.map(([, from = '', field, to = '']) => ({
        from: NAMES[from], field, form: /embedded/.test(to) ? 'nested' : /links to/.test(to) ? 'links' : 'link',
        to: TARGETS.find(([word]) => word.test(to))?.[1],
      }))).toEqual(RELATIONS.map(({ from, field, form, to }) => ({ from, field, form, to: kindOf(to[0] ?? '') })));
    });
  });

  test('the model has each of them: role, cardinality and item types', () => {
    for (const { from, field, form, to } of RELATIONS) {
      const owners = [...MODEL.keys()].filter((type) => kindOf(type) === from && (from !== 'root' || LOCATION_TYPES.includes(type as 'Wegen')));
      expect(owners.length, field).toBeGreaterThan(3);
      for (const owner of owners) {
        const found = fieldsOf(owner).find(({ name }) => name === field);
        expect(found, owner).toMatchObject({ kind: form, required: true });
        if (found?.kind === 'nested') expect([...found.types].sort()).toEqual([...to].sort());
        expect(found?.voidable ?? false, owner).toBe(field === 'resulteertIn');
      }
    }
  });

  test('a vulnerable object has no relation', () => {
    const fields = [...fieldsOf('KwetsbaarGebouw'), ...fieldsOf('KwetsbareLocatie')].map(({ kind }) => kind);
    expect(fields.filter((kind) => kind === 'link' || kind === 'links' || kind === 'nested')).toEqual([]);
  });

  test('the nesting fields and the back links are those of the table', () => {
    const of = (nested: boolean) => RELATIONS.filter(({ form }) => (form === 'nested') === nested);
    expect(of(true).map(({ field }) => field).sort()).toEqual([...NESTING_FIELDS].sort());
    expect(Object.fromEntries(of(false).map(({ from, field }) => [from, field]))).toEqual(BACK_LINKS);
  });
});

describe('IM Relations: links that agree with the nesting', () => {
  test('every back link names the parent', () => {
    expect(links(location())).toEqual({ outside: [], found: [] });
  });
  test.each([
    ['#id', '#vulpunt'], ['a bare id', 'vulpunt'], ['our URL', 'https://ev.example.nl/v1/collections/vulpunten/items/vulpunt'],
    ['our URL, escaped', 'http://127.0.0.1:8080/v1/x/vul%70unt'],
  ])('%s', (_, href) => {
    expect(links(location({ pr5: { hoortBij: [{ href }] } }))).toEqual({ outside: [], found: [] });
  });
  test('an id that equals the whole href takes precedence', () => {
    const odd = { entityType: 'TankenLPG', id: 'a', locatieEVActiviteit: { href: 'http://a.nl/b#c' } };
    expect(links({ entityType: 'Wegen', id: 'http://a.nl/b#c', voertUit: [odd] })).toEqual({ outside: [], found: [] });
  });
  test('a contour may belong to more references than its parent', () => {
    const more = location({ pr5: { hoortBij: [{ href: '#vulpunt' }, { href: '#elders' }] } });
    expect(links(more)).toEqual({ outside: ['hoortBij elders'], found: [] });
  });
});

describe('IM Relations: links that lead elsewhere', () => {
  test.each([
    ['an activity', { lpg: { locatieEVActiviteit: { href: '#elders' } } }, 'locatieEVActiviteit elders', `${ACTIVITY}/locatieEVActiviteit`],
    ['a reference', { vulpunt: { heeft: { href: 'elders' } } }, 'heeft elders', `${REFERENCE}/heeft`],
    ['a contour', { pr5: { hoortBij: [{ href: 'https://ev.example.nl/v1/vulpunten/elders' }] } }, 'hoortBij elders', `${FIRST_CONTOUR}/hoortBij`],
  ])('%s: the link goes to the register, and the nesting disagrees', (_, more, outside, pointer) => {
    expect(links(location(more))).toEqual({ outside: [outside], found: [`warning verwijzing.anders-dan-plaats ${pointer}`] });
  });

  test.each<[string, Record<string, JsonObject>, string]>([
    ['an activity to an activity', { lpg: { locatieEVActiviteit: { href: '#lpg' } } }, `error verwijzing.verkeerde-soort ${ACTIVITY}/locatieEVActiviteit/href`],
    ['a reference to a location', { vulpunt: { heeft: { href: '#station' } } }, `error verwijzing.verkeerde-soort ${REFERENCE}/heeft/href`],
    ['a reference to itself', { vulpunt: { heeft: { href: '#vulpunt' } } }, `error verwijzing.verkeerde-soort ${REFERENCE}/heeft/href`],
    ['a contour to a contour', { pr5: { hoortBij: [{ href: '#vulpunt' }, { href: '#pr6' }] } }, `warning verwijzing.verkeerde-soort ${FIRST_CONTOUR}/hoortBij/1/href`],
    ['a link that names nothing', { lpg: { locatieEVActiviteit: { href: '#' } } }, `error verwijzing.zonder-doel ${ACTIVITY}/locatieEVActiviteit/href`],
    ['a URL that names nothing', { pr5: { hoortBij: [{ href: 'https://ev.example.nl/v1/' }] } }, `error verwijzing.zonder-doel ${FIRST_CONTOUR}/hoortBij/0/href`],
  ])('%s', (_, more, expected) => {
    const { found, outside } = links(location(more));
    expect(outside).toEqual([]);
    expect(found).toEqual([expected]);
  });

  test('the finding names both sides, also for a target of a kind that the field never links to', () => {
    const found = (more: Record<string, JsonObject>) => checkLinks(objectsOf(location(more))).issues.map(({ finding }) => {
      const { found: there, expected } = finding();
      return `${there} / ${expected}`;
    });
    expect(found({ lpg: { locatieEVActiviteit: { href: '#elders' } } })).toEqual(['#elders / #station']);
    expect(found({ vulpunt: { heeft: { href: '#station' } } })).toEqual(['station (LocatieActiviteit) / #lpg']);
    expect(found({ pr5: { hoortBij: [{ href: '#vulpunt' }, { href: '#pr6' }] } })).toEqual(['pr6 (PRContour) / undefined']);
  });

  test('a misplaced object is reported by the schema; its link to the parent is right', () => {
    const activity = { entityType: 'TankenLPG', id: 'a', locatieEVActiviteit: { href: '#g' } };
    expect(links({ entityType: 'KwetsbaarGebouw', id: 'g', voertUit: [activity] })).toEqual({ outside: [], found: [] });
  });

  test('a vulnerable object is not a location', () => {
    expect([wrongTarget('locatieEVActiviteit', 'KwetsbaarGebouw'), wrongTarget('locatieEVActiviteit', 'Wegen')]).toEqual(['error', undefined]);
    expect([wrongTarget('heeft', 'Windturbine'), wrongTarget('hoortBij', 'WegAs'), wrongTarget('comment', 'Wegen')]).toEqual(['error', undefined, undefined]);
  });

  test.each<Json>([null, 'x', { href: 7 }, [{}], [[]], { href: '' }])('%j is not a link, and throws no exception', (link) => {
    expect(links({ entityType: 'TankenLPG', locatieEVActiviteit: link })).toEqual({ outside: [], found: [] });
  });
});
