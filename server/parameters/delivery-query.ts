/**
 * Delivery parameters: how a delivery is read, by the meaning of the options of `ev submit`. Its CRS is in the header Content-Crs, as for
 * every message (Interface Rules, Headers).
 */
import { nearest } from '../../schemas/check/nearest.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { MODEL_VERSIONS, ROOT_TYPES, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { readHolderCode } from './holder-code.ts';
import { readLang } from './lang.ts';
import { firstValue, FORM_PARAMETER, parseParameters, wrongValue, type ParameterFault, type Query } from './query.ts';

export interface DeliveryQuery {
  /** Model version; null: detected per root. */
  readonly model: ModelVersion | null;
  /** Whether one refused root refuses the whole delivery. */
  readonly strict: boolean;
  /** Types of which the delivery has all roots of its holder. */
  readonly full: readonly RootType[];
  /** Whether each root replaces the newest version of its object. */
  readonly correct: boolean;
  /** The bronhoudercode under which the delivery is written; null: the only code of the token. */
  readonly holder: string | null;
  /** Whether the delivery is a rehearsal: the answer is its report, and nothing is stored. */
  readonly isRehearsal: boolean;
  /** Language of the page of a rehearsal; undefined: that of the header. */
  readonly lang: Language | undefined;
}

/** Parameters, in the order of the documentation. */
export const DELIVERY_PARAMETERS = ['model', 'strikt', 'volledig', 'correctie', 'bronhouder', 'proef'] as const;

/** Further parameters of a rehearsal, whose report has several forms. */
export const REHEARSAL_PARAMETERS = ['lang', FORM_PARAMETER] as const;

/** Parameters of every write of an object. */
export const WRITE_PARAMETERS = ['bronhouder'] as const;
/** Further parameters of PUT and PATCH of a root. */
export const CORRECTION_PARAMETERS = ['correctie'] as const;

/** Reads the parameters. The query is invalid when there are faults. */
export function readDeliveryQuery(query: Query): { readonly query: DeliveryQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const isRehearsal = firstValue(query, 'proef') === 'true';
  const names = [...DELIVERY_PARAMETERS, ...isRehearsal ? REHEARSAL_PARAMETERS : []];
  const { model, strikt, volledig, correctie, bronhouder, proef, lang } = parseParameters(query, names, faults);
  const read = {
    model: readModel(model, faults), strict: readYes('strikt', strikt, faults), full: readTypes('volledig', volledig, {
      faults, expected: { nl: 'typen waarvan de levering alle objecten bevat, met komma’s ertussen', en: 'types of which the delivery holds all objects, with commas between' },
    }),
    correct: readYes('correctie', correctie, faults), holder: readHolderCode('bronhouder', bronhouder, faults),
    isRehearsal: readYes('proef', proef, faults), lang: readLang(lang, faults),
  };
  return { query: read, faults };
}

/**
 * Reads the parameters of a write of an object. `takesCorrection`: whether the write may replace the newest version of a root, as PUT and
 * PATCH of a root may. The result is invalid when there are faults.
 */
export function readWriteQuery(
  query: Query, takesCorrection: boolean,
): Pick<DeliveryQuery, 'correct' | 'holder'> & { readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const names: readonly ('correctie' | 'bronhouder')[] = [...takesCorrection ? CORRECTION_PARAMETERS : [], ...WRITE_PARAMETERS];
  const { correctie, bronhouder } = parseParameters(query, names, faults);
  return { correct: readYes('correctie', correctie, faults), holder: readHolderCode('bronhouder', bronhouder, faults), faults };
}

function readModel(text: string | undefined, faults: ParameterFault[]): ModelVersion | null {
  const known = MODEL_VERSIONS.find((version) => version === text);
  if (known === undefined && text !== undefined) {
    const expected = { nl: 'de versie van het model; zonder deze parameter wordt die herkend', en: 'the version of the model; without this parameter it is recognised' };
    faults.push(wrongValue('model', text, { expected, allowed: MODEL_VERSIONS, correct: null }));
  }
  return known ?? null;
}

/** Parameters of an undo. */
export const UNDO_PARAMETERS = ['proef'] as const;

/** Reads the parameters of an undo. The result is invalid when there are faults. */
export function readUndoQuery(query: Query): Pick<DeliveryQuery, 'isRehearsal' | 'lang'> & { readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const isRehearsal = firstValue(query, 'proef') === 'true';
  const { proef, lang } = parseParameters<string>(query, [...UNDO_PARAMETERS, ...isRehearsal ? REHEARSAL_PARAMETERS : []], faults);
  return { isRehearsal: readYes('proef', proef, faults), lang: readLang(lang, faults), faults };
}

/** Reads a list of types, in the order of the model; empty without the parameter, and after a fault. */
export function readTypes(
  name: string, text: string | undefined, { expected, faults }: { readonly expected: Text; readonly faults: ParameterFault[] },
): readonly RootType[] {
  const names = text?.split(',').map((one) => one.trim()) ?? [];
  const wrong = names.find((one) => !ROOT_TYPES.some((type) => type === one));
  if (wrong === undefined) return ROOT_TYPES.filter((type) => names.includes(type));
  faults.push(wrongValue(name, wrong, { expected, allowed: ROOT_TYPES, correct: nearest(wrong, ROOT_TYPES, 1)[0] ?? null }));
  return [];
}

/** Reads a parameter that is true or false; false without it. */
export function readYes(name: string, text: string | undefined, faults: ParameterFault[]): boolean {
  if (text !== undefined && text !== 'true' && text !== 'false') {
    const expected = { nl: 'true of false', en: 'true or false' };
    faults.push(wrongValue(name, text, { expected, allowed: ['true', 'false'], correct: 'true' }));
  }
  return text === 'true';
}
