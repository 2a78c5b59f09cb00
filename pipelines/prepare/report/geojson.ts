/**
 * The report as GeoJSON (RFC 7946): a point in CRS84 for each finding, and the geometries that a delivery changes, for any GIS.
 *
 * A finding without location has no geometry. `placeOf` tells whether the point is the location of the mistake, or only the first position
 * of its object. Properties are flat, because a GIS shows them as columns.
 * A changed geometry stands before and after, by `when`.
 * The figures of the report are a foreign member of the collection (RFC 7946, 6.1).
 */
import { toGeoJson } from '../../../publisher/validity/vertices.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { EFFECT_WORDS } from '../../../schemas/effect-words.ts';
import type { Report } from '../../../schemas/finding.ts';
import { geometryAt, WHEN } from './effect-geometries.ts';
import { groupsOf } from './groups.ts';
import { locate, type Located } from './located.ts';

const DECIMALS = 8;

export function geojson(report: Report): string {
  const located = locate(groupsOf(report)).flatMap((group) => group.located);
  const features = [...located.map(feature), ...effectFeatures(report)];
  return `${JSON.stringify({ type: 'FeatureCollection', report: reportMember(report), features })}\n`;
}

/** The figures of the report as a whole, without those by rule and type. */
function reportMember({ source, holder, uuid, received, sha256, checkedBy, checkedAt, counts: all, effects }: Report): object {
  const { rules: _, types: __, ...counts } = all;
  const figures = effects && { counts: effects.counts, leftOut: effects.leftOut };
  return { source, holder, uuid, received, sha256, checkedBy, checkedAt, counts, effects: figures };
}

/** The changed geometries, before and after; a root without one has a feature without geometry. */
function effectFeatures({ effects }: Report): readonly object[] {
  return (effects?.roots ?? []).flatMap((root) => {
    const { id, entityType, effect } = root;
    const { nl, en } = EFFECT_WORDS[effect];
    const featureOf = (geometry: Vertices | undefined, more: object): object => ({
      type: 'Feature', geometry: geometry === undefined ? null : rounded(geometry),
      properties: { effect, rootId: id, rootType: entityType, message_nl: nl, message_en: en, ...more },
    });
    const shapes = (root.differences ?? []).flatMap((difference) => WHEN.flatMap((when) => {
      const geometry = geometryAt(root, difference, { when, to: 'CRS84' });
      return geometry === undefined ? [] : [featureOf(geometry, { objectId: difference.part?.id ?? id, field: difference.field, when })];
    }));
    return shapes.length > 0 ? shapes : [featureOf(undefined, { objectId: id, field: null, when: null })];
  });
}

function rounded(vertices: Vertices): object {
  return toGeoJson({ ...vertices, numbers: vertices.numbers.map((degrees) => Number(degrees.toFixed(DECIMALS))) });
}

function feature({ number, finding, crs84 }: Located): object {
  const { rule, severity, message, mend, objectId, objectType, rootId, pointer, line, found, expected } = finding;
  return {
    type: 'Feature', id: number,
    geometry: crs84 === undefined ? null : {
      type: 'Point', coordinates: crs84.map((degrees) => Number(degrees.toFixed(DECIMALS))),
    },
    properties: {
      number, rule, severity, message_nl: message.nl, message_en: message.en, mend_nl: mend.nl, mend_en: mend.en,
      objectId: objectId ?? null, objectType: objectType ?? null, rootId: rootId ?? null,
      pointer, line: line ?? null, found: found ?? null, expected: expected ?? null,
      suggestions: finding.suggestions?.join(' | ') ?? null,
      earlierLine: finding.earlier?.line ?? null, earlierId: finding.earlier?.objectId ?? null,
      placeOf: crs84 === undefined ? null : finding.place === undefined ? 'object' : 'finding',
    },
  };
}
