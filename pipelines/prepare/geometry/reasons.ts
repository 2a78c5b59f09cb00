/** Reasons: the words for each defect that makes a geometry not valid. Not here: which defect it is, and where (explain.ts). */
import type { Words } from '../../../schemas/finding.ts';

export interface Reason extends Words {
  readonly rule: string;
}

/** Why a geometry is not valid, and where. */
export interface GeometryDefect extends Reason {
  /** In the axis order of the delivery; absent when the place is not known. */
  readonly place?: readonly number[];
}

const HOLE_OUTSIDE: Reason = {
  rule: 'geometrie.gat-buiten-vlak',
  message: { nl: 'Een gat ligt (deels) buiten het vlak.', en: 'A hole lies (partly) outside the polygon.' },
  mend: {
    nl: 'De eerste ring is de buitenrand; elk gat ligt daarbinnen. Haal dit gat weg of verplaats het; is het een tweede vlak, maak er dan een MultiPolygon van.',
    en: 'The first ring is the outside; every hole lies within it. Remove this hole or move it; if it is a second area, make it a MultiPolygon.',
  },
};

export const SELF_INTERSECTION: Reason = {
  rule: 'geometrie.zelfdoorsnijding',
  message: { nl: 'De omtrek kruist of raakt zichzelf.', en: 'The outline crosses or touches itself.' },
  mend: {
    nl: 'Zet de punten in de goede volgorde, of splits het vlak op dit punt.',
    en: 'Put the positions in the right order, or split the polygon here.',
  },
};

export const UNKNOWN: Reason = {
  rule: 'geometrie.ongeldig',
  message: {
    nl: 'Deze geometrie is niet geldig; de plaats is niet te noemen.',
    en: 'This geometry is not valid; the place cannot be told.',
  },
  mend: { nl: 'Controleer de geometrie in een GIS-programma.', en: 'Check the geometry in a GIS program.' },
};

/** A computed place without the digits that are noise: to 1e-9 metre or degree. */
export function roundedPlace(x: number, y: number): readonly number[] {
  return [Number(x.toFixed(9)), Number(y.toFixed(9))];
}

/** By the error numbers of JTS's TopologyValidationError. */
export const REASONS: Readonly<Record<number, Reason>> = {
  2: HOLE_OUTSIDE,
  3: {
    rule: 'geometrie.gat-in-gat',
    message: { nl: 'Een gat ligt binnen een ander gat.', en: 'A hole lies inside another hole.' },
    mend: {
      nl: 'Laat het binnenste gat weg, of maak er een eigen vlak van.',
      en: 'Leave the inner hole out, or make it a polygon of its own.',
    },
  },
  4: {
    rule: 'geometrie.binnenkant-los',
    message: {
      nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken.',
      en: 'Holes that touch each other or the outside cut the polygon into pieces.',
    },
    mend: { nl: 'Maak er een MultiPolygon van.', en: 'Make it a MultiPolygon.' },
  },
  5: SELF_INTERSECTION,
  6: {
    rule: 'geometrie.ring-raakt-zichzelf',
    message: {
      nl: 'Een ring komt twee keer door hetzelfde punt.',
      en: 'A ring passes through the same position twice.',
    },
    mend: {
      nl: 'Splits de ring op dit punt: een gat of een tweede vlak.',
      en: 'Split the ring here: into a hole or a second polygon.',
    },
  },
  7: {
    rule: 'geometrie.vlak-in-vlak',
    message: {
      nl: 'Een deel van de MultiPolygon ligt in een ander deel.',
      en: 'A part of the MultiPolygon lies inside another part.',
    },
    mend: {
      nl: 'Laat het binnenste deel weg, of maak er een gat van.',
      en: 'Leave the inner part out, or make it a hole.',
    },
  },
  8: {
    rule: 'geometrie.dubbele-ring',
    message: { nl: 'Twee ringen zijn gelijk.', en: 'Two rings are equal.' },
    mend: { nl: 'Laat één van de twee weg.', en: 'Leave one of the two out.' },
  },
  9: {
    rule: 'geometrie.te-weinig-punten',
    message: {
      nl: 'Een lijn of ring heeft te weinig verschillende punten.',
      en: 'A line or ring has too few distinct positions.',
    },
    mend: {
      nl: 'Een lijn heeft er ten minste twee, een ring ten minste drie.',
      en: 'A line has at least two, a ring at least three.',
    },
  },
};
