/**
 * The report as GeoJSON (RFC 7946): a point in CRS84 for each finding, for any GIS.
 *
 * A finding without location has no geometry. `placeOf` tells whether the point is the location of the mistake, or only the first position
 * of its object. Properties are flat, because a GIS shows them as columns.
 * The figures of the report are a foreign member of the collection (RFC 7946, 6.1).
 */
import type { Report } from '../../../schemas/finding.ts';
import { groupsOf } from './groups.ts';
import { locate, type Located } from './located.ts';

const DECIMALS = 8;

export function geojson(report: Report): string {
  const located = locate(groupsOf(report)).flatMap((group) => group.located);
  return `${JSON.stringify({ type: 'FeatureCollection', report: reportMember(report), features: located.map(feature) })}\n`;
}

/** The figures of the report as a whole, without those by rule and type. */
function reportMember({ source, holder, uuid, received, sha256, checkedBy, checkedAt, counts: all }: Report): object {
  const { rules: _, types: __, ...counts } = all;
  return { source, holder, uuid, received, sha256, checkedBy, checkedAt, counts };
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
