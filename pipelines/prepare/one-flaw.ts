/**
 * One flaw: what is said of it, level by level, when all else of the piece is right. Pointers are from the object.
 *
 * Sound, not complete: where more must be known than the flaw, nothing is said.
 * Not here: links, and the order of what is said of several (flaw-remarks.ts).
 */
import { memberErrors } from '../../schemas/check/compile.ts';
import { mistakesOf } from '../../schemas/check/explain.ts';
import { absent, noticesOfField } from '../../schemas/check/notices.ts';
import type { Notice } from '../../schemas/check/notices.ts';
import { errorAt } from '../../schemas/check/objects.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import type { Field } from '../../schemas/model/conventions.ts';
import { fieldsByName, geometryPathOf } from '../../schemas/model/model.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import { backLinkOf, kindOf, NESTING_FIELDS } from '../../schemas/names.ts';
import { remarksOf } from './check.ts';
import { invalidRemarks } from './flawed.ts';
import { checkGeometries, geometriesOf } from './geometry.ts';
import type { Remark } from './remark.ts';
import { isBareVoid } from './upgrade.ts';

/**
 * What is wrong with one object of a piece, by its place in the order of objectsOf and its type: a field with its value
 * and the JSON text of that, fields that are missing, or a member that the type does not have.
 */
export type Flaw = { readonly object: number; readonly type: string } & (
  | { readonly field: string; readonly value: Json; readonly text: string }
  | { readonly missing: readonly Field[] } | { readonly unknown: string });

export type Broken = Pick<Finding, 'rule' | 'severity'>;

/** What is broken; it is not always known in which words. */
export interface Words extends Broken {
  readonly say: (() => Finding) | undefined;
}

/** What is said of one flaw. */
export interface ToldOfFlaw {
  readonly flaw: Flaw;
  readonly errors: readonly Words[];
  readonly notices: readonly Words[];
  readonly geometry: readonly Words[];
  readonly validity: readonly Words[];
}

interface Known {
  readonly crs: Crs;
  /** The objects of the piece with all their members. */
  readonly whole: () => readonly ModelObject[];
  /** The place in the object of which nothing more is said. */
  readonly said: string | undefined;
}

/** Of a flaw in these more must be known: who may read the object. */
const SECRETS: readonly string[] = ['informatieGeheim', 'privacyGevoelig'];
const NONE: readonly Words[] = [];

/** What is said of a flaw; undefined when it is not enough to judge it. */
export function ofFlaw(flaw: Flaw, { crs, whole, said }: Known): ToldOfFlaw | undefined {
  const { object: index, type } = flaw;
  const told = { flaw, errors: NONE, notices: NONE, geometry: NONE, validity: NONE };
  if ('unknown' in flaw) {
    const isNesting = NESTING_FIELDS.includes(flaw.unknown);
    return isNesting ? undefined : { ...told, errors: [ofUnknown(type, flaw.unknown, () => whole()[index]!.data)] };
  }
  if ('missing' in flaw) {
    // Without its link to the object above it is taken for one of model 3.0.
    const isDoubtful = flaw.missing.some(({ name }) => SECRETS.includes(name) || name === backLinkOf(kindOf(type)));
    return isDoubtful ? undefined : { ...told, ...byLevel(ofMissing(type, flaw.missing)) };
  }
  const { field, value } = flaw;
  // What is no object of the model by its type may hold some.
  const holdsObjects = NESTING_FIELDS.includes(field) && Array.isArray(value) && value.length > 0;
  if (holdsObjects || field === 'id' || SECRETS.includes(field) || isBareVoid(type, field, value)) return undefined;
  if (said !== undefined && isBackLink(flaw)) return undefined;
  // All there is to say is of that place.
  if (said === `/${field}` && (typeof value !== 'object' || value === null) && field !== geometryPathOf(type)?.[0]) return told;
  // Not in one: an object written with a name that is computed takes many times as long.
  const data: Record<string, Json> = {};
  data[field] = value;
  const object: ModelObject = { data, id: undefined, type, kind: kindOf(type), pointer: '', parent: undefined };
  const level2 = said === undefined ? ofText(object, field, flaw.text) : byLevel(ofField(object, field, said));
  if (field !== geometryPathOf(type)?.[0]) return { ...told, ...level2 };
  const level3 = said === undefined ? ofGeometry(object, { crs, isUnlikeSchema: level2.errors.length > 0 }) : undefined;
  return level3 && { flaw, ...level2, ...level3 };
}

type Level2 = Pick<ToldOfFlaw, 'errors' | 'notices'>;

function byLevel(remarks: readonly Remark[]): Level2 {
  return {
    errors: remarks.filter(({ severity }) => severity === 'error'), notices: remarks.filter(({ severity }) => severity !== 'error'),
  };
}

/** `isUnlikeSchema`: whether the schema refuses it. */
function ofGeometry(
  object: ModelObject, { crs, isUnlikeSchema }: { crs: Crs; isUnlikeSchema: boolean },
): Pick<ToldOfFlaw, 'geometry' | 'validity'> | undefined {
  const { geometries, shapeless } = geometriesOf([object]);
  if (shapeless.length > 0 && !isUnlikeSchema) return undefined;
  const { sane, remarks } = checkGeometries(geometries, crs, undefined);
  const validity = invalidRemarks(sane, crs);
  return validity && { geometry: remarks, validity };
}

export function isBackLink(flaw: Flaw): boolean {
  return 'field' in flaw && flaw.field === backLinkOf(kindOf(flaw.type));
}

/** What the member may have been meant for depends on the others. */
function ofUnknown(type: string, name: string, dataOf: () => JsonObject): Words {
  const say = (): Finding => {
    const [mistake] = mistakesOf(type, dataOf(), [errorAt('', 'additionalProperties', { additionalProperty: name })]);
    return remarksOf([mistake!], [])[0]!.say();
  };
  // As it stands in the text: what is escaped in it is another name.
  return { rule: 'schema.onbekend-veld', severity: 'error', say: name.includes('\\') ? undefined : say };
}

function ofMissing(type: string, fields: readonly Field[]): readonly Remark[] {
  const errors = fields.filter(({ required }) => required).map(({ name }) => errorAt('', 'required', { missingProperty: name }));
  const notices = fields.filter(({ required }) => !required).map((field) => absent(type, field, ''));
  return remarksOf(mistakesOf(type, {}, errors), notices);
}

const TEXT_CHARS_MAX = 64;
const TEXTS_MAX = 100;
/** What level 2 says of some values of a field, by their text: mistakes come again, and it looks at nothing else. */
const knownTexts = new Map<Field, Map<string, Level2>>();

/** Level 2 of a value that is written like this. */
function ofText(object: ModelObject, field: string, text: string): Level2 {
  if (text.length > TEXT_CHARS_MAX) return byLevel(ofField(object, field));
  const asked = fieldsByName(object.type)!.get(field)!;
  let known = knownTexts.get(asked);
  if (known === undefined) knownTexts.set(asked, known = new Map());
  let told = known.get(text);
  if (told !== undefined) return told;
  told = byLevel(ofField(object, field).map(saidOnce));
  if (known.size < TEXTS_MAX) known.set(text, told);
  return told;
}

/** Level 2, but for what it has to say of the place `said`. */
function ofField(object: ModelObject, field: string, said?: string): readonly Remark[] {
  const { type, data } = object;
  const known = fieldsByName(type)!.get(field)!;
  const mistakes = mistakesOf(type, data, memberErrors({ type, field: known, value: data[field]!, pointer: `/${field}` }));
  const notices: Notice[] = [];
  noticesOfField(object, field, notices);
  const remarks = remarksOf(mistakes, notices);
  return said === undefined ? remarks : remarks.filter(({ say }) => say().pointer !== said);
}

/** Words that are found once. */
function saidOnce({ rule, severity, say }: Remark): Remark {
  let finding: Finding | undefined;
  return { rule, severity, say: () => finding ??= say() };
}
