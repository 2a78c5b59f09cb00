/**
 * Forbidden characters: characters that XML 1.0 does not allow, and characters that override the reading direction. Readers of XML cut off
 * or refuse a text with the first kind. With the second kind people read another text than programs do.
 *
 * Tab and line ends are allowed. U+007F to U+009F are discouraged in XML, not forbidden: they are signs of lost letters (garbled.ts).
 * Marks of direction (U+200E, U+200F) change no order of letters and occur in Arabic or Hebrew names.
 * Not here: lone surrogates, which strict JSON refuses (strict-json/).
 */
import type { Finding, FindingText } from '../../../schemas/finding.ts';
import { TEXT_WORDS } from '../../../schemas/rule-words/texts.ts';
import { quoted, shown } from '../../../schemas/shown-values.ts';

/** Forbidden characters that may occur unescaped in a JSON text, as a class of a regular expression. */
export const FORBIDDEN_UNESCAPED = String.raw`\u202a-\u202e\u2066-\u2069\ufffe\uffff`;
const FORBIDDEN = new RegExp(String.raw`[\x00-\x08\x0b\x0c\x0e-\x1f${FORBIDDEN_UNESCAPED}]`);
const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'g');

/** Whether a text contains a forbidden character. */
export function isForbidden(text: string): boolean {
  return FORBIDDEN.test(text);
}

/** The words of a finding on a text with forbidden characters. `isStored`: the register has the same text already. */
export function forbiddenWords(text: string, isStored: boolean): FindingText & Pick<Finding, 'found' | 'expected' | 'suggestions'> {
  const at = text.search(FORBIDDEN);
  const character = text[at]!;
  const cleaned = text.replaceAll(EACH_FORBIDDEN, '');
  const code = `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
  const { message, mend } = TEXT_WORDS['json.verboden-teken'];
  const why = character >= '\u202a' && character <= '\u2069' ? OVERRIDE : CONTROL;
  const remark = isStored ? STORED : { nl: '', en: '' };
  return {
    message: { nl: `${message.nl.slice(0, -1)}: ${code}, ${why.nl}.${remark.nl}`, en: `${message.en.slice(0, -1)}: ${code}, ${why.en}.${remark.en}` }, mend,
    found: quoted(at > BEFORE_CHARS ? `…${text.slice(at - BEFORE_CHARS).toWellFormed()}` : text), expected: shown(cleaned), suggestions: [shown(cleaned)],
  };
}

/** Characters of the text that are shown before the forbidden one. */
const BEFORE_CHARS = 40;

const OVERRIDE = {
  nl: 'dat de leesrichting omdraait: mensen lezen iets anders dan er staat',
  en: 'which overrides the reading direction: people read another text than is there',
};
const CONTROL = {
  nl: 'een stuurteken: programma’s breken de tekst daar af of weigeren hem',
  en: 'a control character: programs cut the text off there, or refuse it',
};
const STORED = {
  nl: ' Het register had deze tekst al zo, daarom weigert dit niets.',
  en: ' The register has this text already, so this refuses nothing.',
};
