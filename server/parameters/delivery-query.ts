/**
 * Delivery parameters: how a delivery is read, by the meaning of the options of `ev submit`. Its CRS is in the header Content-Crs, as for
 * every message (Interface Rules, Headers).
 */
import { nearest } from '../../schemas/check/nearest.ts';
import { MODEL_VERSIONS, ROOT_TYPES, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { parseParameters, wrongValue, type ParameterFault, type Query } from './query.ts';

export interface DeliveryQuery {
  /** Model version; null: detected per root. */
  readonly model: ModelVersion | null;
  /** Whether one refused root refuses the whole delivery. */
  readonly strict: boolean;
  /** Types of which the delivery has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Whether each root replaces the newest version of its object. */
  readonly correct: boolean;
}

/** Parameters, in the order of the documentation. */
export const DELIVERY_PARAMETERS = ['model', 'strikt', 'volledig', 'correctie'] as const;

/** Parameters of PUT and PATCH of a root. */
export const CORRECTION_PARAMETERS = ['correctie'] as const;

/** Reads the parameters. The query is invalid when there are faults. */
export function readDeliveryQuery(query: Query): { readonly query: DeliveryQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const { model, strikt, volledig, correctie } = parseParameters(query, DELIVERY_PARAMETERS, faults);
  const read = {
    model: readModel(model, faults), strict: readYes('strikt', strikt, faults), full: readTypes(volledig, faults),
    correct: readYes('correctie', correctie, faults),
  };
  return { query: read, faults };
}

/**
 * Reads whether a write replaces the newest version of a root. `isTaken`: whether the write may have the parameter, as PUT and PATCH of a
 * root may. The result is invalid when there are faults.
 */
export function readCorrection(query: Query, isTaken: boolean): { readonly correct: boolean; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const { correctie } = parseParameters(query, isTaken ? CORRECTION_PARAMETERS : [], faults);
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
