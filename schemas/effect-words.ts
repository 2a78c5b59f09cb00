/** Effect words: the chapter of effects (effects.ts) in words, for every form of a report. Not here: markup and layout. */
import { EFFECTS, type Effect, type EffectObject, type Effects, type FieldDifference, type RootEffect } from './effects.ts';
import type { Language, Text } from './finding.ts';
import { geometryWords } from './geometry-words.ts';
import type { Json } from './json.ts';
import { shown, shownId } from './shown-values.ts';

export const EFFECTS_TITLE: { readonly done: Text; readonly foreseen: Text } = {
  done: { nl: 'Wat verandert', en: 'what changes' }, foreseen: { nl: 'Wat zou veranderen', en: 'what would change' },
};

export const EFFECT_WORDS: Readonly<Record<Effect, Text>> = {
  ended: { nl: 'beëindigd', en: 'ended' },
  revived: { nl: 'weer geldig', en: 'valid again' },
  reverted: { nl: 'terug naar eerdere inhoud', en: 'back to earlier content' },
  onlyPast: { nl: 'alleen in het verleden gewijzigd', en: 'changed in the past only' },
  changed: { nl: 'gewijzigd', en: 'changed' },
  new: { nl: 'nieuw', en: 'new' },
  unchanged: { nl: 'ongewijzigd', en: 'unchanged' },
};

/** Returns the counts in one line: those above 0, or that nothing changes. */
export function effectCounts({ counts }: Effects): Text {
  const some = EFFECTS.filter((effect) => counts[effect] > 0);
  const line = (language: Language): string => some.map((effect) => `${counts[effect]} ${EFFECT_WORDS[effect][language]}`).join(', ');
  return some.length === 0 ? { nl: 'Niets', en: 'Nothing' } : { nl: line('nl'), en: line('en') };
}

/** Returns that roots are not listed; undefined when all are. */
export function effectsLeftOut({ leftOut }: Effects): Text | undefined {
  if (leftOut === 0) return undefined;
  return {
    nl: `Nog ${leftOut} ${leftOut === 1 ? 'object dat verandert, staat' : 'objecten die veranderen, staan'} hier niet bij.`,
    en: `${leftOut} more changing ${leftOut === 1 ? 'object is' : 'objects are'} not listed here.`,
  };
}

/** Returns what happens to one root, a sentence for each difference. */
export function effectDetails(root: RootEffect): readonly Text[] {
  const { differences = [], differencesLeftOut = 0, endedParts = [], endedPartsLeftOut = 0 } = root;
  const more = (count: number): string => (count === 0 ? '' : ` + ${count}`);
  const parts = `${endedParts.map(objectName).join(', ')}${more(endedPartsLeftOut)}`;
  return [
    ...differences.map(differenceWords),
    ...(differencesLeftOut === 0 ? [] : [{ nl: `en nog ${differencesLeftOut} verschillen`, en: `and ${differencesLeftOut} more differences` }]),
    ...(endedParts.length === 0 ? [] : [{ nl: `eindigt mee: ${parts}`, en: `ends with it: ${parts}` }]),
  ];
}

/** Returns one field that differs, with its values. */
export function differenceWords(difference: FieldDifference): Text {
  const { field, part } = difference;
  const of = part === undefined ? { nl: field, en: field } : { nl: `${field} van ${objectName(part)}`, en: `${field} of ${objectName(part)}` };
  const told = (language: Language): string => `${of[language]}: ${changeWords(difference, language)}`;
  return { nl: told('nl'), en: told('en') };
}

function changeWords(difference: FieldDifference, language: Language): string {
  const { added, removed, order } = WORDS[language];
  switch (difference.kind) {
    case 'geometry': return geometryWords(difference.change, language);
    case 'order': return order;
    case 'parts': return [
      ...difference.added.map((part) => `${objectName(part)} ${added}`), ...difference.removed.map((part) => `${objectName(part)} ${removed}`),
    ].join(', ');
    default: return `${valueText(difference.before, language)} → ${valueText(difference.after, language)}`;
  }
}

const WORDS = {
  nl: { added: 'erbij', removed: 'eraf', order: 'andere volgorde', none: 'niet ingevuld' },
  en: { added: 'added', removed: 'removed', order: 'another order', none: 'not filled in' },
} as const;

function objectName({ id, entityType }: EffectObject): string {
  return `${entityType} ${shownId(id)}`;
}

function valueText(value: Json | undefined, language: Language): string {
  return value === undefined ? WORDS[language].none : shown(value);
}
