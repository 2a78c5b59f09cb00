/**
 * Document in a CRS: the text of a stored document with its geometries in another CRS, as they are published there.
 *
 * Invariant: a delivery with the result is unchanged, because published positions are recognised (current-geometry.ts).
 * Not here: recognising them; heights, which published positions lack.
 */
import { orient } from '../../publisher/format/orientation.ts';
import { toGeoJson } from '../../publisher/validity/vertices.ts';
import { CRSS, PUBLISHED_CRSS, type CrsCode, type PublishedCrs } from '../../schemas/crs.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { geometryOf, objectsOf } from '../../schemas/model/objects.ts';
import type { GeometryInCrs } from './as-published.ts';
import { withValues } from './current-geometry.ts';
import type { Grids } from './grids.ts';
import { projectGeometry } from './reproject.ts';
import { publishedNumbers } from './published-positions.ts';

/** Returns the published CRS with the numbers of this one; undefined when documents in other CRSs cannot be written in it. */
export function publishedAs(crs: CrsCode): PublishedCrs | undefined {
  return PUBLISHED_CRSS.find((code) => CRSS[code].sameBytesAs === CRSS[crs].sameBytesAs);
}

/** Returns the JSON text of a document in a published CRS. A document that is in this CRS stays as it is. */
export function documentIn({ body, crs }: { readonly body: string; readonly crs: CrsCode }, target: CrsCode, grids: Grids): string {
  if (crs === target) return body;
  const published = publishedAs(target);
  if (published === undefined) throw new Error(`no positions are published in ${target}`);
  const document = JSON.parse(body) as JsonObject;
  const geometries = objectsOf(document).flatMap((object) => geometryOf(object)?.value ?? []);
  const changed = new Map(geometries.map((geometry) => [geometry, inPublished({ geometry, crs }, published, grids)]));
  return JSON.stringify(withValues(document, changed));
}

function inPublished({ geometry, crs: from }: GeometryInCrs, published: PublishedCrs, grids: Grids): Json {
  const { shape, coordinates } = projectGeometry(geometry, from, { grids });
  return toGeoJson({ shape, numbers: publishedNumbers(orient(shape, coordinates)[published], published), mixed: false });
}
