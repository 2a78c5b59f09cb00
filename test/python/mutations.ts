/**
 * Mutations: one small change to a valid document, as people and programs make them: something removed, added, of another type, one
 * character changed, coordinates swapped, nested deeper.
 */
import * as fc from 'fast-check';
import { unreachable } from '../../schemas/fault.ts';
import { isObject } from '../../schemas/json.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';

const KINDS = ['remove', 'add', 'retype', 'character', 'swap', 'nest'] as const;

export interface Mutation {
  readonly kind: (typeof KINDS)[number];
  /** Index of the location in the document, and of the character in a text there; both wrap around. */
  readonly at: number;
  readonly character: number;
  readonly written: string;
  readonly name: string;
  readonly value: Json;
}

/** Characters that regular expressions, trimmers and digit tests disagree on. */
const CHARACTERS = ['\n', '\r', ' ', '\t', '\u0000', '\u0085', '\u00a0', '\u2028', '\ufeff', '٣', 'é', 'K', 'ſ', '😀', '0', '9', 'A', 'z', '.', ',', '-', '+', ':', '"', ''];
const NAMES = ['id', 'entityType', 'geometrie', 'waarde', 'geenWaardeReden', 'stof', 'afstand', 'coordinates', 'type', 'bbox', 'kleur', '__proto__', 'constructor', ''];
const VALUES: readonly Json[] = [
  null, true, false, 0, 1, -1, 1.5, 1e15, 1e300, 5e-324, '', '0', 'tekst', '2026-03-01', '2026-02-30T00:00:00Z', [], {}, [[]], [null],
  { waarde: null }, { waarde: null, geenWaardeReden: 'waardeOnbekend' }, { geenWaardeReden: 'x' }, { href: '#x' },
  { type: 'Point', coordinates: [1, 2] }, { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 0]]] },
  { type: 'GeometryCollection', geometries: [] }, { entityType: 'WegAs' }, { entityType: 'Tankzuil' },
];

export const MUTATION: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: fc.nat(),
  character: fc.nat(300),
  written: fc.constantFrom(...CHARACTERS),
  name: fc.constantFrom(...NAMES),
  value: fc.oneof(fc.constantFrom(...VALUES), fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>),
});

export function mutated(document: Json, mutations: readonly Mutation[]): Json {
  return mutations.reduce((value, mutation) => {
    const locations = locationsIn(value).filter(({ old }) => fits(mutation.kind, old));
    const location = locations[mutation.at % locations.length];
    return location === undefined ? value : replaced(value, location.path, (old) => changed(old, mutation));
  }, document);
}

interface ValueAt { readonly path: readonly string[]; readonly old: Json }

function locationsIn(value: Json, path: readonly string[] = []): readonly ValueAt[] {
  if (typeof value !== 'object' || value === null) return [{ path, old: value }];
  return [{ path, old: value }, ...Object.entries(value).flatMap(([key, old]) => locationsIn(old, [...path, key]))];
}

/** Whether this kind of mutation does something to this value. */
function fits(kind: Mutation['kind'], old: Json): boolean {
  if (kind === 'character') return typeof old === 'string' || isObject(old);
  if (kind === 'swap') return Array.isArray(old) && old.length > 1;
  return kind === 'retype' || kind === 'nest' || (typeof old === 'object' && old !== null);
}

function changed(old: Json, mutation: Mutation): Json {
  switch (mutation.kind) {
    case 'retype': return retyped(old, mutation);
    case 'character': return typeof old === 'string' ? rewritten(old, mutation) : renamed(old as JsonObject, mutation);
    case 'swap': return (old as readonly Json[]).toReversed();
    case 'nest': return nested(old, mutation);
    case 'remove': return without(old, mutation.character);
    case 'add': return withMore(old, mutation);
    default: return unreachable(mutation.kind);
  }
}

/** A number as text and the other way round, as spreadsheets make them, or something else altogether. */
function retyped(old: Json, { character, value }: Mutation): Json {
  if (character % 2 === 0 || old === null) return value;
  if (typeof old === 'number' || typeof old === 'boolean') return String(old);
  return typeof old === 'string' && old !== '' && Number.isFinite(Number(old)) ? Number(old) : JSON.stringify(old);
}

function rewritten(text: string, { character, written }: Mutation): string {
  const letters = Array.from(text);
  // Before, inside, or after the last: where a trailing newline may slip through.
  const at = character % (letters.length + 1);
  return [...letters.slice(0, at), written, ...letters.slice(at + (character % 2))].join('');
}

function renamed(old: JsonObject, mutation: Mutation): Json {
  const names = Object.keys(old);
  const name = names[mutation.character % names.length];
  return Object.fromEntries(Object.entries(old).map(([key, value]) => [key === name ? rewritten(key, mutation) : key, value]));
}

function nested(old: Json, { character, name }: Mutation): Json {
  let value = old;
  for (let depth = character % 4; depth >= 0; depth--) value = character % 3 === 0 ? { [name]: value } : [value];
  return value;
}

function without(old: Json, which: number): Json {
  const entries = Object.entries(old as JsonObject);
  const kept = entries.filter((_, i) => i !== which % entries.length);
  return Array.isArray(old) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** One more member, or an item: often one that is there already. */
function withMore(old: Json, { character, name, value }: Mutation): Json {
  if (!Array.isArray(old)) return Object.fromEntries([...Object.entries(old as JsonObject), [name, value]]);
  const items = old as readonly Json[];
  return [...items, character % 2 === 0 ? items[character % items.length] ?? value : value];
}

function replaced(value: Json, [key, ...rest]: readonly string[], change: (old: Json) => Json): Json {
  if (key === undefined) return change(value);
  const at = (name: string, old: Json): Json => (name === key ? replaced(old, rest, change) : old);
  if (Array.isArray(value)) return (value as readonly Json[]).map((old, i) => at(String(i), old));
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, old]) => [name, at(name, old)]));
}
