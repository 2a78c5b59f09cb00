/**
 * Deliver form words: the labels of the form for one object, in the language of the page: those of fields and types are the server's own
 * modules, read as scripts; those of codes come from the code lists of the service.
 */
import { data, onWait, service } from './deliver-app.ts';

type Text = Readonly<Record<'nl' | 'en', string>>;

/** server/description/field-words.ts */
interface FieldWords {
  readonly fieldWords: (name: string) => Text;
  readonly spaced: (name: string) => string;
}

/** server/description/type-words.ts */
interface TypeWords {
  readonly fullTypeWords: (entityType: string) => Text;
}

const TEXTS = {
  nl: {
    required: 'verplicht', yes: 'ja', no: 'nee', noValue: (label: string) => `${label}: geen waarde, omdat`, choose: (label: string) => `${label}: kies wat u opgeeft`,
    add: (label: string) => `Voeg toe: ${label}`, remove: (label: string) => `Haal weg: ${label}`, filled: 'Al ingevuld', more: (count: number) => `Meer velden (${count})`,
    onMap: 'Wijs aan op de kaart', dropLast: 'Haal het laatste punt weg', zoomIn: 'Zoom in', zoomOut: 'Zoom uit', noMap: 'De kaart is niet te laden. Typ de punten.',
    map: 'Kaart in RD. Klik om een punt aan te wijzen. Pijltjes schuiven, plus en min zoomen, Enter neemt het kruis in het midden.',
    positions: 'Punten in RD', geometryKind: 'Soort ligging', rehearse: 'Proef dit object', problem: 'Deze fout hoort bij het object als geheel.',
    geometryHint: 'Een punt per regel: x en y in meters, zoals 155000 463000. Een lege regel begint een volgend deel. Een vlak wordt vanzelf gesloten.',
    unreadableGeometry: (type: string) => `Dit zijn geen punten van een ${type}: zet op elke regel x en y in meters.`,
    geometries: { Point: 'punt', MultiPoint: 'aantal punten', LineString: 'lijn', MultiLineString: 'aantal lijnen', Polygon: 'vlak', MultiPolygon: 'aantal vlakken' },
  },
  en: {
    required: 'required', yes: 'yes', no: 'no', noValue: (label: string) => `${label}: no value, because`, choose: (label: string) => `${label}: choose what you give`,
    add: (label: string) => `Add: ${label}`, remove: (label: string) => `Remove: ${label}`, filled: 'Filled in already', more: (count: number) => `More fields (${count})`,
    onMap: 'Point on the map', dropLast: 'Remove the last position', zoomIn: 'Zoom in', zoomOut: 'Zoom out', noMap: 'The map cannot be loaded. Type the positions.',
    map: 'Map in RD. Click to point at a position. Arrows move, plus and minus zoom, Enter takes the cross in the middle.',
    positions: 'Positions in RD', geometryKind: 'Kind of geometry', rehearse: 'Dry run of this object', problem: 'This error belongs to the object as a whole.',
    geometryHint: 'One position a line: x and y in metres, such as 155000 463000. An empty line begins a next part. An area is closed by itself.',
    unreadableGeometry: (type: string) => `These are no positions of a ${type}: put x and y in metres on each line.`,
    geometries: { Point: 'point', MultiPoint: 'set of points', LineString: 'line', MultiLineString: 'set of lines', Polygon: 'area', MultiPolygon: 'set of areas' },
  },
} as const;

export type FormWords = Awaited<ReturnType<typeof formWords>>;

const lists = new Map<string, Promise<ReadonlyMap<string, string>>>();

/** Returns the words of the form. */
export async function formWords() {
  const { language } = data;
  const { fieldWords, spaced } = await import(data.fieldWords) as FieldWords;
  const { fullTypeWords } = await import(data.typeWords) as TypeWords;
  const { geometries, ...texts } = TEXTS[language];
  const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
  return {
    ...texts,
    booleans: [['true', texts.yes], ['false', texts.no]] as const,
    field: (name: string): string => capital(fieldWords(name)[language]),
    type: (entityType: string): string => capital(fullTypeWords(entityType)[language]),
    geometry: (type: string): string => (Object.hasOwn(geometries, type) ? geometries[type as keyof typeof geometries] : type),
    labelOf: (label: string, isRequired: boolean): string => (isRequired ? `${label} (${texts.required})` : label),
    half: (description: string): string => halfOf(description, language),
    ofCodes(list: string): Promise<ReadonlyMap<string, string>> {
      const found = lists.get(list) ?? wordsOfCodes(list, (code) => (language === 'nl' && /^[a-z0-9]/.test(code) ? spaced(code) : code));
      lists.set(list, found);
      return found;
    },
  };
}

/** Reads the words of the codes of a list; none when the list cannot be read, so that its codes stay. */
async function wordsOfCodes(list: string, plain: (code: string) => string): Promise<ReadonlyMap<string, string>> {
  try {
    const { status, text } = await service.read(`/waardelijsten/${encodeURIComponent(list)}`, 'application/json', onWait);
    if (status !== 200) return new Map();
    const { waarden } = JSON.parse(text) as { readonly waarden: readonly { readonly waarde: string; readonly omschrijving?: string }[] };
    return new Map(waarden.map(({ waarde, omschrijving }) => {
      const words = omschrijving ?? plain(waarde);
      return [waarde, words === waarde ? waarde : `${words} (${waarde})`];
    }));
  } catch {
    return new Map();
  }
}

/** Returns the half of a description in one language. */
function halfOf(description: string, language: 'nl' | 'en'): string {
  const parts = description.split(' / ');
  const half = parts.length / 2;
  return Number.isInteger(half) ? parts.slice(language === 'nl' ? 0 : half, language === 'nl' ? half : undefined).join(' / ') : description;
}
