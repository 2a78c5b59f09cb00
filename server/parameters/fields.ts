/**
 * fields, or properties: names of the requested fields (Interface Rules, Query parameters). Nested names have dots; a name includes
 * everything nested in it. A feature keeps its type, id, geometry and links, a document its entityType, id, geometrie and _links. A name
 * that no object of the list can have is refused. `skipGeometry=true` gives features a null geometry. Not here: picking fields from bytes
 * (server/response/picked-fields.ts).
 */
import { nearest } from '../../schemas/check/nearest.ts';
import type { FieldTree } from '../../schemas/derived/published-fields.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Requested names; `true`: everything nested in the name. */
export interface Selection {
  readonly [name: string]: Selection | true;
}

export interface RequestedFields {
  /** Requested fields; undefined: all. */
  readonly selection: Selection | undefined;
  /** The names as requested, without spaces. */
  readonly text: string | undefined;
  /** Whether the geometry of features is left out. */
  readonly skipsGeometry: boolean;
}

/** Returns the requested fields; undefined when whole objects are requested. */
export function readFields(
  { fields, skipGeometry }: Readonly<Partial<Record<string, string>>>, known: FieldTree, faults: ParameterFault[],
): RequestedFields | undefined {
  const skipsGeometry = readSkipGeometry(skipGeometry, faults);
  const named = readNames(fields, known, faults);
  return named === undefined && !skipsGeometry ? undefined : { selection: named?.selection, text: named?.text, skipsGeometry };
}

function readSkipGeometry(text: string | undefined, faults: ParameterFault[]): boolean {
  if (text === undefined || text === 'true' || text === 'false') return text === 'true';
  faults.push(wrongValue('skipGeometry', text, { expected: { nl: 'true of false', en: 'true or false' }, allowed: ['true', 'false'], correct: 'true' }));
  return false;
}

/** Returns the requested names; undefined without the parameter, and after a fault. */
function readNames(text: string | undefined, known: FieldTree, faults: ParameterFault[]) {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !isKnown(name.split('.'), known));
  if (unknown === undefined) return { selection: selectionOf(names), text: names.join(',') };
  const { around, allowed } = neighbours(unknown.split('.'), known);
  const [best = allowed[0] ?? 'id'] = nearest(unknown.slice(around.length), allowed.map((name) => name.slice(around.length)), 1);
  faults.push(wrongValue('fields', unknown, {
    expected: { nl: 'namen van velden, met komma’s ertussen', en: 'names of fields, separated by commas' },
    allowed, correct: allowed.includes(around + best) ? around + best : best,
  }));
  return undefined;
}

function isKnown([first = '', ...rest]: readonly string[], known: FieldTree): boolean {
  const member = known.get(first);
  return member !== undefined && (rest.length === 0 || isKnown(rest, member));
}

/** Returns the names that are valid at the first unknown part of a name, and the parts before it. */
function neighbours(parts: readonly string[], known: FieldTree): { readonly around: string; readonly allowed: readonly string[] } {
  let tree = known;
  let around = '';
  for (const part of parts) {
    const member = tree.get(part);
    if (member === undefined || member.size === 0) break;
    tree = member;
    around += `${part}.`;
  }
  return { around, allowed: [...tree.keys()].map((name) => around + name) };
}

type GrowingSelection = Record<string, Selection | true>;

function selectionOf(names: readonly string[]): Selection {
  const selection = newSelection();
  for (const name of names) add(selection, name.split('.'));
  return selection;
}

/** Adds a name. A field that is requested as a whole stays whole. */
function add(selection: GrowingSelection, [first = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) selection[first] = true;
  if (selection[first] === true) return;
  const inside: GrowingSelection = selection[first] ?? newSelection();
  selection[first] = inside;
  add(inside, rest);
}

/** Has no prototype, because names come from clients. */
function newSelection(): GrowingSelection {
  return Object.create(null) as GrowingSelection;
}
