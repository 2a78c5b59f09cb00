/**
 * Slips: syntax of other languages that JSON does not have. A slip is recognised at a syntax error, so that the finding names the text and
 * how JSON writes it.
 * Not here: decimal commas (scanner.ts), text between the objects of a delivery (prepare/read/framing.ts).
 */
import type { Finding, FindingText } from '../../schemas/finding.ts';
import { unseenName } from '../../schemas/unseen-names.ts';

/** The token that is expected at the error. `text`: the rest of a string; `other`: punctuation, or the end. */
export type SlipContext = 'name' | 'value' | 'text' | 'other';

export type Slip = FindingText & Pick<Finding, 'found' | 'expected' | 'suggestions'>;

interface SlipKind extends FindingText {
  readonly pattern: RegExp;
  readonly places: readonly SlipContext[];
  /** Suggestions for the matched text, best first. */
  readonly suggest?: (found: string) => readonly [string, ...string[]];
}

/** Characters that the patterns see. */
const CHARS_MAX = 60;

const KINDS: readonly SlipKind[] = [
  {
    pattern: /^(?:\/\/|\/\*|#)/, places: ['name', 'value', 'other'],
    message: { nl: 'Hier staat commentaar, en JSON kent geen commentaar.', en: 'There is a comment here, and JSON has no comments.' },
    mend: { nl: 'Haal het commentaar weg.', en: 'Remove the comment.' },
  },
  {
    pattern: /^['‘’‚“”„«`]/, places: ['name', 'value'],
    message: {
      nl: 'Hier staan andere aanhalingstekens dan JSON kent: elke veldnaam en elke tekst staat tussen dubbele rechte (").',
      en: 'These are not the quotes of JSON: every member name and every string has straight double quotes (").',
    },
    mend: {
      nl: 'Vervang ze door ". Maakt Python het bestand? Gebruik json.dump, niet print of str.',
      en: 'Replace them with ". If Python makes the file, use json.dump, not print or str.',
    },
  },
  {
    pattern: /^[\p{L}_$][\w$.-]*(?=\s*:)/u, places: ['name'], suggest: (found) => [`"${found}"`],
    message: { nl: 'Deze veldnaam staat niet tussen aanhalingstekens.', en: 'This member name is not in quotes.' },
    mend: { nl: 'Zet elke veldnaam tussen dubbele rechte aanhalingstekens (").', en: 'Put every member name in straight double quotes (").' },
  },
  {
    pattern: /^[+-]?(?:nan|inf(?:inity)?)\b/i, places: ['value'],
    message: { nl: 'NaN en Infinity zijn geen getallen in JSON.', en: 'NaN and Infinity are not numbers in JSON.' },
    mend: { nl: 'Geef een getal, of laat het veld weg als er geen is.', en: 'Give a number, or leave the field out when there is none.' },
  },
  {
    pattern: /^(?:true|false)\b/i, places: ['value'], suggest: (found) => [found.toLowerCase()],
    message: { nl: 'JSON schrijft true en false in kleine letters.', en: 'JSON writes true and false in small letters.' },
    mend: { nl: 'Schrijf true of false.', en: 'Write true or false.' },
  },
  {
    pattern: /^(?:none|null|nil|undefined|n\/a|na)\b/i, places: ['value'],
    message: { nl: 'Hier staat dat er geen waarde is, op een manier die JSON niet kent.', en: 'This says that there is no value, in a way that JSON does not have.' },
    mend: { nl: 'Laat het hele veld weg.', en: 'Leave the whole field out.' },
  },
  {
    pattern: /^[\p{L}_][\w-]*/u, places: ['value'], suggest: (found) => [`"${found}"`],
    message: { nl: 'Deze tekst staat niet tussen aanhalingstekens.', en: 'This text is not in quotes.' },
    mend: { nl: 'Zet elke tekst tussen dubbele rechte aanhalingstekens (").', en: 'Put every text in straight double quotes (").' },
  },
  {
    pattern: /^-?0\d+(?:\.\d+)?(?![\w.+-])/, places: ['value'], suggest: (found) => [found.replace(/^(-?)0+(?=\d)/, '$1'), `"${found}"`],
    message: { nl: 'Dit getal begint met een nul te veel.', en: 'This number begins with one zero too many.' },
    mend: {
      nl: 'Haal de nullen vooraan weg; is het een code, zet er dan aanhalingstekens om.',
      en: 'Remove the zeros in front; if it is a code, put quotes around it.',
    },
  },
  {
    pattern: /^[\r\n]/, places: ['text'],
    message: { nl: 'In deze tekst staat een regeleinde.', en: 'This string contains a line end.' },
    mend: {
      nl: 'Een tekst staat op één regel: voeg de twee regels samen met een spatie (of schrijf \\n als een regeleinde is bedoeld). Ontbreekt het aanhalingsteken (") aan het einde? Zet het erbij.',
      en: 'A string is on one line: join the two lines with a space (or write \\n for a line end). If the quote (") at its end is missing, add it.',
    },
  },
  {
    pattern: /^\t/, places: ['text'],
    message: { nl: 'In deze tekst staat een tab.', en: 'This string contains a tab.' },
    mend: { nl: 'Schrijf een spatie (of \\t als een tab is bedoeld).', en: 'Write a space (or \\t for a tab).' },
  },
];

/** The slip of an invisible character. */
function unseenSlip(text: string, offset: number): Slip | undefined {
  const name = unseenName(text.slice(offset, offset + 1));
  return name === undefined ? undefined : {
    found: name,
    message: { nl: `Hier staat een teken dat men niet ziet: ${name}.`, en: `There is an invisible character here: ${name}.` },
    mend: {
      nl: 'Haal het weg, of zet er een gewone spatie voor in de plaats. Het komt vaak mee bij kopiëren uit een webpagina, e-mail of Word.',
      en: 'Remove it, or replace it with a plain space. It often comes along when text is copied from a web page, an e-mail or Word.',
    },
  };
}

/** The slip at this offset; undefined when no pattern matches. */
export function slipAt(text: string, offset: number, place: SlipContext): Slip | undefined {
  const found = text.slice(offset, offset + CHARS_MAX);
  const unseen = unseenSlip(text, offset);
  if (unseen !== undefined) return unseen;
  for (const { pattern, places, suggest, message, mend } of KINDS) {
    const match = places.includes(place) ? pattern.exec(found) : null;
    if (match === null) continue;
    const suggestions = suggest?.(match[0]);
    return suggestions === undefined ? { message, mend } : { message, mend, suggestions, expected: suggestions[0] };
  }
  return undefined;
}
