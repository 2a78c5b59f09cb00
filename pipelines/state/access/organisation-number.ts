/**
 * Organisation number: the id of an organisation in holders.json from the ways in which tokens and certificates write its number
 * (Interface Rules, Authentication 7).
 */
import { ORGANISATION_PATTERN } from '../../../schemas/derived/holders-schema.ts';

const ORGANISATION = new RegExp(ORGANISATION_PATTERN);

/** The forms of a number: as in holders.json; 20 digits as in certificates of PKIoverheid; of ETSI EN 319 412-1; an eIDAS legal identifier. */
const FORMS: readonly (readonly [RegExp, (number: string) => string])[] = [
  [ORGANISATION, (id) => id], [/^[0-9]{20}$/, (number) => `OIN:${number}`], [/^NTRNL-[0-9]{8}$/, (number) => `KVK:${number.slice(-8)}`],
  [/^[A-Z]{2}\/[A-Z]{2}\/[!-~]{1,100}$/, (number) => `EIDAS:${number}`],
];

/** Returns the id of the organisation with this number; undefined when the text is none. */
export function organisationIdOf(text: string): string | undefined {
  return FORMS.find(([form]) => form.test(text))?.[1](text);
}
