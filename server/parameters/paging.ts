/**
 * Paging: `limit` and `offset` (Interface Rules, Limits 2). Above the maximum means the maximum; anything
 * else that is no whole number is refused.
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { ParameterFault } from './query.ts';

const OFFSET_DIGITS_MAX = 15;

/** Number of features on a page. */
export function readLimit(text: string | undefined, faults: ParameterFault[]): number {
  if (text === undefined) return LIMITS.featuresDefault;
  if (/^0*[1-9]\d*$/.test(text)) return Math.min(Number(text), LIMITS.featuresMax);
  faults.push({
    problem: 'OngeldigeParameter',
    name: 'limit',
    reason: {
      nl: `Verwacht een geheel getal van 1 tot en met ${LIMITS.featuresMax}.`,
      en: `Expected a whole number from 1 to ${LIMITS.featuresMax}.`,
    },
    allowed: [`1..${LIMITS.featuresMax}`],
    correct: String(LIMITS.featuresDefault),
  });
  return LIMITS.featuresDefault;
}

/** Number of features to skip. */
export function readOffset(text: string | undefined, faults: ParameterFault[]): number {
  if (text === undefined) return 0;
  if (/^\d+$/.test(text) && text.length <= OFFSET_DIGITS_MAX) return Number(text);
  faults.push({
    problem: 'OngeldigeParameter',
    name: 'offset',
    reason: { nl: 'Verwacht een geheel getal vanaf 0.', en: 'Expected a whole number from 0.' },
    allowed: ['0..'],
    correct: '0',
  });
  return 0;
}
