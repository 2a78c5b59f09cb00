/**
 * Collections: a register split as a GIS person would have it, a GeoJSONSeq file for each collection, geometry in RD.
 *
 * A collection has the objects that it has in an edition (publisher/write/derive.ts), all but those without a geometry:
 * flat, nested objects apart, and activities with the geometry of their location.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { nestedIn } from '../../publisher/write/published-links.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { geometryPathOf } from '../../schemas/model/model.ts';
import { geometryOf, objectsOf, type ModelObject } from '../../schemas/model/objects.ts';
import { seriesOf } from '../../schemas/names.ts';

export interface Collections {
  /** Name and file of each collection that has features. */
  readonly files: readonly (readonly [name: string, path: string])[];
  /** Total of all collections. */
  readonly features: number;
}

export async function writeCollections(register: string, folder: string): Promise<Collections> {
  const streams = new Map<string, WriteStream>();
  const pathOf = (name: string): string => join(folder, `${name}.geojsonl`);
  const streamOf = (name: string): WriteStream => {
    const stream = streams.get(name) ?? createWriteStream(pathOf(name));
    streams.set(name, stream);
    return stream;
  };
  let features = 0;
  const file = await open(register);
  for await (const line of file.readLines()) {
    for (const [name, feature] of featuresOf(JSON.parse(line) as JsonObject)) {
      const stream = streamOf(name);
      if (!stream.write(`${JSON.stringify(feature)}\n`)) await once(stream, 'drain');
      features += 1;
    }
  }
  for (const stream of streams.values()) {
    stream.end();
    await finished(stream);
  }
  return { files: [...streams.keys()].map((name) => [name, pathOf(name)]), features };
}

/** Each object of a root that has a geometry, as a feature, and the collection that it is in. */
function* featuresOf(document: JsonObject): Generator<readonly [collection: string, feature: JsonObject]> {
  const objects = objectsOf(document);
  for (const object of objects) {
    const geometry = geometryOf(object.kind === 'activity' ? objects[0]! : object)?.value;
    if (geometry !== undefined) yield [seriesOf(object.type), { type: 'Feature', properties: propertiesOf(object), geometry }];
  }
}

function propertiesOf({ data, type }: ModelObject): JsonObject {
  const geometryField = geometryPathOf(type)?.[0];
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => name !== geometryField && nestedIn(name, value) === null));
}
