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
  /** Which of the places in the document, and which character of a text there; both wrap around. */
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
    const places = placesIn(value).filter(({ held }) => fits(mutation.kind, held));
    const place = places[mutation.at % places.length];
    return place === undefined ? value : replaced(value, place.path, (held) => changed(held, mutation));
  }, document);
}

interface Place { readonly path: readonly string[]; readonly held: Json }

function placesIn(value: Json, path: readonly string[] = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [{ path, held: value }];
  return [{ path, held: value }, ...Object.entries(value).flatMap(([key, held]) => placesIn(held, [...path, key]))];
}

/** Whether this kind of mutation does something to this value. */
function fits(kind: Mutation['kind'], held: Json): boolean {
  if (kind === 'character') return typeof held === 'string' || isObject(held);
  if (kind === 'swap') return Array.isArray(held) && held.length > 1;
  return kind === 'retype' || kind === 'nest' || (typeof held === 'object' && held !== null);
}

function changed(held: Json, mutation: Mutation): Json {
  switch (mutation.kind) {
    case 'retype': return retyped(held, mutation);
    case 'character': return typeof held === 'string' ? rewritten(held, mutation) : renamed(held as JsonObject, mutation);
    case 'swap': return (held as readonly Json[]).toReversed();
    case 'nest': return nested(held, mutation);
    case 'remove': return without(held, mutation.character);
    case 'add': return withMore(held, mutation);
    default: return unreachable(mutation.kind);
  }
}

/** A number as text and the other way round, as spreadsheets make them, or something else altogether. */
function retyped(held: Json, { character, value }: Mutation): Json {
  if (character % 2 === 0 || held === null) return value;
  if (typeof held === 'number' || typeof held === 'boolean') return String(held);
  return typeof held === 'string' && held !== '' && Number.isFinite(Number(held)) ? Number(held) : JSON.stringify(held);
}

function rewritten(text: string, { character, written }: Mutation): string {
  const letters = Array.from(text);
  // Before, inside, or after the last: where a trailing newline may slip through.
  const at = character % (letters.length + 1);
  return [...letters.slice(0, at), written, ...letters.slice(at + (character % 2))].join('');
}

function renamed(held: JsonObject, mutation: Mutation): Json {
  const names = Object.keys(held);
  const name = names[mutation.character % names.length];
  return Object.fromEntries(Object.entries(held).map(([key, value]) => [key === name ? rewritten(key, mutation) : key, value]));
}

function nested(held: Json, { character, name }: Mutation): Json {
  let value = held;
  for (let depth = character % 4; depth >= 0; depth--) value = character % 3 === 0 ? { [name]: value } : [value];
  return value;
}

function without(held: Json, which: number): Json {
  const entries = Object.entries(held as JsonObject);
  const kept = entries.filter((_, i) => i !== which % entries.length);
  return Array.isArray(held) ? kept.map(([, value]) => value) : Object.fromEntries(kept);
}

/** One more member, or an item: often one that is there already. */
function withMore(held: Json, { character, name, value }: Mutation): Json {
  if (!Array.isArray(held)) return Object.fromEntries([...Object.entries(held as JsonObject), [name, value]]);
  const items = held as readonly Json[];
  return [...items, character % 2 === 0 ? items[character % items.length] ?? value : value];
}

function replaced(value: Json, [key, ...rest]: readonly string[], change: (held: Json) => Json): Json {
  if (key === undefined) return change(value);
  const at = (name: string, held: Json): Json => (name === key ? replaced(held, rest, change) : held);
  if (Array.isArray(value)) return (value as readonly Json[]).map((held, i) => at(String(i), held));
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, held]) => [name, at(name, held)]));
}
