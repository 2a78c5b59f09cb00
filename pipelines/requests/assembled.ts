/**
 * Assembled: the documents of a FeatureCollection in which some features are nested in others. Each nested feature is put into the object
 * that its link names, and replaces a link to itself in a list of nested objects.
 * Invariant: every location in a document maps to one in the request body, so that findings point into the body.
 * Not here: features nested in objects of the register (merged.ts). Never throws.
 */
import type { CrsCode } from '../../schemas/crs.ts';
import type { Finding, ObjectVerdict, Report } from '../../schemas/finding.ts';
import { isObject, own, type Json, type JsonObject } from '../../schemas/json.ts';
import { inFeature } from '../../schemas/model/feature.ts';
import { linkTarget } from '../../schemas/model/internal-links.ts';
import { objectsOf, textOf } from '../../schemas/model/objects.ts';
import { backLinkOf, BACK_LINKS, kindOf, NESTED_IN, NESTING_FIELDS, type Kind } from '../../schemas/names.ts';
import { IdMap, sameInNfc } from '../../schemas/normal-form.ts';
import { parsePreparedLine, preparedLine } from '../../schemas/submission.ts';
import { givenArea, withChoice } from '../coordinates/given-area.ts';
import { inBody } from '../state/outcomes/part-report.ts';
import { parseStrict } from '../strict-json/index.ts';
import { distanceReplaced, objectOfFeature } from './feature-body.ts';
import { idsNamedBy, idsOf, parentKindOf } from './part-parent.ts';
import { finding } from './request-rules.ts';

/** The documents, or the errors. */
export type Assembled = Documents | { readonly findings: readonly [Finding, ...Finding[]] };

export interface Documents {
  readonly documents: readonly JsonObject[];
  /** Number of features in each document. */
  readonly features: readonly number[];
  /** Maps a pointer into the list of documents to a pointer into the request body. */
  readonly toBody: (pointer: string) => string;
  /** Warnings, with pointers into the request body. */
  readonly findings: readonly Finding[];
}

/** A Feature of the request body. */
interface CollectionFeature {
  readonly index: number;
  readonly object: JsonObject;
  readonly id: string | undefined;
  readonly type: string;
  readonly kind: Kind | undefined;
  parent: CollectionFeature | undefined;
}

/**
 * Assembles documents. `crs`: CRS of the geometry, undefined when unknown. Returns undefined for a collection without nested features and
 * for any other body; these are checked unchanged.
 */
export function assembled(body: Buffer, crs: CrsCode | undefined): Assembled | undefined {
  if (!NESTING_NAMES.some((name) => body.includes(name))) return undefined;
  const { value, defects } = parseStrict(body);
  const features = isObject(value) && value['type'] === 'FeatureCollection' ? own(value, 'features') : undefined;
  if (!Array.isArray(features) || defects.length > 0 || !(features as readonly Json[]).some(isNested)) return undefined;
  const entries: CollectionFeature[] = [];
  const findings: Finding[] = [];
  for (const [index, feature] of (features as readonly Json[]).entries()) {
    const read = objectOfFeature(feature);
    for (const found of read.findings) findings.push({ ...found, pointer: `/features/${index}${'object' in read ? '/geometry' : found.pointer}` });
    if ('object' in read) entries.push(entryOf(read.object, index));
  }
  const lost = placed(entries);
  const errors = [...findings.filter(({ severity }) => severity === 'error'), ...lost];
  const [first, ...more] = errors;
  if (first !== undefined) return { findings: [first, ...more] };
  const made = built(entries, crs);
  return { ...made, findings: [...findings, ...made.findings] };
}

const NESTING_NAMES: readonly string[] = [...NESTING_FIELDS, ...Object.values(BACK_LINKS)].map((name) => `"${name}"`);

function isNested(feature: Json): boolean {
  const properties = isObject(feature) ? own(feature, 'properties') : undefined;
  const kind = isObject(properties) ? kindOf(textOf(properties, 'entityType') ?? '') : undefined;
  return kind !== undefined && kind !== 'root';
}

function entryOf(object: JsonObject, index: number): CollectionFeature {
  const type = textOf(object, 'entityType') ?? '';
  return { index, object, id: textOf(object, 'id'), type, kind: kindOf(type), parent: undefined };
}

/** Sets the parent of each nested feature. Returns the errors for features without a parent. */
function placed(entries: readonly CollectionFeature[]): readonly Finding[] {
  const byId = new IdMap(entries.flatMap((entry) => (entry.id === undefined ? [] : [[entry.id, entry] as const])));
  const isSeveral = (id: string): boolean => entries.some((entry) =>
    entry.id !== undefined && sameInNfc(entry.id, id) && entry !== byId.get(id));
  return entries.flatMap((entry) => {
    if (entry.kind === undefined || entry.kind === 'root') return [];
    const named = idsNamedBy(entry.object, entry.kind, byId);
    const above = parentKindOf(entry.kind);
    entry.parent = named.map((id) => byId.get(id)).find((other) => other?.kind === above);
    const place = `/features/${entry.index}/properties/${backLinkOf(entry.kind)}`;
    if (entry.parent?.id !== undefined && isSeveral(entry.parent.id)) return [finding('verzoek.meer-versies', SEVERAL, entry.parent.id, place)];
    return entry.parent === undefined ? [finding('verzoek.buiten-collectie', ELSEWHERE, named.join(', '), place)] : [];
  });
}

function built(entries: readonly CollectionFeature[], crs: CrsCode | undefined): Documents {
  const made = new Map<JsonObject, CollectionFeature>();
  const build = (entry: CollectionFeature): JsonObject => {
    const children = entries.filter(({ parent }) => parent === entry);
    const fields = new Set(children.map(({ kind }) => NESTED_IN[kind!]!));
    const lists = [...fields].map((field) => [field, listOf(entry, { field, children, build })] as const);
    const object = { ...entry.object, ...Object.fromEntries(lists) };
    made.set(object, entry);
    return object;
  };
  const roots = entries.filter(({ parent }) => parent === undefined).map(build);
  const places = new Map<string, CollectionFeature>();
  const findings: Finding[] = [];
  const features = roots.map((document, at) => {
    const own = objectsOf(document).flatMap(({ data, pointer }) => {
      const entry = made.get(data);
      return entry === undefined ? [] : [[`/${at}${pointer}`, entry] as const];
    });
    for (const [pointer, entry] of own) places.set(pointer, entry);
    return own.length;
  });
  const documents = roots.map((root) => {
    let document = root;
    for (const contour of objectsOf(root)) {
      const entry = made.get(contour.data);
      const given = entry && crs && givenArea(contour, { made: { document: root, crs }, sent: crs, current: undefined });
      if (entry === undefined || given === undefined) continue;
      document = withChoice(document, contour.pointer, given.choice);
      if (given.isReplaced) findings.push(distanceReplaced(given.distance, `/features/${entry.index}/geometry`));
    }
    return document;
  });
  return { documents, features, toBody: (pointer: string) => pointerInBody(places, pointer), findings };
}

/** Returns a list of nested objects: each nested Feature replaces the link to it, or else comes after the given items. */
function listOf(
  { object }: CollectionFeature,
  { field, children, build }: { field: string; children: readonly CollectionFeature[]; build: (entry: CollectionFeature) => JsonObject },
): readonly Json[] {
  const left = children.filter(({ kind }) => NESTED_IN[kind!] === field);
  const ids = idsOf(left);
  const items = own(object, field);
  const given = (Array.isArray(items) ? items as readonly Json[] : []).map((item) => {
    const id = linkedBy(item, ids);
    const at = id === undefined ? -1 : left.findIndex((child) => child.id !== undefined && sameInNfc(child.id, id));
    return at < 0 ? item : build(left.splice(at, 1)[0]!);
  });
  return [...given, ...left.map(build)];
}

function linkedBy(item: Json, near: { has(id: string): boolean }): string | undefined {
  const href = isObject(item) && own(item, 'entityType') === undefined ? textOf(item, 'href') : undefined;
  return href === undefined ? undefined : linkTarget(href, near);
}

/** Maps a pointer into the documents to the request body, through the Feature of the innermost object around it. */
function pointerInBody(places: ReadonlyMap<string, CollectionFeature>, pointer: string): string {
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const entry = places.get(at);
    if (entry !== undefined) return `/features/${entry.index}${inFeature(pointer.slice(at.length), entry.type)}`;
  }
  return '';
}

/** Converts the report on assembled documents to a report on the request body. */
export function asCollectionReport(report: Report, { features, toBody }: Pick<Documents, 'features' | 'toBody'>): Report {
  const objects = report.objects.map(({ firstError, ...object }, at): ObjectVerdict => ({
    ...object, pointer: toBody(object.pointer), isFeature: true, ...(features[at]! > 1 ? { features: features[at]! } : {}),
    ...(firstError === undefined ? {} : { firstError: inBody(firstError, toBody) }),
  }));
  return { ...report, objects, findings: report.findings.map((found) => inBody(found, toBody)) };
}

/** Returns the line of a prepared root with pointers into the request body. */
export function withBodyPointers(text: string, toBody: (pointer: string) => string): string {
  const root = parsePreparedLine(text);
  const moved = <Placed extends { readonly pointer: string }>(one: Placed): Placed => ({ ...one, pointer: toBody(one.pointer) });
  return preparedLine({ ...moved(root), objects: root.objects.map(moved), links: root.links.map(moved) });
}

const SEVERAL = {
  message: {
    nl: 'Deze Feature hoort in een object waarvan meer versies in deze FeatureCollection staan; in welke is niet te zien.',
    en: 'This Feature belongs in an object of which this FeatureCollection has several versions; in which of them cannot be seen.',
  },
  mend: {
    nl: 'Zet de onderdelen in de properties van elke versie, of stuur elke versie met haar onderdelen in een eigen verzoek.',
    en: 'Put the parts into the properties of each version, or send each version with its parts in a request of its own.',
  },
};

const ELSEWHERE = {
  message: {
    nl: 'Deze Feature hoort in een object dat niet in deze FeatureCollection staat.',
    en: 'This Feature belongs in an object that is not in this FeatureCollection.',
  },
  mend: {
    nl: 'Stuur dat object mee, of stuur deze Feature naar de items van zijn eigen collectie.',
    en: 'Send that object along, or send this Feature to the items of its own collection.',
  },
};
