/**
 * Published fields: the names, nested ones too, that the properties of a feature or a document can have; the valid values of `fields`. One
 * tree for all types of a series.
 *
 * A feature has links to nested objects; a document contains them. Objects in a list count as the list itself. A property that a holder
 * adds to an open type has no name here: it comes with its whole object.
 */
import type { Field, Value } from '../model/conventions.ts';
import { featureFieldsOf } from '../model/feature-fields.ts';
import { fieldsOf, MODEL } from '../model/model.ts';
import { INTERNE_VERWIJZING } from '../model/internal-links.ts';
import { VOID } from '../model/values.ts';
import { kindOf, seriesOf, type Kind } from '../names.ts';

export type Form = 'feature' | 'document';

/** Fields by name, each with the fields inside it. */
export type FieldTree = ReadonlyMap<string, FieldTree>;
type GrowingTree = Map<string, GrowingTree>;

const trees = new Map<string, FieldTree>();

/** Returns the fields of a series (its path, as in SERIES). */
export function publishedFieldsOf(series: string, form: Form): FieldTree {
  return known(`${form} ${series}`, (entityType) => seriesOf(entityType) === series, form);
}

/** Returns the fields of nested objects of a kind, as a document has them. */
export function publishedFieldsOfKind(kind: Kind): FieldTree {
  return known(kind, (entityType) => kindOf(entityType) === kind, 'document');
}

function known(key: string, isMeant: (entityType: string) => boolean, form: Form): FieldTree {
  const tree = trees.get(key) ?? treeOf([...MODEL.keys()].filter(isMeant).flatMap(form === 'feature' ? featureFieldsOf : fieldsOf), form);
  trees.set(key, tree);
  return tree;
}

function treeOf(fields: readonly Field[], form: Form, into: GrowingTree = new Map()): GrowingTree {
  for (const field of fields) {
    if (field.readOnly === true) continue;
    const member = into.get(field.name) ?? new Map<string, GrowingTree>();
    into.set(field.name, member);
    grow(member, field, form);
  }
  return into;
}

/** Adds the fields of a value to a tree. */
function grow(tree: GrowingTree, value: Value, form: Form): void {
  if (value.voidable === true) treeOf(VOID.fields, form, tree);
  switch (value.kind) {
    case 'object': treeOf(value.shape.fields, form, tree); break;
    case 'array': grow(tree, value.items, form); break;
    case 'link': case 'links': treeOf(INTERNE_VERWIJZING.fields, form, tree); break;
    case 'nested': treeOf(form === 'feature' ? INTERNE_VERWIJZING.fields : value.types.flatMap(fieldsOf), form, tree); break;
    default: break;
  }
}
