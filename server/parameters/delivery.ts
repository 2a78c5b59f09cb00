/**
 * Delivery parameters: how a delivery is to be read, what `ev submit` says by options of the same meaning. Its CRS stands in the header
 * Content-Crs, as that of every message (Interface Rules, Headers).
 */
import { nearest } from '../../schemas/check/nearest.ts';
import { MODEL_VERSIONS, ROOT_TYPES, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { closed, wrongValue, type ParameterFault, type Query } from './query.ts';

export interface DeliveryQuery {
  /** Null: recognised per root. */
  readonly model: ModelVersion | null;
  /** One refused root refuses the whole delivery. */
  readonly strict: boolean;
  /** Types of which it holds all roots of its holder. */
  readonly full: readonly RootType[];
  /** Each root replaces the newest version of its object. */
  readonly correct: boolean;
}

/** In the order in which they are documented. */
export const DELIVERY_PARAMETERS = ['model', 'strikt', 'volledig', 'correctie'] as const;

/** Parameters of PUT and PATCH of a root. */
export const CORRECTION_PARAMETERS = ['correctie'] as const;

/** With faults the query is of no use. */
export function readDeliveryQuery(query: Query): { readonly query: DeliveryQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const { model, strikt, volledig, correctie } = closed(query, DELIVERY_PARAMETERS, faults);
  const read = {
    model: readModel(model, faults), strict: readYes('strikt', strikt, faults), full: readTypes(volledig, faults),
    correct: readYes('correctie', correctie, faults),
  };
  return { query: read, faults };
}

/**
 * Whether a write replaces the newest version of a root; `isTaken`: whether it can, as a PUT or PATCH of a root can. With faults the
 * answer is of no use.
 */
export function readCorrection(query: Query, isTaken: boolean): { readonly correct: boolean; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const { correctie } = closed(query, isTaken ? CORRECTION_PARAMETERS : [], faults);
  return { correct: readYes('correctie', correctie, faults), faults };
}

function readModel(text: string | undefined, faults: ParameterFault[]): ModelVersion | null {
  const known = MODEL_VERSIONS.find((version) => version === text);
  if (known === undefined && text !== undefined) {
    const expected = { nl: 'de versie van het model; zonder deze parameter wordt die herkend', en: 'the version of the model; without this parameter it is recognised' };
    faults.push(wrongValue('model', text, { expected, allowed: MODEL_VERSIONS, correct: null }));
  }
  return known ?? null;
}

function readTypes(text: string | undefined, faults: ParameterFault[]): readonly RootType[] {
  const names = text?.split(',').map((name) => name.trim()) ?? [];
  const wrong = names.find((name) => !ROOT_TYPES.some((type) => type === name));
  if (wrong === undefined) return ROOT_TYPES.filter((type) => names.includes(type));
  const expected = {
    nl: 'typen waarvan de levering alle objecten bevat, met komma’s ertussen', en: 'types of which the delivery holds all objects, with commas between',
  };
  faults.push(wrongValue('volledig', wrong, { expected, allowed: ROOT_TYPES, correct: nearest(wrong, ROOT_TYPES, 1)[0] ?? null }));
  return [];
}

function readYes(name: string, text: string | undefined, faults: ParameterFault[]): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false') {
    const expected = { nl: 'true of false', en: 'true or false' };
    faults.push(wrongValue(name, text, { expected, allowed: ['true', 'false'], correct: 'true' }));
  }
  return text === 'true';
}
