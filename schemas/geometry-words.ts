/** Geometry words: the change of a geometry in words, with its distance or its sizes. */
import type { Language } from './finding.ts';
import type { GeometryChange, Size } from './geometry-change.ts';

const NUMBERS = { nl: new Intl.NumberFormat('nl-NL'), en: new Intl.NumberFormat('en-GB') } as const;

const WORDS = {
  nl: {
    new: 'nieuw', removed: 'vervallen', same: 'zelfde plaats, anders opgeschreven', moved: 'verplaatst over', grown: 'groter', shrunk: 'kleiner',
    reshaped: 'andere vorm', points: 'punten', point: 'punt',
  },
  en: {
    new: 'new', removed: 'removed', same: 'same place, written otherwise', moved: 'moved by', grown: 'grown', shrunk: 'shrunk',
    reshaped: 'reshaped', points: 'points', point: 'point',
  },
} as const;

export function geometryWords(change: GeometryChange, language: Language): string {
  const word = WORDS[language][change.kind];
  switch (change.kind) {
    case 'same': return word;
    case 'new': return `${word} (${sizeText(change.after, language)})`;
    case 'removed': return `${word} (${sizeText(change.before, language)})`;
    case 'moved': return `${word} ${NUMBERS[language].format(change.metres)} m`;
    default: return `${word}: ${sizeText(change.before, language)} → ${sizeText(change.after, language)}`;
  }
}

function sizeText({ unit, value }: Size, language: Language): string {
  return `${NUMBERS[language].format(value)} ${unit === 'points' ? WORDS[language][value === 1 ? 'point' : 'points'] : unit}`;
}
