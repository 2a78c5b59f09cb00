/**
 * Mistakes: which mistakes the errors of the validator come down to, one per place and cause. A field that is misnamed or that
 * belongs to another object gives two errors, and is one mistake.
 */
import type { ErrorObject } from 'ajv/dist/types/index.js';
import { escapeToken, isObject, own } from '../../json.ts';
import type { Json } from '../../json.ts';
import { kindOf } from '../../names.ts';
import { misnamedIn } from '../misnamed.ts';
import { misplacedIn } from '../misplaced.ts';
import type { Misplaced } from '../misplaced.ts';
import { follow } from '../walk.ts';
import { explain, ruleOf } from './explain.ts';
import { tokensOf } from './located.ts';
import type { SchemaError, SchemaRule } from './located.ts';

/** One mistake, named at once and put into words when asked: of most mistakes in a large delivery nobody reads more than the count. */
export interface Mistake {
  readonly rule: SchemaRule;
  /** JSON Pointer of the value that is wrong, or that is missing. */
  readonly at: string;
  /** Of a field that belongs to another object: JSON Pointer of where it belongs. */
  readonly to?: string;
  readonly say: () => SchemaError;
}

/** Names the mistakes behind ajv's errors about a document, a root of one of these types; one per place and cause. */
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
      rule: ruleOf(error), at: placeOf(error), say: () => explain(types, document, error), ...placedAt(error),
    }));
}

function placedAt({ params }: ErrorObject): Pick<Mistake, 'to'> {
  const { misplaced } = params as { readonly misplaced?: Misplaced };
  return misplaced === undefined ? {} : { to: misplaced.to };
}

/**
 * The errors with one for each unknown field that belongs to another object or is misnamed. What another object lacks comes
 * before a name that is nearly right, and that before what another object may have.
 */
function withMisplaced(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const find = misplacedIn(types, document);
  const taken = new Set<string>();
  const placed = (error: ErrorObject, isWanted: (found: Misplaced) => boolean): ErrorObject => {
    const { keyword, instancePath, params } = error;
    if (keyword !== 'additionalProperties' || params['meant'] !== undefined || params['misplaced'] !== undefined) return error;
    const name = params['additionalProperty'] as string;
    const misplaced = repeatsType(types, document, { place: instancePath, name }) ? undefined : find(instancePath, name);
    if (misplaced === undefined || !isWanted(misplaced) || taken.has(misplaced.to)) return error;
    taken.add(misplaced.to);
    if (misplaced.missing !== undefined) taken.add(misplaced.missing);
    return { ...error, params: { ...params, misplaced } };
  };
  const lacking = errors.map((error) => placed(error, ({ missing }) => missing !== undefined));
  const rest = lacking.filter((error) => missingIn(error) === undefined || !taken.has(placeOf(error)));
  return withMisnamed(types, document, rest).map((error) => placed(error, () => true));
}

/** Whether a field, such as `type`, says no more than the `entityType` of its object, or stands for it: then it belongs nowhere else. */
function repeatsType(
  types: readonly string[], document: Json, { place, name }: { readonly place: string; readonly name: string },
): boolean {
  const { data } = follow(types, document, tokensOf(place));
  if (!isObject(data)) return false;
  const [value, type] = [own(data, name), own(data, 'entityType')];
  return type === undefined ? typeof value === 'string' && kindOf(value) !== undefined : value === type;
}

/** Where the error is: a member that is missing or unknown by its own name, of equal items the one that is told of. */
function placeOf({ keyword, instancePath, params }: ErrorObject): string {
  const { missingProperty, additionalProperty, i: item } = params as Readonly<Record<string, string | number | undefined>>;
  const name = missingProperty ?? additionalProperty ?? item ?? (keyword === 'discriminator' ? 'entityType' : undefined);
  return name === undefined ? instancePath : `${instancePath}/${escapeToken(String(name))}`;
}

/** The errors with one for each misnamed field, instead of one that it is unknown and one that another is missing. */
function withMisnamed(types: readonly string[], document: Json, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  /** By place: the names that stand there for absent fields. */
  const misnamed = new Map<string, ReadonlyMap<string, string>>();
  const nameOf = (place: string, field: string): string | undefined => {
    if (!misnamed.has(place)) {
      const { data, governing } = follow(types, document, tokensOf(place));
      misnamed.set(place, isObject(data) && governing !== undefined ? misnamedIn(data, governing.fields) : new Map());
    }
    return [...misnamed.get(place)!].find(([, meant]) => meant === field)?.[0];
  };
  const said = new Set<string>();
  const placed = new Set(errors.filter(({ params }: ErrorObject) => params['misplaced'] !== undefined).map(placeOf));
  const merged = errors.map((error) => {
    const { instancePath, schemaPath } = error;
    const field = missingIn(error);
    const name = field === undefined ? undefined : nameOf(instancePath, field);
    if (name === undefined || placed.has(`${instancePath}/${escapeToken(name)}`)) return error;
    said.add(`${instancePath} ${name}`);
    return { keyword: 'additionalProperties', instancePath, schemaPath, params: { additionalProperty: name, meant: field } };
  });
  return said.size === 0 ? errors : merged.filter(({ instancePath, params }: ErrorObject) =>
    params['meant'] !== undefined || !said.has(`${instancePath} ${params['additionalProperty']}`));
}

/** The field that is missing by an error, if that is what it says. */
function missingIn({ keyword, params }: ErrorObject): string | undefined {
  if (keyword === 'discriminator') return params['tagValue'] === undefined ? 'entityType' : undefined;
  return keyword === 'required' ? params['missingProperty'] as string : undefined;
}
