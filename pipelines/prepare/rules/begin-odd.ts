/**
 * A validity that begins before 1900, or very late, is most often a typing error or a date that stands for none.
 * A rule has no clock, so that it says the same of the same delivery on any day: late is a fixed year.
 */
import { momentOf, textOf } from '../../../schemas/model/objects.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { NONE } from './rule.ts';
import type { Rule } from './rule.ts';

const FIRST = Date.parse('1900-01-01T00:00:00Z');
/** More than ten years ahead of when this was written (2026), until 2040: then it must be set again. */
const AFTER_LAST = Date.parse('2050-01-01T00:00:00Z');

export const BEGIN_ODD: Rule = {
  id: 'regel.begin-onwaarschijnlijk',
  severity: 'warning',
  message: {
    nl: 'beginGeldigheid ligt vóór 1900 of na 2049.',
    en: 'beginGeldigheid is before 1900 or after 2049.',
  },
  mend: {
    nl: 'Controleer het jaartal; geef het tijdstip waarop het object in werkelijkheid begon te gelden.',
    en: 'Check the year; give the time at which the object began to be valid in reality.',
  },
  source: 'IM Base type: beginGeldigheid; a fixed far year, as a rule has no clock',
  example: {
    wrong: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '0001-01-01T00:00:00Z' },
    right: { entityType: 'KwetsbaarGebouw', beginGeldigheid: '2001-01-01T00:00:00Z' },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['beginGeldigheid'],
  check: ({ data, pointer }) => {
    const begin = momentOf(data, 'beginGeldigheid');
    if (begin === undefined || (begin >= FIRST && begin < AFTER_LAST)) return NONE;
    const found = textOf(data, 'beginGeldigheid') ?? '';
    return [{ pointer: `${pointer}/beginGeldigheid`, found, expected: '1900 … 2049' }];
  },
};
