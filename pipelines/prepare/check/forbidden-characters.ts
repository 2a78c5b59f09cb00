/**
 * Forbidden characters: those that no text of XML 1.0 may hold, so that a later form of the data breaks off or refuses the text, and those
 * that turn the direction of reading, so that people read another text than programs do.
 *
 * Tab and line ends are text. U+007F to U+009F are discouraged in XML and not forbidden: they are signs of lost letters (garbled.ts).
 * Marks of direction (U+200E, U+200F) change no order of letters and belong in Arabic or Hebrew names.
 * Not here: lone surrogates, which strict JSON refuses (strict-json/).
 */
import type { Finding, FindingText } from '../../../schemas/finding.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import { quoted, shown } from '../../../schemas/shown-values.ts';

/** A class of a regular expression: these can stand in a JSON text as they are. */
export const FORBIDDEN_UNESCAPED = String.raw`\u202a-\u202e\u2066-\u2069\ufffe\uffff`;
const FORBIDDEN = new RegExp(String.raw`[\x00-\x08\x0b\x0c\x0e-\x1f${FORBIDDEN_UNESCAPED}]`);
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g');

/** Whether a text holds a forbidden character. */
export function isForbidden(text: string): boolean {
  return FORBIDDEN.test(text);
}

/** The words of a finding on a text with forbidden characters; `isHeld`: the register holds the same text. */
export function sayForbidden(text: string, isHeld: boolean): FindingText & Pick<Finding, 'found' | 'expected' | 'suggestions'> {
  const at = text.search(FORBIDDEN);
  const character = text[at]!;
  const cleaned = text.replaceAll(EACH_FORBIDDEN, '');
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const { message, mend } = TEXT_WORDS['json.verboden-teken'];
  const why = character >= '\u202a' && character <= '\u2069' ? TURNS : STEERS;
  const held = isHeld ? HELD : { nl: '', en: '' };
  return {
    message: { nl: `${message.nl.slice(0, -1)}: ${code}, ${why.nl}.${held.nl}`, en: `${message.en.slice(0, -1)}: ${code}, ${why.en}.${held.en}` }, mend,
    found: quoted(at > BEFORE_CHARS ? `…${text.slice(at - BEFORE_CHARS).toWellFormed()}` : text), expected: shown(cleaned), suggestions: [shown(cleaned)],
  };
}

/** So much of a text is shown before its character. */
const BEFORE_CHARS = 40;

const TURNS = {
  nl: 'dat de leesrichting omdraait: mensen lezen iets anders dan er staat',
  en: 'which turns the direction of reading: people read something else than is there',
};
const STEERS = {
  nl: 'een stuurteken: programma’s breken de tekst daar af of weigeren hem',
  en: 'a control character: programs cut the text off there, or refuse it',
};
const HELD = {
  nl: ' Het register had deze tekst al zo, daarom weigert dit niets.',
  en: ' The register held this text already, so this refuses nothing.',
};
