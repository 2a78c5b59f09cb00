/**
 * Framing: cuts a stream of bytes into records that are each one root, holding one record at a time.
 *
 * Five framings: one object; an array; a GeoJSON FeatureCollection (the items of its `features`); one JSON text a line;
 * objects one after the other (a sequence). The framer reads quotes, brackets and comments only; strict-json/ checks the JSON.
 * Invariants:
 *  - A broken record does not harm others, as long as a bracket, a line end or the next object shows where it ends. A closing bracket
 *    closes all brackets inside it, and a line end closes an open string.
 *  - Bytes outside records that are not read give a record with a fault, on their first line. Commas and comments between objects are
 *    skipped, and the first of each gives a record with a fault. Invisible characters are skipped and counted.
 *  - Memory: one record (record-bytes.ts). A line that lies whole in a chunk is not copied, so a record is valid until the next push.
 * Not here: files (source.ts), files that are not JSON (file-kinds.ts), the meaning of a single line (lone-lines.ts), values and UTF-8
 * (strict-json/), Features (root.ts).
 */
import type { FileLocation } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from '../../strict-json/index.ts';
import { Brackets } from './brackets.ts';
import { BACKTICK, HASH, isSpace, linesOf, NEWLINE, SLASH } from './bytes.ts';
import { FilePosition, RecordBytes, type Collected } from './record-bytes.ts';
import { Comment } from './comments.ts';
import { binaryKindOf, FENCE, MEMBER, nearJsonKindOf, textBeforeJson, textKindOf, type FileKind } from './file-kinds.ts';
import { lineKindOf, recordOfLine } from './lone-lines.ts';
import type { FrameFault, RawRecord } from './raw-record.ts';
import { mayBeUnseen, UNSEEN_BYTES_MAX, UnseenCounter, withoutUnseenEnds, type Unseen } from './unseen.ts';

const NOTHING = Buffer.alloc(0);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** First bytes of a file that are buffered to recognise its kind. */
const HEAD_BYTES = 4096;
/** A slash begins a comment behind these bytes and at the start of a line. Elsewhere it is part of an unquoted text. */
const BEFORE_COMMENT: readonly number[] = [COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, QUOTE];
/** The item depth when there are no items. */
const NO_ITEMS = -1;

/** `ended`: the first value is complete; more may follow. `stopped`: the rest of the file is not read. */
type Mode = 'start' | 'object' | 'array' | 'lines' | 'sequence' | 'ended' | 'stopped';

/**
 * The framer: `push` each chunk in order, then `end` once. Both return the complete records.
 * A byte-order mark at the start is skipped, as RFC 8259 section 8.1 allows, and reported in `bom`.
 */
export class Framer {
  bom = false;
  #mode: Mode = 'start';
  readonly #out: RawRecord[] = [];
  /** The first bytes, until there are enough to recognise the file; then null. */
  #head: Buffer | null = NOTHING;
  readonly #record = new RecordBytes();

  /** The chunk that is being read. */
  #chunk: Buffer = NOTHING;
  readonly #position = new FilePosition();

  readonly #brackets = new Brackets();
  /** The depth of items: 0 in a sequence, 1 in an array, 2 in `features`. */
  #itemDepth = NO_ITEMS;
  #items = 0;
  /** The last item was taken at its end, before its comma. */
  #awaitsComma = false;
  #missesCommas = false;
  /** The item does not begin with a brace. In a sequence its commas belong to it. */
  #isStray = false;
  /** Items are numbered by the lines on which they begin. */
  #byLine = false;
  #inString = false;
  readonly #comment = new Comment();
  #escaped = false;
  #previous = 0;
  #previousLine = 1;
  #firstOnLine = true;
  /** Every line so far begins an object. So one object may be lines, of which the first was cut off before a value. */
  #looksLikeLines = true;
  #string: number[] = [];
  #key = '';
  #envelope: Buffer | null = null;
  #objectLine = 1;
  #undecided: RawRecord | null = null;
  /** The first comma behind an object outside a list. */
  #comma: FileLocation | null = null;
  #hasComments = false;
  readonly #unseen = new UnseenCounter();
  /** The beginning of a run of unseen characters that goes on in the next chunk. */
  #unread: Buffer = NOTHING;
  /** The JSON is in a code block. The line that ends the block ends the reading. */
  #inFence = false;
  /** The bytes have ended. */
  #isEnd = false;

  /** The invisible characters between objects; undefined when there were none. */
  get unseen(): Unseen | undefined {
    return this.#unseen.unseen;
  }

  push(chunk: Buffer): readonly RawRecord[] {
    if (this.#head === null) this.#read(chunk);
    else if (this.#head.length === 0 && chunk.length >= HEAD_BYTES) this.#begin(chunk);
    else {
      this.#head = Buffer.concat([this.#head, chunk]);
      if (this.#head.length >= HEAD_BYTES) this.#begin(this.#head);
    }
    return this.#out.splice(0);
  }

  end(): readonly RawRecord[] {
    if (this.#head !== null) this.#begin(this.#head);
    this.#isEnd = true;
    if (this.#unread.length > 0) this.#read(NOTHING);
    if (this.#mode === 'start') this.#fault('leeg');
    if (this.#mode === 'object' && this.#looksLikeLines && this.#envelope === null) this.#toLines(this.#chunk.length);
    if (this.#mode === 'lines') this.#closeLine();
    this.#unfinished();
    this.#release();
    if (this.#comma !== null) this.#fault('komma-na-object', this.#comma);
    this.#mode = 'stopped';
    return this.#out.splice(0);
  }

  #begin(head: Buffer): void {
    this.#head = null;
    const kind = binaryKindOf(head) ?? nearJsonKindOf(head.toString());
    this.bom = head.subarray(0, BOM.length).equals(BOM);
    if (kind === undefined) this.#read(head, this.bom ? BOM.length : 0);
    else if (kind === 'utf-16') this.#stop('utf-16', 0);
    else this.#stop('geen-json', 0, kind);
  }

  #read(next: Buffer, from = 0): void {
    const chunk = this.#unread.length === 0 ? next : Buffer.concat([this.#unread, next]);
    this.#unread = NOTHING;
    this.#chunk = chunk;
    if (this.#record.started !== null) this.#record.from = from;
    for (let at = from; at < chunk.length;) {
      at = this.#mode === 'lines' ? this.#lineStep(at) : this.#structureStep(at);
    }
    const taken = chunk.length - this.#unread.length;
    this.#record.keep(chunk, taken);
    this.#position.nextChunk(taken);
  }

  /** Line mode: reads from `at` to just after the next line end. */
  #lineStep(at: number): number {
    const found = this.#chunk.indexOf(NEWLINE, at);
    if (this.#record.started === null) this.#beginRecord(at);
    if (found === -1) return this.#chunk.length;
    if (this.#record.isInChunk) this.#takeLine(found);
    else {
      this.#record.keep(this.#chunk, found);
      this.#closeLine();
    }
    if (this.#mode !== 'lines') this.#record.from = found;
    this.#position.newLine(found);
    return found + 1;
  }

  /** Takes a line that lies whole in this chunk. */
  #takeLine(until: number): void {
    const { line, column } = this.#record.started!;
    const bytes = this.#chunk.subarray(this.#record.from, until);
    const isTooLarge = bytes.length > LIMITS.rootBytesMax;
    this.#record.drop();
    const isObject = bytes[0] === OPEN_OBJECT && bytes[bytes.length - 1] === CLOSE_OBJECT;
    if (isObject && !isTooLarge) this.#out.push({ kind: 'root', pointer: `/${line - 1}`, bytes, line, column });
    else this.#addLine({ line, column, bytes, isTooLarge });
  }

  #closeLine(): void {
    const line = this.#record.take();
    if (line !== undefined) this.#addLine(line);
  }

  /** Takes any other line. It may be a comment, the start of an object on several lines, or the end of a list. */
  #addLine(delivered: Collected): void {
    const line = delivered.isTooLarge ? delivered : withoutUnseenEnds(delivered, this.#unseen);
    const { bytes: _, isTooLarge, ...place } = line;
    const kind = isTooLarge ? 'record' : lineKindOf(line.bytes);
    if (kind === 'comment') this.#skipComment(place);
    else if (kind === 'fence' && this.#inFence) this.#mode = 'stopped';
    else if (kind === 'object-begins') this.#goOn(line);
    else if (kind === 'list-ends') this.#closeSequence(place);
    else this.#pushLine(line);
  }

  #pushLine(line: Collected, isLast = this.#isEnd): void {
    const { record, comma } = recordOfLine(line);
    if (comma !== undefined) this.#comma ??= comma;
    if (record !== undefined) this.#out.push(isLast ? { ...record, isLast } : record);
  }

  /** All other modes: reads bytes from `at` until the mode changes or the chunk ends. */
  #structureStep(at: number): number {
    const chunk = this.#chunk;
    const mode = this.#mode;
    while (at < chunk.length && this.#mode === mode) {
      const byte = chunk[at]!;
      if (this.#inString) at = this.#stringStep(at);
      else if (this.#comment.isOpen) at = this.#commentStep(byte, at);
      else if (byte === NEWLINE) { this.#position.newLine(at); this.#firstOnLine = true; at++; }
      else if (isSpace(byte)) at++;
      else at = this.#significant(byte, at);
    }
    return at;
  }

  #stringStep(at: number): number {
    const chunk = this.#chunk;
    const remember = this.#mode === 'object' && this.#brackets.depth === 1;
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

  #commentStep(byte: number, at: number): number {
    if (!this.#comment.takes(byte)) return at;
    if (byte === NEWLINE) this.#position.newLine(at);
    return at + 1;
  }

  #significant(byte: number, at: number): number {
    if (this.#mode === 'stopped') return this.#chunk.length;
    if (byte === BACKTICK && this.#inFence && this.#brackets.depth === 0) return this.#closeFence(at);
    // A list without items has nothing to skip between: `[` with an invisible character is not an empty list.
    if (mayBeUnseen(byte) && this.#isBetween() && (this.#itemDepth < 1 || this.#items > 0 || this.#record.started !== null)) {
      const behind = this.#passUnseen(at);
      if (behind > at) return behind;
    }
    if (byte === SLASH && (this.#firstOnLine || BEFORE_COMMENT.includes(this.#previous))) return this.#slash(at);
    if (this.#mode === 'start') return this.#first(byte, at);
    if (this.#mode === 'ended') return this.#afterEnd(byte, at);
    if (this.#firstOnLine && byte !== OPEN_OBJECT) this.#looksLikeLines = false;
    if (byte === OPEN_OBJECT) {
      if (this.#showsLines()) return this.#toLines(at);
      if (this.#showsUnclosed(at)) {
        if (this.#itemDepth === NO_ITEMS && this.#looksLikeLines) return this.#toLines(at);
        this.#closeUnclosed(at);
      }
    }
    if (this.#brackets.depth === this.#itemDepth && this.#besideItems(byte, at)) return at + 1;
    if (byte === QUOTE) { this.#inString = true; this.#escaped = false; this.#string = []; }
    else if (byte === COLON && this.#brackets.depth === 1) this.#key = Buffer.from(this.#string).toString('latin1');
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) this.#open(byte, at);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#close(byte, at);
    this.#remember(byte);
    return at + 1;
  }

  #remember(byte: number): void {
    this.#previous = byte;
    this.#previousLine = this.#position.line;
    this.#firstOnLine = false;
  }

  #first(byte: number, at: number): number {
    this.#objectLine = this.#position.line;
    if (byte === OPEN_ARRAY) { this.#mode = 'array'; this.#itemDepth = 1; }
    else if (byte === OPEN_OBJECT) this.#mode = 'object';
    else return this.#otherStart(at);
    if (byte === OPEN_OBJECT) this.#beginRecord(at);
    this.#open(byte, at);
    this.#remember(byte);
    return at + 1;
  }

  /** Handles a file that does not begin with a bracket: refuses its kind, or finds where to read on. */
  #otherStart(at: number): number {
    const head = this.#chunk.toString('latin1', at, at + HEAD_BYTES);
    const skipped = textBeforeJson(head);
    if (skipped > 0) {
      this.#inFence = FENCE.test(head.slice(0, skipped));
      if (this.#chunk[at] === HASH) this.#skipComment(this.#position.placeOf(at));
      else this.#fault(this.#inFence ? 'codeblok' : 'voor-begin', this.#position.placeOf(at));
      for (let byte = at; byte < at + skipped; byte++) if (this.#chunk[byte] === NEWLINE) this.#position.newLine(byte);
      return at + skipped;
    }
    const kind = textKindOf(head);
    if (kind !== undefined) return this.#stop('geen-json', at, kind);
    this.#mode = MEMBER.test(head) ? 'object' : 'lines';
    this.#beginRecord(at);
    if (this.#mode === 'object') this.#open(OPEN_OBJECT, at);
    return at;
  }

  /** Ends the reading at the end of the code block. */
  #closeFence(at: number): number {
    if (this.#record.started !== null) this.#closeItem(at);
    this.#mode = 'stopped';
    return this.#chunk.length;
  }

  /** Begins a comment. Between items it ends the item before it, so that no record is lost. */
  #slash(at: number): number {
    this.#comment.open();
    if (!this.#isBetween()) return at + 1;
    this.#skipComment(this.#position.placeOf(at));
    this.#closeItemBefore(at);
    return at + 1;
  }

  /** Whether this is between records: none is open, or the open one has ended. */
  #isBetween(): boolean {
    return this.#mode === 'start' || this.#mode === 'ended'
      || this.#brackets.depth === this.#itemDepth && (this.#record.started === null || this.#previous === CLOSE_OBJECT);
  }

  /** Ends the item before a comment or an invisible character. */
  #closeItemBefore(at: number): void {
    if (this.#brackets.depth === this.#itemDepth && this.#record.started !== null) this.#closeItemEarly(at);
  }

  /** Skips a run of invisible characters, and returns its end; `at` when the run is something else. */
  #passUnseen(at: number): number {
    const chunk = this.#chunk;
    let end = at;
    while (end < chunk.length && end - at < UNSEEN_BYTES_MAX && mayBeUnseen(chunk[end]!) && !isSpace(chunk[end]!)) end++;
    if (end === chunk.length && !this.#isEnd && end - at < UNSEEN_BYTES_MAX) {
      this.#unread = Buffer.from(chunk.subarray(at));
      return end;
    }
    if (!this.#unseen.takes(chunk.subarray(at, end), this.#position.placeOf(at))) return at;
    this.#closeItemBefore(at);
    return end;
  }

  /** Skips a comment outside the records, and reports the first. A comment in a record is a mistake of that record. */
  #skipComment(place: FileLocation): void {
    if (!this.#hasComments) this.#fault('commentaar', place);
    this.#hasComments = true;
  }

  /**
   * Whether an object at the start of a line shows that the file is lines. Either it follows the first line, which was cut off, or it
   * follows a closing brace inside an open object. Neither is possible in one object.
   */
  #showsLines(): boolean {
    if (this.#mode !== 'object' || !this.#firstOnLine || this.#envelope !== null) return false;
    const isSecondLine = this.#position.line > this.#objectLine && this.#previousLine === this.#objectLine;
    return isSecondLine && ![COMMA, COLON, OPEN_ARRAY].includes(this.#previous)
      || this.#looksLikeLines && this.#brackets.depth > 0 && this.#previous === CLOSE_OBJECT;
  }

  /**
   * Whether an object shows that the record before was not closed. It starts where no value can: where a key is expected, or at the start
   * of a line with the indentation of the record.
   */
  #showsUnclosed(at: number): boolean {
    const { started } = this.#record;
    const inside = this.#brackets.depth - Math.max(this.#itemDepth, 0);
    if (started === null || inside <= 0 || this.#envelope !== null && this.#itemDepth === NO_ITEMS) return false;
    const { innermost } = this.#brackets;
    const inArray = innermost !== OPEN_OBJECT;
    if (this.#previous === COLON || inArray && (this.#previous === COMMA || this.#previous === OPEN_ARRAY)) return false;
    if (this.#firstOnLine && this.#position.placeOf(at).column === started.column) return true;
    return this.#itemDepth !== NO_ITEMS && inside === 1 && this.#previous === COMMA;
  }

  #closeUnclosed(at: number): void {
    if (this.#itemDepth === NO_ITEMS) this.#toSequence();
    this.#closeItem(at);
    this.#brackets.depth = this.#itemDepth;
  }

  /** Begins or ends an item at a byte outside it. Returns whether a sequence ends here. */
  #besideItems(byte: number, at: number): boolean {
    const isSequence = this.#mode === 'sequence';
    if (byte === CLOSE_ARRAY && isSequence) {
      this.#closeSequence(this.#position.placeOf(at), at);
      return true;
    }
    if (byte === OPEN_OBJECT && this.#record.started !== null
      && (isSequence && this.#firstOnLine || this.#previous === CLOSE_OBJECT && !this.#isStray)) this.#closeItemEarly(at);
    if (byte === COMMA && this.#awaitsComma) this.#awaitsComma = false;
    else if (byte === COMMA && !(isSequence && this.#isStray)) this.#closeItem(at);
    else if (byte !== CLOSE_ARRAY && byte !== COMMA && this.#record.started === null) this.#beginItem(byte, at);
    if (byte === COMMA && isSequence) this.#comma ??= this.#position.placeOf(at);
    return false;
  }

  #beginItem(byte: number, at: number): void {
    if (this.#awaitsComma && this.#mode !== 'sequence' && !this.#missesCommas) {
      this.#missesCommas = true;
      this.#fault('komma-ontbreekt', this.#position.placeOf(at));
    }
    this.#awaitsComma = false;
    this.#isStray = byte !== OPEN_OBJECT;
    if (this.#byLine) this.#items = Math.max(this.#items, this.#position.line - 1);
    this.#beginRecord(at);
  }

  /** Cuts the collected bytes into lines, and reads on in line mode. */
  #toLines(at: number): number {
    this.#record.keep(this.#chunk, at);
    const taken = this.#record.take();
    this.#mode = 'lines';
    const lines = taken === undefined ? [] : taken.isTooLarge ? [taken.bytes] : linesOf(taken.bytes);
    for (const [index, bytes] of lines.entries()) {
      const place = { line: taken!.line + index, column: index === 0 ? taken!.column : 1 };
      this.#pushLine({ ...taken!, bytes, ...place }, this.#isEnd && index === lines.length - 1);
    }
    return at;
  }

  /** Reads on in sequence mode: the object was the first of several. */
  #toSequence(): void {
    this.#mode = 'sequence';
    this.#itemDepth = 0;
  }

  /** Reads on from the first line of an object that has several lines. */
  #goOn({ bytes, line, column }: Collected): void {
    this.#toSequence();
    this.#byLine = true;
    this.#items = line - 1;
    this.#brackets.depth = 0;
    this.#record.resume(bytes, { line, column }, -1);
    this.#open(OPEN_OBJECT, 0);
    this.#remember(OPEN_OBJECT);
    this.#isStray = false;
  }

  #open(byte: number, at: number): void {
    if (byte === OPEN_ARRAY && this.#mode === 'object' && this.#brackets.depth === 1 && this.#envelope === null
      && this.#key === 'features') this.#openFeatures(at);
    this.#brackets.open(byte);
  }

  #openFeatures(at: number): void {
    this.#record.keep(this.#chunk, at + 1);
    this.#envelope = this.#record.take()?.bytes ?? NOTHING;
    this.#itemDepth = 2;
  }

  #close(byte: number, at: number): void {
    const before = this.#brackets.depth;
    if (!this.#brackets.close(byte)) return;
    if (this.#brackets.depth < this.#itemDepth) this.#closeItems(at, before);
    if (this.#brackets.depth === 0 && this.#mode !== 'sequence') this.#closeTop(at);
  }

  #closeItems(at: number, before: number): void {
    if (this.#record.started !== null) this.#closeItem(at);
    else if (this.#items > 0 && this.#previous === COMMA && before === this.#itemDepth) this.#fault('leeg-item');
    if (this.#itemDepth === 2) {
      this.#itemDepth = NO_ITEMS;
      this.#record.resume(this.#envelope!, { line: this.#objectLine, column: 1 }, at);
    }
  }

  #closeItem(at: number): void {
    this.#record.keep(this.#chunk, at);
    const pointer = this.#itemPointer();
    this.#items++;
    if (this.#record.started === null) this.#fault('leeg-item', undefined, undefined, pointer);
    else this.#give('root', pointer);
  }

  #closeItemEarly(at: number): void {
    this.#closeItem(at);
    this.#awaitsComma = true;
  }

  #closeTop(at: number): void {
    this.#mode = 'ended';
    if (this.#itemDepth === 1) return;
    this.#record.keep(this.#chunk, at + 1);
    this.#undecided = this.#taken(this.#envelope === null ? 'root' : 'envelope', '') ?? null;
  }

  /** Ends a list that had no opening bracket. */
  #closeSequence(place: FileLocation, at = 0): void {
    if (this.#record.started !== null) this.#closeItem(at);
    this.#comma = null;
    this.#fault('haak-ontbreekt', place);
    this.#mode = 'ended';
    this.#itemDepth = NO_ITEMS;
  }

  /** Handles bytes behind the first value: another object or line, or text that is not read. */
  #afterEnd(byte: number, at: number): number {
    const first = this.#undecided;
    if (first?.kind !== 'root') return this.#stop('na-einde', at);
    const isLine = this.#firstOnLine && !first.bytes.includes(NEWLINE) && (this.#comma === null || byte === OPEN_OBJECT);
    if (byte === COMMA && this.#comma === null) {
      this.#comma = this.#position.placeOf(at);
      this.#firstOnLine = false;
      return at + 1;
    }
    if (!isLine && byte !== OPEN_OBJECT && byte !== CLOSE_ARRAY) return this.#stop('na-einde', at);
    this.#release(isLine ? `/${first.line - 1}` : '/0');
    if (isLine) this.#mode = 'lines';
    else this.#toSequence();
    this.#items = 1;
    return at;
  }

  /** Emits the first value, which waited for the bytes behind it. A comma behind it means that it was in a list. */
  #release(pointer = this.#comma === null ? '' : '/0'): void {
    if (this.#undecided !== null) this.#out.push({ ...this.#undecided, pointer });
    this.#undecided = null;
  }

  /** Emits the open record when the bytes end inside the value, and a fault for the end. */
  #unfinished(): void {
    const isInItem = this.#record.started !== null && this.#brackets.depth > this.#itemDepth;
    if (this.#mode === 'object' && this.#itemDepth === NO_ITEMS) this.#give(this.#envelope === null ? 'root' : 'envelope', '');
    else this.#give('root', this.#itemPointer());
    const inList = this.#mode === 'array' || (this.#mode === 'object' && this.#itemDepth !== NO_ITEMS);
    if (inList && !isInItem) this.#fault('onaf');
  }

  #itemPointer(): string {
    return `${this.#envelope === null ? '' : '/features'}/${this.#items}`;
  }

  #stop(fault: FrameFault, at: number, fileKind?: FileKind): number {
    this.#fault(fault, this.#position.placeOf(at), fileKind);
    this.#comma = null;
    this.#mode = 'stopped';
    return this.#chunk.length;
  }

  #fault(fault: FrameFault, place: FileLocation = { line: this.#position.line, column: 1 }, fileKind?: FileKind, pointer = ''): void {
    this.#out.push({ kind: 'root', pointer, bytes: NOTHING, ...place, fault, ...(fileKind === undefined ? {} : { fileKind }) });
  }

  #beginRecord(at: number): void {
    this.#record.begin(at, this.#position.placeOf(at));
  }

  #give(kind: RawRecord['kind'], pointer: string): void {
    const record = this.#taken(kind, pointer);
    if (record !== undefined) this.#out.push(record);
  }

  #taken(kind: RawRecord['kind'], pointer: string): RawRecord | undefined {
    const taken = this.#record.take();
    if (taken === undefined) return undefined;
    const { bytes, line, column, isTooLarge } = taken;
    const record = { kind, pointer, bytes, line, column, ...(this.#isEnd ? { isLast: true } as const : {}) };
    return isTooLarge ? { ...record, fault: 'te-groot' } : record;
  }
}
