/**
 * The number of turbines of an activity is the number of Windturbine references that it holds. Not looked at when it
 * holds none: a park may be delivered as one combined reference. Nor when one of its parts says no type of a reference: it
 * may be a turbine, and the schema says what is wrong with it.
 */
import { isObject, own, type Json } from '../../../schemas/json.ts';
import { WIND_TURBINES } from '../../../schemas/model/activity-groups.ts';
import { textOf } from '../../../schemas/model/objects.ts';
import { kindOf } from '../../../schemas/names.ts';
import { itemsOf, NONE, type Rule } from './rule.ts';

export const TURBINE_COUNT: Rule = {
  id: 'regel.aantal-windturbines',
  severity: 'warning',
  message: {
    nl: 'aantalWindturbines is niet het aantal Windturbine-referenties van deze activiteit.',
    en: 'aantalWindturbines is not the number of Windturbine references of this activity.',
  },
  mend: {
    nl: 'Verbeter het aantal, of lever de ontbrekende windturbines.',
    en: 'Correct the number, or deliver the missing turbines.',
  },
  source: 'Catalogue of the model (Geonovum, July 2026): Windturbine activities, aantalWindturbines',
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
    const said = own(object.data, 'aantalWindturbines');
    const there = itemsOf(object, 'heeft', 'Windturbine').length;
    if (typeof said !== 'number' || there === 0 || said === there || !isEachReference(own(object.data, 'heeft'))) return NONE;
    return [{ pointer: `${object.pointer}/aantalWindturbines`, found: String(said), expected: String(there) }];
  },
};

function isEachReference(parts: Json | undefined): boolean {
  return Array.isArray(parts) && (parts as readonly Json[]).every((part) => isObject(part) && kindOf(textOf(part, 'entityType') ?? '') === 'reference');
}
