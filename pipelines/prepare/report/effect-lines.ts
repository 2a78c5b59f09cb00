/** Effect lines: the chapter of effects of a report as lines of plain text. Not here: the words (schemas/effect-words.ts). */
import { EFFECTS } from '../../../schemas/effects.ts';
import { effectCounts, effectDetails, effectsLeftOut, EFFECTS_TITLE, EFFECT_WORDS } from '../../../schemas/effect-words.ts';
import type { Report, Text } from '../../../schemas/finding.ts';
import { clean } from '../../../schemas/page-texts.ts';

/** Roots of each effect, and details of each root, in a text for a terminal. */
const ROOTS_MAX = 10;
const DETAILS_MAX = 5;

/** Writes a text in the languages of the report. */
type Translate = (words: Text) => string;

/** Returns the lines; none without a chapter. `paint` is for headings. */
export function effectLines({ effects, uuid }: Report, translate: Translate, paint: (words: string) => string): readonly string[] {
  if (effects === undefined) return [];
  const title = translate(EFFECTS_TITLE[uuid === undefined ? 'foreseen' : 'done']);
  const leftOut = effectsLeftOut(effects);
  return [
    '', paint(`${title}: ${translate(effectCounts(effects))}`),
    ...EFFECTS.flatMap((effect) => {
      const roots = effects.roots.filter((root) => root.effect === effect);
      const more = effects.counts[effect] - Math.min(roots.length, ROOTS_MAX);
      if (roots.length === 0) return [];
      return [
        `  ${translate(EFFECT_WORDS[effect])}`,
        ...roots.slice(0, ROOTS_MAX).flatMap((root) => {
          const details = effectDetails(root);
          const rest = details.length - DETAILS_MAX;
          return [
            `    ${root.entityType}  ${clean(root.id)}`, ...details.slice(0, DETAILS_MAX).map((words) => `      ${clean(translate(words))}`),
            ...(rest > 0 ? [`      … ${moreText(rest, translate)}`] : []),
          ];
        }),
        ...(more > 0 ? [`    … ${moreText(more, translate)}`] : []),
      ];
    }),
    ...(leftOut === undefined ? [] : [`  ${translate(leftOut)}`]),
  ];
}

function moreText(more: number, translate: Translate): string {
  return translate({ nl: `en nog ${more}, zie het rapport als HTML, CSV of JSON`, en: `and ${more} more, see the report as HTML, CSV or JSON` });
}
