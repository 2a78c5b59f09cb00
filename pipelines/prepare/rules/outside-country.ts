/** Vulnerable buildings and locations are in the Netherlands. Turbines and pipelines, which may be at sea, are not checked. */
import { liesInCountry } from './country.ts';
import { roughRd } from './rough-rd.ts';
import { NONE, type Rule } from './rule.ts';

export const OUTSIDE_COUNTRY: Rule = {
  id: 'regel.buiten-nederland',
  example: {
    wrong: {
      entityType: 'KwetsbaarGebouw',
      geometrie: {
        type: 'Polygon',
        coordinates: [[[250000, 350000], [250010, 350000], [250000, 350010], [250000, 350000]]],
      },
    },
    right: {
      entityType: 'KwetsbaarGebouw',
      geometrie: {
        type: 'Polygon',
        coordinates: [[[155000, 463000], [155010, 463000], [155000, 463010], [155000, 463000]]],
      },
    },
  },
  appliesTo: ['KwetsbaarGebouw', 'KwetsbareLocatie'],
  fields: ['geometrie'],
  check: (object, { crs, positionOf }) => {
    const position = positionOf(object);
    const inRd = position && roughRd(crs, position[0], position[1]);
    return inRd === undefined || liesInCountry(inRd[0], inRd[1])
      ? NONE : [{ pointer: `${object.pointer}/geometrie`, found: position?.join(', ') ?? '' }];
  },
};
