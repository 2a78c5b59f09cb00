/** New feature: which requests leave fields to the register, and which fields it fills in. */
import { describe, expect, test } from 'vitest';
import { objectOfFeature } from '../../../pipelines/requests/feature-body.ts';
import { defaultsFor } from '../../../pipelines/requests/new-feature.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { withDefaults } from '../../../schemas/model/feature-defaults.ts';
import { ACTIVITY_TYPES } from '../../../schemas/names.ts';
import { deliver } from '../prepare/deliveries.ts';
import { spatialForTests } from '../prepare/spatial-for-tests.ts';

const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const job = { method: 'POST', target: '/collections/kwetsbare-gebouwen/items', uuid: UUID, holder: 'AB12', bronregistratie: 'BGT' } as const;
const DEFAULTS = { entityType: 'KwetsbaarGebouw', lokaalID: 'AB12.nieuw', bronregistratie: 'BGT' } as const;
const NEW = { id: 'NL.IMEV.AB12.nieuw', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.nieuw' } };

describe('OPEN-new-feature: what may be left to the register', () => {
  test('is of a POST of one Feature to a collection only', () => {
    const other = [
      { ...job, method: 'PUT', target: `${job.target}/x` }, { ...job, method: 'PATCH', target: `${job.target}/x` }, { ...job, target: '/collections' },
      { ...job, target: '/kwetsbare-gebouwen' }, { ...job, method: 'LEVERING', target: 'gebouwen.json' }, { ...job, method: 'LEVERING' },
    ] as const;
    expect(other.map(defaultsFor)).toEqual(other.map(() => undefined));
    expect(defaultsFor(job)).toMatchObject({ entityType: 'KwetsbaarGebouw', bronregistratie: 'BGT' });
    expect(defaultsFor({ ...job, target: '/collections/ev-activiteiten/items', bronregistratie: null })).toMatchObject({ entityType: undefined, bronregistratie: null });
  });

  test('the lokaalID has the code of the holder, is the same for the same submission only, and does not tell its uuid', () => {
    const lokaalID = defaultsFor(job)!.lokaalID;
    expect(lokaalID).toMatch(/^AB12\.[0-9a-f]{32}$/);
    expect(defaultsFor(job)!.lokaalID).toBe(lokaalID);
    expect(defaultsFor({ ...job, uuid: '1b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10' })!.lokaalID).not.toBe(lokaalID);
    expect(lokaalID).not.toContain(UUID.slice(0, 8));
  });

  test.each<readonly [string, JsonObject, JsonObject]>([
    ['neither id nor identificatie', {}, NEW],
    ['an id of the register', { id: 'NL.IMEV.AB12.g1' }, { identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1' } }],
    ['an id of another form', { id: 'g1' }, {}],
    ['an id that is no text', { id: 5 }, {}],
    ['identificatie', { identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', versie: '2' } }, { id: 'NL.IMEV.AB12.g1' }],
    ['half of identificatie', { identificatie: { lokaalID: 'AB12.g1' } }, {}],
    ['identificatie that is no object', { identificatie: 'AB12.g1' }, {}],
    ['both, which differ', { id: 'NL.IMEV.AB12.g1', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g2' } }, {}],
  ])('with %s', (_, given, added) => {
    const source = { geometrieMetagegevens: { bronregistratie: 'BGT' } };
    const object = { entityType: 'KwetsbaarGebouw', ...given };
    expect(withDefaults(object, DEFAULTS)).toEqual({ object: { ...object, ...added, ...source }, filled: [...Object.keys(added), ...Object.keys(source)] });
  });

  test('the source of the geometry is filled in where the type has it, nothing is given and the organisation has named one', () => {
    const filled = (object: JsonObject, bronregistratie: string | null = 'BGT') => withDefaults({ ...NEW, ...object }, { ...DEFAULTS, bronregistratie }).filled;
    expect(filled({ entityType: 'KwetsbaarGebouw' })).toEqual(['geometrieMetagegevens']);
    expect(filled({ entityType: 'KwetsbaarGebouw' }, null)).toEqual([]);
    expect(filled({ entityType: 'KwetsbaarGebouw', geometrieMetagegevens: {} })).toEqual([]);
    expect(filled({ entityType: 'PRContour' })).toEqual([]);
  });

  test('a Feature of what is nested gets its entityType too, each field with a note; of activities it is asked for with all types', () => {
    const feature = (properties: JsonObject): Json => ({ type: 'Feature', id: null, geometry: null, properties });
    const made = objectOfFeature(feature({ entityType: null, bronobjectID: 'x' }), { ...DEFAULTS, entityType: 'PRContour' });
    expect(made).toMatchObject({ object: { entityType: 'PRContour', bronobjectID: 'x', ...NEW } });
    expect(made.findings.map(({ rule, severity, pointer, found }) => [rule, severity, pointer, found])).toEqual([
      ['verzoek.ingevuld', 'info', '/entityType', 'PRContour'], ['verzoek.ingevuld', 'info', '/id', 'NL.IMEV.AB12.nieuw'],
      ['verzoek.ingevuld', 'info', '/identificatie', expect.stringContaining('AB12.nieuw')],
    ]);
    const untyped = objectOfFeature(feature({ bronobjectID: 'x' }), { ...DEFAULTS, entityType: undefined });
    expect(untyped).toMatchObject({ findings: [{ rule: 'verzoek.zonder-type', pointer: '/properties', missing: 'entityType', suggestions: ACTIVITY_TYPES }] });
    expect(objectOfFeature(feature({ bronobjectID: 'x' }))).toMatchObject({ object: { bronobjectID: 'x' }, findings: [] });
  });
});

const RING = [[[194_000, 469_000], [194_010, 469_000], [194_010, 469_010], [194_000, 469_000]]];
const drawn = (properties: JsonObject): string => JSON.stringify({ type: 'Feature', geometry: { type: 'Polygon', coordinates: RING }, properties });
const TYPED = { bronhoudercode: 'AB12', beginGeldigheid: '2026-01-01T00:00:00Z', categorieKwetsbaarheid: 'kwetsbaar' };

describe('a Feature that is a root', () => {
  test('is accepted with what a person types; each note stands at its field in the Feature', async () => {
    const { report, roots } = await deliver(await spatialForTests(), drawn({ ...TYPED, id: null }), { defaults: DEFAULTS });
    expect(report.counts.errors).toBe(0);
    expect(report.findings.filter(({ rule }) => rule === 'verzoek.ingevuld').map(({ pointer }) => pointer))
      .toEqual(['/properties/entityType', '/properties/id', '/properties/identificatie', '/properties/geometrieMetagegevens']);
    expect(report.objects).toMatchObject([{ id: NEW.id, entityType: 'KwetsbaarGebouw', verdict: 'accepted' }]);
    expect(JSON.parse(roots[0]!.body)).toMatchObject({ ...NEW, entityType: 'KwetsbaarGebouw', geometrieMetagegevens: { bronregistratie: 'BGT' } });
  });

  test('in a file is filled in with nothing', async () => {
    const { found } = await deliver(await spatialForTests(), drawn({ ...TYPED, entityType: 'KwetsbaarGebouw' }));
    // The id, identificatie and geometrieMetagegevens.
    expect(found.filter((one) => one !== 'schema.verwacht')).toEqual(['schema.required', 'schema.required', 'schema.required']);
  });

  test('of model 3.0.x gets its id by the upgrade, version included, as it does in a file', async () => {
    const old = {
      ...TYPED, entityType: 'KwetsbaarGebouw', identificatie: { namespace: 'NL.IMEV', lokaalID: 'AB12.g1', versie: '2' },
      geometrieMetagegevens: { bronregistratie: 'BAG' }, gebruiksdoeleindenDetail: ['gegevenInTransitie'],
    };
    const spatial = await spatialForTests();
    const [posted, file] = await Promise.all([deliver(spatial, drawn(old), { defaults: DEFAULTS }), deliver(spatial, drawn(old))]);
    expect([posted.report.model, posted.report.objects[0]?.id]).toEqual(['3.0', 'NL.IMEV.AB12.g1.2']);
    expect(posted.found).toEqual(file.found);
  });
});
