/**
 * Screen: proves of most roots of a good delivery, where they lie in the bytes, that no check has anything to say.
 *
 * Sound, not complete: what it proves, the long way (judge.ts) accepts without one finding; what it does not prove
 * means nothing. The readers are made from the model, so a field added there needs nothing here. Nested objects are
 * not looked into: a root that has them goes the long way.
 * How: one pass over the bytes proves levels 1 to 3; then the domain rules (5) themselves are asked about an object
 * that has only the members that they read. A root without nested objects has no links (4) outside it.
 */
import type { Crs } from '../../../schemas/crs.ts';
import { GEOMETRY_ALIASES } from '../../../schemas/geometry.ts';
import type { GeometryAlias } from '../../../schemas/geometry.ts';
import type { Json } from '../../../schemas/json.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { ROOT_TYPES } from '../../../schemas/names.ts';
import type { RootType } from '../../../schemas/names.ts';
import { wordsKey } from '../rules/repeated-geometry.ts';
import { isFree, RULES_BY_TYPE } from '../rules/index.ts';
import type { RuleContext } from '../rules/rule.ts';
import { equalAt, NO, QUOTE, space, textEnd, sliceOf } from './bytes.ts';
import type { Reader, Source } from './bytes.ts';
import { members } from './members.ts';
import type { ObjectReader } from './members.ts';
import { newShape, shape } from './shapes.ts';
import { literalFalse, madeMember, memberOf } from './values.ts';

/** A root of which nothing need be said. */
export interface ProvenRoot {
  readonly type: RootType;
  readonly id: string;
  /** Of its geometry (repeated-geometry.ts); 0 without one. */
  readonly key: number;
}

/** Stands for a geometry: rules see that there is one, and ask the context about it. */
const PRESENT: Json = {};

interface RootReader extends ObjectReader {
  /** What rules may ask about the root read last. */
  readonly context: RuleContext;
  /** Key of the geometry of the root read last. */
  readonly key: (holder: string) => number;
}

const ENTITY_TYPE = Buffer.from('"entityType"');

export class Screen {
  readonly #types: ReadonlyMap<string, RootReader>;

  /** `crs`: of all geometry. Screens model 4.0. */
  constructor(crs: Crs) {
    this.#types = new Map(ROOT_TYPES.map((type) => [type, rootReader(type, crs)]));
  }

  /** The root that stands from `start` to `end`, or undefined when that is not proven. */
  prove(source: Source, start: number, end: number): ProvenRoot | undefined {
    const { bytes } = source;
    const type = claimedType(source, start, end);
    const root = type === undefined ? undefined : this.#types.get(type);
    if (root === undefined) return undefined;
    const after = root.read(bytes, space(bytes, start));
    if (after === NO || after > end || space(bytes, after) < end) return undefined;
    const data = root.make(source);
    const id = data['id'] as string;
    const object = { data, id, type: type as RootType, kind: 'root', pointer: '', parent: undefined } as const;
    if (!isFree(object, root.context)) return undefined;
    return { id, type: object.type, key: root.key(data['bronhoudercode'] as string) };
  }
}

/** What the first member named `entityType` says, wherever it stands: only a hint, the reader proves it. */
function claimedType(source: Source, start: number, end: number): string | undefined {
  const { bytes } = source;
  let name = space(bytes, space(bytes, start) + 1);
  if (!equalAt(bytes, name, ENTITY_TYPE)) {
    const found = bytes.subarray(start, end).indexOf(ENTITY_TYPE);
    if (found === -1) return undefined;
    name = start + found;
  }
  const from = space(bytes, space(bytes, name + ENTITY_TYPE.length) + 1);
  const until = bytes[from] === QUOTE ? textEnd(bytes, from + 1) : NO;
  return until === NO ? undefined : sliceOf(source, from + 1, until);
}

function rootReader(type: RootType, crs: Crs): RootReader {
  const into = newShape();
  const geometry = (alias: GeometryAlias): Reader => shape(GEOMETRY_ALIASES[alias], crs, into);
  const asked = membersAsked(type);
  const reader = members(fieldsOf(type).map((field) => {
    const { name } = field;
    if (name === 'informatieGeheim' || name === 'privacyGevoelig') return { ...memberOf(field, geometry), read: literalFalse };
    if (field.kind === 'geometry') return { ...memberOf(field, geometry), make: () => PRESENT };
    return asked.has(name) ? madeMember(field, geometry) : memberOf(field, geometry);
  }), { min: 1, max: Infinity });
  return {
    make: reader.make,
    read: (bytes, at) => {
      into.count = 0;
      return reader.read(bytes, at);
    },
    context: {
      crs, positionOf: () => [into.numbers[0]!, into.numbers[1]!],
      boxOf: () => { throw new Error('a rule about a root asks for the box of its geometry'); },
    },
    key: (holder) => (into.count === 0 ? 0 : wordsKey({ type, holder }, into.words, 4 * into.count)),
  };
}

/** The members that the rules about a type look at, and what names an object. */
function membersAsked(type: RootType): ReadonlySet<string> {
  return new Set(['id', 'bronhoudercode', ...(RULES_BY_TYPE.get(type) ?? []).flatMap(({ fields, reads = [] }) => [...fields, ...reads])]);
}
