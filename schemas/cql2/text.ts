/**
 * CQL2 text: parses a filter such as `populatie > 10 AND naam LIKE 'Sint%'`, by recursive descent in the order of the BNF: OR of AND of
 * NOT of predicates. Keywords in any case. Calculations and nested functions are read only far enough to report that they are unknown.
 */
import { LIMITS } from '../limits.ts';
import { FilterFault, tooDeep, type Expression } from './expression.ts';
import { isGeometryWord, readBboxText, readCollectionText, readGeometryText } from './wkt.ts';
import { finite, Tokens, unescaped, unescapedPattern, type Token } from './tokens.ts';

/** Parses a CQL2 text. Throws FilterFault. */
export function parseCql2Text(text: string): Expression {
  return new TextParser(text).whole();
}

const COMPARISONS: readonly string[] = ['=', '<>', '<', '<=', '>', '>='];
const KEYWORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'LIKE', 'BETWEEN', 'IN', 'IS', 'NULL']);
const CALCULATIONS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^', '%']);

class TextParser {
  readonly #tokens: Tokens;
  #depth = 0;

  constructor(text: string) {
    this.#tokens = new Tokens(text);
  }

  whole(): Expression {
    const expression = this.#or();
    if (this.#tokens.current.kind !== 'end') throw this.#tokens.unexpected('AND, OR of het einde', 'AND, OR or the end');
    return expression;
  }

  #or(): Expression {
    return this.#joined('OR', () => this.#and());
  }

  #and(): Expression {
    return this.#joined('AND', () => this.#not());
  }

  #joined(word: 'AND' | 'OR', part: () => Expression): Expression {
    const first = part();
    if (!this.#tokens.is(word)) return first;
    const args = [first];
    while (this.#tokens.takeIf(word)) args.push(part());
    return { kind: 'call', name: word.toLowerCase(), args, at: first.at };
  }

  #not(): Expression {
    const { at } = this.#tokens.current;
    return this.#tokens.takeIf('NOT') ? negated(this.#primary(), at) : this.#primary();
  }

  #primary(): Expression {
    const { at } = this.#tokens.current;
    if (!this.#tokens.takeIf('(')) return this.#predicate();
    const inside = this.#deeper(at, () => this.#or());
    this.#tokens.expect(')');
    return inside;
  }

  #predicate(): Expression {
    const left = this.#operand();
    const tokens = this.#tokens;
    const { text, at } = tokens.current;
    if (COMPARISONS.some((sign) => tokens.is(sign))) {
      tokens.take();
      return { kind: 'call', name: text, args: [left, this.#operand()], at: left.at };
    }
    if (tokens.takeIf('IS')) {
      const isNot = tokens.takeIf('NOT');
      tokens.expect('NULL');
      const isNull: Expression = { kind: 'call', name: 'isnull', args: [left], at: left.at };
      return isNot ? negated(isNull, at) : isNull;
    }
    if (tokens.takeIf('NOT')) return negated(this.#advanced(left) ?? this.#uncompared(left), at);
    return this.#advanced(left) ?? (left.kind === 'call' || left.kind === 'boolean' ? left : this.#uncompared(left));
  }

  /** Reads LIKE, BETWEEN or IN. */
  #advanced(left: Expression): Expression | undefined {
    const tokens = this.#tokens;
    const call = (name: string, ...args: readonly Expression[]): Expression => ({ kind: 'call', name, args: [left, ...args], at: left.at });
    if (tokens.takeIf('LIKE')) return call('like', this.#operand());
    if (tokens.takeIf('BETWEEN')) {
      const low = this.#operand();
      tokens.expect('AND');
      return call('between', low, this.#operand());
    }
    if (!tokens.takeIf('IN')) return undefined;
    const { at } = tokens.current;
    tokens.expect('(');
    return call('in', { kind: 'list', items: this.#arguments(), at });
  }

  #uncompared({ at }: Expression): never {
    const { current } = this.#tokens;
    if (CALCULATIONS.has(current.text) || current.kind === 'number') {
      throw new FilterFault(current.at, { nl: 'rekenen kan niet in een filter', en: 'a filter cannot calculate' });
    }
    if (current.at === at) throw this.#tokens.unexpected('een veld', 'a field');
    throw this.#tokens.unexpected(
      '=, <>, <, <=, >, >=, LIKE, BETWEEN, IN, IS NULL of NOT', '=, <>, <, <=, >, >=, LIKE, BETWEEN, IN, IS NULL or NOT',
    );
  }

  #operand(): Expression {
    const token = this.#tokens.current;
    const { kind, text, at } = token;
    if (kind === 'number' || kind === 'text' || kind === 'quoted') {
      this.#tokens.take();
      return kind === 'quoted' ? { kind: 'property', name: text, at } : valueOf(token);
    }
    if (kind !== 'name' || KEYWORDS.has(text.toUpperCase())) {
      throw this.#tokens.unexpected('een veld of een waarde', 'a field or a value');
    }
    this.#tokens.take();
    return this.#named(token);
  }

  /** Reads an expression that begins with a name: a function, a geometry, a date, true or false, or a field. */
  #named({ text, at }: Token): Expression {
    const tokens = this.#tokens;
    const word = text.toUpperCase();
    if (isGeometryWord(word) && (tokens.is('(') || tokens.is('Z'))) return readGeometryText(word, at, tokens);
    if (word === 'GEOMETRYCOLLECTION' && (tokens.is('(') || tokens.is('Z'))) return readCollectionText(at, tokens);
    if (tokens.is('(')) {
      if (word === 'BBOX') return readBboxText(at, tokens);
      if (word === 'DATE' || word === 'TIMESTAMP') return this.#instant(word, at);
      tokens.take();
      return { kind: 'call', name: text.toLowerCase(), args: this.#deeper(at, () => this.#arguments()), at };
    }
    if (word === 'TRUE' || word === 'FALSE') return { kind: 'boolean', value: word === 'TRUE', at };
    return { kind: 'property', name: text, at };
  }

  #instant(word: 'DATE' | 'TIMESTAMP', at: number): Expression {
    this.#tokens.expect('(');
    const token = this.#tokens.current;
    if (token.kind !== 'text') throw this.#tokens.unexpected("een tekst tussen '", "a text between '");
    this.#tokens.take();
    this.#tokens.expect(')');
    return { kind: word === 'DATE' ? 'date' : 'timestamp', text: unescaped(token.text), at };
  }

  /** Reads operands and arrays up to the closing bracket. */
  #arguments(): readonly Expression[] {
    const found = [this.#argument()];
    while (this.#tokens.takeIf(',')) found.push(this.#argument());
    if (CALCULATIONS.has(this.#tokens.current.text)) this.#uncompared(found.at(-1)!);
    this.#tokens.expect(')');
    return found;
  }

  #argument(): Expression {
    const { at } = this.#tokens.current;
    if (!this.#tokens.takeIf('(')) return this.#operand();
    return { kind: 'list', items: this.#tokens.takeIf(')') ? [] : this.#deeper(at, () => this.#arguments()), at };
  }

  #deeper<T>(at: number, read: () => T): T {
    this.#depth += 1;
    if (this.#depth > LIMITS.filterDepthMax) throw tooDeep(at);
    const found = read();
    this.#depth -= 1;
    return found;
  }
}

function negated(of: Expression, at: number): Expression {
  return { kind: 'call', name: 'not', args: [of], at };
}

function valueOf({ kind, text, at }: Token): Expression {
  if (kind === 'text') return { kind, value: unescaped(text), pattern: unescapedPattern(text), at };
  return { kind: 'number', value: finite(text, at), at };
}
