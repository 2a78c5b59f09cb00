/**
 * Some reference types belong to certain activities by their name: a wind turbine is not part of an LPG station. Other types are not
 * checked: a tank, a filling point or a stand for vehicles occurs at many activities, and a combined reference at all.
 */
import { AMMONIA_COOLING, ENERGY_CARRIER_STORAGE, ENERGY_STORAGE, SEVESO, WIND_TURBINES } from '../../../schemas/model/activity-groups.ts';
import type { ActivityType, ReferenceType } from '../../../schemas/names.ts';
import { NONE, type Rule } from './rule.ts';

const ACTIVITIES_OF: ReadonlyMap<string, readonly ActivityType[]> = new Map(Object.entries({
  AnderInsluitsysteemReferentie: ['AnderInsluitsysteem'],
  BuisleidingReferentie: ['Buisleiding'],
  EnergieOpslagSysteem: ENERGY_STORAGE,
  Machinekamer: AMMONIA_COOLING,
  OpslagReferentieEnergiedrager: ENERGY_CARRIER_STORAGE,
  SevesoReferentie: SEVESO,
  SpoorVervoer: ['Basisnet'],
  WaterVervoer: ['Basisnet'],
  WegVervoer: ['Basisnet', 'WegenNietBasisnet'],
  Windturbine: WIND_TURBINES,
} satisfies Partial<Record<ReferenceType, readonly ActivityType[]>>));

export const REFERENCE_KIND: Rule = {
  id: 'regel.referentie-bij-activiteit',
  example: {
    wrong: { entityType: 'TankenLPG', heeft: [{ entityType: 'Windturbine' }] },
    right: { entityType: 'TankenLPG', heeft: [{ entityType: 'Tankzuil' }] },
  },
  appliesTo: [...ACTIVITIES_OF.keys()] as readonly ReferenceType[],
  fields: ['entityType'],
  check: ({ type, pointer, parent }) => {
    const activities = ACTIVITIES_OF.get(type) ?? [];
    if (parent?.kind !== 'activity' || (activities as readonly string[]).includes(parent.type)) return NONE;
    return [{ pointer: `${pointer}/entityType`, found: `${type} (${parent.type})`, expected: activities.join(', ') }];
  },
};
