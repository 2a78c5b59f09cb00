/**
 * Effects: collects what a delivery or an order changes, root by root (schemas/effects.ts), while it is applied.
 *
 * Cost: a new root is counted and perhaps named, an unchanged one only counted. Documents are read and compared for the listed roots alone.
 * Invariant: `ended`, `revived` and `onlyPast` are the facts that the counts of the report come from: the ended roots of the limit on ended
 * objects (decide/drift.ts), the findings on a delivery (return-notes.ts, version-notes.ts), and the states of an order (state-change.ts).
 */
import { differences, type Difference } from '../../../publisher/difference/difference.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import { CRSS, type CrsCode } from '../../../schemas/crs.ts';
import { EFFECTS, type Effect, type EffectObject, type Effects, type FieldDifference, type RootEffect } from '../../../schemas/effects.ts';
import type { Finding } from '../../../schemas/finding.ts';
import type { Json } from '../../../schemas/json.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { objectsOf } from '../../../schemas/model/objects.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { formatMoment, type Moment } from '../../../schemas/time.ts';
import { gridsOfThread } from '../../coordinates/grids.ts';
import { rdVertices } from '../../coordinates/rd-vertices.ts';
import { ONLY_PAST, REVIVED } from '../../prepare/delivery/index.ts';
import type { CurrentVersion } from '../register/history.ts';
import type { Recorded, Recording, RegisteredRoot, Register, RootNumber } from '../register/register.ts';
import { OLD_CONTENT } from './return-notes.ts';
import type { StateChange } from './state-change.ts';

type Changing = Exclude<Effect, 'unchanged'>;

/** A change of a root whose effect is known when the whole submission is applied. */
interface Pending {
  readonly id: string;
  readonly entityType: string;
  readonly root: RootNumber;
  /** Location of the delivered version; undefined for an order. */
  readonly pointer: string | undefined;
  /** The effect when no finding says another and the root does not end. */
  readonly effect: Changing;
  readonly before: ComparedVersion | undefined;
  /** Undefined for a withdrawn root. */
  readonly after: ComparedVersion | undefined;
  readonly endedParts: readonly EffectObject[];
}

interface ComparedVersion {
  readonly doc: number;
  readonly from: Moment;
}

interface Applied {
  readonly recorded: Recorded;
  /** Whether the register did not have the root before the delivery. */
  readonly isNew: boolean;
  readonly endedParts: readonly EffectObject[];
}

/** A root whose versions an order replaces. */
interface Replaced extends StateChange {
  /** The effect of this kind of order on a root that is valid before and after. */
  readonly usual: 'changed' | 'reverted';
  readonly endedParts?: readonly EffectObject[];
}

interface Found {
  /** Findings on delivered versions; none for an order. */
  readonly notes?: readonly Finding[];
  /** Roots that the submission ends. */
  readonly ended: readonly RootNumber[];
  /** Ids of nested objects that the whole delivery ends; undefined for an order, which changes each root once. */
  readonly dropped?: Pick<ReadonlySet<string>, 'has'>;
}

interface Grouped {
  readonly dropped: Found['dropped'] | undefined;
  readonly groups: ReadonlyMap<Changing, readonly Pending[]>;
  /** Ended roots that are not in the delivery. */
  readonly withdrawn: readonly RootNumber[];
}

/** Effects of the findings about single versions. */
const NOTED: readonly (readonly [rule: string, effect: Changing])[] = [[OLD_CONTENT, 'reverted'], [ONLY_PAST, 'onlyPast'], [REVIVED, 'revived']];

export class EffectCollector {
  readonly #register: Register;
  readonly #recording: Recording;
  readonly #pending: Pending[] = [];
  readonly #new: RootEffect[] = [];
  #made = 0;

  constructor(register: Register, recording: Recording) {
    this.#register = register;
    this.#recording = recording;
  }

  add({ id, type, validFrom, objects }: PreparedRoot, { recorded, isNew, endedParts }: Applied): void {
    if (isNew) {
      this.#made++;
      if (this.#new.length >= LIMITS.effectsMax) return;
      this.#new.push({ id, entityType: type, effect: 'new', beginGeldigheid: formatMoment(validFrom) });
      return;
    }
    const { root, doc, base } = recorded;
    this.#pending.push({
      id, entityType: type, root, pointer: objects[0]!.pointer, effect: 'changed', endedParts,
      before: base && comparedVersion(base.version), after: { doc, from: validFrom },
    });
  }

  /** Adds a root of an order. */
  addReplaced({ id, type, n }: RegisteredRoot, { effect, usual, before, after, endedParts = [] }: Replaced): void {
    this.#pending.push({
      id, entityType: type, root: n, pointer: undefined, effect: effect ?? usual, endedParts,
      before: before && comparedVersion(before), after: after && comparedVersion(after),
    });
  }

  /** Returns the report's chapter of effects. Called when every version is recorded. */
  close({ notes = [], ended, dropped }: Found, unchanged: number): Effects {
    const noted = new Map<string, Changing>();
    for (const [rule, effect] of NOTED) for (const note of notes) if (note.rule === rule) noted.set(note.pointer, effect);
    const newest = new Map<RootNumber, Pending>();
    for (const one of this.#pending) if (beginOf(newest.get(one.root)) <= beginOf(one)) newest.set(one.root, one);
    const ending = new Set(ended.flatMap((root) => newest.get(root) ?? []));
    const groups = Map.groupBy(this.#pending, (one) => (
      ending.has(one) ? 'ended' : noted.get(one.pointer ?? '') ?? one.effect
    ));
    const withdrawn = ended.filter((root) => !newest.has(root));
    const count = (effect: Changing): number => groups.get(effect)?.length ?? 0;
    const counts = {
      ended: count('ended') + withdrawn.length, revived: count('revived'), reverted: count('reverted'), onlyPast: count('onlyPast'),
      changed: count('changed'), new: this.#made, unchanged,
    };
    const roots = within(this.#details({ groups, withdrawn, dropped }));
    return { counts, roots, leftOut: this.#pending.length + withdrawn.length + this.#made - roots.length };
  }

  *#details({ groups, withdrawn, dropped }: Grouped): Iterable<RootEffect> {
    for (const effect of EFFECTS) {
      if (effect === 'unchanged') continue;
      for (const one of groups.get(effect) ?? []) yield this.#changed(one, effect, dropped);
      if (effect === 'ended') for (const root of withdrawn) yield this.#withdrawn(root);
    }
    yield* this.#new;
  }

  #changed({ id, entityType, before, after, endedParts }: Pending, effect: Changing, dropped: Grouped['dropped']): RootEffect {
    const [old, made] = [before, after].map((version) => version && this.#register.document(version.doc));
    const found = old === undefined || made === undefined ? [] : differences(old, made, toRd);
    const hasGeometry = found.some(({ change }) => change.kind === 'geometry');
    // A root that ends takes all its nested objects along.
    const parts = effect === 'ended' ? partsIn((made ?? old)!.document) : [];
    return {
      id, entityType, effect,
      ...(after === undefined ? {} : { beginGeldigheid: formatMoment(after.from) }),
      ...(before === undefined || after === undefined ? {} : { comparedWith: formatMoment(before.from) }),
      ...listed('differences', found.map(fieldDifference)),
      ...(hasGeometry ? { crs: { before: CRSS[old!.crs as CrsCode].uri, after: CRSS[made!.crs as CrsCode].uri } } : {}),
      ...listed('endedParts', [...endedParts.filter((part) => dropped?.has(part.id) ?? true), ...parts]),
    };
  }

  /** Returns the effect on a root that is not in the delivery. */
  #withdrawn(root: RootNumber): RootEffect {
    const { id, type, doc } = this.#register.closedBy(root, this.#recording);
    return { id, entityType: type, effect: 'ended', ...listed('endedParts', partsIn(this.#register.document(doc).document)) };
  }
}

function comparedVersion({ doc, valid: { from } }: CurrentVersion): ComparedVersion {
  return { doc, from };
}

/** Returns the begin of the delivered version. */
function beginOf(one: Pending | undefined): number {
  return one?.after?.from ?? -Infinity;
}

export const NO_EFFECTS: Effects = {
  counts: { ended: 0, revived: 0, reverted: 0, onlyPast: 0, changed: 0, new: 0, unchanged: 0 }, roots: [], leftOut: 0,
};

function toRd(geometry: Json, crs: string): Vertices | undefined {
  return rdVertices(geometry, crs as CrsCode, gridsOfThread());
}

/** Returns the first effects, until the number or the bytes of a chapter are reached. */
function within(effects: Iterable<RootEffect>): readonly RootEffect[] {
  const listed: RootEffect[] = [];
  let bytes = 0;
  for (const effect of effects) {
    bytes += Buffer.byteLength(JSON.stringify(effect));
    if (bytes > LIMITS.effectsBytesMax) break;
    listed.push(effect);
    if (listed.length === LIMITS.effectsMax) break;
  }
  return listed;
}

function listed<Name extends 'differences' | 'endedParts'>(name: Name, all: NonNullable<RootEffect[Name]>): Partial<RootEffect> {
  if (all.length === 0) return {};
  const more = all.length - LIMITS.effectDetailsMax;
  return { [name]: all.slice(0, LIMITS.effectDetailsMax), ...(more > 0 ? { [`${name}LeftOut`]: more } : {}) };
}

function partsIn(document: Parameters<typeof objectsOf>[0]): readonly EffectObject[] {
  return objectsOf(document).slice(1).map(({ id = '', type }) => ({ id, entityType: type }));
}

/** Returns a difference as a report has it. */
export function fieldDifference({ path, part, change }: Difference): FieldDifference {
  const where = { field: path, ...(part === undefined ? {} : { part: { id: part.id, entityType: part.entityType } }) };
  switch (change.kind) {
    case 'value': return { ...where, kind: 'value', ...valuesOf(change) };
    case 'geometry': return { ...where, kind: 'geometry', change: change.geometry, ...valuesOf(change) };
    case 'parts': {
      const removed = change.removed.map(({ id, entityType }) => ({ id, entityType }));
      return { ...where, kind: 'parts', added: change.added.map(({ id, entityType, object }) => ({ id, entityType, object })), removed };
    }
    default: return { ...where, ...change };
  }
}

interface Values {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
}

function valuesOf({ before, after }: Values): { readonly before?: Json; readonly after?: Json } {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
