/**
 * What a domain rule is (level 5): a name, a severity, words, an example, and a check of one object.
 *
 * Invariants:
 *  - A rule is breached only by an object of the types in `appliesTo` that has at least one of `fields` itself, so
 *    an object without them need not be looked at. A rule about something absent names a field that makes it matter.
 *  - A check never throws, whatever the document is, and its work is linear in the object and its own items.
 * Not here: which rules there are (index.ts), what the same geometry twice means (repeated-geometry.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Severity, Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { isObject, own } from '../../../schemas/json.ts';
import type { Json, JsonObject } from '../../../schemas/json.ts';
import type { Value } from '../../../schemas/model/conventions.ts';
import { ACTIVITY_TYPES, CONTOUR_TYPES, REFERENCE_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';
import type { ActivityType, EntityType } from '../../../schemas/names.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

/** A place in the document where a rule does not hold. */
export interface Breach {
  readonly pointer: string;
  readonly found?: string;
  readonly expected?: string;
}

/** What a check may ask beside the object itself. */
export interface RuleContext {
  /** Of every geometry of the root. */
  readonly crs: Crs;
  /** Box of the geometry of an object, about RD, in metres; undefined when it has none that can be read. */
  readonly boxOf: (object: ModelObject) => Box | undefined;
  /** First position of the geometry of an object, in `crs`; undefined when there is none. */
  readonly positionOf: (object: ModelObject) => readonly [number, number] | undefined;
}

/** What a reader is told about a rule. */
export interface RuleText {
  readonly id: string;
  readonly severity: Severity;
  readonly message: Text;
  readonly mend: Text;
  /** Where the rule comes from. */
  readonly source: string;
  /** The least of a document, coordinates in RD, that breaks the rule, and the same mended. */
  readonly example: { readonly wrong: Json; readonly right: Json };
}

/** By path from the object, through the items of lists: the value is one of these, if any. The screen knows them where they lie. */
export type Passes = Readonly<Record<string, readonly Pass[]>>;

export type Pass =
  | Value
  /** Just this. */
  | string | boolean
  /** A text, ASCII, that this lets through. */
  | ((text: string) => boolean)
  /** The texts at these paths, the last of them or not, with dots between. */
  | { readonly joined: readonly string[] }
  /** The same text as that of the object above (a root has none above), or any text. */
  | { readonly is: 'as-above' | 'there' }
  /** Not before, or after, the date or moment at the other path. */
  | { readonly is: 'not-before' | 'after'; readonly other: string };

export interface Rule extends RuleText {
  readonly appliesTo: readonly EntityType[];
  readonly fields: readonly string[];
  /**
   * Values that the rule never minds in an object of a type that stands in one of the type `above` (undefined: a root): when
   * all of them that it has are as told, it breaks the rule nowhere. Undefined when that cannot be told like this.
   * What does not depend on `above` takes one argument.
   */
  readonly passes?: (type: string, above: string | undefined) => Passes | undefined;
  /**
   * Of a rule about places: its check looks only at which objects there are, of which types, and asks the context about their
   * geometries. Whether it is certain to mind nothing in a root of which all geometries lie in this box, about RD, in metres.
   */
  readonly passesIn?: (root: Box) => boolean;
  /**
   * Whether the check looks at nothing but types and what `passes` names, of one object and the one above it, and says the same
   * when what passes by itself is not there; where texts are held against others, at the texts only.
   */
  readonly looksNoFurther?: true;
  /** The places in or below one object where the rule does not hold. */
  readonly check: (object: ModelObject, context: RuleContext) => readonly Breach[];
}

/** No breach: one list for all, as nearly every check ends with it. */
export const NONE: readonly Breach[] = [];

export const ALL_TYPES: readonly EntityType[] = [
  ...ROOT_TYPES, ...ACTIVITY_TYPES, ...REFERENCE_TYPES, ...CONTOUR_TYPES,
];

/** The activity types whose name holds a word. */
export function activitiesNamed(pattern: RegExp): readonly ActivityType[] {
  return ACTIVITY_TYPES.filter((type) => pattern.test(type));
}

/** The items of one type in an array of an object, each with its JSON Pointer in the document. */
export function itemsOf(
  { data, pointer }: ModelObject, field: string, type: EntityType,
): readonly { readonly item: JsonObject; readonly at: string }[] {
  const items = own(data, field);
  if (!Array.isArray(items)) return [];
  return (items as readonly Json[]).flatMap((item, index) =>
    (isObject(item) && textOf(item, 'entityType') === type
      ? [{ item, at: `${pointer}/${field}/${index}` }] : []));
}
