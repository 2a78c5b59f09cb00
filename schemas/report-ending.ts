/** Report ending: the text about objects that a submission ends, at the head of its report and its page. */
import type { Report, Text } from './finding.ts';
import { kindOf } from './order-words.ts';

/** Returns the text; undefined when nothing ends. Without a receipt nothing was submitted, so the text is conditional. */
export function endingOf({ uuid, order, counts: { ended = 0, endedParts = 0 } }: Pick<Report, 'uuid' | 'order' | 'counts'>): Text | undefined {
  if (ended + endedParts === 0) return undefined;
  const { nl, en } = endedWords({ ended, endedParts });
  const what = kindOf(order);
  return uuid === undefined
    ? { nl: `Let op: deze ${what.nl} zou ${nl} beëindigen.`, en: `Mind: this ${what.en} would end ${en}.` }
    : { nl: `Let op: deze indiening heeft ${nl} beëindigd.`, en: `Mind: this submission ended ${en}.` };
}

/** Numbers of ended objects in words, without zeros. */
function endedWords({ ended, endedParts }: { readonly ended: number; readonly endedParts: number }): Text {
  const roots = { nl: `${ended} ${ended === 1 ? 'object' : 'objecten'}`, en: `${ended} ${ended === 1 ? 'object' : 'objects'}` };
  const parts = {
    nl: `${endedParts} ${endedParts === 1 ? 'onderdeel' : 'onderdelen'}`, en: `${endedParts} nested ${endedParts === 1 ? 'object' : 'objects'}`,
  };
  if (endedParts === 0) return roots;
  return ended === 0 ? parts : { nl: `${roots.nl} en ${parts.nl}`, en: `${roots.en} and ${parts.en}` };
}
