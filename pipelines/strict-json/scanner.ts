/**
 * Scanner: reads one JSON text slowly and exactly, for its defects.
 *
 * strict.ts calls it only for texts that are invalid or doubtful. A text without defects is exactly what strict.ts accepts.
 * Invariant: no text makes the calls deeper than LIMITS.jsonDepthMax.
 * Not here: bytes (strict.ts) and UTF-8 (utf-8.ts), values (JSON.parse makes them).
 */
import { joinAtComma, DECIMAL_POINT } from '../../schemas/check/suggest.ts';
import type { Text, FindingText } from '../../schemas/finding.ts';
import { escapeToken } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { oneLine } from '../../schemas/shown-values.ts';
import { BACKSLASH, QUOTE } from './characters.ts';
import type { JsonDefect } from './defect.ts';
import { slipAt, type SlipContext } from './slips.ts';

/** The defects of a JSON text. The first syntax error ends the scan; so does defect number LIMITS.findingsPerRuleMax. */
export function scan(text: string): readonly JsonDefect[] {
  const scanner = new Scanner(text);
  try {
    scanner.whole();
  } catch (error) {
    if (error !== STOP) throw error;
  }
  return scanner.defects;
}

/** Ends a scan. All scans share it, because making an error costs as much as the scan of a small text. */
const STOP = new Error('the scan has ended');

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WHOLE = /^-?\d+$/;
/** A number of fewer characters and no exponent is stored exactly. */
const DOUBTFUL_CHARS_MIN = 16;
/** Characters that are compared of the two values of a repeated name. */
const VALUE_CHARS_MAX = 500;
/** Characters of a member name in a pointer. */
const NAME_CHARS_MAX = 200;
/** Lower codes are control characters. */
const SPACE = 0x20;
const LITERALS = ['true', 'false', 'null'];

class Scanner {
  readonly defects: JsonDefect[] = [];
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): void {
    this.#space();
    if (this.#at >= this.#text.length) this.#syntax({
      nl: 'Hier staat niets.',
      en: 'There is nothing here.',
    }, 'JSON');
    this.#value(1);
    this.#space();
    if (this.#at < this.#text.length) {
      if (this.#text[this.#at] === ':') this.#syntax({
        nl: 'Aan het begin van dit object ontbreekt de accolade {.',
        en: 'The brace { is missing at the beginning of this object.',
      }, '{', { offset: 0 });
      this.#syntax({
        nl: 'Na het einde van de waarde staat nog tekst.',
        en: 'There is text after the end of the value.',
      }, 'einde / end');
    }
  }

  #value(depth: number): void {
    const char = this.#text[this.#at];
    if (char === '{' || char === '[') {
      if (depth > LIMITS.jsonDepthMax) this.#tooDeep();
      if (char === '{') this.#object(depth);
      else this.#array(depth);
    } else if (char === '"') this.#string();
    else if (char !== undefined && (char === '-' || (char >= '0' && char <= '9'))) this.#number();
    else this.#literal();
  }

  #object(depth: number): void {
    const members = new Map<string, Member>();
    this.#at++;
    this.#space();
    if (this.#skip('}')) return;
    for (;;) {
      const start = this.#at;
      if (this.#text[start] !== '"') this.#decimalComma(start);
      if (this.#text[start] !== '"') this.#syntax({
        nl: 'Hier moet een veldnaam staan, tussen dubbele rechte aanhalingstekens (").',
        en: 'Expected a member name in straight double quotes (") here.',
      }, '"naam"', { place: 'name' });
      const key = this.#string();
      this.#path.push(key);
      this.#space();
      if (!this.#skip(':')) this.#syntax({
        nl: 'Na de veldnaam ontbreekt een dubbele punt.',
        en: 'A colon is missing after the member name.',
      }, ':');
      this.#space();
      const valueAt = this.#at;
      this.#value(depth + 1);
      const member = { start, value: this.#text.slice(valueAt, Math.min(this.#at, valueAt + VALUE_CHARS_MAX)) };
      const earlier = members.get(key);
      if (earlier === undefined) members.set(key, member);
      else this.#strictness('json.dubbele-sleutel', start, bothValues(earlier, member));
      this.#path.pop();
      const behind = this.#at;
      this.#space();
      if (this.#skip('}')) return;
      if (!this.#skip(',')) this.#syntax({
        nl: 'Na deze waarde ontbreekt een komma of een sluitaccolade.',
        en: 'A comma or a closing brace is missing after this value.',
      }, ', }', { behind });
      this.#extraComma('}');
    }
  }

  #array(depth: number): void {
    this.#at++;
    this.#space();
    if (this.#skip(']')) return;
    for (let index = 0; ; index++) {
      this.#path.push(index);
      this.#value(depth + 1);
      this.#path.pop();
      const behind = this.#at;
      this.#space();
      if (this.#skip(']')) return;
      if (!this.#skip(',')) this.#syntax({
        nl: 'Na dit element ontbreekt een komma of een sluithaak.',
        en: 'A comma or a closing bracket is missing after this item.',
      }, ', ]', { behind });
      this.#extraComma(']');
    }
  }

  /** Reports a decimal comma when the digits here continue the number before the comma. */
  #decimalComma(start: number): void {
    const comma = start - 1;
    if (this.#text[comma] !== ',') return;
    const before = this.#text.slice(Math.max(0, comma - NUMBER_CHARS_MAX), comma);
    const joined = joinAtComma(before, this.#text.slice(start, start + NUMBER_CHARS_MAX));
    if (joined === undefined) return;
    this.#stop({
      rule: 'json.syntaxis', offset: comma, expected: joined, suggestions: [joined],
      found: this.#text.slice(comma, comma + 20),
      message: {
        nl: `Hier staat een decimale komma. ${DECIMAL_POINT.nl}`,
        en: `There is a decimal comma here. ${DECIMAL_POINT.en}`,
      },
      mend: MEND_SYNTAX,
    });
  }

  /** Reports a comma before the closing bracket, the most common slip. */
  #extraComma(end: '}' | ']'): void {
    const comma = this.#at - 1;
    this.#space();
    if (this.#text[this.#at] !== end) return;
    const [nl, en] = end === '}' ? ['het laatste veld', 'the last field'] : ['het laatste onderdeel', 'the last item'];
    this.#syntax({ nl: `Achter ${nl} staat een komma te veel.`, en: `There is one comma too many after ${en}.` }, end, { offset: comma });
  }

  /** The string's value. Raw control characters and bad escapes are syntax errors; lone surrogates are defects. */
  #string(): string {
    const start = this.#at++;
    let isPlain = true;
    for (;;) {
      isPlain = this.#plain() && isPlain;
      const char = this.#text[this.#at];
      if (char === '"') break;
      if (char === undefined) this.#syntax({
        nl: 'De tekst die hier begint wordt niet afgesloten.',
        en: 'The string is not closed.',
      }, '"', { offset: start });
      isPlain = false;
      if (char !== '\\') this.#syntax({
        nl: 'In een tekst staat een regeleinde of ander besturingsteken.',
        en: 'A string contains a line end or another control character.',
      }, '\\n, \\t, \\u….', { place: 'text' });
      if (!/^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(this.#text.slice(this.#at, this.#at + 6))) {
        this.#syntax({
          nl: 'Achter de backslash (\\) staat iets dat daar niet mag staan.',
          en: 'This is not a valid escape.',
        }, '\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
      }
      this.#at += this.#text[this.#at + 1] === 'u' ? 6 : 2;
    }
    this.#at++;
    if (isPlain) return this.#text.slice(start + 1, this.#at - 1);
    const value = JSON.parse(this.#text.slice(start, this.#at)) as string;
    if (!value.isWellFormed()) this.#strictness('json.half-teken', start);
    return value;
  }

  /** Moves to the next quote, escape or control character. Returns whether no surrogate came before it. */
  #plain(): boolean {
    const text = this.#text;
    let isWhole = true;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === QUOTE || code === BACKSLASH || code < SPACE) break;
      if (code >= 0xd800 && code <= 0xdfff) isWhole = false;
    }
    return isWhole;
  }

  #number(): void {
    const start = this.#at;
    NUMBER.lastIndex = start;
    const isNumber = NUMBER.test(this.#text);
    if (isNumber) this.#at = NUMBER.lastIndex;
    const next = this.#text[this.#at];
    if (!isNumber || (next !== undefined && /[0-9.eE+\-xX]/.test(next))) {
      // A coordinate with a decimal comma may have decimals that begin with a zero.
      if (this.#text[start] === '0') this.#decimalComma(start);
      this.#syntax({
        nl: 'Dit is geen getal zoals JSON het schrijft.',
        en: 'This is not a number as JSON writes it.',
      }, '-12.5e3', { offset: start, place: 'value' });
    }
    const digits = this.#text.slice(start, this.#at);
    if (digits.length < DOUBTFUL_CHARS_MIN && !/[eE]/.test(digits)) return;
    const value = Number(digits);
    if (!Number.isFinite(value)) this.#strictness('json.getal-te-groot', start, { found: digits });
    // 2^53 + 1 becomes the double 2^53: only the digits show that the number is larger.
    else if (WHOLE.test(digits) && Math.abs(value) >= 2 ** 53 && BigInt(digits) !== BigInt(Math.sign(value) * 2 ** 53)) {
      this.#strictness('json.geheel-getal', start, { found: digits });
    }
  }

  #literal(): void {
    const literal = LITERALS.find((word) => this.#text.startsWith(word, this.#at));
    if (literal === undefined) {
      this.#syntax({
        nl: 'Hier moet een waarde staan.',
        en: 'Expected a value here.',
      }, '{ [ " 0-9 true false null', { place: 'value' });
    }
    this.#at += literal.length;
  }

  #space(): void {
    for (; ; this.#at++) {
      const char = this.#text[this.#at];
      if (char !== ' ' && char !== '\n' && char !== '\t' && char !== '\r') return;
    }
  }

  #skip(char: string): boolean {
    if (this.#text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #tooDeep(): never {
    this.#stop({
      rule: 'json.diepte', offset: this.#at,
      message: {
        nl: `Er zijn meer dan ${LIMITS.jsonDepthMax} haken in elkaar geopend.`,
        en: `More than ${LIMITS.jsonDepthMax} brackets are nested.`,
      },
      mend: { nl: 'Lever het object zonder extra lagen.', en: 'Deliver the object without extra levels.' },
    });
  }

  #syntax(message: Text, expected: string, { offset = this.#at, place = 'other', behind }: SyntaxErrorDetails = {}): never {
    const found = this.#text.slice(offset, offset + 20);
    const slip = slipAt(this.#text, offset, place);
    this.#stop({
      rule: 'json.syntaxis', offset, expected, message, mend: MEND_SYNTAX, ...slip,
      found: slip?.found ?? (found === '' ? 'einde / end' : found), ...(behind === undefined || slip !== undefined ? {} : { behind }),
      ...(CUT_SHORT.test(this.#text.slice(this.#at, this.#at + REST_CHARS_MAX)) ? { isAtEnd: true } as const : {}),
    });
  }

  #stop(defect: Omit<JsonDefect, 'pointer'>): never {
    this.defects.push({ pointer: this.#pointer(), ...defect });
    throw STOP;
  }

  #strictness(rule: keyof typeof STRICTNESS, offset: number, more?: Partial<JsonDefect>): void {
    this.defects.push({ rule, pointer: this.#pointer(), offset, ...STRICTNESS[rule], ...more });
    if (this.defects.length >= LIMITS.findingsPerRuleMax) throw STOP;
  }

  #pointer(): string {
    return this.#path.map((token) => `/${escapeToken(String(token).slice(0, NAME_CHARS_MAX))}`).join('');
  }
}

interface SyntaxErrorDetails {
  readonly offset?: number;
  readonly place?: SlipContext;
  readonly behind?: number;
}

/** A member as read: the offset of its name, and the first characters of its value. */
interface Member {
  readonly start: number;
  readonly value: string;
}

/** The words of a defect for a repeated name, with both values. */
function bothValues({ start, value: first }: Member, { value }: Member): Pick<JsonDefect, 'earlier' | 'found'> & Partial<FindingText> {
  const found = oneLine(value);
  if (first === value) return { earlier: start, found };
  return {
    earlier: start, found,
    message: {
      nl: `Deze veldnaam staat al eerder in hetzelfde object: daar met ${oneLine(first)}, hier met ${found}.`,
      en: `This member name occurs before in the same object: there with ${oneLine(first)}, here with ${found}.`,
    },
    mend: { nl: 'Kijk welke van de twee klopt, en laat de andere weg.', en: 'See which of the two is right, and leave the other out.' },
  };
}

/** The rest of a text that was cut off inside a value: nothing, or the beginning of a token. */
const CUT_SHORT = /^(?:\s*|t|tr|tru|f|fa|fal|fals|n|nu|nul|-|[.eE][+-]?|\\(?:u[0-9a-fA-F]{0,3})?)$/;
const REST_CHARS_MAX = 100;

/** Characters that are read on either side of a decimal comma. */
const NUMBER_CHARS_MAX = 40;

const MEND_SYNTAX: Text = {
  nl: 'Verbeter het bestand op deze plaats. Maakt een programma het? Vraag de maker een JSON-bibliotheek te gebruiken.',
  en: 'Fix the file at this location. If a program makes it, ask its maker to use a JSON library.',
};
/** The words of defects in texts that JSON.parse accepts. */
const STRICTNESS = {
  'json.dubbele-sleutel': {
    message: {
      nl: 'Deze veldnaam staat al eerder in hetzelfde object.',
      en: 'This member name occurs before in the same object.',
    },
    mend: { nl: 'Laat één van de twee weg.', en: 'Leave one of them out.' },
  },
  'json.half-teken': {
    message: {
      nl: 'In deze tekst staat een half teken: de andere helft ontbreekt.',
      en: 'This string contains half a Unicode character (a lone surrogate).',
    },
    mend: { nl: 'Schrijf het hele teken, of laat het weg.', en: 'Write the whole character, or leave it out.' },
  },
  'json.getal-te-groot': {
    message: { nl: 'Dit getal is te groot om te bewaren.', en: 'This number is too large to be stored.' },
    mend: { nl: 'Geef een getal dat werkelijk kan voorkomen.', en: 'Give a number that can really occur.' },
  },
  'json.geheel-getal': {
    message: {
      nl: 'Dit gehele getal is groter dan 9007199254740992 en kan niet precies worden bewaard.',
      en: 'This integer is beyond 9007199254740992 and cannot be stored exactly.',
    },
    mend: {
      nl: 'Controleer het getal. Is het een code, zoals een BAG-nummer? Zet het dan tussen aanhalingstekens.',
      en: 'Check the number. If it is a code, such as a BAG number, put it in double quotes.',
    },
  },
} satisfies Readonly<Record<string, Pick<JsonDefect, 'message' | 'mend'>>>;
