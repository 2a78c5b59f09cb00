/** Void reasons: texts that stand for no value. The model expresses that by a reason in place of the value (convention 4). */
import type { Text } from '../finding.ts';
import type { Json } from '../json.ts';

const UNKNOWN = /^(?:waarde ?onbekend|onbekend|niet bekend|unknown|null|none|nil|leeg|tbd|-+|\?+|x+)$/i;
const NOT_APPLICABLE = /^(?:n\.?\s?v\.?\s?t\.?|niet ?van ?toepassing|geen|n\/?a\.?|not applicable)$/i;
const CHARS_MAX = 20;

export type VoidReason = 'waardeOnbekend' | 'nietVanToepassing';

/** Returns the reason that a value stands for; undefined for any other value. */
export function suggestVoidReason(data: Json | undefined): VoidReason | undefined {
  if (typeof data !== 'string' || data.length > CHARS_MAX) return undefined;
  const word = data.trim();
  if (NOT_APPLICABLE.test(word)) return 'nietVanToepassing';
  return UNKNOWN.test(word) ? 'waardeOnbekend' : undefined;
}

/** Whether a value is a text without content. */
export function isBlank(data: Json | undefined): boolean {
  return typeof data === 'string' && data.trim() === '';
}

/** Returns the void of a reason, as JSON. */
export function voidOf(reason: VoidReason): string {
  return `{"waarde": null, "geenWaardeReden": "${reason}"}`;
}

/** The fix for a text that stands for no value in a voidable field. `inList`: the text is an item of the list in that field. */
export function voidFix(field: string, reason: VoidReason, { inList }: { readonly inList: boolean }): Text {
  const other: VoidReason = reason === 'waardeOnbekend' ? 'nietVanToepassing' : 'waardeOnbekend';
  const [nl, en] = inList ? ['de hele lijst in ', 'the whole list in '] : ['de tekst in ', 'the text in '];
  return {
    nl: `Zet in plaats van ${nl}"${field}": ${voidOf(reason)} (of "${other}").`,
    en: `Put in place of ${en}"${field}": ${voidOf(reason)} (or "${other}").`,
  };
}
