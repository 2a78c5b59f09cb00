/**
 * Informal codes: codes as people write them without the list at hand: without the prefix (`10-6`), shortened (`vast`), as a sign (`> 5`),
 * or in the words of their own trade (`in gebruik`).
 *
 * Invariant: every code returned is one of the list. It is only a suggestion.
 * Not here: words similar to one of the list (nearest.ts).
 */

/** Other words for a code, by list, compared without case and punctuation. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  StatusBuisleiding: {
    operationeel: ['in gebruik', 'in bedrijf', 'actief', 'bestaand'],
    tijdelijkBuitenGebruik: ['buiten bedrijf', 'inactief'],
    geprojecteerd: ['gepland', 'ontwerp', 'nieuw'],
  },
  BevoegdGezag: {
    rijk: ['minister', 'ministerie', 'rijksoverheid'],
    provincie: ['GS', 'gedeputeerde staten'],
    gemeente: ['B&W', 'college van burgemeester en wethouders', 'burgemeester en wethouders'],
  },
  SevesoDrempelType: {
    hoog: ['hoge drempel', 'hogedrempelinrichting', 'VR-plichtig'],
    laag: ['lage drempel', 'lagedrempelinrichting'],
  },
  CategorieKwetsbaarheidGebouw: { zeerKwetsbaar: ['ZK'], kwetsbaar: ['K'], beperktKwetsbaar: ['BK'] },
  CategorieKwetsbaarheidLocatie: { kwetsbaar: ['K'], beperktKwetsbaar: ['BK'] },
  Bronregistratie: { BRK: ['kadaster'], zelfIngwonnen: ['eigen inwinning', 'eigen meting'] },
};

const WORD_CHARS_MAX = 120;
/** Fewest characters of a beginning or end that identifies a code. */
const PART_CHARS_MIN = 3;
const CODES_MAX = 3;

/** Returns the codes of a list for words or signs of the trade. */
export function informalCodes(list: string, values: readonly string[], text: string): readonly string[] {
  if (text.length > WORD_CHARS_MAX) return [];
  const word = normal(text);
  const code = Object.entries(WORDS[list] ?? {}).find(([, words]) => words.some((known) => normal(known) === word))?.[0];
  const isMeant = code === undefined ? chanceIn(text) ?? amountIn(text) : (value: string) => value === code;
  return isMeant === undefined ? [] : values.filter(isMeant);
}

/** Returns the codes with a text as one of their words, or as their beginning or end; none when these are many. */
export function codesWith(values: readonly string[], text: string): readonly string[] {
  if (text.length > WORD_CHARS_MAX) return [];
  const codes = [wordOf(text), partOf(normal(text))].map((isMeant) => values.filter(isMeant)).find(({ length }) => length > 0) ?? [];
  return codes.length > CODES_MAX ? [] : codes;
}

type CodeMatcher = (value: string) => boolean;

/** A chance per year as a power of ten: `1E-06`, `10^-6`, `10⁻⁶ per jaar`. */
const CHANCE = /^(?:1(?:[.,]0+)?\s*[·x×*]\s*)?(?:10(?:\s*\^)?|1(?:[.,]0+)?e)\s*[-−–⁻]\s*0?(?<power>[1-9⁴⁵⁶⁷⁸⁹])(?:\s*(?:per jaar|\/\s*j(?:aa)?r))?$/iu;

function chanceIn(text: string): CodeMatcher | undefined {
  const power = CHANCE.exec(text.trim())?.groups?.['power']?.normalize('NFKC');
  return power === undefined ? undefined : (value) => value.endsWith(`10-${power}`);
}

/** A bound or a range in signs: `> 5`, `<= 3700`, `1500-3500`. */
const BOUND = /^(?<sign><=?|>=?|[≤≥])\s*(?<number>\d[\d. ]*?)\s*(?:%|\p{L}[\p{L}²³]*)?$/u;
const RANGE = /^(?<from>\d[\d.]*)\s*[-–]\s*(?<to>\d[\d.]*)\s*(?:%|\p{L}+)?$/u;
const FIVE = /vijf$/;
const LESS = /^(?:kleiner|tot)/i;
const MORE = /^(?:groter|meer|hoger)|OfMeer$/;

function amountIn(text: string): CodeMatcher | undefined {
  const range = RANGE.exec(text.trim())?.groups;
  if (range !== undefined) return (value) => value === `${digits(range['from'])}tot${digits(range['to'])}`;
  const { sign, number } = BOUND.exec(text.trim())?.groups ?? {};
  if (sign === undefined) return undefined;
  const side = /[<≤]/.test(sign) ? LESS : MORE;
  return (value) => side.test(value) && digits(value.replace(FIVE, '5')) === digits(number);
}

function digits(text = ''): string {
  return text.replaceAll(/\D/g, '');
}

/** Matches a whole word of a code: the `3` of `Klasse 3: …`, the `BK` of `vastgesteld BK`. */
function wordOf(text: string): CodeMatcher {
  const word = text.trim().toLowerCase();
  return (value) => value.toLowerCase().split(/[\s:(),/]+/).includes(word);
}

/** Matches the beginning or the end of a code. */
function partOf(word: string): CodeMatcher {
  return (value) => {
    const code = normal(value);
    return word.length >= PART_CHARS_MIN && (code.startsWith(word) || code.endsWith(word));
  };
}

function normal(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}&]/gu, '');
}
