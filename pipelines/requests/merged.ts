/**
 * Merged: combines a request with the current document to a new document, as bytes for the validator, or returns errors. For a PATCH, a
 * write to a nested object (merged-part.ts), and a PUT with links to nested objects (child-links.ts).
 *
 * A Feature is first converted to an object or patch (feature-body.ts). A document has one CRS: a request is refused when the CRS of its
 * geometry differs from that of geometry that stays; when none stays, the document gets the CRS of the request.
 * Not here: finding the current document, and checking that it is still current when the request is decided (state/).
 */
import { CRSS, parseCrsUri, type CrsCode } from '../../schemas/crs.ts';
import type { Finding, NestedVerdict } from '../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { mergePatch } from '../../schemas/merge-patch.ts';
import type { FeatureDefaults } from '../../schemas/model/feature-defaults.ts';
import { withCurrentMoments } from '../../schemas/model/feature.ts';
import { objectsOf, type ModelObject } from '../../schemas/model/objects.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import { bilingual, shown } from '../../schemas/shown-values.ts';
import type { SubmissionMethod } from '../../schemas/submission.ts';
import { isNestedTarget, readTarget, type Target } from '../../schemas/target.ts';
import { givenArea, withChoice } from '../coordinates/given-area.ts';
import { isAnyAsPublished, ownFieldsIn, withCurrentGeometries } from '../coordinates/current-geometry.ts';
import { forbiddenTexts } from '../prepare/check/index.ts';
import type { CurrentDocument } from '../prepare/preparation-job.ts';
import { parseStrict } from '../strict-json/index.ts';
import { distanceReplaced, objectOfFeature, patchOfFeature, readFeature, type FeatureBody } from './feature-body.ts';
import { hasChildLinks, withCurrentChildren } from './child-links.ts';
import { mergedPart } from './merged-part.ts';
import { defectFindings, DOCUMENT, finding, ONE_OBJECT, PATCH_FORM } from './request-rules.ts';

/** `findings` are about the request itself, with pointers into the new document when there is one. */
export type Merged =
  | {
    readonly bytes: Buffer; readonly crs: string; readonly part?: NestedVerdict; readonly findings: readonly Finding[];
    /** JSON texts of geometries that were taken from the current document. */
    readonly currentGeometries: ReadonlySet<string>;
  }
  | { readonly findings: readonly Finding[] };

export interface MergeRequest {
  readonly method: SubmissionMethod;
  readonly target: string;
  /** URI of the CRS of the geometry in the body. */
  readonly crs: string;
  /** Defaults for a new feature. */
  readonly defaults?: FeatureDefaults | undefined;
}

/** Merges a request with the current document. Never throws. */
export function merged(body: Buffer, current: CurrentDocument, { method, target: path, crs, defaults }: MergeRequest): Merged {
  const target = readTarget(path);
  const { value, defects } = method === 'DELETE' ? NOTHING : parseStrict(body);
  if (target === undefined || value === undefined || defects.length > 0) {
    return { findings: defectFindings(defects) };
  }
  const document = JSON.parse(current.body) as JsonObject;
  const brought = parseCrsUri(crs)?.code ?? current.crs;
  const asked = madeOf(value, document, { method, target, defaults });
  const made = withArea(asked, target, { sent: brought, current: { document, crs: current.crs } });
  if (!('value' in made)) return made;
  const kept = withCurrentGeometries(made.value, document, { sent: brought, current: current.crs });
  if (kept === undefined) return { findings: [mixed(crs, current.crs)] };
  const { value: whole, crs: code, currentGeometries } = kept;
  return { ...made, bytes: Buffer.from(JSON.stringify(whole)), crs: CRSS[code].uri, currentGeometries };
}

/** Whether the body of a PUT has a geometry of the current document, as published in the CRS of the body. */
export function bringsBack(body: Buffer, current: CurrentDocument, crs: string): boolean {
  const { value } = parseStrict(body);
  const brought = parseCrsUri(crs)?.code;
  if (!isObject(value) || brought === undefined) return false;
  return isAnyAsPublished(value, JSON.parse(current.body) as JsonObject, { sent: brought, current: current.crs });
}

/** Returns errors that do not depend on the current document: no JSON, or a form that path and method do not accept. Never throws. */
export function unmergeable(body: Buffer, { method, target: path, defaults }: Omit<MergeRequest, 'crs'>): readonly Finding[] {
  const target = readTarget(path);
  const { value, defects } = method === 'DELETE' ? NOTHING : parseStrict(body);
  if (target === undefined || value === undefined || defects.length > 0) return defectFindings(defects);
  if (method === 'PUT' && !isNestedTarget(target)) return isObject(value) ? [] : notOne(value).findings;
  const given = givenIn(value, {}, { method, target, defaults });
  return 'object' in given ? [] : given.findings;
}

const NOTHING = { value: {}, defects: [] };

/**
 * Whether the body of a PUT depends on the current document. It does when it is a Feature, whose moments may have been delivered in another
 * text; when it has links in place of nested objects; and when it has texts with forbidden characters, which may be stored already.
 */
export function needsCurrent(body: Buffer, path: string): boolean {
  if (readTarget(path)?.form === 'feature') return true;
  const { value, text } = parseStrict(body);
  return isObject(value) && text !== undefined && (hasChildLinks(ownFieldsIn(value)) || forbiddenTexts(text).size > 0);
}

/** A request with the target of its path. */
type NamedRequest = Pick<MergeRequest, 'method' | 'defaults'> & { readonly target: Target };

/** The value to check: a document, or a Feature as sent. */
type Made =
  | { readonly value: JsonObject; readonly part?: NestedVerdict; readonly findings: readonly Finding[] }
  | { readonly findings: readonly Finding[] };

function madeOf(value: Json, current: JsonObject, { method, target, defaults }: NamedRequest): Made {
  if (method === 'PUT' && !isNestedTarget(target)) {
    if (!isObject(value)) return notOne(value);
    const { feature, notes } = target.form === 'feature' ? readFeature(value) : { feature: value, notes: [] };
    const findings = notes.map((note) => ({ ...note, pointer: `/properties${note.pointer}` }));
    return { value: withChildren(withMoments(feature as JsonObject, { current, target }), current), findings };
  }
  const given = givenIn(value, current, { method, target, defaults });
  if (!('object' in given)) return given;
  if (!isNestedTarget(target)) {
    return { value: withCurrentChildren(mergePatch(current, given.object) as JsonObject, current), findings: given.findings };
  }
  const made = mergedPart(current, given.object, { method, target });
  if (!('document' in made)) return made;
  const beside = given.findings.map((one) => ({ ...one, pointer: (made.part.pointer ?? '') + one.pointer }));
  return { value: made.document, part: made.part, findings: [...made.findings, ...beside] };
}

/** Handles the geometry of a contour that was sent as a Feature: the area within its distance is dropped, another geometry replaces the distance. */
function withArea(
  made: Made, { form }: Target, { sent, current }: { sent: CrsCode; current: { document: JsonObject; crs: CrsCode } },
): Made {
  const pointer = 'value' in made && form === 'feature' ? made.part?.pointer : undefined;
  if (!('value' in made) || pointer === undefined) return made;
  const contour = objectsOf(made.value).find((object) => object.pointer === pointer);
  const given = contour && givenArea(contour, { made: { document: made.value, crs: current.crs }, sent, current });
  if (given === undefined) return made;
  const notes = given.isReplaced ? [distanceReplaced(given.distance, `${pointer}/afstandOfGeometrie/geometrie`)] : [];
  return { ...made, value: withChoice(made.value, pointer, given.choice), findings: [...made.findings, ...notes] };
}

function givenIn(value: Json, current: JsonObject, request: NamedRequest): FeatureBody {
  return request.target.form === 'feature' && request.method !== 'DELETE' ? bodyOfFeature(value, current, request) : bodyOf(value, request);
}

function bodyOf(value: Json, { method, target }: NamedRequest): FeatureBody {
  if (!isObject(value)) return method === 'PATCH' ? { findings: [finding('verzoek.patch-vorm', PATCH_FORM, shown(value))] } : notOne(value);
  const isFeature = value['type'] === 'Feature' && own(value, 'entityType') === undefined;
  return isFeature && isNestedTarget(target) ? { findings: [finding('verzoek.vorm', DOCUMENT, 'Feature')] } : { object: value, findings: [] };
}

/** Converts a Feature or its patch. A patch has the type of the object that its path names. */
function bodyOfFeature(value: Json, current: JsonObject, { method, target, defaults }: NamedRequest): FeatureBody {
  const patched = method === 'PATCH' ? objectNamed(current, target)?.type ?? '' : undefined;
  const { feature, notes } = readFeature(value, patched ?? defaults?.entityType);
  const moments = isObject(feature) ? withMoments(feature, { current, target }) : feature;
  const body = patched === undefined ? objectOfFeature(moments, defaults) : patchOfFeature(moments, patched);
  return 'object' in body ? { ...body, findings: [...notes, ...body.findings] } : body;
}

/** Returns the object that a path names, in any normal form. */
function objectNamed(current: JsonObject, { id: named }: Target): ModelObject | undefined {
  return objectsOf(current).find(({ id }) => id !== undefined && named !== null && sameInNfc(id, named));
}

/** Restores moments to their delivered text. A served Feature has them in UTC, and an equal moment is no change. */
function withMoments(value: JsonObject, { current, target }: { current: JsonObject; target: Target }): JsonObject {
  const properties = own(value, 'properties');
  const object = target.form === 'feature' ? objectNamed(current, target) : undefined;
  return isObject(properties) && object !== undefined ? { ...value, properties: withCurrentMoments(properties, object.data) } : value;
}

function notOne(value: Json): { readonly findings: readonly [Finding] } {
  const found = Array.isArray(value) ? bilingual({ nl: `een lijst van ${value.length}`, en: `a list of ${value.length}` }) : shown(value);
  return { findings: [finding('verzoek.een-object', ONE_OBJECT, found)] };
}

function withChildren(value: JsonObject, current: JsonObject): JsonObject {
  const fields = ownFieldsIn(value);
  return fields === value ? withCurrentChildren(value, current) : { ...value, properties: withCurrentChildren(fields, current) };
}

function mixed(found: string, current: CrsCode): Finding {
  const { uri } = CRSS[current];
  return { ...finding('verzoek.crs-gemengd', MIXED, found), expected: uri, suggestions: [uri] };
}

const MIXED = {
  message: {
    nl: 'De geometrie in deze wijziging staat in een ander CRS dan de geometrie van het object die blijft.',
    en: 'The geometry in this change is in another CRS than the geometry of the object that stays.',
  },
  mend: {
    nl: 'Stuur de geometrie in het CRS van het object en noem dat in Content-Crs, of vervang het hele object met PUT.',
    en: 'Send the geometry in the CRS of the object and name that in Content-Crs, or replace the whole object by PUT.',
  },
};
