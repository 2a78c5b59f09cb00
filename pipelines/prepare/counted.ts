/**
 * Counted: what is wrong with a piece that is nearly right (nearly.ts) when the report keeps no more words about it. Then its
 * flaws are looked at by themselves, as check.ts looks at the whole of it; in a large delivery most broken pieces are such.
 *
 * Sound, not complete: where more must be known than the flaws, or words are wanted, nothing is said.
 */
import { memberErrors } from '../../schemas/check/compile.ts';
import { mistakesOf } from '../../schemas/check/explain.ts';
import { noticesOfField } from '../../schemas/check/notices.ts';
import type { Notice } from '../../schemas/check/notices.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Json } from '../../schemas/json.ts';
import type { Field } from '../../schemas/model/conventions.ts';
import { fieldsByName, geometryPathOf } from '../../schemas/model/model.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { BACK_LINKS, kindOf, NESTING_FIELDS } from '../../schemas/names.ts';
import { flawOf } from './flawed.ts';
import { checkGeometries, geometriesOf } from './geometry.ts';
import { isSurelyValid } from './ring.ts';
import { isBareVoid } from './upgrade.ts';

/**
 * What is wrong with one object of a piece, by its place in the order of objectsOf and its type: a field with its value
 * and the JSON text of that, fields that are missing, or a member that the type does not have.
 */
export type Flaw = { readonly object: number; readonly type: string } & (
  | { readonly field: string; readonly value: Json; readonly text: string }
  | { readonly missing: readonly Field[] } | { readonly unknown: string });

export type Broken = Pick<Finding, 'rule' | 'severity'>;

/** Of a flaw in these more must be known: ids and links by other objects, secrets by who reads. */
const KNOWN_BY_OTHERS: readonly string[] = ['id', 'informatieGeheim', 'privacyGevoelig'];

export class Counter {
  readonly #crs: Crs;
  readonly #full: ReadonlySet<string>;

  /** `full`: the rules of which the report keeps no more. */
  constructor(crs: Crs, full: readonly string[]) {
    this.#crs = crs;
    this.#full = new Set(full);
  }

  /**
   * What the flaws of a piece break, the domain rules apart; undefined when that is not enough to judge it. `stain`: the one
   * value that is not strict JSON, if there is one, of which nothing more is said.
   */
  count(flaws: readonly Flaw[], stain?: string): readonly Broken[] | undefined {
    const said = stain === undefined ? undefined : placeIn(flaws, stain);
    if (stain !== undefined && said === undefined) return undefined;
    const broken: Broken[] = [];
    for (const flaw of flaws) {
      const found = this.#ofFlaw(flaw, said);
      if (found === undefined || !this.areFull(found)) return undefined;
      broken.push(...found);
    }
    return broken;
  }

  /** Whether the report keeps no more of any of these. */
  areFull(broken: readonly Broken[]): boolean {
    return broken.every(({ rule }) => this.#full.has(rule));
  }

  #ofFlaw(flaw: Flaw, said: string | undefined): readonly Broken[] | undefined {
    const { type } = flaw;
    if ('unknown' in flaw) return isNesting(flaw.unknown) ? undefined : [{ rule: 'schema.onbekend-veld', severity: 'error' }];
    if ('missing' in flaw) return flaw.missing.some(({ name }) => isKnownByOthers(type, name)) ? undefined : ofMissing(flaw.missing);
    const { field, value } = flaw;
    // What is no object of the model by its type may hold some.
    const holdsObjects = isNesting(field) && Array.isArray(value) && value.length > 0;
    if (holdsObjects || isKnownByOthers(type, field) || isBareVoid(type, field, value)) return undefined;
    const object: ModelObject = { data: { [field]: value }, id: undefined, type, kind: kindOf(type), pointer: '', parent: undefined };
    const level2 = said === undefined ? ofText(object, field, flaw.text) : ofField(object, field, said);
    if (field !== geometryPathOf(type)?.[0]) return level2;
    if (said !== undefined) return undefined;
    const level3 = this.#ofGeometry(object, isRefused(level2));
    return level3 && [...level2, ...level3];
  }

  /** `isUnlikeSchema`: whether the schema refuses it. */
  #ofGeometry(object: ModelObject, isUnlikeSchema: boolean): readonly Broken[] | undefined {
    const { geometries, shapeless } = geometriesOf([object]);
    const { sane, remarks } = checkGeometries(geometries, this.#crs, undefined);
    const rules = sane.filter(({ vertices }) => !isSurelyValid(vertices)).map(({ vertices }) => flawOf(vertices)?.rule);
    if ((shapeless.length > 0 && !isUnlikeSchema) || rules.includes(undefined)) return undefined;
    return [...remarks, ...rules.map((rule) => ({ rule: rule!, severity: 'error' } as const))];
  }
}

export function isRefused(broken: readonly Broken[]): boolean {
  return broken.some(({ severity }) => severity === 'error');
}

function isKnownByOthers(type: string, field: string): boolean {
  const kind = kindOf(type);
  return KNOWN_BY_OTHERS.includes(field) || field === (kind && BACK_LINKS[kind]);
}

function isNesting(field: string): boolean {
  return (NESTING_FIELDS as readonly string[]).includes(field);
}

function ofMissing(fields: readonly Field[]): readonly Broken[] {
  return fields.map(({ required }) =>
    (required ? { rule: 'schema.required', severity: 'error' } : { rule: 'schema.verwacht', severity: 'warning' }));
}

/** A place in a root, where one of its flaws is, as a place in the object with that flaw; undefined when it is not certain which. */
function placeIn(flaws: readonly Flaw[], pointer: string): string | undefined {
  const [flaw, other] = flaws;
  if (flaw === undefined || other !== undefined || !('field' in flaw)) return undefined;
  const at = pointer.indexOf(`/${flaw.field}`);
  return at === pointer.lastIndexOf(`/${flaw.field}`) ? pointer.slice(at) : undefined;
}

const TEXT_CHARS_MAX = 64;
const TEXTS_MAX = 100;
/** What level 2 says of some values of a field, by their text: mistakes come again, and it looks at nothing else. */
const knownTexts = new Map<Field, Map<string, readonly Broken[]>>();

/** Level 2 of a value that is written like this. */
function ofText(object: ModelObject, field: string, text: string): readonly Broken[] {
  if (text.length > TEXT_CHARS_MAX) return ofField(object, field);
  const asked = fieldsByName(object.type)!.get(field)!;
  let known = knownTexts.get(asked);
  if (known === undefined) knownTexts.set(asked, known = new Map());
  let broken = known.get(text);
  if (broken !== undefined) return broken;
  broken = ofField(object, field);
  if (known.size < TEXTS_MAX) known.set(text, broken);
  return broken;
}

/** Level 2, but for what it has to say of the place `said`. */
function ofField(object: ModelObject, field: string, said?: string): readonly Broken[] {
  const { type, data } = object;
  const known = fieldsByName(type)!.get(field)!;
  const mistakes = mistakesOf(type, data, memberErrors({ type, field: known, value: data[field]!, pointer: `/${field}` }));
  const notices: Notice[] = [];
  noticesOfField(object, field, notices);
  return [
    ...mistakes.filter(({ say }) => said === undefined || say().pointer !== said).map(({ rule }) => ({ rule, severity: 'error' } as const)),
    ...notices.filter(({ rule, pointer }) => rule !== 'schema.in-transitie' && pointer !== said)
      .map(({ rule }) => ({ rule, severity: 'warning' } as const)),
  ];
}
