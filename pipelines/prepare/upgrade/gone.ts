/**
 * Gone: what model 3.0.x has and 4.0.0 has not. Fields are left out, their values stay in the report; types are
 * refused, because only the holder knows which type of 4.0.0 an activity is. A slip in the name of a type is no type.
 * Source: the schemas of 3.0.0 to 3.0.2; the successors are a help, not a rule.
 */
import type { Finding } from '../../../schemas/finding.ts';
import { own, type JsonObject } from '../../../schemas/json.ts';
import { WITHOUT_PERMIT } from '../../../schemas/model/activity-groups.ts';
import type { ActivityType } from '../../../schemas/names.ts';
import { textOf } from '../../../schemas/model/objects.ts';

/** The fields of the 3.0.2 schema that 4.0.0 has not, by type: no type has others. */
export const GONE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['BuisleidingReferentie', 'buisleidingIdentificatie'],
  ['Windturbine', 'pandIdentificatie'],
]);

/** The types of the 3.0.2 schema that 4.0.0 has not, and those that may have come in their place. */
export const GONE_TYPES: ReadonlyMap<string, readonly ActivityType[]> = new Map<string, readonly ActivityType[]>([
  ['ActiviteitRestcategorie', []],
  ['OpslagVuurwerkF1F2F3T1T2', [
    'OpslagVuurwerkF1F2F3T1T2_Vergunningplicht', 'OpslagVuurwerkF1F2F3T1T2_GeenVergunningplicht',
  ]],
  ['TankenLNGVoertuigWerktuig', [
    'TankenVoertuigenEnWerktuigenLNG_TeberekenenAfstandVergunningsplicht',
    'TankstationLNGVoertuigen_TeBerekenenAfstandVergunningplicht',
  ]],
  ['TankenWaterstofVoertuigWerktuig', [
    'TankenWaterstofVoertuigen_VasteAfstandVergunningplicht',
    'OpslagTransportBedrijfWaterstof_VasteAfstandVergunningplicht',
  ]],
]);

/** The one name that the schemas of 3.0.0 and 3.0.1 misspell, and so ask of every document; 3.0.2 mended it. */
export const MISSPELT_TYPES: ReadonlyMap<string, ActivityType> = new Map([
  ['SOpslagBrandbareVloeistofGeenDieselBovengronds', 'OpslagBrandbareVloeistofGeenDieselBovengronds'],
]);

const FREE: ReadonlySet<ActivityType> = new Set(WITHOUT_PERMIT);

/** What to say of an object whose type is gone, in the place of what the schema says; undefined for other types. */
export function goneType(data: JsonObject): Pick<Finding, 'message' | 'mend' | 'suggestions'> | undefined {
  const type = textOf(data, 'entityType') ?? '';
  const successors = GONE_TYPES.get(type);
  if (successors === undefined) return undefined;
  // Where the duty to have a permit is in their names, the likelier one comes first.
  const isFree = own(data, 'vergunningsPlicht') === false;
  const likelier = (one: ActivityType): number => Number(isFree && FREE.has(one));
  const suggestions = successors.toSorted((a, b) => likelier(b) - likelier(a));
  return {
    suggestions,
    message: {
      nl: `Het entityType "${type}" van model 3.0 bestaat niet meer in model 4.0.0.`,
      en: `The entityType "${type}" of model 3.0 does not exist any more in model 4.0.0.`,
    },
    mend: suggestions.length === 0 ? {
      nl: 'Kies zelf het type van model 4.0.0 dat bij deze activiteit past; een restcategorie is er niet.',
      en: 'Choose the type of model 4.0.0 that fits this activity; there is no rest category.',
    } : {
      nl: `Kies zelf welk type deze activiteit is: ${suggestions.join(' of ')}.`,
      en: `Choose which type this activity is: ${suggestions.join(' or ')}.`,
    },
  };
}
