/**
 * Geometry words: texts about geometries. The checks replace some of them, such as those of invalid geometries (Simple Features), by more
 * specific ones.
 */
import type { FindingText } from '../finding.ts';

export const GEOMETRY_WORDS = {
  'geometrie.vorm': {
    message: { nl: 'Deze geometrie heeft niet de vorm van haar type.', en: 'This geometry is not shaped as its type says.' },
    mend: { nl: 'Geef type en coordinates zoals GeoJSON ze voorschrijft.', en: 'Give type and coordinates as GeoJSON prescribes.' },
  },
  'geometrie.te-groot': {
    message: { nl: 'Deze geometrie heeft te veel punten, lijnen of ringen.', en: 'This geometry has too many positions, lines or rings.' },
    mend: {
      nl: 'Vereenvoudig de geometrie, of verdeel haar over meer objecten.',
      en: 'Simplify the geometry, or divide it over more objects.',
    },
  },
  'geometrie.te-ingewikkeld': {
    message: {
      nl: 'De lijnen van deze geometrie lopen zo door elkaar dat zij niet te controleren is.',
      en: 'The lines of this geometry are so entangled that it cannot be checked.',
    },
    mend: {
      nl: 'Controleer hoe de geometrie gemaakt is, en vereenvoudig haar.',
      en: 'Look at how the geometry was made, and simplify it.',
    },
  },
  'geometrie.gemengd': {
    message: { nl: 'Sommige punten hebben een hoogte en andere niet.', en: 'Some positions have a height and others have none.' },
    mend: {
      nl: 'Geef alle punten een hoogte, of geen. Een getal met decimalen heeft een punt, geen komma.',
      en: 'Give all positions a height, or none. A decimal number has a point, not a comma.',
    },
  },
  'geometrie.hoogte-teveel': {
    message: {
      nl: 'De punten hebben een hoogte, maar het genoemde stelsel heeft er geen.',
      en: 'The positions have a height, but the CRS named has none.',
    },
    mend: { nl: 'Noem het stelsel met hoogte, of laat de hoogte weg.', en: 'Name the CRS with height, or leave the heights out.' },
  },
  'geometrie.hoogte-ontbreekt': {
    message: {
      nl: 'Het genoemde stelsel heeft hoogten, maar de punten niet.',
      en: 'The CRS named has heights, but the positions have none.',
    },
    mend: { nl: 'Noem het stelsel zonder hoogte, of geef de hoogten.', en: 'Name the CRS without height, or give the heights.' },
  },
  'geometrie.hoogte-bereik': {
    message: { nl: 'Deze hoogte kan geen hoogte in meters zijn.', en: 'This height cannot be a height in metres.' },
    mend: {
      nl: 'Geef hoogten in meters, als derde getal van elk punt; zijn er geen, noem dan het stelsel zonder hoogte.',
      en: 'Give heights in metres, as the third number of each position; without heights, name the CRS without height.',
    },
  },
  'geometrie.buiten-bereik': {
    message: { nl: 'Dit punt ligt buiten het gebied van dit register.', en: 'This position is outside the area of this register.' },
    mend: { nl: 'Controleer de getallen en hun volgorde.', en: 'Check the numbers and their order.' },
  },
  'geometrie.ring-open': {
    message: {
      nl: 'Deze ring is niet gesloten: het laatste punt is een ander dan het eerste.',
      en: 'This ring is not closed: its last position differs from its first.',
    },
    mend: { nl: 'Herhaal het eerste punt aan het eind van de ring.', en: 'Repeat the first position at the end of the ring.' },
  },
  'geometrie.zelfdoorsnijding': {
    message: { nl: 'De omtrek kruist of raakt zichzelf.', en: 'The outline crosses or touches itself.' },
    mend: {
      nl: 'Zet de punten in de goede volgorde, of splits het vlak op dit punt.',
      en: 'Put the positions in the right order, or split the polygon here.',
    },
  },
  'geometrie.ring-raakt-zichzelf': {
    message: { nl: 'Een ring komt twee keer door hetzelfde punt.', en: 'A ring passes through the same position twice.' },
    mend: { nl: 'Splits de ring op dit punt: een gat of een tweede vlak.', en: 'Split the ring here: into a hole or a second polygon.' },
  },
  'geometrie.gat-buiten-vlak': {
    message: { nl: 'Een gat ligt (deels) buiten het vlak.', en: 'A hole lies (partly) outside the polygon.' },
    mend: {
      nl: 'De eerste ring is de buitenrand; elk gat ligt daarbinnen. Haal dit gat weg of verplaats het; is het een tweede vlak, maak er dan een MultiPolygon van.',
      en: 'The first ring is the outside; every hole lies within it. Remove this hole or move it; if it is a second area, make it a MultiPolygon.',
    },
  },
  'geometrie.gat-in-gat': {
    message: { nl: 'Een gat ligt binnen een ander gat.', en: 'A hole lies inside another hole.' },
    mend: {
      nl: 'Laat het binnenste gat weg, of maak er een eigen vlak van.',
      en: 'Leave the inner hole out, or make it a polygon of its own.',
    },
  },
  'geometrie.binnenkant-los': {
    message: {
      nl: 'Gaten die elkaar of de rand raken delen het vlak in losse stukken.',
      en: 'Holes that touch each other or the outside cut the polygon into pieces.',
    },
    mend: { nl: 'Maak er een MultiPolygon van.', en: 'Make it a MultiPolygon.' },
  },
  'geometrie.vlak-in-vlak': {
    message: { nl: 'Een deel van de MultiPolygon ligt in een ander deel.', en: 'A part of the MultiPolygon lies inside another part.' },
    mend: { nl: 'Laat het binnenste deel weg, of maak er een gat van.', en: 'Leave the inner part out, or make it a hole.' },
  },
  'geometrie.dubbele-ring': {
    message: { nl: 'Twee ringen zijn gelijk.', en: 'Two rings are equal.' },
    mend: { nl: 'Laat één van de twee weg.', en: 'Leave one of the two out.' },
  },
  'geometrie.te-weinig-punten': {
    message: { nl: 'Een lijn of ring heeft te weinig verschillende punten.', en: 'A line or ring has too few distinct positions.' },
    mend: { nl: 'Een lijn heeft er ten minste twee, een ring ten minste drie.', en: 'A line has at least two, a ring at least three.' },
  },
  'geometrie.op-millimeter': {
    message: { nl: 'Deze geometrie wordt ongeldig bij 1 mm (RD New).', en: 'This geometry becomes invalid at 1 mm (RD New).' },
    mend: {
      nl: 'Alle geometrie wordt in hele millimeters gepubliceerd. Leg punten en lijnen die elkaar bijna raken meer dan 2 mm uit elkaar, of laat de punten weg die er niet toe doen.',
      en: 'All geometry is published in whole millimetres. Put positions and lines that almost touch more than 2 mm apart, or leave out the positions that do not matter.',
    },
  },
  'geometrie.na-afronden': {
    message: {
      nl: 'Deze geometrie wordt ongeldig bij de decimalen waarin zij gepubliceerd wordt.',
      en: 'This geometry becomes invalid at the decimals in which it is published.',
    },
    mend: {
      nl: 'Een lange rechte lijn is in een ander stelsel gebogen. Geef haar een punt waar zij iets raakt, of leg de lijnen verder uit elkaar.',
      en: 'A long straight line is bent in another CRS. Give it a position where it touches something, or put the lines farther apart.',
    },
  },
  'geometrie.ongeldig': {
    message: {
      nl: 'Deze geometrie is niet geldig; de plaats is niet te noemen.',
      en: 'This geometry is not valid; the location is unknown.',
    },
    mend: { nl: 'Controleer de geometrie in een GIS-programma.', en: 'Check the geometry in a GIS program.' },
  },
} as const satisfies Record<string, FindingText>;
