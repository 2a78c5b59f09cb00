/** Map texts: the sentences of the map page that depend on what is in view, in Dutch and English. Pure. */
import type { ShownEdition } from './map-page-data.ts';

export type Language = 'nl' | 'en';

/** Counts of the objects in view, over all kinds that are shown. */
export interface InView {
  /** Objects that are drawn, and objects in cells. */
  readonly drawn: number;
  readonly counted: number;
  /** Objects in cells outside the view, which reach into it. */
  readonly outside: number;
  /** Objects that match but have no geometry, anywhere. */
  readonly withoutGeometry: number;
  /** Objects that match in the whole country, without the refused kinds. */
  readonly total: number;
  /** Titles of kinds whose search was refused or failed, with the reason. */
  readonly refused: readonly (readonly [title: string, reason: string])[];
}

/** Edition, moments and conditions of a view. */
export interface ViewConditions {
  /** Undefined: nothing was published, or the service does not name its edition now. */
  readonly edition: ShownEdition | undefined;
  /** Whether the view before showed another edition. */
  readonly isNewEdition: boolean;
  readonly today: string;
  /** Day of validity; empty: the day of `availableAt`, or today. */
  readonly validOn: string;
  /** Moment of availability; empty: now. */
  readonly availableAt: string;
  readonly hasFilter: boolean;
  /** The kind of geometry that objects must have; empty: every kind. */
  readonly geometryKind: string;
  readonly kinds: number;
}

/** Returns the sentences about a view, the most important first. */
export function viewText(view: InView, looked: ViewConditions, language: Language): string {
  const number = (count: number): string => count.toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB');
  const { drawn, counted, outside, withoutGeometry, total, refused } = view;
  const isNl = language === 'nl';
  const sentences = [...refusedText(refused, looked, isNl)];
  if (refused.length > 0 && refused.length === looked.kinds) return sentences.join(' ');
  sentences.push(...newEditionText(looked, isNl));
  if (looked.kinds === 0) sentences.push(isNl ? 'Er is geen soort gekozen, dus de kaart toont niets.' : 'No kind is chosen, so the map shows nothing.');
  else if (drawn + counted === 0) sentences.push(nothingText(looked, refused.length > 0, language));
  else if (counted === 0 && drawn === 1) sentences.push(isNl ? 'In beeld: 1 object, getekend.' : 'In view: 1 object, drawn.');
  else if (counted === 0) sentences.push(isNl ? `In beeld: ${number(drawn)} objecten, alle getekend.` : `In view: ${number(drawn)} objects, all drawn.`);
  else {
    const elsewhere = outside === 0 ? '' : isNl ? `, waarvan ${number(outside)} met hun midden buiten beeld` : `, ${number(outside)} of these with their centre outside the view`;
    sentences.push(isNl
      ? `In beeld: ${number(drawn + counted)} objecten. ${number(drawn)} zijn getekend, ${number(counted)} staan als aantal per vak${elsewhere}; zoom in om ze te zien.`
      : `In view: ${number(drawn + counted)} objects. ${number(drawn)} are drawn, ${number(counted)} are numbers in cells${elsewhere}; zoom in to see them.`);
  }
  if (drawn + counted > 0) sentences.push(...momentText(looked, isNl));
  if (looked.geometryKind !== '') {
    sentences.push(isNl ? `Alleen objecten met geometrieSoort ${looked.geometryKind}.` : `Only objects with geometrieSoort ${looked.geometryKind}.`);
  }
  if (looked.kinds > 0) {
    const partly = refused.length === 0 ? '' : isNl ? ' (zonder de soorten waarin niet is gezocht)' : ' (without the kinds that were not searched)';
    sentences.push(isNl ? `In heel Nederland: ${number(total)}${partly}.` : `In the whole country: ${number(total)}${partly}.`);
  }
  if (withoutGeometry > 0) {
    const isOne = withoutGeometry === 1;
    sentences.push(isNl
      ? `${number(withoutGeometry)} daarvan ${isOne ? 'heeft geen ligging en staat' : 'hebben geen ligging en staan'} op geen kaart.`
      : `${number(withoutGeometry)} of these ${isOne ? 'has' : 'have'} no geometry and ${isOne ? 'is' : 'are'} on no map.`);
  }
  return sentences.join(' ');
}

/** Returns the sentences about kinds that were not searched; none when all were. */
function refusedText(refused: InView['refused'], { kinds }: ViewConditions, isNl: boolean): readonly string[] {
  if (refused.length === 0) return [];
  const all = isNl ? 'Er kon niet worden gezocht; de kaart zegt nu niets over wat hier is.' : 'The search failed; the map now says nothing about what is here.';
  const titles = refused.map(([title, reason]) => `${title} (${reason.replace(/\.$/, '')})`).join('; ');
  return [...refused.length === kinds ? [all] : [], isNl ? `Niet gezocht in: ${titles}.` : `Not searched: ${titles}.`];
}

/** Returns the sentence about a publication since the view before; none without one. */
function newEditionText({ edition, isNewEdition }: ViewConditions, isNl: boolean): readonly string[] {
  if (edition === undefined || !isNewEdition) return [];
  const { number, published } = edition;
  return [isNl
    ? `Er is een nieuwe publicatie: de kaart toont nu editie ${number} (gepubliceerd ${published}).`
    : `There is a new publication: the map now shows edition ${number} (published ${published}).`];
}

/** Returns the moment of a publication with its zone, as the pages of the server write it. */
export function publishedText(moment: Date, language: Language): string {
  return moment.toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', {
    day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short', timeZone: 'Europe/Amsterdam',
  });
}

/** Returns the sentence about the moment of the view; none for the present. */
function momentText({ validOn, availableAt }: ViewConditions, isNl: boolean): readonly string[] {
  if (validOn === '' && availableAt === '') return [];
  const valid = validOn === '' ? '' : isNl ? ` geldig op ${validOn}` : ` valid on ${validOn}`;
  const available = availableAt === '' ? '' : isNl ? ` zoals beschikbaar op ${availableAt}` : ` as available at ${availableAt}`;
  return [isNl ? `De kaart toont de toestand${valid}${available}.` : `The map shows the state${valid}${available}.`];
}

function nothingText({ edition, today, validOn, availableAt, hasFilter }: ViewConditions, isPart: boolean, language: Language): string {
  const day = validOn !== '' ? validOn : availableAt === '' ? today : dayOf(availableAt) ?? today;
  const isNl = language === 'nl';
  const moment = availableAt === '' ? edition === undefined ? '' : isNl
    ? `in editie ${edition.number} (gepubliceerd ${edition.published}), ` : `in edition ${edition.number} (published ${edition.published}), `
    : isNl ? `zoals beschikbaar op ${availableAt}, ` : `as available at ${availableAt}, `;
  const filter = hasFilter ? isNl ? ', met het filter' : ', with the filter' : '';
  return isNl
    ? `Niets in beeld van de ${isPart ? 'andere ' : ''}gekozen soorten. Gezocht: ${moment}geldig op ${day}${filter}, in dit deel van de kaart. Dat betekent niet dat het hier veilig is.`
    : `Nothing in view of the ${isPart ? 'other ' : ''}chosen kinds. Searched: ${moment}valid on ${day}${filter}, in this part of the map. That does not mean that it is safe here.`;
}

/** Returns the day of a moment in the Netherlands. A moment of availability also chooses the objects that were valid at it. */
function dayOf(moment: string): string | undefined {
  const date = new Date(moment);
  // The Swedish way to write a day is that of ISO 8601.
  return Number.isNaN(date.getTime()) ? undefined : date.toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' });
}

/** Returns a count in at most four characters: 950, 1,2k (1.2k in English), 35k, 1,1M. */
export function shortCount(count: number, language: Language): string {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M'];
  return `${value < 9.95 ? value.toFixed(1).replace('.', language === 'nl' ? ',' : '.') : Math.round(value)}${unit}`;
}

/** Returns a length as people write it: 85 m, 1,24 km. */
export function lengthText(metres: number, language: Language): string {
  if (metres < 1_000) return `${Math.round(metres)} m`;
  return `${(metres / 1_000).toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', { maximumFractionDigits: 2 })} km`;
}

/** Returns the length of a line of corners, x and y in turns. */
export function lengthOf(corners: readonly number[]): number {
  let length = 0;
  for (let at = 2; at + 1 < corners.length; at += 2) {
    length += Math.hypot(corners[at]! - corners[at - 2]!, corners[at + 1]! - corners[at - 1]!);
  }
  return length;
}

/** Returns the size of the area within corners, in square metres. */
export function areaOf(corners: readonly number[]): number {
  let twice = 0;
  for (let at = 0; at + 1 < corners.length; at += 2) {
    const next = (at + 2) % corners.length;
    twice += corners[at]! * corners[next + 1]! - corners[next]! * corners[at + 1]!;
  }
  return Math.abs(twice) / 2;
}

export function areaText(squareMetres: number, language: Language): string {
  const [divisor, unit] = squareMetres < 10_000 ? [1, 'm²'] : squareMetres < 1_000_000 ? [10_000, 'ha'] : [1_000_000, 'km²'];
  return `${(squareMetres / divisor).toLocaleString(language === 'nl' ? 'nl-NL' : 'en-GB', { maximumFractionDigits: unit === 'm²' ? 0 : 2 })} ${unit}`;
}

/** Short texts of controls and results. */
export const WORDS = {
  nl: {
    derived: 'afgeleid',
    more: (count: number) => `En ${count} andere, die op de kaart staan.`, measured: (length: string, points: number) => `Gemeten: ${length} (${points} punten).`,
    area: (size: string) => `Gebied: ${size}.`, addPoint: 'Klik op de kaart of druk op Enter om een punt op het kruis te zetten.', zoomIn: 'Inzoomen', zoomOut: 'Uitzoomen',
    unknownPosition: 'De browser weet niet waar u bent, of mag het niet zeggen.', asking: 'Bezig met zoeken…', failed: 'Dit lukte niet. Probeer het zo nog eens.',
    asPage: 'Deze vraag als bladzijde', notDrawn: 'De gevonden objecten konden niet op de kaart worden gemerkt.',
    drawnFound: (drawn: number, total: number) => (drawn === total ? 'Op de kaart zijn zij geel gemerkt.' : `Op de kaart zijn er ${drawn} van de ${total} geel gemerkt.`),
  },
  en: {
    derived: 'derived',
    more: (count: number) => `And ${count} others, which are on the map.`, measured: (length: string, points: number) => `Measured: ${length} (${points} points).`,
    area: (size: string) => `Area: ${size}.`, addPoint: 'Click on the map or press Enter to put a point at the cross.', zoomIn: 'Zoom in', zoomOut: 'Zoom out',
    unknownPosition: 'The browser does not know where you are, or may not tell it.', asking: 'Searching here…', failed: 'This did not work. Try again in a moment.',
    asPage: 'This question as a page', notDrawn: 'The objects found could not be marked on the map.',
    drawnFound: (drawn: number, total: number) => (drawn === total ? 'They are marked in yellow on the map.' : `Of the ${total}, ${drawn} are marked in yellow on the map.`),
  },
} as const;
