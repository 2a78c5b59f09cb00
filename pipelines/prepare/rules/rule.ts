/**
 * What a domain rule is (level 5): a name, a severity, words, an example, and a check of one object.
 *
 * Invariants:
 *  - A rule is breached only by an object of the types in `appliesTo` that has at least one of `fields` itself, so
 *    an object without them need not be looked at. A rule about something absent names a field that makes it matter.
 *  - A check never throws, whatever the document is, and its work is linear in the object and its own items.
 * Not here: which rules there are (index.ts), what the same geometry or name twice means (repeated-*.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Severity, Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import type { EntityType } from '../../../schemas/names.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { RuleId } from '../../../schemas/rules.ts';
import type { Moment } from '../../../schemas/time.ts';

/** A place in the document where a rule does not hold. */
export interface Breach {
  readonly pointer: string;
  readonly found?: string;
  readonly expected?: string;
  /** Stands before the full stop of the rule's message: what holds of this place only. */
  readonly remark?: Text;
  /** In place of the words of the rule, where they do not fit this place. */
  readonly message?: Text;
  readonly mend?: Text;
  readonly suggestions?: readonly string[];
}

/** What a check may ask beside the object itself. */
export interface RuleContext {
  /** Of every geometry of the root. */
  readonly crs: Crs;
  /** When the delivery is checked: a rule has no clock of its own. */
  readonly now: Moment;
  /** Box of the geometry of an object, about RD, in metres; undefined when it has none that can be read. */
  readonly boxOf: (object: ModelObject) => Box | undefined;
  /** First position of the geometry of an object, in `crs`; undefined when there is none. */
  readonly positionOf: (object: ModelObject) => readonly [number, number] | undefined;
  /** Ids of all objects of the root of an object, itself among them. */
  readonly idsIn: (object: ModelObject) => ReadonlySet<string>;
}

/** The words about a rule for a reader. */
export interface RuleText {
  readonly id: RuleId;
  readonly severity: Severity;
  readonly message: Text;
  readonly mend: Text;
  /** Where the rule comes from. */
  readonly source: string;
  /** The least of a document, coordinates in RD, that breaks the rule, and the same mended. */
  readonly example: { readonly wrong: Json; readonly right: Json };
}

export interface Rule extends RuleText {
  readonly appliesTo: readonly EntityType[];
  readonly fields: readonly string[];
  /** Whether an id that another object has too is why the rule does not hold, and all there is to say. */
  readonly followsId?: true;
  /** The places in or below one object where the rule does not hold. */
  readonly check: (object: ModelObject, context: RuleContext) => readonly Breach[];
}

/** No breach: one list for all, as nearly every check ends with it. */
export const NONE: readonly Breach[] = [];

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
