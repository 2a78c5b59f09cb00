/** Zones A, B and C around military explosives belong to a military activity, those around civil explosives to another one. */
import { MILITARY_EXPLOSIVES } from '../../../schemas/model/activity-groups.ts';
import { NONE, type Rule } from './rule.ts';

const MILITARY: ReadonlySet<string> = new Set(MILITARY_EXPLOSIVES);
/** Storage of military or civil explosives. */
const EITHER = 'OpslagOntplofbaarComplexen';

export const ZONE_KIND: Rule = {
  id: 'regel.zone-bij-activiteit',
  example: {
    wrong: {
      entityType: 'OpslagOntplofbaarADR1.1Civiel',
      heeft: [{ entityType: 'Bewaarplaats', resulteertIn: [{ entityType: 'MilitairExplosieAandachtsgebied', typeMilitairExpAandachtsgebied: 'A' }] }],
    },
    right: {
      entityType: 'OpslagOntplofbaarADR1.1Civiel',
      heeft: [{ entityType: 'Bewaarplaats', resulteertIn: [{ entityType: 'CivielExplosieAandachtsgebied', typeCivExpAandachtsgebied: 'A' }] }],
    },
  },
  appliesTo: ['MilitairExplosieAandachtsgebied', 'CivielExplosieAandachtsgebied'],
  fields: ['entityType'],
  check: ({ type, pointer, parent }) => {
    const activity = parent?.parent;
    if (activity?.kind !== 'activity' || activity.type === EITHER) return NONE;
    const isRight = MILITARY.has(activity.type) === (type === 'MilitairExplosieAandachtsgebied');
    return isRight ? NONE : [{ pointer: `${pointer}/entityType`, found: `${type} (${activity.type})` }];
  },
};
