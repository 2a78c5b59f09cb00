/**
 * Feature defaults: the fields that the register fills in for a new feature without them, so that a GIS sends only the drawing and the
 * typed values.
 *
 * Invariant: only absent or null fields are filled in. Existing values stay unchanged.
 * Not here: the requests that are filled in (pipelines/requests/new-feature.ts), the entityType (feature.ts).
 */
import { own, type JsonObject } from '../json.ts';
import { idOf, identificatieOf, NAMESPACE } from './identificatie.ts';
import { fieldsByName } from './model.ts';
import { textOf } from './objects.ts';

export interface FeatureDefaults {
  /** The entityType of every object of the collection; undefined when it has several. */
  readonly entityType: string | undefined;
  /** The lokaalID of an object without id and identificatie. */
  readonly lokaalID: string;
  /** The source of the geometry that the organisation draws, for geometrieMetagegevens; null when it has named none. */
  readonly bronregistratie: string | null;
}

export interface Filled {
  readonly object: JsonObject;
  /** Names of the fields that were filled in. */
  readonly filled: readonly string[];
}

/** Fills in the identity of an object and the source of its geometry, where they are absent. */
export function withDefaults(object: JsonObject, { lokaalID, bronregistratie }: FeatureDefaults): Filled {
  const added = { ...identityFor(object, lokaalID), ...sourceFor(object, bronregistratie) };
  return { object: { ...added, ...object }, filled: Object.keys(added) };
}

function identityFor(object: JsonObject, lokaalID: string): JsonObject {
  const [id, identificatie] = [own(object, 'id'), own(object, 'identificatie')];
  if (id === undefined && identificatie === undefined) {
    const made = { namespace: NAMESPACE, lokaalID };
    return { id: idOf(made)!, identificatie: made };
  }
  if (id === undefined) {
    const made = idOf(identificatie!);
    return made === undefined ? {} : { id: made };
  }
  const parts = identificatie === undefined && typeof id === 'string' ? identificatieOf(id) : undefined;
  return parts === undefined ? {} : { identificatie: { ...parts } };
}

const SOURCE_FIELD = 'geometrieMetagegevens';

function sourceFor(object: JsonObject, bronregistratie: string | null): JsonObject {
  const isAsked = fieldsByName(textOf(object, 'entityType') ?? '')?.has(SOURCE_FIELD) === true;
  return bronregistratie === null || !isAsked || own(object, SOURCE_FIELD) !== undefined ? {} : { [SOURCE_FIELD]: { bronregistratie } };
}
