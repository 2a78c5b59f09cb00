/**
 * Paging: `limit`, `offset` and `pagina` of features, `pagina` and `paginaGrootte` of resources (Interface Rules, Limits 2).
 * A size above the maximum means the maximum. Anything but a whole number is refused.
 */
import { LIMITS } from '../../schemas/limits.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Digits of an offset: beyond any list, and still exact as a number. */
const OFFSET_DIGITS_MAX = 15;
const PAGE_DIGITS_MAX = 9;

const SIZES = {
  limit: { initial: LIMITS.featuresDefault, max: LIMITS.featuresMax },
  paginaGrootte: { initial: LIMITS.resourcesDefault, max: LIMITS.resourcesMax },
} as const;

export type SizeName = keyof typeof SIZES;

/** Sizes of a page. */
interface Sizes {
  readonly initial: number;
  readonly max: number;
}

/** Number of features or resources on a page. */
export function readSize(
  text: string | undefined, name: SizeName, faults: ParameterFault[], { initial, max }: Sizes = SIZES[name],
): number {
  if (text === undefined) return initial;
  if (/^0*[1-9]\d*$/.test(text)) return Math.min(Number(text), max);
  faults.push(wrongValue(name, text, {
    expected: { nl: `een geheel getal van 1 tot en met ${max}`, en: `a whole number from 1 to ${max}` },
    allowed: [`1..${max}`], correct: String(initial),
  }));
  return initial;
}

/** Number of features to skip. */
export function readOffset(text: string | undefined, faults: ParameterFault[]): number {
  if (text === undefined) return 0;
  if (/^\d+$/.test(text) && text.length <= OFFSET_DIGITS_MAX) return Number(text);
  faults.push(wrongValue('offset', text, {
    expected: { nl: 'een geheel getal vanaf 0', en: 'a whole number from 0' }, allowed: ['0..'], correct: '0',
  }));
  return 0;
}

/** Number of the page; the first is 1. */
export function readPagina(text: string | undefined, faults: ParameterFault[]): number {
  if (text === undefined) return 1;
  if (/^0*[1-9]\d*$/.test(text) && text.length <= PAGE_DIGITS_MAX) return Number(text);
  faults.push(wrongValue('pagina', text, {
    expected: { nl: 'een geheel getal vanaf 1', en: 'a whole number from 1' }, allowed: ['1..'], correct: '1',
  }));
  return 1;
}
