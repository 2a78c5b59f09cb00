/** Zones A, B and C around military explosives belong to a military activity, those around civil explosives to another one. */
import { MILITARY_EXPLOSIVES } from '../../../schemas/model/activity-groups.ts';
import { NONE, type Rule } from './rule.ts';

const MILITARY: ReadonlySet<string> = new Set(MILITARY_EXPLOSIVES);
/** Storage of military or civil explosives. */
const EITHER = 'OpslagOntplofbaarComplexen';

export const ZONE_KIND: Rule = {
  id: 'regel.zone-bij-activiteit',
  severity: 'warning',
  message: {
    nl: 'Een militaire zone hoort bij een militaire activiteit, en een civiele zone bij een andere.',
    en: 'A military zone belongs to a military activity, and a civil zone to another.',
  },
  mend: {
    nl: 'Controleer het type van de contour en van de activiteit.',
    en: 'Check the type of the contour and of the activity.',
  },
  source: 'IM Contour types and activity types, by their names (Militair, Civiel)',
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
