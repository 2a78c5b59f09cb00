/**
 * Whole: a fragment of an object, such as the example of a domain rule, made a root in RD of which nothing else need be said.
 * What a fragment lacks comes from the model, its geometry gets a form that may be there, and it stands in what may hold it.
 */
import { GEOMETRY_ALIASES } from '../../../schemas/geometry.ts';
import type { GeometryAlias } from '../../../schemas/geometry.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import { isObject } from '../../../schemas/json.ts';
import { ACTIVITY_CONSTANTS } from '../../../schemas/model/activity-constants.ts';
import type { Field } from '../../../schemas/model/conventions.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { objectsOf, positionOf } from '../../../schemas/model/objects.ts';
import { kindOf } from '../../../schemas/names.ts';
import { sample } from '../../schemas/minimal.ts';

/** What is nested where a fragment does not say it. */
const ACTIVITIES: Readonly<Record<string, string>> = {
  LocatieActiviteit: 'TankenLPG', LocatieBasisnet: 'Basisnet', Wegen: 'WegenNietBasisnet', BuisleidingStelsel: 'Buisleiding',
};
const PLACE: readonly [number, number] = [155_000, 463_000];

interface Place {
  readonly type: string;
  readonly id: string;
  /** Id of the object above; empty above the root. */
  readonly above: string;
  readonly holder: string;
}

/** The root that holds this fragment of a root, an activity, a reference or a contour. */
export function whole(fragment: JsonObject): JsonObject {
  switch (kindOf(typeOf(fragment))) {
    case 'contour': return whole({ entityType: 'Vulpunt', resulteertIn: [fragment] });
    case 'reference': return whole({ entityType: 'TankenLPG', heeft: [fragment] });
    case 'activity': return whole({ entityType: 'LocatieActiviteit', voertUit: [fragment] });
    default: return filled(fragment, { type: typeOf(fragment), id: 'NL.IMEV.AB12.w', above: '', holder: 'AB12' });
  }
}

function filled(fragment: JsonObject, at: Place): JsonObject {
  const fields = fieldsOf(at.type).filter(({ name, required, expected }) => required || expected || Object.hasOwn(fragment, name));
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, fragment, at)]));
}

function valueOf(field: Field, fragment: JsonObject, at: Place): Json {
  const given = fragment[field.name];
  switch (field.kind) {
    case 'nested': {
      const holder = (fragment['bronhoudercode'] ?? at.holder) as string;
      const parts = given ?? [{ entityType: ACTIVITIES[at.type] ?? (kindOf(at.type) === 'activity' ? 'Vulpunt' : 'BrandAandachtsgebied') }];
      return (parts as readonly JsonObject[]).map((part, index) =>
        filled(part, { type: typeOf(part), id: `${at.id}.${index}`, above: at.id, holder }));
    }
    case 'geometry': return mayStand(given, field.alias) ? given : shapeAt(field.alias, positionOf(objectsOf(fragment)[0]!) ?? PLACE);
    case 'link': return { href: `#${at.above}` };
    case 'links': return [{ href: `#${at.above}` }];
    default: return given ?? usual(field, at);
  }
}

/** A value of which no rule has anything to say. */
function usual(field: Field, { type, id, holder }: Place): Json {
  switch (field.name) {
    case 'id': return id;
    case 'identificatie': return { namespace: 'NL.IMEV', lokaalID: id.slice('NL.IMEV.'.length) };
    case 'bronhoudercode': return holder;
    case 'beginGeldigheid': return '2020-01-01T00:00:00Z';
    case 'idNummeraanduidingBAGExploitant': return '0193200000012345';
    case 'idActiviteitTR': return ACTIVITY_CONSTANTS.get(type)?.tr ?? 'x';
    case 'vergunningsPlicht': return /[^n]Vergunnings?plicht$/.test(type);
    case 'afstandOfGeometrie': return { afstand: 50 };
    default: return sample(field, field.name);
  }
}

function mayStand(given: Json | undefined, alias: GeometryAlias): given is JsonObject {
  return isObject(given) && (GEOMETRY_ALIASES[alias] as readonly Json[]).includes(given['type'] ?? null);
}

/** The first form that may stand there. */
function shapeAt(alias: GeometryAlias, [x, y]: readonly [number, number]): JsonObject {
  const [type] = GEOMETRY_ALIASES[alias];
  const line = [[x, y], [x + 10, y]];
  switch (type) {
    case 'Point': return { type, coordinates: [x, y] };
    case 'LineString': return { type, coordinates: line };
    default: return { type: 'Polygon', coordinates: [[...line, [x, y + 10], [x, y]]] };
  }
}

function typeOf(fragment: JsonObject): string {
  return fragment['entityType'] as string;
}
