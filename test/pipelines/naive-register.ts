/**
 * The naive register: what must be known after each write of a history, in the plainest way, without a line in common with
 * pipelines/state/register/history.ts or pipelines/state/. Per root it holds the last document for each begin, and no past: the past is the
 * register that took fewer writes.
 */
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Geometry } from '../../schemas/geometry.ts';
import type { RootType } from '../../schemas/names.ts';
import { formatMoment, momentOf, type Moment, type Received } from '../../schemas/time.ts';
import type { RootState, VersionState } from '../../publisher/write/input.ts';
import { projected } from '../publisher/registry.ts';
import { holderOf, receivedUs, type History, type Write } from './random-histories.ts';

export interface Known {
  readonly document: JsonObject;
  /** By object id: since when it is as it is. */
  readonly registered: Readonly<Record<string, string>>;
}

/** By begin of validity, milliseconds. */
type Versions = ReadonlyMap<number, Known>;

/** A version of a root, as long as it was recorded with this document in this period. */
export interface NaiveVersion {
  readonly id: string;
  readonly type: string;
  readonly valid: { readonly from: number; readonly until: number | null };
  readonly recorded: { readonly from: number; readonly until: number | null };
  readonly known: Known;
}

/** What the public may know after some of the writes of a history. */
export interface PublicState {
  readonly roots: readonly RootState[];
  /** Of every root, those that ended and those of roots that were withdrawn too, as they were recorded. */
  readonly versions: readonly NaiveVersion[];
  /** Ids of roots that are there, or were, and that nobody may see. */
  readonly secret: ReadonlySet<string>;
  /** Ids of roots that are there, or were, whose names nobody may see. */
  readonly sensitive: ReadonlySet<string>;
}

/** After the first 0, 1, … of the writes at these places of a history, in the order in which they were decided. */
export function publicStates(history: History, places: readonly number[]): readonly PublicState[] {
  const roots = new Map<string, Versions>();
  const log = new Map<string, readonly NaiveVersion[]>();
  /** What was secret or sensitive when it was withdrawn stays so. */
  const secret = new Set<string>();
  const sensitive = new Set<string>();
  const states: PublicState[] = [{ roots: [], versions: [], secret: new Set(), sensitive: new Set() }];
  for (const place of places) {
    take(roots, history[place]!.write, receivedUs(place));
    const present = new Map([...roots].map(([id, versions]) => [id, stateOf(id, versions)]));
    for (const [id, state] of present) if (isSecret(state)) secret.add(id); else secret.delete(id);
    for (const [id, state] of present) if (isSensitive(state)) sensitive.add(id); else sensitive.delete(id);
    for (const id of new Set([...roots.keys(), ...log.keys()])) {
      const now = { state: present.get(id), known: roots.get(id), received: receivedUs(place) };
      log.set(id, recordedAfter(log.get(id) ?? [], id, now));
    }
    states.push({
      secret: new Set(secret), sensitive: new Set(sensitive),
      roots: [...present.values()].filter(({ id }) => !secret.has(id)).map(publicForm),
      versions: [...log.values()].flat().filter(({ id, known: { document } }) => !secret.has(id) && !isHidden(document)),
    });
  }
  return states;
}

function isHidden(document: JsonObject): boolean {
  return document['informatieGeheim'] === true;
}

function isSecret({ versions }: RootState): boolean {
  return versions.some(({ document }) => isHidden(document));
}

function isSensitive({ versions }: RootState): boolean {
  return versions.some(({ document }) => document['privacyGevoelig'] === true);
}

/** The names of a location are public as long as none of its versions is sensitive. */
function publicForm(state: RootState): RootState {
  if (!isSensitive(state)) return state;
  const shown = { bedrijfsnaam: 'Niet openbaar', naamExploitant: { waarde: null, geenWaardeReden: 'waardeOnbekend' } };
  return { ...state, versions: state.versions.map((version) => ({ ...version, document: { ...version.document, ...shown } })) };
}

/** What stays as it is stays recorded; all else ends, and what is new begins. */
function recordedAfter(
  before: readonly NaiveVersion[], id: string,
  { state, known, received }: { state: RootState | undefined; known: Versions | undefined; received: Received },
): readonly NaiveVersion[] {
  const present = (state?.versions ?? []).map(({ valid }) => ({ valid, known: known!.get(valid.from)! }));
  const goesOn = (version: NaiveVersion): boolean => present.some((one) => isOne(one, version));
  const held = before.map((version) => (version.recorded.until !== null || goesOn(version) ? version : { ...version, recorded: { ...version.recorded, until: received } }));
  const current = held.filter(({ recorded }) => recorded.until === null);
  const fresh = present.filter((one) => !current.some((version) => isOne(one, version)))
    .map(({ valid, known: of }): NaiveVersion => ({ id, type: state!.type, valid, known: of, recorded: { from: received, until: null } }));
  return [...held, ...fresh];
}

function isOne(left: Pick<NaiveVersion, 'valid' | 'known'>, right: Pick<NaiveVersion, 'valid' | 'known'>): boolean {
  return left.known === right.known && left.valid.from === right.valid.from && left.valid.until === right.valid.until;
}

/** Dotted names of the fields of a building that are not the same; null: there was nothing before. Places count in the list. */
export function naiveChange(version: NaiveVersion, all: readonly NaiveVersion[]): { readonly comparedWith: number; readonly changed: readonly string[] } | null {
  const earlier = all.filter(({ recorded }) => recorded.from < version.recorded.from);
  const justBefore = earlier.filter(({ recorded }) => recorded.until === null || recorded.until >= version.recorded.from);
  const last = Math.max(...earlier.map(({ recorded }) => recorded.until ?? Infinity));
  const held = justBefore.length > 0 ? justBefore : earlier.filter(({ recorded }) => recorded.until === last);
  const sorted = [...held].sort((left, right) => left.valid.from - right.valid.from);
  const compared = sorted.filter(({ valid }) => valid.from <= version.valid.from).at(-1) ?? sorted[0];
  if (compared === undefined) return null;
  const [before, after] = [compared.known.document, version.known.document];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return { comparedWith: all.indexOf(compared), changed: names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).sort() };
}

function take(roots: Map<string, Versions>, { method, id, documents, patch, full, correct = false }: Write, received: Received): void {
  const held = roots.get(id);
  if (correct) {
    for (const document of method === 'PATCH' && held !== undefined ? [patched(newest(held), patch)] : documents) correctNewest(roots, document, received);
    return;
  }
  if (method === 'DELETE') roots.delete(id);
  if (method === 'PATCH' && held !== undefined) put(roots, patched(present(held, momentOf(received)), patch), received);
  if (method === 'LEVERING' || method === 'PUT' || (method === 'POST' && held === undefined)) {
    for (const document of [...documents].sort(byBegin)) put(roots, document, received);
  }
  if (full.length > 0) endLeftOut(roots, { documents, full }, momentOf(received));
}

function newest(versions: Versions): JsonObject {
  return versions.get(Math.max(...versions.keys()))!.document;
}

/** The document in place of the newest version, where it begins after the one before that. */
function correctNewest(roots: Map<string, Versions>, document: JsonObject, received: Received): void {
  const id = document['id'] as string;
  const held = roots.get(id);
  if (held === undefined || isSame(newest(held), document)) return;
  const from = Date.parse(document['beginGeldigheid'] as string);
  const [last = 0, ...others] = [...held.keys()].sort((one, other) => other - one);
  if (others.some((begin) => begin >= from)) return;
  const replaced = held.get(last)!;
  roots.set(id, new Map([...held].filter(([begin]) => begin !== last)));
  put(roots, document, received, replaced);
}

/** Versions of one object that come together follow one another by their begin, and of other objects the order does not matter. */
function byBegin(one: JsonObject, other: JsonObject): number {
  return Date.parse(one['beginGeldigheid'] as string) - Date.parse(other['beginGeldigheid'] as string);
}

/** What its holder has of these types, and what has not ended by itself, goes when a delivery lacks it. */
function endLeftOut(roots: Map<string, Versions>, { documents, full }: Pick<Write, 'documents' | 'full'>, at: Moment): void {
  const delivered = new Set(documents.map(({ id }) => id));
  for (const state of [...roots].map(([id, versions]) => stateOf(id, versions))) {
    const isStanding = state.versions.some(({ valid }) => valid.until === null || valid.until > at);
    const isOurs = holderOf(state.id) === documents[0]!['bronhoudercode'] && full.includes(state.type);
    if (isOurs && isStanding && !delivered.has(state.id)) roots.delete(state.id);
  }
}

/** The last document for a begin counts; the same again changes nothing. `replaced`: the version that it corrects. */
function put(roots: Map<string, Versions>, document: JsonObject, received: Received, replaced?: Known): void {
  const id = document['id'] as string;
  const held = roots.get(id) ?? new Map<number, Known>();
  const from = Date.parse(document['beginGeldigheid'] as string);
  if (isSame(held.get(from)?.document, document)) return;
  const before = [...held.keys()].filter((begin) => begin <= from);
  const neighbour = replaced ?? held.get(before.length > 0 ? Math.max(...before) : Math.min(...held.keys()));
  const earlier = new Map(neighbour === undefined ? [] : objectsIn(neighbour.document).map((object) => [object['id'] as string, object]));
  const registered = objectsIn(document).map((object): [string, string] => {
    const objectId = object['id'] as string;
    const isKept = earlier.has(objectId) && isSame(ownOf(earlier.get(objectId)!), ownOf(object));
    return [objectId, isKept ? neighbour!.registered[objectId]! : formatMoment(momentOf(received))];
  });
  roots.set(id, new Map([...held, [from, { document, registered: Object.fromEntries(registered) }]]));
}

/** The document that is valid at a moment, else the one that begins last. */
function present(versions: Versions, at: Moment): JsonObject {
  const begun = [...versions.keys()].filter((begin) => begin <= at);
  const valid = versions.get(Math.max(...begun))?.document;
  return valid !== undefined && at < endOf(valid) ? valid : versions.get(Math.max(...versions.keys()))!.document;
}

function patched(document: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...document, ...patch }).filter(([, value]) => value !== null));
}

function isSame(left: JsonObject | undefined, right: JsonObject): boolean {
  const text = (document: JsonObject): string => JSON.stringify(Object.entries(document).sort(([one], [other]) => (one < other ? -1 : 1)));
  return left !== undefined && text(left) === text(right);
}

function endOf(document: JsonObject): number {
  return document['eindGeldigheid'] === undefined ? Infinity : Date.parse(document['eindGeldigheid'] as string);
}

/** Each lasts until its own end, or until the next begins. */
function stateOf(id: string, versions: Versions): RootState {
  const sorted = [...versions].sort(([left], [right]) => left - right);
  return {
    id, type: sorted[0]![1].document['entityType'] as RootType,
    versions: sorted.map(([from, { document, registered }], index): VersionState => {
      const until = Math.min(endOf(document), sorted[index + 1]?.[0] ?? Infinity);
      return {
        valid: { from: from as Moment, until: until === Infinity ? null : until as Moment }, document,
        geometries: new Map(geometriesIn(document)), registered, targets: {},
      };
    }),
  };
}

function childrenOf(object: JsonObject): readonly JsonObject[] {
  return ['voertUit', 'heeft', 'resulteertIn'].flatMap((field) => (Array.isArray(object[field]) ? object[field] as readonly Json[] as JsonObject[] : []));
}

/** With the object itself. */
function objectsIn(object: JsonObject): readonly JsonObject[] {
  return [object, ...childrenOf(object).flatMap(objectsIn)];
}

function ownOf(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !(Array.isArray(value) && value.some((one) => isObject(one) && 'entityType' in one))));
}

function geometriesIn(document: JsonObject): readonly (readonly [string, ReturnType<typeof projected>])[] {
  return objectsIn(document).filter((object) => 'geometrie' in object)
    .map((object) => [object['id'] as string, projected(object['geometrie'] as unknown as Geometry)]);
}
