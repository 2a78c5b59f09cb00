/**
 * Gone: fields and types of model 3.0.x that 4.0.0 does not have. Fields are left out, and the report has their values. Types are refused,
 * because only the holder knows the 4.0.0 type of an activity. A misspelt type name is corrected.
 * Source: the schemas of 3.0.0 to 3.0.2. The successors are suggestions.
 */
import type { Finding } from '../../../schemas/finding.ts';
import { own, type JsonObject } from '../../../schemas/json.ts';
import { WITHOUT_PERMIT } from '../../../schemas/model/activity-groups.ts';
import type { ActivityType } from '../../../schemas/names.ts';
import { textOf } from '../../../schemas/model/objects.ts';

/** The field of each type in the 3.0.2 schema that 4.0.0 does not have; no type has two. */
export const GONE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['BuisleidingReferentie', 'buisleidingIdentificatie'],
  ['Windturbine', 'pandIdentificatie'],
]);

/** The types in the 3.0.2 schema that 4.0.0 does not have, with their possible successors. */
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

/** The one type name that the schemas of 3.0.0 and 3.0.1 misspell, and so require. 3.0.2 corrected it. */
export const MISSPELT_TYPES: ReadonlyMap<string, ActivityType> = new Map([
  ['SOpslagBrandbareVloeistofGeenDieselBovengronds', 'OpslagBrandbareVloeistofGeenDieselBovengronds'],
]);

const FREE: ReadonlySet<ActivityType> = new Set(WITHOUT_PERMIT);

/** The words for an object whose type is gone, which replace those of the schema; undefined for other types. */
export function goneType(data: JsonObject): Pick<Finding, 'message' | 'mend' | 'suggestions'> | undefined {
  const type = textOf(data, 'entityType') ?? '';
  const successors = GONE_TYPES.get(type);
  if (successors === undefined) return undefined;
  // When the names differ in the permit duty, the likelier type comes first.
  const isFree = own(data, 'vergunningsPlicht') === false;
  const likelier = (one: ActivityType): number => Number(isFree && FREE.has(one));
  const suggestions = successors.toSorted((a, b) => likelier(b) - likelier(a));
  return {
    suggestions,
    message: {
      nl: `Het entityType "${type}" van model 3.0 bestaat niet meer in model 4.0.0.`,
      en: `The entityType "${type}" of model 3.0 no longer exists in model 4.0.0.`,
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
