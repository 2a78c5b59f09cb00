/** Schema error: a located mistake with the part of the model that applies there, and the error that is reported. */
import type { Text } from '../../finding.ts';
import { unescapeToken } from '../../json.ts';
import type { Json } from '../../json.ts';
import { MODEL } from '../../model/model.ts';
import type { LocatedNode } from '../walk.ts';

export type SchemaRule =
  | 'schema.required' | 'schema.onbekend-veld' | 'schema.type' | 'schema.waardelijst' | 'schema.bereik'
  | 'schema.patroon' | 'schema.lengte' | 'schema.aantal' | 'schema.uniek' | 'schema.keuze' | 'schema.entityType'
  | 'schema.datum' | 'schema.geometrie';

export interface SchemaError {
  /** JSON Pointer (RFC 6901) into the document; always of an existing location. */
  readonly pointer: string;
  readonly rule: SchemaRule;
  /** Name of the field that is wrong, missing or unknown; empty for the document itself. */
  readonly field: string;
  readonly message: Text;
  readonly mend: Text;
  readonly found?: string;
  readonly expected?: string;
  /** Nearest allowed values, best first. */
  readonly suggestions?: readonly string[];
}

/** A mistake with its location and the part of the model that applies there. */
export interface LocatedMistake {
  readonly pointer: string;
  readonly tokens: readonly string[];
  /** Name of the innermost field that contains the location. */
  readonly field: string;
  readonly at: LocatedNode;
  /** The parent of the object at this location. */
  readonly parent: () => Json | undefined;
  readonly params: Readonly<Record<string, unknown>>;
}

export function tokensOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeToken);
}

/** Returns the name of an object in a text: its type, or for a value the name of its field. */
export function nameInText({ field, at }: LocatedMistake): string {
  const name = at.schema?.name ?? '';
  return name === '' || MODEL.has(name) || field === '' ? name : `"${field}"`;
}
