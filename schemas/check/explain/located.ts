/** Located: a mistake with the place where it is and what governs that place, and the error that is told of it. */
import type { Text } from '../../finding.ts';
import { unescapeToken } from '../../json.ts';
import type { Json } from '../../json.ts';
import { MODEL } from '../../model/model.ts';
import type { Found } from '../walk.ts';

export type SchemaRule =
  | 'schema.required' | 'schema.onbekend-veld' | 'schema.type' | 'schema.waardelijst' | 'schema.bereik'
  | 'schema.patroon' | 'schema.lengte' | 'schema.aantal' | 'schema.uniek' | 'schema.keuze' | 'schema.entityType'
  | 'schema.datum' | 'schema.geometrie';

export interface SchemaError {
  /** JSON Pointer (RFC 6901) into the document; always of a place that is there. */
  readonly pointer: string;
  readonly rule: SchemaRule;
  /** Name of the field that is wrong, missing or unknown; empty for the document itself. */
  readonly field: string;
  readonly message: Text;
  readonly mend: Text;
  readonly found?: string;
  readonly expected?: string;
  /** Nearest allowed words, best first. */
  readonly suggestions?: readonly string[];
}

/** Where a mistake is, with what governs that place. */
export interface Located {
  readonly pointer: string;
  readonly tokens: readonly string[];
  /** Name of the innermost field that holds the place. */
  readonly field: string;
  readonly at: Found;
  /** The object that holds the list in which the object of this place stands. */
  readonly above: () => Json | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

export function tokensOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

/** What an object is called: its type, or for a value the name of the field that holds it. */
export function calledIn({ field, at }: Located): string {
  const name = at.governing?.name ?? '';
  return name === '' || MODEL.has(name) || field === '' ? name : `"${field}"`;
}
