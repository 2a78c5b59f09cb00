/**
 * Feature body: converts a Feature in a request to an object of the model, or a patch of a Feature to a patch of the object; and finds the
 * parent that a new nested object names. Never throws.
 * Not here: Features that are roots by themselves (prepare/read/root.ts).
 */
import type { Finding } from '../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { withDefaults, type FeatureDefaults } from '../../schemas/model/feature-defaults.ts';
import { isRowId, membersOf, withGeometry, withPlainMoments } from '../../schemas/model/feature.ts';
import { geometryOf, textOf } from '../../schemas/model/objects.ts';
import { ACTIVITY_TYPES, backLinkOf, kindOf } from '../../schemas/names.ts';
import { READING_WORDS } from '../../schemas/rule-words/reading.ts';
import { ofCaseRule, ofRule } from '../../schemas/rules.ts';
import { shown } from '../../schemas/shown-values.ts';
import { kindOfTarget, acceptsType, type Target } from '../../schemas/target.ts';
import { filledNote, readNote } from '../prepare/check/index.ts';
import { withReadTexts } from '../prepare/read/index.ts';
import { parseStrict } from '../strict-json/index.ts';
import { idsNamedBy } from './part-parent.ts';
import { defectFindings, FEATURE, finding, OTHER_COLLECTION, PATCH_FORM } from './request-rules.ts';

/** An object with warnings, by pointer into the object; or the errors of the Feature. */
export type FeatureBody =
  | { readonly object: JsonObject; readonly findings: readonly Finding[] }
  | { readonly findings: readonly [Finding, ...Finding[]] };

const MEMBERS: ReadonlySet<string> = new Set(['type', 'id', 'geometry', 'properties', 'links', 'bbox']);

/** Converts texts in a Feature, or a patch of one, to values of its type. Returns a note on each, by pointer into the object. */
export function readFeature(sent: Json, entityType?: string): { readonly feature: Json; readonly notes: readonly Finding[] } {
  const { feature, texts } = isObject(sent) ? withReadTexts(sent, entityType) : { feature: sent, texts: [] };
  return { feature, notes: texts.map(readNote) };
}

/** Converts the patch of a Feature of this type to a patch of its object. A null removes a field; an absent id changes nothing. */
export function patchOfFeature(patch: Json, entityType: string): FeatureBody {
  const properties = isObject(patch) ? own(patch, 'properties') ?? {} : undefined;
  if (!isObject(patch) || !isObject(properties) || Object.keys(patch).some((name) => !MEMBERS.has(name))) {
    return { findings: [finding('verzoek.patch-vorm', PATCH_FORM, shown(patch))] };
  }
  const { geometry, id: member = null } = patch;
  const id = isRowId(member, own(properties, 'id')) ? null : member;
  const object = { ...withPlainMoments(properties, entityType), ...(id === null ? {} : { id }) };
  if (geometry === undefined) return { object, findings: [] };
  if (isShownWithAnother(entityType)) return { findings: [geometryOfOther('error', entityType, '/geometry')] };
  return { object: withGeometry(object, geometry, entityType), findings: [] };
}

/** Converts a complete Feature to its object. `defaults`: for fields that a new Feature leaves out. */
export function objectOfFeature(feature: Json, defaults?: FeatureDefaults): FeatureBody {
  const properties = isObject(feature) && feature['type'] === 'Feature' ? own(feature, 'properties') : undefined;
  if (!isObject(feature) || !isObject(properties)) return { findings: [finding('verzoek.vorm', FEATURE, 'document')] };
  const { type, isTyped, given, id, ownId, geometry, named } = membersOf(feature, properties, defaults?.entityType);
  if (defaults !== undefined && own(given, 'entityType') === undefined) return { findings: [NO_TYPE] };
  if (id !== undefined && ownId !== undefined && id !== ownId) {
    return { findings: [{ ...finding('levering.feature-id', READING_WORDS['levering.feature-id'], shown(id), '/id'), expected: shown(ownId) }] };
  }
  const { object, filled } = defaults === undefined ? { object: named, filled: [] } : withDefaults(named, defaults);
  const notes = [...(isTyped ? ['entityType'] : []), ...filled].map((field) => filledNote(field, object[field]));
  if (geometry === null) return { object, findings: notes };
  if (isShownWithAnother(type)) {
    return { object, findings: [...notes, geometryOfOther('warning', type, '/geometrie')] };
  }
  const doubled = geometryOf({ data: given, id: undefined, type, kind: kindOf(type), pointer: '', parent: undefined });
  if (doubled !== undefined) {
    return { findings: [finding('levering.geometrie-dubbel', READING_WORDS['levering.geometrie-dubbel'], type, `/properties${doubled.pointer}`)] };
  }
  return { object: withGeometry(object, geometry, type), findings: notes };
}

/** Whether objects of a type have no geometry of their own. Their Features show the geometry of their location or pipelines. */
function isShownWithAnother(entityType: string): boolean {
  return kindOf(entityType) === 'activity';
}

/** Returns the id of the parent that a Feature names, or the errors. */
export function parentNamedIn(
  body: Buffer, target: Target, defaults?: FeatureDefaults,
): { readonly id: string } | { readonly findings: readonly Finding[] } {
  const { value, defects } = parseStrict(body);
  if (value === undefined || defects.length > 0) return { findings: defectFindings(defects) };
  const { feature: read } = readFeature(value, defaults?.entityType);
  const properties = isObject(read) ? own(read, 'properties') : undefined;
  const given = isObject(properties) ? textOf(properties, 'entityType') : undefined;
  if (given !== undefined && !acceptsType(target, given)) return { findings: [otherCollection(given, target)] };
  const feature = objectOfFeature(read, defaults);
  if (!('object' in feature)) return feature;
  const { object } = feature;
  if (!acceptsType(target, textOf(object, 'entityType') ?? '')) return { findings: [otherCollection('', target)] };
  const kind = kindOfTarget(target);
  const [id] = idsNamedBy(object, kind, NONE);
  return id === undefined ? { findings: [finding('verzoek.zonder-plaats', NO_PLACE, '', `/properties/${backLinkOf(kind)}`)] } : { id };
}

function otherCollection(type: string, { resource }: Target): Finding {
  return { ...finding('verzoek.andere-collectie', OTHER_COLLECTION, type, '/properties/entityType'), expected: resource };
}

/** Returns the finding on geometry in the Feature of an activity. A new Feature or PUT keeps its other fields; a PATCH is refused. */
function geometryOfOther(severity: 'error' | 'warning', entityType: string, pointer: string): Finding {
  return { ...ofCaseRule('verzoek.geometrie-van-ander', severity), pointer, found: entityType, ...OTHERS };
}

/** Warns that the geometry of a contour's Feature replaces its distance. `pointer`: location of the geometry. */
export function distanceReplaced(distance: number, pointer: string): Finding {
  return finding('verzoek.geometrie-vervangt-afstand', REPLACED, `${distance} m`, pointer);
}

const NONE: ReadonlySet<string> = new Set();

const REPLACED = {
  message: {
    nl: 'De geometrie van deze contour is een andere dan het gebied binnen zijn afstand: de contour heeft nu deze geometrie en geen afstand meer.',
    en: 'The geometry of this contour differs from the area within its distance: the contour now has this geometry and no distance.',
  },
  mend: {
    nl: 'Wilt u de afstand houden of wijzigen? Stuur dan geen geometrie mee, of die waarmee het register de Feature gaf.',
    en: 'To keep or change the distance, send no geometry, or the one with which the register served the Feature.',
  },
};

const OTHERS = {
  message: {
    nl: 'Een activiteit heeft geen eigen geometrie: wat hier staat is die van haar locatie of buisleidingen, en wordt niet gebruikt.',
    en: 'An activity has no geometry of its own: the geometry here is that of its location or pipelines, and is not used.',
  },
  mend: {
    nl: 'Laat geometry weg, of wijzig de geometrie van de locatie of de buisleidingen.',
    en: 'Leave geometry out, or change the geometry of the location or the pipelines.',
  },
};

/** Error for a new Feature without a type in the collection of activities. */
const NO_TYPE: Finding = {
  ...ofRule('verzoek.zonder-type'), pointer: '/properties', missing: 'entityType', suggestions: ACTIVITY_TYPES,
  message: {
    nl: 'Deze Feature noemt zijn entityType niet, en deze collectie heeft objecten van meer typen.',
    en: 'This Feature does not name its entityType, and this collection has objects of several types.',
  },
  mend: { nl: 'Kies het type van de activiteit en zet het in entityType.', en: 'Choose the type of the activity and put it into entityType.' },
};

const NO_PLACE = {
  message: {
    nl: 'Dit object noemt niet in welk object het staat.', en: 'This object does not name the object in which it stands.',
  },
  mend: {
    nl: 'Noem hier het object waar het bij hoort, met een href: het adres of de id ervan.',
    en: 'Name the object that it belongs to here, with an href: its address or its id.',
  },
};
