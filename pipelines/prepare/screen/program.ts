/**
 * Program: what the model says of every type, written down for the reader (ops.ts) in its memory. Made from the model's fields,
 * so a field added there needs nothing here. What the reader cannot prove is NEVER, which sends a root the long way.
 */
import { allowedValues, hasUsualShape } from '../../../schemas/codelists.ts';
import type { Crs } from '../../../schemas/crs.ts';
import { GEOMETRY_ALIASES } from '../../../schemas/geometry.ts';
import type { GeometryAlias } from '../../../schemas/geometry.ts';
import type { Field, Shape, Value } from '../../../schemas/model/conventions.ts';
import { INTERNE_VERWIJZING } from '../../../schemas/model/links.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { wrongTarget } from '../../../schemas/model/relations.ts';
import { VOID } from '../../../schemas/model/values.ts';
import { BACK_LINKS, kindOf, OBJECT_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';
import * as op from './ops.ts';
import { runsOf } from './runs.ts';
import type { Runs } from './runs.ts';
import { Reader } from './reader.ts';

const INFINITE = 0xffff_ffff;
const ANY = { min: 0, max: INFINITE };
/** Ids of these characters mean themselves in every link (schemas/model/links.ts), and never are `.` or `..`. */
const ID_RUNS = runsOf('^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,254}$');
const SHAPE_BITS: ReadonlyMap<string, number> = new Map([['Point', op.POINT], ['LineString', op.LINE], ['Polygon', op.POLYGON]]);

export class Program {
  readonly reader: Reader;
  /** The table of all root types. */
  readonly roots: number;
  /** For each root type where the reader leaves which of its fields it saw last (a bit each), and start and end of each. */
  readonly marks: ReadonlyMap<string, number>;
  readonly #crs: Crs;
  readonly #marks = new Map<string, number>();
  readonly #checks: ((text: string) => boolean)[] = [];
  readonly #nodes = new Map<unknown, number>();

  constructor(crs: Crs) {
    this.#crs = crs;
    this.reader = new Reader((number, start, end) => this.#checks[number]!(this.#textAt(start, end)));
    this.reader.exports.area(...crs.area);
    for (const type of ROOT_TYPES) this.#marks.set(type, this.reader.allocate(8 + 8 * fieldsOf(type).length));
    this.marks = this.#marks;
    this.roots = this.#types(ROOT_TYPES);
  }

  /** ASCII from `start` to `end`. */
  #textAt(start: number, end: number): string {
    return Buffer.from(this.reader.exports.memory.buffer, start, end - start).toString('latin1');
  }

  #value(value: Value, owner: string): number {
    if (value.kind === 'nested') return this.#node([op.ARRAY, this.#node([op.ENTITY, this.#nested(value.types, owner)]), 1, INFINITE]);
    if (value.kind === 'link' || value.kind === 'links') return this.#link(value.kind);
    const bare = this.#bare(value);
    const plain = value.nullable === true ? this.#node([op.EITHER, this.#literal('null'), bare]) : bare;
    return value.voidable === true
      ? this.#node([op.VOIDABLE, this.#shape(VOID), plain, this.#codes(allowedValues('VoidReasonValue', false) ?? [])]) : plain;
  }

  #bare(value: Value): number {
    switch (value.kind) {
      case 'constant': return this.#node([op.CODE, this.#codes([value.constant])]);
      case 'text': return this.#text(value);
      case 'number':
      case 'integer': return this.#number(value);
      case 'boolean': return this.#node([op.EITHER, this.#literal('true'), this.#literal('false')]);
      case 'null': return this.#literal('null');
      case 'moment': return this.#node([op.MOMENT]);
      case 'date': return this.#node([op.DATE]);
      case 'codelist': return this.#codelist(value.codelist);
      case 'geometry': return this.#geometry(value.alias);
      case 'object': return this.#shape(value.shape);
      case 'array': return this.#array(value);
      default: return this.#node([op.NEVER]);
    }
  }

  /** Types that may stand in a field of `owner`, if a link back to it is right. */
  #nested(types: readonly string[], owner: string): number {
    const isRight = (type: string): boolean => {
      const kind = kindOf(type);
      const link = kind && BACK_LINKS[kind];
      return link !== undefined && wrongTarget(link, owner) === undefined;
    };
    return this.#types(types.filter(isRight));
  }

  #types(types: readonly string[]): number {
    return this.#once(`types ${types.join(' ')}`, () =>
      this.#table(types, (type) => [this.#type(type), (OBJECT_TYPES as readonly string[]).indexOf(type)]));
  }

  #type(type: string): number {
    return this.#once(`type ${type}`, () => this.#object(fieldsOf(type).map((field) => ({
      // An activity field whose absence is worth a warning counts as required; a secret has more to be said of it.
      name: field.name, required: field.required || field.expected || isNamed(field, 'id'),
      node: isNamed(field, 'id') ? this.#runs(op.ID, ID_RUNS!, ANY)
        : isNamed(field, 'informatieGeheim', 'privacyGevoelig') ? this.#literal('false') : this.#value(field, type),
    })), { ...ANY, marks: this.#marks.get(type) ?? 0 }));
  }

  #shape(shape: Shape): number {
    const bounds = shape.form === 'choice' ? { min: 1, max: 1 } : ANY;
    return this.#once(shape, () => this.#object(shape.fields.map((field) =>
      ({ name: field.name, required: field.required, node: this.#value(field, shape.name) })), { ...bounds, marks: 0 }));
  }

  #link(kind: 'link' | 'links'): number {
    const link = this.#once('link', () => this.#object(INTERNE_VERWIJZING.fields.map((field) => ({
      name: field.name, required: field.required,
      node: isNamed(field, 'href') ? this.#node([op.BACK]) : this.#value(field, INTERNE_VERWIJZING.name),
    })), { ...ANY, marks: 0 }));
    return kind === 'link' ? link : this.#node([op.ARRAY, link, 1, 1]);
  }

  #object(
    fields: readonly { readonly name: string; readonly required: boolean; readonly node: number }[],
    { min, max, marks }: { readonly min: number; readonly max: number; readonly marks: number },
  ): number {
    const list = this.reader.allocate(op.FIELD * fields.length);
    const next = this.reader.allocate(fields.length + 1);
    let required = 0n;
    for (const [index, field] of fields.entries()) {
      const name = Buffer.from(JSON.stringify(field.name));
      this.#words(list + op.FIELD * index, [this.#bytes(name), name.length, field.node]);
      if (field.required) required |= 1n << BigInt(index);
    }
    const node = this.#node([op.OBJECT, list, fields.length, next, marks, min, max, 0, 0, 0]);
    this.reader.view.setBigUint64(node + 32, required, true);
    return node;
  }

  #array({ items, min = 0, max = INFINITE, unique }: Value & { readonly kind: 'array' }): number {
    const isSet = unique === true && items.kind === 'codelist';
    return this.#node([isSet ? op.SET : op.ARRAY, this.#value(items, ''), min, unique === true && !isSet ? Math.min(1, max) : max]);
  }

  #text({ pattern, min = 0, max = INFINITE }: Value & { readonly kind: 'text' }): number {
    if (pattern === undefined) return this.#node([op.TEXT, min, max]);
    const runs = runsOf(pattern);
    if (runs !== undefined) return this.#runs(op.RUNS, runs, { min, max });
    const expression = new RegExp(pattern, 'u');
    return this.#checked((found) => found.length >= min && found.length <= max && isPlain(found) && expression.test(found));
  }

  #runs(code: number, runs: Runs, { min, max }: { readonly min: number; readonly max: number }): number {
    return this.#node([code, min, max, runs.length, ...runs.flatMap(({ chars, least, most }) =>
      [this.#bytes(chars), least, Math.min(most, 0x7fff_ffff)])]);
  }

  #codelist(list: string): number {
    const values = allowedValues(list, false);
    return values === undefined
      ? this.#checked((found) => isPlain(found) && found !== '' && hasUsualShape(list, found)) : this.#node([op.CODE, this.#codes(values)]);
  }

  #checked(isRight: (text: string) => boolean): number {
    return this.#node([op.CHECKED, this.#checks.push(isRight) - 1]);
  }

  #number({ kind, min = -Infinity, max = Infinity }: Value & { readonly kind: 'number' | 'integer' }): number {
    const node = this.#node([op.NUMBER, kind === 'integer' ? 1 : 0, 0, 0, 0, 0]);
    this.reader.view.setFloat64(node + 8, min, true);
    this.reader.view.setFloat64(node + 16, max, true);
    return node;
  }

  #geometry(alias: GeometryAlias): number {
    if (this.#crs.dimension !== 2) return this.#node([op.NEVER]);
    return this.#node([op.GEOMETRY, GEOMETRY_ALIASES[alias].reduce((bits, type) => bits | (SHAPE_BITS.get(type) ?? 0), 0)]);
  }

  #literal(word: string): number {
    return this.#node([op.LITERAL, this.#bytes(Buffer.from(word)), word.length]);
  }

  #codes(values: readonly string[]): number {
    return this.#once(values.join('\n'), () => this.#table(values, () => [0, 0]));
  }

  /** A table of texts, each with what it leads to; at most half full. */
  #table(texts: readonly string[], leadsTo: (text: string) => readonly [to: number, number: number]): number {
    const slots = 2 ** Math.ceil(Math.log2(2 * texts.length + 1));
    const table = this.reader.allocate(op.ENTRY * (slots + 1));
    this.#words(table, [slots - 1]);
    for (const text of texts) {
      const bytes = Buffer.from(text);
      const [to, number] = leadsTo(text);
      this.reader.exports.enter(table, this.#bytes(bytes), bytes.length, to, number);
    }
    return table;
  }

  #node(words: readonly number[]): number {
    const node = this.reader.allocate(4 * words.length);
    this.#words(node, words);
    return node;
  }

  #words(address: number, words: readonly number[]): void {
    const { view } = this.reader;
    for (const [index, word] of words.entries()) view.setUint32(address + 4 * index, word, true);
  }

  #bytes(bytes: Uint8Array): number {
    const address = this.reader.allocate(bytes.length + 8);
    this.reader.bytes.set(bytes, address);
    return address;
  }

  #once(key: unknown, make: () => number): number {
    const known = this.#nodes.get(key) ?? make();
    this.#nodes.set(key, known);
    return known;
  }
}

function isNamed({ name }: Field, ...names: readonly string[]): boolean {
  return names.includes(name);
}

function isPlain(found: string): boolean {
  for (let i = 0; i < found.length; i++) if (found.charCodeAt(i) >= 0x7f) return false;
  return true;
}
