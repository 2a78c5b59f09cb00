/**
 * Framing: cuts a stream of bytes into records that are each one root, holding one record at a time.
 *
 * Four framings: one object; an array; a GeoJSON FeatureCollection (the items of its `features`); one JSON text
 * a line. The framer looks at quotes and brackets only; whether a record is JSON, strict.ts says.
 * Invariants:
 *  - A record that is broken inside costs itself only, as long as a bracket or a line end shows where it stops:
 *    a closing bracket closes what was left open inside it, and a line end closes a string left open.
 *  - Bytes that could not be framed have a record with a fault, on the line from which nothing was read.
 *  - Memory: one record, at most LIMITS.rootBytesMax. A line that lies whole in a chunk is not copied, so a record
 *    holds until the next push.
 * Not here: files (source.ts), values, UTF-8 (strict.ts), what a Feature means (root.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';

export type FrameFault = 'leeg' | 'geen-json' | 'utf-16' | 'te-groot' | 'leeg-item' | 'na-einde' | 'onaf';

export interface RawRecord {
  /** `envelope`: the outside of a FeatureCollection, its `features` emptied. */
  readonly kind: 'root' | 'envelope';
  /** JSON Pointer of the record in the delivery; of line n in a line-wise delivery: `/n`, from 0. */
  readonly pointer: string;
  readonly bytes: Buffer;
  /** Line and column (in bytes) of its first byte, from 1. */
  readonly line: number;
  readonly column: number;
  readonly fault?: FrameFault;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NOTHING = Buffer.alloc(0);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** Nesting up to which bracket kinds are remembered; deeper ones are only counted (and refused anyway). */
const KINDS_MAX = 1024;

type Mode = 'start' | 'object' | 'array' | 'lines' | 'ended' | 'over';

/**
 * The framer: `push` each chunk in order, then `end` once; both give the records that are complete.
 * A byte-order mark before the first byte is skipped (RFC 8259 section 8.1 allows that); `bom` says that there was one.
 */
export class Framer {
  bom = false;
  #mode: Mode = 'start';
  readonly #out: RawRecord[] = [];

  /** The record being collected. */
  #parts: Buffer[] = [];
  #bytes = 0;
  #tooLarge = false;
  #started: { line: number; column: number } | null = null;

  /** Where we are. */
  #chunk: Buffer = NOTHING;
  #from = -1;
  #line = 1;
  #lineStart = 0;
  #offset = 0;
  #seenBytes = false;

  /** Brackets open, and the depth at which items stand: 1 in an array, 2 in `features`, 0 otherwise. */
  #depth = 0;
  readonly #kinds = new Uint8Array(KINDS_MAX);
  #itemDepth = 0;
  #items = 0;
  #inString = false;
  #escaped = false;
  #previous = 0;
  #previousLine = 1;
  #firstOnLine = true;
  /** Every line so far begins an object: what seems one object may be lines, the first cut short before a value. */
  #looksLikeLines = true;
  #string: number[] = [];
  #key = '';
  #envelope: Buffer[] | null = null;
  #objectLine = 1;
  #held: RawRecord | null = null;

  push(chunk: Buffer): readonly RawRecord[] {
    let from = 0;
    if (!this.#seenBytes && chunk.length > 0) {
      this.#seenBytes = true;
      this.bom = chunk.subarray(0, 3).equals(BOM);
      if (this.bom) from = 3;
      if (isUtf16(chunk)) { this.#fault('utf-16'); this.#mode = 'over'; }
    }
    this.#chunk = chunk;
    if (this.#started !== null) this.#from = from;
    for (let at = from; at < chunk.length;) {
      at = this.#mode === 'lines' ? this.#lineStep(at) : this.#structureStep(at);
    }
    this.#keep(chunk.length);
    this.#offset += chunk.length;
    return this.#out.splice(0);
  }

  end(): readonly RawRecord[] {
    if (this.#mode === 'lines') this.#closeLine();
    else if (this.#mode === 'start') this.#fault('leeg');
    else if (this.#mode === 'object' && this.#looksLikeLines && this.#envelope === null) this.#toLines(this.#chunk.length);
    else if (this.#mode === 'object' || this.#mode === 'array') this.#unfinished();
    if (this.#held !== null) this.#out.push(this.#held);
    this.#held = null;
    this.#mode = 'over';
    return this.#out.splice(0);
  }

  /** Line mode: from `at` to just after the next line end. */
  #lineStep(at: number): number {
    const found = this.#chunk.indexOf(NEWLINE, at);
    if (this.#started === null) this.#begin(at);
    if (found === -1) return this.#chunk.length;
    if (this.#bytes === 0) this.#takeLine(found);
    else {
      this.#keep(found);
      this.#closeLine();
    }
    this.#newLine(found);
    return found + 1;
  }

  /** A line that lies whole in this chunk. */
  #takeLine(until: number): void {
    const started = this.#started!;
    const bytes = this.#chunk.subarray(this.#from, until);
    const record = { kind: 'root', pointer: `/${started.line - 1}`, ...started } as const;
    if (bytes.length > LIMITS.rootBytesMax) this.#out.push({ ...record, bytes: NOTHING, fault: 'te-groot' });
    else if (!isBlank(bytes)) this.#out.push({ ...record, bytes });
    this.#reset();
  }

  #closeLine(): void {
    const record = this.#take('root', `/${this.#line - 1}`);
    if (record !== undefined && (record.fault !== undefined || !isBlank(record.bytes))) this.#out.push(record);
  }

  /** All other modes: looks at bytes from `at` until the mode changes or the chunk ends. */
  #structureStep(at: number): number {
    const chunk = this.#chunk;
    const mode = this.#mode;
    while (at < chunk.length && this.#mode === mode) {
      const byte = chunk[at]!;
      if (this.#inString) at = this.#stringStep(at);
      else if (byte === NEWLINE) { this.#newLine(at); this.#firstOnLine = true; at++; }
      else if (isSpace(byte)) at++;
      else at = this.#significant(byte, at);
    }
    return at;
  }

  #stringStep(at: number): number {
    const chunk = this.#chunk;
    const remember = this.#mode === 'object' && this.#depth === 1;
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) { this.#inString = false; return at + 1; }
      else if (byte === NEWLINE) { this.#inString = false; return at; }
      if (remember && this.#string.length < 16) this.#string.push(byte);
    }
    return at;
  }

  #significant(byte: number, at: number): number {
    if (this.#mode === 'start') return this.#first(byte, at);
    if (this.#mode === 'ended') return this.#afterEnd(at);
    if (this.#mode === 'over') return this.#chunk.length;
    if (this.#firstOnLine && byte !== OPEN_OBJECT) this.#looksLikeLines = false;
    if (byte === OPEN_OBJECT && (this.#showsLines() || this.#showsLinesLate())) return this.#toLines(at);
    if (byte === OPEN_OBJECT && this.#showsItem()) { this.#closeItem(at); this.#depth = this.#itemDepth; }
    const itemHere = this.#itemDepth > 0 && this.#depth === this.#itemDepth;
    if (itemHere && byte === COMMA) this.#closeItem(at);
    else if (itemHere && this.#started === null && byte !== CLOSE_ARRAY) this.#begin(at);
    if (byte === QUOTE) { this.#inString = true; this.#escaped = false; this.#string = []; }
    else if (byte === COLON && this.#depth === 1) this.#key = Buffer.from(this.#string).toString('latin1');
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close(byte, at);
    this.#remember(byte);
    return at + 1;
  }

  #remember(byte: number): void {
    this.#previous = byte;
    this.#previousLine = this.#line;
    this.#firstOnLine = false;
  }

  #first(byte: number, at: number): number {
    this.#objectLine = this.#line;
    if (byte === OPEN_OBJECT) this.#mode = 'object';
    else if (byte === OPEN_ARRAY) { this.#mode = 'array'; this.#itemDepth = 1; }
    else if (byte === 0x3c || byte === 0x1f || byte === 0x50 || byte === 0) return this.#over('geen-json', at);
    else this.#mode = 'lines';
    if (this.#mode !== 'array') this.#begin(at);
    if (this.#mode !== 'lines') this.#open(byte, at);
    this.#remember(byte);
    return this.#mode === 'lines' ? at : at + 1;
  }

  /** A second line that starts an object where none can stand: the first line was cut short. */
  #showsLines(): boolean {
    return this.#mode === 'object' && this.#firstOnLine && this.#envelope === null
      && this.#line > this.#objectLine && this.#previousLine === this.#objectLine
      && ![COMMA, COLON, OPEN_ARRAY].includes(this.#previous);
  }

  /** An object that starts where an item must have a key: the item before it was not closed. */
  #showsItem(): boolean {
    return this.#itemDepth > 0 && this.#depth === this.#itemDepth + 1 && this.#previous === COMMA
      && this.#kinds[this.#depth - 1] === OPEN_OBJECT;
  }

  /** An object that starts a line right after one that ended inside the first: no JSON does that, but lines do. */
  #showsLinesLate(): boolean {
    return this.#mode === 'object' && this.#firstOnLine && this.#depth > 0 && this.#previous === CLOSE_OBJECT
      && this.#envelope === null && this.#looksLikeLines;
  }

  /** What was collected is lines, and so is what follows. */
  #toLines(at: number): number {
    this.#keep(at);
    const taken = this.#take('root', `/${this.#objectLine - 1}`);
    if (taken?.fault !== undefined) this.#out.push(taken);
    else if (taken !== undefined) {
      for (const [index, bytes] of linesOf(taken.bytes).entries()) {
        const line = taken.line + index;
        if (!isBlank(bytes)) this.#out.push({ ...taken, bytes, line, pointer: `/${line - 1}`, column: index === 0 ? taken.column : 1 });
      }
    }
    this.#mode = 'lines';
    return at;
  }

  #open(byte: number, at: number): void {
    if (byte === OPEN_ARRAY && this.#mode === 'object' && this.#depth === 1 && this.#envelope === null
      && this.#key === 'features') this.#openFeatures(at);
    if (this.#depth < KINDS_MAX) this.#kinds[this.#depth] = byte;
    this.#depth++;
  }

  #openFeatures(at: number): void {
    this.#keep(at + 1);
    this.#envelope = this.#parts;
    this.#reset();
    this.#itemDepth = 2;
  }

  /** Closes the nearest open bracket of this kind, and whatever was left open inside it. */
  #close(byte: number, at: number): void {
    const kind = byte === CLOSE_ARRAY ? OPEN_ARRAY : OPEN_OBJECT;
    let depth = this.#depth;
    if (depth <= KINDS_MAX) {
      while (depth > 0 && this.#kinds[depth - 1] !== kind) depth--;
      if (depth === 0) return;
    }
    const before = this.#depth;
    this.#depth = depth - 1;
    if (this.#itemDepth > 0 && this.#depth < this.#itemDepth) this.#closeItems(at, before);
    if (this.#depth === 0) this.#closeTop(at);
  }

  #closeItems(at: number, before: number): void {
    if (this.#started !== null) this.#closeItem(at);
    else if (this.#items > 0 && this.#previous === COMMA && before === this.#itemDepth) this.#fault('leeg-item');
    if (this.#itemDepth === 2) {
      this.#itemDepth = 0;
      this.#parts = this.#envelope ?? [];
      this.#started = { line: this.#objectLine, column: 1 };
      this.#from = at;
    }
  }

  #closeItem(at: number): void {
    this.#keep(at);
    const pointer = this.#itemPointer();
    this.#items++;
    const record = this.#take('root', pointer);
    if (record === undefined) this.#fault('leeg-item', pointer);
    else this.#out.push(record);
  }

  #closeTop(at: number): void {
    this.#mode = 'ended';
    if (this.#itemDepth === 1) return;
    this.#keep(at + 1);
    const record = this.#take(this.#envelope === null ? 'root' : 'envelope', '');
    if (record !== undefined) this.#held = record;
  }

  /** Something follows the first value: more lines when it was one line, else a fault. */
  #afterEnd(at: number): number {
    const first = this.#held;
    const oneLine = first?.kind === 'root' && this.#firstOnLine && !first.bytes.includes(NEWLINE);
    if (!oneLine) return this.#over('na-einde', at);
    this.#out.push({ ...first, pointer: `/${first.line - 1}` });
    this.#held = null;
    this.#mode = 'lines';
    return at;
  }

  /** The bytes ended inside the value: the record at hand is given as it is, and a fault marks the end. */
  #unfinished(): void {
    const inItems = this.#itemDepth > 0;
    const outer = this.#envelope === null ? 'root' : 'envelope';
    const record = inItems ? this.#take('root', this.#itemPointer()) : this.#take(outer, '');
    if (record !== undefined) this.#out.push(record);
    if (inItems) this.#fault('onaf');
  }

  #itemPointer(): string {
    return `${this.#envelope === null ? '' : '/features'}/${this.#items}`;
  }

  #over(fault: FrameFault, at: number): number {
    this.#fault(fault, '', this.#offset + at - this.#lineStart + 1);
    this.#mode = 'over';
    return this.#chunk.length;
  }

  #fault(fault: FrameFault, pointer = '', column = 1): void {
    this.#out.push({ kind: 'root', pointer, bytes: NOTHING, line: this.#line, column, fault });
  }

  #newLine(at: number): void {
    this.#line++;
    this.#lineStart = this.#offset + at + 1;
  }

  #begin(at: number): void {
    this.#from = at;
    this.#started = { line: this.#line, column: this.#offset + at - this.#lineStart + 1 };
  }

  /** Adds a copy of the bytes of this chunk up to `until` to the record: the chunk holds until the next push only. */
  #keep(until: number): void {
    if (this.#started === null || this.#from < 0) return;
    this.#bytes += until - this.#from;
    if (this.#bytes > LIMITS.rootBytesMax) { this.#tooLarge = true; this.#parts = []; }
    if (!this.#tooLarge && until > this.#from) this.#parts.push(Buffer.from(this.#chunk.subarray(this.#from, until)));
    this.#from = until;
  }

  #take(kind: RawRecord['kind'], pointer: string): RawRecord | undefined {
    const started = this.#started;
    if (started === null) return undefined;
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts);
    const record = { kind, pointer, bytes, ...started };
    const tooLarge = this.#tooLarge;
    this.#reset();
    return tooLarge ? { ...record, fault: 'te-groot' } : record;
  }

  #reset(): void {
    this.#parts = [];
    this.#bytes = 0;
    this.#tooLarge = false;
    this.#started = null;
    this.#from = -1;
  }
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, from);
    const until = end === -1 ? bytes.length : end;
    lines.push(bytes.subarray(from, until));
    from = until + 1;
  }
  return lines;
}

/** JSON starts with two ASCII characters: in UTF-16 one of the first two bytes is zero, or they are its mark. */
function isUtf16([first, second]: Buffer): boolean {
  const mark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return first === 0 || second === 0 || mark;
}

function isBlank(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if (!isSpace(bytes[at]!)) return false;
  return true;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}
