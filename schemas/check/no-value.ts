/** No value: texts that say that there is no value, which the model says with a reason in place of the value (convention 4). */
import type { Text } from '../finding.ts';
import type { Json } from '../json.ts';

const UNKNOWN = /^(?:waarde ?onbekend|onbekend|niet bekend|unknown|null|none|nil|leeg|tbd|-+|\?+|x+)$/i;
const NOT_APPLICABLE = /^(?:n\.?\s?v\.?\s?t\.?|niet ?van ?toepassing|geen|n\/?a\.?|not applicable)$/i;
const CHARS_MAX = 20;

export type VoidReason = 'waardeOnbekend' | 'nietVanToepassing';

/** The reason that somebody means who gives this as a value; undefined for any other value. */
export function reasonMeant(data: Json | undefined): VoidReason | undefined {
  if (typeof data !== 'string' || data.length > CHARS_MAX) return undefined;
  const word = data.trim();
  if (NOT_APPLICABLE.test(word)) return 'nietVanToepassing';
  return UNKNOWN.test(word) ? 'waardeOnbekend' : undefined;
}

/** Whether a value is a text that says nothing at all. */
export function isBlank(data: Json | undefined): boolean {
  return typeof data === 'string' && data.trim() === '';
}

/** How a document says that a value is absent for this reason. */
export function voidOf(reason: VoidReason): string {
  return `{"waarde": null, "geenWaardeReden": "${reason}"}`;
}

/** What to do with a text that says that there is no value, in a voidable field; `inList`: it is an item of the list in that field. */
export function sayWhyNone(field: string, reason: VoidReason, { inList }: { readonly inList: boolean }): Text {
  const other: VoidReason = reason === 'waardeOnbekend' ? 'nietVanToepassing' : 'waardeOnbekend';
  const [nl, en] = inList ? ['de hele lijst in ', 'the whole list in '] : ['de tekst in ', 'the text in '];
  return {
    nl: `Zet in plaats van ${nl}"${field}": ${voidOf(reason)} (of "${other}").`,
    en: `Put in place of ${en}"${field}": ${voidOf(reason)} (or "${other}").`,
  };
}
