/**
 * Rule: a domain rule (level 5) has a name, an example, and a check of one object.
 *
 * Invariants:
 *  - Only an object of a type in `appliesTo` with at least one of `fields` can breach a rule; other objects are not checked. A rule about
 *    an absent field names a field that makes it matter.
 *  - A check never throws, whatever the document, and its work is linear in the object and its own items.
 * Not here: severities, fields and sources (schemas/rules.ts), words (schemas/rule-words/), the list of rules (index.ts), rules on repeated
 * geometries or names (repeated-*.ts).
 */
import type { Crs } from '../../../schemas/crs.ts';
import type { Text } from '../../../schemas/finding.ts';
import type { Box } from '../../../schemas/geometry.ts';
import { isObject, own, type Json, type JsonObject } from '../../../schemas/json.ts';
import type { EntityType } from '../../../schemas/names.ts';
import { textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { DOMAIN_WORDS } from '../../../schemas/rule-words/domain.ts';
import type { Moment } from '../../../schemas/time.ts';

/** A location in the document that breaches a rule. */
export interface Breach {
  readonly pointer: string;
  readonly found?: string;
  readonly expected?: string;
  /** A remark on this location, inserted before the full stop of the rule's message. */
  readonly remark?: Text;
  /** Words that replace those of the rule. */
  readonly message?: Text;
  readonly mend?: Text;
  readonly suggestions?: readonly string[];
}

/** Facts for a check besides the object itself. */
export interface RuleContext {
  /** The CRS of all geometries of the root. */
  readonly crs: Crs;
  /** The moment of the check; rules read no clock. */
  readonly now: Moment;
  /** Approximate box in RD, in metres, of an object's geometry; undefined without a readable geometry. */
  readonly boxOf: (object: ModelObject) => Box | undefined;
  /** First position of an object's geometry, in `crs`; undefined without one. */
  readonly positionOf: (object: ModelObject) => readonly [number, number] | undefined;
  /** Ids of all objects in the root of an object, its own included. */
  readonly idsIn: (object: ModelObject) => ReadonlySet<string>;
}

/** The name of a rule, and an example. */
export interface RuleExample {
  readonly id: keyof typeof DOMAIN_WORDS;
  /** A minimal document that breaches the rule, and its correction, with coordinates in RD. */
  readonly example: { readonly wrong: Json; readonly right: Json };
}

export interface Rule extends RuleExample {
  readonly appliesTo: readonly EntityType[];
  readonly fields: readonly string[];
  /** Whether a repeated id causes the breach, so that the finding on the repeated id is enough. */
  readonly followsId?: true;
  /** The breaches in or below one object. */
  readonly check: (object: ModelObject, context: RuleContext) => readonly Breach[];
}

/** An empty list, shared because nearly every check returns it. */
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
