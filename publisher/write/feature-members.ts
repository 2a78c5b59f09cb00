/**
 * Feature members: the properties of a feature behind the members of its document. These are the fields that the register makes
 * (schemas/model/feature-fields.ts), then null for each other field of its collection. A client that samples features, as a GIS does, thus
 * learns all fields.
 */
import { isShown } from '../../schemas/derived/field-schema.ts';
import { own, type JsonObject } from '../../schemas/json.ts';
import { featureFieldsOf } from '../../schemas/model/feature-fields.ts';
import { MODEL } from '../../schemas/model/model.ts';
import { distanceIn } from '../../schemas/model/objects.ts';
import { kindOf, linesOf, seriesOf } from '../../schemas/names.ts';
import type { Member } from './feature-text.ts';

export interface MadeFor {
  readonly object: JsonObject;
  readonly type: string;
  /** The whole document of its root. */
  readonly root: JsonObject;
  /** The type of the activity that the object is or nests in. */
  readonly activity: string | null;
  /** Whether the register made its geometry. */
  readonly isDerived: boolean;
}

/** Returns the members that the register makes for the feature of an object. */
export function madeMembers({ object, type, root, activity, isDerived }: MadeFor): readonly Member[] {
  const kind = kindOf(type);
  const geometryMade: readonly Member[] = [['geometrieAfgeleid', isDerived]];
  if (kind === 'root') return linesOf(type) === undefined ? [] : geometryMade;
  const ofLocation: readonly Member[] = [
    ['locatieNaam', own(root, 'bedrijfsnaam') ?? own(root, 'route') ?? null],
    ['locatieActiviteit', activity],
    ['locatieBronhoudercodeOverheid', own(root, 'bronhoudercodeOverheid') ?? null],
  ];
  if (kind === 'contour') return [['afstand', distanceIn(object) ?? null], ...geometryMade, ...ofLocation];
  return kind === 'activity' ? [...geometryMade, ...ofLocation] : ofLocation;
}

/** Returns null for each field of a collection that is not among these members. */
export function missingMembers(collection: string, members: readonly Member[]): readonly Member[] {
  const names = new Set(members.map(([name]) => name));
  return shownIn(collection).filter(([name]) => !names.has(name));
}

const known = new Map<string, readonly Member[]>();

function shownIn(collection: string): readonly Member[] {
  let members = known.get(collection);
  if (members === undefined) {
    const types = [...MODEL.keys()].filter((type) => seriesOf(type) === collection);
    const names = new Set(types.flatMap((type) => featureFieldsOf(type).filter(isShown)).map(({ name }) => name));
    known.set(collection, members = [...names].map((name): Member => [name, null]));
  }
  return members;
}
