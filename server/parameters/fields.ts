/**
 * fields: the names that the answer holds (Interface Rules, Query parameters). Nested names have dots; a name brings all
 * that is in it. A feature keeps its type, id, geometry and links, a document its entityType, id, geometrie and _links.
 * A name that no object of the list can have is refused. Not here: picking them out of bytes (server/picked.ts).
 */
import { nearest } from '../../schemas/check/nearest.ts';
import type { FieldTree } from '../../schemas/derived/published-fields.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Names asked for; `true`: all that is in it. */
export interface Selection {
  readonly [name: string]: Selection | true;
}

export interface AskedFields {
  readonly selection: Selection;
  /** The names as asked, without spaces. */
  readonly text: string;
}

/** The fields asked for; undefined without the parameter (all of them), and after a fault. */
export function readFields(text: string | undefined, known: FieldTree, faults: ParameterFault[]): AskedFields | undefined {
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

function isKnown([first = '', ...rest]: readonly string[], { open, members }: FieldTree): boolean {
  const member = members.get(first);
  if (member === undefined) return open && first !== '';
  return rest.length === 0 || isKnown(rest, member);
}

/** The names that stand where the first unknown part of a name stands, and what comes before them. */
function neighbours(parts: readonly string[], known: FieldTree): { readonly around: string; readonly allowed: readonly string[] } {
  let tree = known;
  let around = '';
  for (const part of parts) {
    const member = tree.members.get(part);
    if (member === undefined || member.members.size === 0) break;
    tree = member;
    around += `${part}.`;
  }
  return { around, allowed: [...tree.members.keys()].map((name) => around + name) };
}

function selectionOf(names: readonly string[]): Selection {
  const selection = newSelection();
  for (const name of names) {
    const parts = name.split('.');
    const last = parts.pop()!;
    let place: Record<string, Selection | true> | undefined = selection;
    for (const part of parts) place = place && inside(place, part);
    if (place !== undefined) place[last] = true;
  }
  return selection;
}

/** Undefined where all is asked for already. */
function inside(selection: Record<string, Selection | true>, name: string): Record<string, Selection | true> | undefined {
  selection[name] ??= newSelection();
  const found = selection[name];
  return found === true ? undefined : found as Record<string, Selection | true>;
}

/** Without a prototype: names come from outside. */
function newSelection(): Record<string, Selection | true> {
  return Object.create(null) as Record<string, Selection | true>;
}
