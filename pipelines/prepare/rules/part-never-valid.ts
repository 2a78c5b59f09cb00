/**
 * A nested object is published in the part of its validity that its parent shares; without overlap it is never shown.
 * The rule checks an object with an end, against its parent and its children: two objects without end always overlap.
 */
import { childrenOf, momentOf, textOf, type ModelObject } from '../../../schemas/model/objects.ts';
import type { Moment } from '../../../schemas/time.ts';
import { OBJECT_TYPES } from '../../../schemas/names.ts';
import { NONE, type Breach, type Rule } from './rule.ts';

export const PART_NEVER_VALID: Rule = {
  id: 'regel.onderdeel-nooit-geldig',
  example: {
    wrong: {
      entityType: 'TankenLPG', eindGeldigheid: '2024-01-01T00:00:00Z',
      heeft: [{ entityType: 'Vulpunt', beginGeldigheid: '2025-01-01T00:00:00Z' }],
    },
    right: {
      entityType: 'TankenLPG', eindGeldigheid: '2026-01-01T00:00:00Z',
      heeft: [{ entityType: 'Vulpunt', beginGeldigheid: '2025-01-01T00:00:00Z' }],
    },
  },
  appliesTo: OBJECT_TYPES,
  fields: ['eindGeldigheid'],
  check: (object) => {
    const end = momentOf(object.data, 'eindGeldigheid');
    const begin = momentOf(object.data, 'beginGeldigheid');
    // An end before the begin has its own finding (end-after-begin.ts), which explains this one.
    if (end === undefined || (begin !== undefined && end <= begin)) return NONE;
    return [...endsTooEarly(object, end), ...beginTooLate(object, end)];
  },
};

function endsTooEarly({ data, pointer, parent }: ModelObject, end: Moment): readonly Breach[] {
  const begin = parent && momentOf(parent.data, 'beginGeldigheid');
  if (begin === undefined || end > begin) return NONE;
  const expected = `> ${textOf(parent?.data ?? {}, 'beginGeldigheid') ?? ''}`;
  return [{ pointer: `${pointer}/eindGeldigheid`, found: textOf(data, 'eindGeldigheid') ?? '', expected }];
}

function beginTooLate({ data, pointer }: ModelObject, end: Moment): readonly Breach[] {
  const breaches: Breach[] = [];
  for (const [field, index, child] of childrenOf(data)) {
    const begin = momentOf(child, 'beginGeldigheid');
    if (begin === undefined || begin < end) continue;
    breaches.push({
      pointer: `${pointer}/${field}/${index}/beginGeldigheid`,
      found: textOf(child, 'beginGeldigheid') ?? '', expected: `< ${textOf(data, 'eindGeldigheid') ?? ''}`,
    });
  }
  return breaches;
}
