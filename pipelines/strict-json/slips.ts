/**
 * Slips: what other languages allow and JSON does not, recognised where a syntax error stands, so that a finding names
 * what was written and how JSON writes it.
 * Not here: decimal commas (scanner.ts), what lies between the objects of a delivery (prepare/read/framing.ts).
 */
import type { Finding, FindingText } from '../../schemas/finding.ts';
import { unseenName } from '../../schemas/unseen-names.ts';

/** What should stand at the place of the error; `text`: more of a text; `other`: punctuation, or nothing more. */
export type SlipPlace = 'name' | 'value' | 'text' | 'other';

export type Slip = FindingText & Pick<Finding, 'found' | 'expected' | 'suggestions'>;

interface SlipKind extends FindingText {
  readonly pattern: RegExp;
  readonly places: readonly SlipPlace[];
  /** What may be meant, best first, of what the pattern found. */
  readonly meant?: (found: string) => readonly [string, ...string[]];
}

/** Of a text so much is looked at. */
const CHARS_MAX = 60;

const KINDS: readonly SlipKind[] = [
  {
    pattern: /^(?:\/\/|\/\*|#)/, places: ['name', 'value', 'other'],
    message: { nl: 'Hier staat commentaar, en JSON kent geen commentaar.', en: 'Here stands a comment, and JSON has no comments.' },
    mend: { nl: 'Haal het commentaar weg.', en: 'Remove the comment.' },
  },
  {
    pattern: /^['‘’‚“”„«`]/, places: ['name', 'value'],
    message: {
      nl: 'Hier staan andere aanhalingstekens dan JSON kent: elke veldnaam en elke tekst staat tussen dubbele rechte (").',
      en: 'Here stand other quotes than JSON has: every member name and every text stands in straight double quotes (").',
    },
    mend: {
      nl: 'Vervang ze door ". Maakt Python het bestand? Gebruik json.dump, niet print of str.',
      en: 'Replace them by ". If Python makes the file, use json.dump, not print or str.',
    },
  },
  {
    pattern: /^[\p{L}_$][\w$.-]*(?=\s*:)/u, places: ['name'], meant: (found) => [`"${found}"`],
    message: { nl: 'Deze veldnaam staat niet tussen aanhalingstekens.', en: 'This member name does not stand in quotes.' },
    mend: { nl: 'Zet elke veldnaam tussen dubbele rechte aanhalingstekens (").', en: 'Put every member name in straight double quotes (").' },
  },
  {
    pattern: /^[+-]?(?:nan|inf(?:inity)?)\b/i, places: ['value'],
    message: { nl: 'NaN en Infinity zijn geen getallen in JSON.', en: 'NaN and Infinity are no numbers in JSON.' },
    mend: { nl: 'Geef een getal, of laat het veld weg als er geen is.', en: 'Give a number, or leave the field out when there is none.' },
  },
  {
    pattern: /^(?:true|false)\b/i, places: ['value'], meant: (found) => [found.toLowerCase()],
    message: { nl: 'JSON schrijft true en false in kleine letters.', en: 'JSON writes true and false in small letters.' },
    mend: { nl: 'Schrijf true of false.', en: 'Write true or false.' },
  },
  {
    pattern: /^(?:none|null|nil|undefined|n\/a|na)\b/i, places: ['value'],
    message: { nl: 'Hier staat dat er geen waarde is, op een manier die JSON niet kent.', en: 'Here is said that there is no value, in a way that JSON does not have.' },
    mend: { nl: 'Laat het hele veld weg.', en: 'Leave the whole field out.' },
  },
  {
    pattern: /^[\p{L}_][\w-]*/u, places: ['value'], meant: (found) => [`"${found}"`],
    message: { nl: 'Deze tekst staat niet tussen aanhalingstekens.', en: 'This text does not stand in quotes.' },
    mend: { nl: 'Zet elke tekst tussen dubbele rechte aanhalingstekens (").', en: 'Put every text in straight double quotes (").' },
  },
  {
    pattern: /^-?0\d+(?:\.\d+)?(?![\w.+-])/, places: ['value'], meant: (found) => [found.replace(/^(-?)0+(?=\d)/, '$1'), `"${found}"`],
    message: { nl: 'Dit getal begint met een nul te veel.', en: 'This number begins with a zero too many.' },
    mend: {
      nl: 'Haal de nullen vooraan weg; is het een code, zet er dan aanhalingstekens om.',
      en: 'Remove the zeros in front; if it is a code, put quotes around it.',
    },
  },
  {
    pattern: /^[\r\n]/, places: ['text'],
    message: { nl: 'In deze tekst staat een regeleinde.', en: 'A line end stands in this string.' },
    mend: {
      nl: 'Een tekst staat op één regel: voeg de twee regels samen met een spatie (of schrijf \\n als een regeleinde is bedoeld). Ontbreekt het aanhalingsteken (") aan het einde? Zet het erbij.',
      en: 'A text stands on one line: join the two lines with a space (or write \\n if a line end is meant). If the quote (") at its end is missing, add it.',
    },
  },
  {
    pattern: /^\t/, places: ['text'],
    message: { nl: 'In deze tekst staat een tab.', en: 'A tab stands in this string.' },
    mend: { nl: 'Schrijf een spatie (of \\t als een tab is bedoeld).', en: 'Write a space (or \\t if a tab is meant).' },
  },
];

/** A character that nobody sees, by its name. */
function unseenSlip(text: string, offset: number): Slip | undefined {
  const name = unseenName(text.slice(offset, offset + 1));
  return name === undefined ? undefined : {
    found: name,
    message: { nl: `Hier staat een teken dat men niet ziet: ${name}.`, en: `Here stands a character that nobody sees: ${name}.` },
    mend: {
      nl: 'Haal het weg, of zet er een gewone spatie voor in de plaats. Het komt vaak mee bij kopiëren uit een webpagina, e-mail of Word.',
      en: 'Remove it, or put a plain space in its place. It often comes along when text is copied from a web page, an e-mail or Word.',
    },
  };
}

/** The slip that was made at this place of a text; undefined when it is none of these. */
export function slipAt(text: string, offset: number, place: SlipPlace): Slip | undefined {
  const found = text.slice(offset, offset + CHARS_MAX);
  const unseen = unseenSlip(text, offset);
  if (unseen !== undefined) return unseen;
  for (const { pattern, places, meant, message, mend } of KINDS) {
    const match = places.includes(place) ? pattern.exec(found) : null;
    if (match === null) continue;
    const suggestions = meant?.(match[0]);
    return suggestions === undefined ? { message, mend } : { message, mend, suggestions, expected: suggestions[0] };
  }
  return undefined;
}
