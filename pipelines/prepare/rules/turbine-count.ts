/**
 * The number of turbines of an activity is its number of Windturbine references. An activity without these is not checked, because a park
 * may be one combined reference. Neither is an activity with a reference of unknown type, which may be a turbine; the schema reports that
 * type.
 */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { WIND_TURBINES } from '../../../schemas/model/activity-groups.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { kindOf } from '../../../schemas/names.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const TURBINE_COUNT: Rule = {
  id: 'regel.aantal-windturbines',
  example: {
    wrong: {
      entityType: 'Windturbine_TeBerekenenAfstandGeenVergunningplicht', aantalWindturbines: 2,
      heeft: [{ entityType: 'Windturbine' }],
    },
    right: {
      entityType: 'Windturbine_TeBerekenenAfstandGeenVergunningplicht', aantalWindturbines: 1,
      heeft: [{ entityType: 'Windturbine' }],
    },
  },
  appliesTo: WIND_TURBINES,
  fields: ['aantalWindturbines'],
  check: (object) => {
    const stated = own(object.data, 'aantalWindturbines');
    const actual = itemsOf(object, 'heeft', 'Windturbine').length;
    if (typeof stated !== 'number' || actual === 0 || stated === actual || !isEachReference(own(object.data, 'heeft'))) return NONE;
    return [{ pointer: `${object.pointer}/aantalWindturbines`, found: String(stated), expected: String(actual) }];
  },
};

function isEachReference(parts: Json | undefined): boolean {
  return Array.isArray(parts) && (parts as readonly Json[]).every((part) => isObject(part) && kindOf(textOf(part, 'entityType') ?? '') === 'reference');
}
