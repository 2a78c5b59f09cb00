/** Issues: a geometry of a root, how an error in it is named, and the words of each rule before validity (those of validity: reasons.ts). */
import type { Finding, Issue, Text } from '../../../schemas/finding.ts';
import type { Vertices } from '../../../schemas/check/flatten.ts';
import type { ModelObject } from '../../../schemas/model/objects.ts';

/** One geometry of a root. */
export interface PlacedGeometry {
  readonly object: ModelObject;
  /** Place of the object among those of its root. */
  readonly index: number;
  /** In the document. */
  readonly pointer: string;
  readonly vertices: Vertices;
}

/** An issue of a rule that has words here; `more`: what this finding says instead or beside them. */
export function issueOn(
  { pointer }: Pick<PlacedGeometry, 'pointer'>, name: keyof typeof WORDS, more?: () => Partial<Finding>,
): Issue {
  return error(`geometrie.${name}`, pointer, () => ({ pointer, ...WORDS[name], ...more?.() }));
}

/** An error put into words when asked; `at`: the geometry. */
export function error(rule: string, at: string, words: () => Omit<Finding, 'rule' | 'severity'>): Issue {
  return { rule, severity: 'error', at, finding: () => ({ rule, severity: 'error', ...words() }) };
}

export const WORDS = {
  'vorm': {
    message: {
      nl: 'Deze geometrie heeft niet de vorm van haar type.',
      en: 'This geometry is not shaped as its type says.',
    },
    mend: {
      nl: 'Geef type en coordinates zoals GeoJSON ze voorschrijft.',
      en: 'Give type and coordinates as GeoJSON prescribes.',
    },
  },
  'te-groot': {
    message: {
      nl: 'Deze geometrie heeft te veel punten, lijnen of ringen.',
      en: 'This geometry has too many positions, lines or rings.',
    },
    mend: {
      nl: 'Vereenvoudig de geometrie, of verdeel haar over meer objecten.',
      en: 'Simplify the geometry, or divide it over more objects.',
    },
  },
  'te-ingewikkeld': {
    message: {
      nl: 'De lijnen van deze geometrie lopen zo door elkaar dat zij niet te controleren is.',
      en: 'The lines of this geometry are so entangled that it cannot be checked.',
    },
    mend: {
      nl: 'Controleer hoe de geometrie gemaakt is, en vereenvoudig haar.',
      en: 'Look at how the geometry was made, and simplify it.',
    },
  },
  'gemengd': {
    message: {
      nl: 'Sommige punten hebben een hoogte en andere niet.',
      en: 'Some positions have a height and others have none.',
    },
    mend: {
      nl: 'Geef alle punten een hoogte, of geen. Een getal met decimalen heeft een punt, geen komma.',
      en: 'Give all positions a height, or none. A decimal number has a point, not a comma.',
    },
  },
  'hoogte-teveel': {
    message: {
      nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen.',
      en: 'The positions have a height, but the CRS named has none.',
    },
    mend: {
      nl: 'Noem het stelsel met hoogte, of laat de hoogte weg.',
      en: 'Name the CRS with height, or leave the heights out.',
    },
  },
  'hoogte-ontbreekt': {
    message: {
      nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet.',
      en: 'The CRS named has heights, but the positions have none.',
    },
    mend: {
      nl: 'Noem het stelsel zonder hoogte, of geef de hoogten.',
      en: 'Name the CRS without height, or give the heights.',
    },
  },
  'buiten-bereik': {
    message: {
      nl: 'Dit punt ligt buiten het gebied van dit register.',
      en: 'This position is outside the area of this register.',
    },
    mend: { nl: 'Controleer de getallen en hun volgorde.', en: 'Check the numbers and their order.' },
  },
  'ring-open': {
    message: {
      nl: 'Deze ring is niet gesloten: het laatste punt is een ander dan het eerste.',
      en: 'This ring is not closed: its last position differs from its first.',
    },
    mend: {
      nl: 'Herhaal het eerste punt aan het eind van de ring.',
      en: 'Repeat the first position at the end of the ring.',
    },
  },
} as const satisfies Record<string, { message: Text; mend: Text }>;
