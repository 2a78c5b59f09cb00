/**
 * Mistakes: merges the errors of the validator into one mistake per location and cause. A misnamed or misplaced field gives two errors,
 * and is one mistake.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import { escapeToken, isObject, own } from '../../json.ts';
import type { Json } from '../../json.ts';
import { kindOf } from '../../names.ts';
import { misnamedIn } from '../misnamed.ts';
import { misplacedIn } from '../misplaced.ts';
import type { Misplaced } from '../misplaced.ts';
import { nodeAt } from '../walk.ts';
import { explain, ruleOf } from './explain.ts';
import { tokensOf } from './schema-error.ts';
import type { SchemaError, SchemaRule } from './schema-error.ts';

/** A mistake whose text is made on request. Of most mistakes in a large delivery only the count is needed. */
export interface Mistake {
  readonly rule: SchemaRule;
  /** JSON Pointer of the wrong or missing value. */
  readonly at: string;
  /** JSON Pointer of the location where a misplaced field belongs. */
  readonly to?: string;
  readonly say: () => SchemaError;
}

/** Names the mistakes behind ajv's errors about a document, one per location and cause. `types`: the allowed types of the root. */
export function mistakesOf(
  types: readonly string[], document: Json, errors: readonly ErrorObject[],
): readonly Mistake[] {
  const placesOf = (wanted: string): ReadonlySet<string> =>
    new Set(errors.filter(({ keyword }) => keyword === wanted).map(({ instancePath }) => instancePath));
  const wrongType = placesOf('type');
  const unknown = placesOf('additionalProperties');
  const named = unknown.size === 0 ? withMisnamed(types, document, errors) : withMisplaced(types, document, errors);
  return named.filter(({ keyword, instancePath }) =>
    keyword !== 'if' && (keyword === 'type' || !wrongType.has(instancePath))
    && (keyword !== 'maxProperties' || !unknown.has(instancePath)))
    .map((error) => ({
      rule: ruleOf(error), at: locationOf(error), say: () => explain(types, document, error), ...placedAt(error),
    }));
}

function placedAt({ params }: ErrorObject): Pick<Mistake, 'to'> {
  const { misplaced } = params as { readonly misplaced?: Misplaced };
  return misplaced === undefined ? {} : { to: misplaced.to };
}

/**
 * Merges the two errors of each misplaced or misnamed field. A missing field of another object comes before a similar name in the same
 * object, and that before an optional field of another object.
 */
function withMisplaced(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const find = misplacedIn(types, document);
  const taken = new Set<string>();
  const placed = (error: ErrorObject, isWanted: (found: Misplaced) => boolean): ErrorObject => {
    const { keyword, instancePath, params } = error;
    if (keyword !== 'additionalProperties' || params['meant'] !== undefined || params['misplaced'] !== undefined) return error;
    const name = params['additionalProperty'] as string;
    const misplaced = repeatsType(types, document, { location: instancePath, name }) ? undefined : find(instancePath, name);
    if (misplaced === undefined || !isWanted(misplaced) || taken.has(misplaced.to)) return error;
    taken.add(misplaced.to);
    if (misplaced.missing !== undefined) taken.add(misplaced.missing);
    return { ...error, params: { ...params, misplaced } };
  };
  const lacking = errors.map((error) => placed(error, ({ missing }) => missing !== undefined));
  const rest = lacking.filter((error) => missingIn(error) === undefined || !taken.has(locationOf(error)));
  return withMisnamed(types, document, rest).map((error) => placed(error, () => true));
}

/** Whether a field, such as `type`, repeats or replaces the `entityType` of its object. Then it belongs to no other object. */
function repeatsType(
  types: readonly string[], document: Json, { location, name }: { readonly location: string; readonly name: string },
): boolean {
  const { data } = nodeAt(types, document, tokensOf(location));
  if (!isObject(data)) return false;
  const [value, type] = [own(data, name), own(data, 'entityType')];
  return type === undefined ? typeof value === 'string' && kindOf(value) !== undefined : value === type;
}

/** Returns the location of the error. A missing or unknown member has its own name; equal items are reported at the second. */
function locationOf({ keyword, instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, i: item } = params as Readonly<Record<string, string | number | undefined>>;
  const name = missingProperty ?? additionalProperty ?? item ?? (keyword === 'discriminator' ? 'entityType' : undefined);
  return name === undefined ? instancePath : `${instancePath}/${escapeToken(String(name))}`;
}

/** Merges, for each misnamed field, the error of the unknown field with that of the missing field. */
function withMisnamed(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  /** Misnamed fields and the fields that they replace, by location. */
  const misnamed = new Map<string, ReadonlyMap<string, string>>();
  const nameOf = (location: string, field: string): string | undefined => {
    if (!misnamed.has(location)) {
      const { data, schema } = nodeAt(types, document, tokensOf(location));
      misnamed.set(location, isObject(data) && schema !== undefined ? misnamedIn(data, schema.fields) : new Map());
    }
    return [...misnamed.get(location)!].find(([, meant]) => meant === field)?.[0];
  };
  const reported = new Set<string>();
  const placed = new Set(errors.filter(({ params }: ErrorObject) => params['misplaced'] !== undefined).map(locationOf));
  const merged = errors.map((error) => {
    const { instancePath, schemaPath } = error;
    const field = missingIn(error);
    const name = field === undefined ? undefined : nameOf(instancePath, field);
    if (name === undefined || placed.has(`${instancePath}/${escapeToken(name)}`)) return error;
    reported.add(`${instancePath} ${name}`);
    return { keyword: 'additionalProperties', instancePath, schemaPath, params: { additionalProperty: name, meant: field } };
  });
  return reported.size === 0 ? errors : merged.filter(({ instancePath, params }: ErrorObject) =>
    params['meant'] !== undefined || !reported.has(`${instancePath} ${params['additionalProperty']}`));
}

/** Returns the missing field that an error reports; undefined for other errors. */
function missingIn({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'discriminator') return params['tagValue'] === undefined ? 'entityType' : undefined;
  return keyword === 'required' ? params['missingProperty'] as string : undefined;
}
