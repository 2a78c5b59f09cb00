/**
 * Program: what the model says of every type, written down for the reader (ops.ts) in its memory. Made from the model's fields,
 * so a field added there needs nothing here. What the reader cannot prove is NEVER, which sends a root the long way.
 */
import { allowedValues, hasUsualShape } from '../../../schemas/codelists.ts';
import type { Crs } from '../../../schemas/crs.ts';
import { GEOMETRY_ALIASES } from '../../../schemas/geometry.ts';
import type { GeometryAlias } from '../../../schemas/geometry.ts';
import type { Shape, Value } from '../../../schemas/model/conventions.ts';
import { INTERNE_VERWIJZING } from '../../../schemas/model/links.ts';
import { fieldsOf } from '../../../schemas/model/model.ts';
import { wrongTarget } from '../../../schemas/model/relations.ts';
import { VOID } from '../../../schemas/model/values.ts';
import { backLinkOf, kindOf, OBJECT_TYPES, ROOT_TYPES } from '../../../schemas/names.ts';
import * as op from './ops.ts';
import { planOf } from './plan.ts';
import type { Plan, PlainPass } from './plan.ts';
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
  readonly #crs: Crs;
  readonly #checks: ((text: string) => boolean)[] = [];
  readonly #nodes = new Map<unknown, number>();

  constructor(crs: Crs) {
    this.#crs = crs;
    this.reader = new Reader((number, start, end) => this.#checks[number]!(this.#textAt(start, end)));
    this.reader.exports.area(...crs.area);
    this.roots = this.#types(ROOT_TYPES, undefined);
  }

  /** ASCII from `start` to `end`. */
  #textAt(start: number, end: number): string {
    return Buffer.from(this.reader.exports.memory.buffer, start, end - start).toString('latin1');
  }

  #field(field: Value, { owner, plan, path }: Place): number {
    if (plan.told.has(path)) return this.#node([op.NEVER]);
    const node = isNamed(path, 'id') ? this.#once(ID_RUNS, () => this.#runs(ID_RUNS!, ANY))
      : isNamed(path, 'informatieGeheim', 'privacyGevoelig') ? this.#literal('false') : this.#value(field, { owner, plan, path });
    const slot = plan.slots.get(path);
    return this.#passing(slot === undefined ? node : this.#node([op.KEPT, slot, node]), plan.passes.get(path) ?? []);
  }

  /** A value that must also be one of each of these lists, or the rules are asked. */
  #passing(node: number, lists: readonly (readonly PlainPass[])[]): number {
    return lists.reduce((one, list) => this.#node([op.PASS, one, this.#anyOf(list)]), node);
  }

  #anyOf(list: readonly PlainPass[]): number {
    const [first, ...rest] = list.map((pass) => this.#pass(pass));
    return rest.reduce((one, other) => this.#node([op.EITHER, one, other]), first ?? this.#node([op.NEVER]));
  }

  #pass(pass: PlainPass): number {
    switch (typeof pass) {
      case 'string': return this.#node([op.CODE, this.#codes([pass])]);
      case 'boolean': return this.#literal(String(pass));
      case 'function': return this.#checked((found) => isPlain(found) && pass(found));
      default: return this.#value(pass, NOWHERE);
    }
  }

  #value(value: Value, place: Place): number {
    if (value.kind === 'nested') return this.#node([op.ARRAY, this.#node([op.ENTITY, this.#nested(value.types, place.owner)]), 1, INFINITE]);
    if (value.kind === 'link' || value.kind === 'links') return this.#link(value.kind);
    const bare = this.#bare(value, place);
    const plain = value.nullable === true ? this.#node([op.EITHER, this.#literal('null'), bare]) : bare;
    return value.voidable === true
      ? this.#node([op.VOIDABLE, this.#shape(VOID, NOWHERE), plain, this.#codes(allowedValues('VoidReasonValue', false) ?? [])]) : plain;
  }

  #bare(value: Value, place: Place): number {
    switch (value.kind) {
      case 'constant': return this.#node([op.CODE, this.#codes([value.constant])]);
      case 'text': return this.#once(`text ${value.pattern} ${value.min} ${value.max}`, () => this.#text(value));
      case 'number':
      case 'integer': return this.#number(value);
      case 'boolean': return this.#node([op.EITHER, this.#literal('true'), this.#literal('false')]);
      case 'null': return this.#literal('null');
      case 'moment': return this.#node([op.MOMENT]);
      case 'date': return this.#node([op.DATE]);
      case 'codelist': return this.#codelist(value.codelist);
      case 'geometry': return this.#geometry(value.alias);
      case 'object': return this.#shape(value.shape, place);
      case 'array': return this.#array(value, place);
      default: return this.#node([op.NEVER]);
    }
  }

  /** Types that may stand in a field of `owner`, if a link back to it is right. */
  #nested(types: readonly string[], owner: string): number {
    const isRight = (type: string): boolean => {
      const link = backLinkOf(kindOf(type));
      return link !== undefined && wrongTarget(link, owner) === undefined;
    };
    return this.#types(types.filter(isRight), owner);
  }

  /** A table of types that may stand in one of the type `above`. */
  #types(types: readonly string[], above: string | undefined): number {
    const nodes = new Map(types.map((type) => [type, this.#type(type, above)]));
    return this.#once(`types ${[...nodes.values()].join(' ')}`, () =>
      this.#table(types, (type) => [nodes.get(type)!, (OBJECT_TYPES as readonly string[]).indexOf(type)]));
  }

  /** A type: its node, and the tests of its texts. */
  #type(type: string, above: string | undefined): number {
    const plan = planOf(type, above);
    return this.#once(plan, () => {
      const node = this.#object(fieldsOf(type).map((field) => ({
        name: field.name, node: this.#field(field, { owner: type, plan, path: field.name }),
        // An activity field whose absence is worth a warning counts as required.
        required: field.required || field.expected, asked: plan.asked.has(field.name), isMinded: plan.minded.has(field.name),
      })), ANY);
      return this.#node([node, plan.tests.length, ...plan.tests.flat()]);
    });
  }

  #shape(shape: Shape, { owner, plan, path }: Place): number {
    const bounds = shape.form === 'choice' ? { min: 1, max: 1 } : ANY;
    const make = (): number => this.#object(shape.fields.map((field) => ({
      name: field.name, required: field.required, asked: false, isMinded: false, node: this.#field(field, { owner, plan, path: `${path}/${field.name}` }),
    })), bounds);
    const isPlain = ![...plan.passes.keys(), ...plan.slots.keys()].some((of) => of.startsWith(`${path}/`));
    return isPlain ? this.#once(shape, make) : make();
  }

  #link(kind: 'link' | 'links'): number {
    const link = this.#once('link', () => this.#object(INTERNE_VERWIJZING.fields.map((field) => ({
      name: field.name, required: field.required, asked: false, isMinded: false,
      node: field.name === 'href' ? this.#node([op.BACK]) : this.#value(field, NOWHERE),
    })), ANY));
    return kind === 'link' ? link : this.#node([op.ARRAY, link, 1, 1]);
  }

  #object(fields: readonly FieldNode[], { min, max }: { readonly min: number; readonly max: number }): number {
    const list = this.reader.allocate(op.FIELD * fields.length);
    const next = this.reader.allocate(fields.length + 1);
    for (const [index, { name, node }] of fields.entries()) {
      const quoted = JSON.stringify(name);
      this.#words(list + op.FIELD * index, [this.#once(quoted, () => this.#bytes(Buffer.from(quoted))), Buffer.byteLength(quoted), node]);
    }
    const node = this.#node([op.OBJECT, list, fields.length, next, min, max, 0, 0, 0, 0, 0, 0, 0, 0]);
    const { view } = this.reader;
    view.setBigUint64(node + 24, bitsOf(fields, ({ required }) => required), true);
    view.setBigUint64(node + 32, bitsOf(fields, ({ asked }) => asked), true);
    view.setBigUint64(node + 40, bitsOf(fields, ({ name }) => name === 'entityType'), true);
    view.setBigUint64(node + 48, bitsOf(fields, ({ isMinded }) => isMinded), true);
    return node;
  }

  #array({ items, min = 0, max = INFINITE, unique }: Value & { readonly kind: 'array' }, place: Place): number {
    const isSet = unique === true && items.kind === 'codelist';
    return this.#node([isSet ? op.SET : op.ARRAY, this.#value(items, place), min, unique === true && !isSet ? Math.min(1, max) : max]);
  }

  #text({ pattern, min = 0, max = INFINITE }: Value & { readonly kind: 'text' }): number {
    if (pattern === undefined) return this.#node([op.TEXT, min, max]);
    const runs = runsOf(pattern);
    if (runs !== undefined) return this.#runs(runs, { min, max });
    const expression = new RegExp(pattern, 'u');
    return this.#checked((found) => found.length >= min && found.length <= max && isPlain(found) && expression.test(found));
  }

  #runs(runs: Runs, { min, max }: { readonly min: number; readonly max: number }): number {
    return this.#node([op.RUNS, min, max, runs.length, ...runs.flatMap(({ chars, least, most }) =>
      [this.#once(chars, () => this.#bytes(chars)), least, Math.min(most, 0x7fff_ffff)])]);
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

/** Where a field stands: in an object of the type `owner`, with its plan, at a path from it. */
interface Place {
  readonly owner: string;
  readonly plan: Plan;
  readonly path: string;
}

const NONE: ReadonlySet<string> = new Set();
const NO_PLAN: Plan = {
  passes: new Map(), slots: new Map(), tests: [], asked: NONE, minded: NONE, sketched: NONE, tested: NONE, told: NONE,
};
const NOWHERE: Place = { owner: '', plan: NO_PLAN, path: '' };

interface FieldNode {
  readonly name: string;
  readonly node: number;
  readonly required: boolean;
  /** Whether the rules must be asked when it is there. */
  readonly asked: boolean;
  /** Whether the rules must be asked when it is not as it should be. */
  readonly isMinded: boolean;
}

function bitsOf(fields: readonly FieldNode[], has: (field: FieldNode) => boolean): bigint {
  return fields.reduce((bits, field, index) => (has(field) ? bits | (1n << BigInt(index)) : bits), 0n);
}

function isNamed(name: string, ...names: readonly string[]): boolean {
  return names.includes(name);
}

function isPlain(found: string): boolean {
  for (let i = 0; i < found.length; i++) if (found.charCodeAt(i) >= 0x7f) return false;
  return true;
}
