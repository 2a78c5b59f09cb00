/**
 * Object sentence: describes an object in one sentence, with its period of validity. All words come from the object itself.
 * Not here: its fields (field-groups.ts).
 */
import type { Language } from '../../schemas/finding.ts';
import type { Json, JsonObject } from '../../schemas/json.ts';
import { AFSTAND } from '../../schemas/model/values.ts';
import { kindOf } from '../../schemas/names.ts';
import { parseMoment } from '../../schemas/time.ts';
import { capital } from '../../schemas/page-texts.ts';
import { typeWords } from '../description/type-words.ts';
import { nameIn } from '../../publisher/read/object-name.ts';
import { validityText } from './date-text.ts';
import { amount, text } from './value.ts';

/** Returns the type of an object in words, with its name: `Vulpunt ‘LPG-vulpunt’`. */
export function titleOf(object: JsonObject, language: Language): string {
  const name = nameIn(object);
  const type = typeOf(object, language);
  return name === null ? type : `${type} ‘${name}’`;
}

function typeOf({ entityType }: JsonObject, language: Language): string {
  return typeof entityType === 'string' ? capital(typeWords(entityType)[language]) : { nl: 'Object', en: 'Object' }[language];
}

/** Returns the sentence. */
export function sentenceOf(object: JsonObject, language: Language): string {
  const words = WORDS[language];
  const holder = text(object['bronhouder']);
  const code = text(object['bronhoudercode']);
  const location = text(object['locatieNaam']);
  const of = holder ?? code;
  const parts = [
    titleOf(object, language), distanceOf(object, language),
    location === undefined || location === nameIn(object) ? '' : ` ${words.at} ${location}`,
    of === undefined ? '' : `, ${words.by} ${of}${holder === undefined || code === undefined ? '' : ` (${code})`}`,
    periodOf(object, language),
  ];
  return `${parts.join('')}.`;
}

const WORDS = {
  nl: { at: 'bij', by: 'van bronhouder', since: 'geldig sinds', from: 'geldig vanaf', until: 'tot', of: 'van' },
  en: { at: 'at', by: 'of source holder', since: 'valid since', from: 'valid from', until: 'until', of: 'of' },
} as const;

/** The distance of a contour. */
function distanceOf({ entityType, afstand, afstandOfGeometrie: choice }: JsonObject, language: Language): string {
  const own = typeof afstand === 'number' ? afstand : (choice as { readonly afstand?: Json } | null | undefined)?.afstand;
  const isContour = typeof entityType === 'string' && kindOf(entityType) === 'contour';
  return isContour && typeof own === 'number' ? ` ${WORDS[language].of} ${amount(own, AFSTAND, language)}` : '';
}

function periodOf(object: JsonObject, language: Language): string {
  const { since, from, until } = WORDS[language];
  const [begin, end] = [momentOf(object['beginGeldigheid']), momentOf(object['eindGeldigheid'])];
  if (begin === undefined) return '';
  return end === undefined
    ? `, ${since} ${validityText(begin, language)}`
    : `, ${from} ${validityText(begin, language)} ${until} ${validityText(end, language)}`;
}

function momentOf(value: Json | undefined): Date | undefined {
  const moment = typeof value === 'string' ? parseMoment(value) : undefined;
  return moment === undefined ? undefined : new Date(moment);
}
