/**
 * Framing: cuts a stream of bytes into records that are each one root, holding one record at a time.
 *
 * Five framings: one object; an array; a GeoJSON FeatureCollection (the items of its `features`); one JSON text a line;
 * objects one after the other (a sequence). The framer looks at quotes, brackets and comments only; whether a record is
 * JSON, strict-json/ says.
 * Invariants:
 *  - A record that is broken inside costs itself only, as long as a bracket, a line end or the object after it shows where it
 *    stops: a closing bracket closes what was left open inside it, and a line end closes a string left open.
 *  - Bytes that are in no record have a record with a fault, on the line from which they were not read. Commas and comments
 *    between objects are passed over, and the first of each has such a record. Characters that nobody sees are passed over and counted.
 *  - Memory: one record (collecting.ts). A line that lies whole in a chunk is not copied, so a record holds until the next push.
 * Not here: files (source.ts), what is no JSON at all (file-kinds.ts), what a line by itself is (lone-lines.ts), values, UTF-8
 * (strict-json/), what a Feature means (root.ts).
 */
import type { FileLocation } from '../../../schemas/finding.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import { BACKSLASH, CLOSE_ARRAY, CLOSE_OBJECT, COLON, COMMA, OPEN_ARRAY, OPEN_OBJECT, QUOTE } from '../../strict-json/index.ts';
import { Brackets } from './brackets.ts';
import { BACKTICK, HASH, isSpace, linesOf, NEWLINE, SLASH } from './bytes.ts';
import { FilePosition, RecordBytes, type Collected } from './collecting.ts';
import { Comment } from './comments.ts';
import { binaryKindOf, FENCE, MEMBER, nearJsonKindOf, textBeforeJson, textKindOf, type FileKind } from './file-kinds.ts';
import { lineKindOf, recordOfLine } from './lone-lines.ts';
import type { FrameFault, RawRecord } from './raw-record.ts';
import { mayBeUnseen, UNSEEN_BYTES_MAX, UnseenCounter, withoutUnseenEnds, type Unseen } from './unseen.ts';

const NOTHING = Buffer.alloc(0);
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** So much of a file is awaited to see what it is. */
const HEAD_BYTES = 4096;
/** Behind these, and at the begin of a line, a slash begins a comment; elsewhere it is of a text that lost its quotes. */
const BEFORE_COMMENT: readonly number[] = [COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY, QUOTE];
/** The item depth where there are no items. */
const NO_ITEMS = -1;

type Mode = 'start' | 'object' | 'array' | 'lines' | 'sequence' | 'ended' | 'over';

/**
 * The framer: `push` each chunk in order, then `end` once; both give the records that are complete.
 * A byte-order mark before the first byte is skipped (RFC 8259 section 8.1 allows that); `bom` says that there was one.
 */
export class Framer {
  bom = false;
  #mode: Mode = 'start';
  readonly #out: RawRecord[] = [];
  /** The first bytes, until there are enough to see what the file is; then null. */
  #head: Buffer | null = NOTHING;
  readonly #record = new RecordBytes();

  /** Where we are. */
  #chunk: Buffer = NOTHING;
  readonly #position = new FilePosition();

  readonly #brackets = new Brackets();
  /** The depth at which items stand: 0 in a sequence, 1 in an array, 2 in `features`. */
  #itemDepth = NO_ITEMS;
  #items = 0;
  /** The item before was taken where it ended: its comma is still to come. */
  #awaitsComma = false;
  #missesCommas = false;
  /** The item does not begin as an object: in a sequence its commas are its own. */
  #isStray = false;
  /** Items are counted by the lines on which they begin. */
  #byLine = false;
  #inString = false;
  readonly #comment = new Comment();
  #escaped = false;
  #previous = 0;
  #previousLine = 1;
  #firstOnLine = true;
  /** Every line so far begins an object: what seems one object may be lines, the first cut short before a value. */
  #looksLikeLines = true;
  #string: number[] = [];
  #key = '';
  #envelope: Buffer | null = null;
  #objectLine = 1;
  #held: RawRecord | null = null;
  /** The first comma behind an object that stands by itself. */
  #comma: FileLocation | null = null;
  #hasComments = false;
  readonly #unseen = new UnseenCounter();
  /** The beginning of a run of unseen characters that goes on in the next chunk. */
  #unread: Buffer = NOTHING;
  /** What is read stands in a code block: the line that ends it ends the reading. */
  #inFence = false;
  /** The bytes have ended. */
  #isEnd = false;

  /** The characters between objects that nobody sees; undefined when there were none. */
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
    this.#mode = 'over';
    return this.#out.splice(0);
  }

  #begin(head: Buffer): void {
    this.#head = null;
    const kind = binaryKindOf(head) ?? nearJsonKindOf(head.toString());
    this.bom = head.subarray(0, BOM.length).equals(BOM);
    if (kind === undefined) this.#read(head, this.bom ? BOM.length : 0);
    else if (kind === 'utf-16') this.#over('utf-16', 0);
    else this.#over('geen-json', 0, kind);
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

  /** Line mode: from `at` to just after the next line end. */
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

  /** A line that lies whole in this chunk. */
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

  /** A line that is no object by itself says what comes: a comment, an object on more lines, or the end of a list. */
  #addLine(delivered: Collected): void {
    const line = delivered.isTooLarge ? delivered : withoutUnseenEnds(delivered, this.#unseen);
    const { bytes: _, isTooLarge, ...place } = line;
    const kind = isTooLarge ? 'record' : lineKindOf(line.bytes);
    if (kind === 'comment') this.#skipComment(place);
    else if (kind === 'fence' && this.#inFence) this.#mode = 'over';
    else if (kind === 'object-begins') this.#goOn(line);
    else if (kind === 'list-ends') this.#closeSequence(place);
    else this.#pushLine(line);
  }

  #pushLine(line: Collected, isLast = this.#isEnd): void {
    const { record, comma } = recordOfLine(line);
    if (comma !== undefined) this.#comma ??= comma;
    if (record !== undefined) this.#out.push(isLast ? { ...record, isLast } : record);
  }

  /** All other modes: looks at bytes from `at` until the mode changes or the chunk ends. */
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
    if (this.#mode === 'over') return this.#chunk.length;
    if (byte === BACKTICK && this.#inFence && this.#brackets.depth === 0) return this.#closeFence(at);
    // In a list that has no item yet they are between nothing: `[` and such a character are no empty list.
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

  /** Where something else than a bracket comes first: what it is, or how to go on all the same. */
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
    if (kind !== undefined) return this.#over('geen-json', at, kind);
    this.#mode = MEMBER.test(head) ? 'object' : 'lines';
    this.#beginRecord(at);
    if (this.#mode === 'object') this.#open(OPEN_OBJECT, at);
    return at;
  }

  /** The end of the code block in which everything stands. */
  #closeFence(at: number): number {
    if (this.#record.started !== null) this.#closeItem(at);
    this.#mode = 'over';
    return this.#chunk.length;
  }

  /** A comment. Beside the items it ends the one before it, so that it costs no record. */
  #slash(at: number): number {
    this.#comment.open();
    if (!this.#isBetween()) return at + 1;
    this.#skipComment(this.#position.placeOf(at));
    this.#closeItemBefore(at);
    return at + 1;
  }

  /** Whether no record is open here, or one that has ended. */
  #isBetween(): boolean {
    return this.#mode === 'start' || this.#mode === 'ended'
      || this.#brackets.depth === this.#itemDepth && (this.#record.started === null || this.#previous === CLOSE_OBJECT);
  }

  /** Ends the item before what stands between items. */
  #closeItemBefore(at: number): void {
    if (this.#brackets.depth === this.#itemDepth && this.#record.started !== null) this.#closeItemEarly(at);
  }

  /** Passes over a run of characters that nobody sees, and returns where it ends; `at` when it is something else. */
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

  /** A comment outside the records; the first is told. In a record it is a mistake of that. */
  #skipComment(place: FileLocation): void {
    if (!this.#hasComments) this.#fault('commentaar', place);
    this.#hasComments = true;
  }

  /**
   * An object that starts a line where none can stand: behind the first line, which was cut short then; or right after an object that
   * ended inside the first: no JSON does that, but lines do.
   */
  #showsLines(): boolean {
    if (this.#mode !== 'object' || !this.#firstOnLine || this.#envelope !== null) return false;
    const isSecondLine = this.#position.line > this.#objectLine && this.#previousLine === this.#objectLine;
    return isSecondLine && ![COMMA, COLON, OPEN_ARRAY].includes(this.#previous)
      || this.#looksLikeLines && this.#brackets.depth > 0 && this.#previous === CLOSE_OBJECT;
  }

  /**
   * An object that starts where no value can, and either where an item must have a key, or at the begin of a line, as far
   * from the margin as the record: the record was not closed.
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

  /** At the depth of items: where one begins, and where it ends. Whether a sequence ends here. */
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

  /** What was collected is lines, and so is what follows. */
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

  /** What seemed one object is the first of several. */
  #toSequence(): void {
    this.#mode = 'sequence';
    this.#itemDepth = 0;
  }

  /** After lines comes an object on more than one; of that we have the first. */
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
    this.#held = this.#taken(this.#envelope === null ? 'root' : 'envelope', '') ?? null;
  }

  /** The end of a list that had no beginning. */
  #closeSequence(place: FileLocation, at = 0): void {
    if (this.#record.started !== null) this.#closeItem(at);
    this.#comma = null;
    this.#fault('haak-ontbreekt', place);
    this.#mode = 'ended';
    this.#itemDepth = NO_ITEMS;
  }

  /** Something follows the first value: another object or line, or what is not read. */
  #afterEnd(byte: number, at: number): number {
    const first = this.#held;
    if (first?.kind !== 'root') return this.#over('na-einde', at);
    const isLine = this.#firstOnLine && !first.bytes.includes(NEWLINE) && (this.#comma === null || byte === OPEN_OBJECT);
    if (byte === COMMA && this.#comma === null) {
      this.#comma = this.#position.placeOf(at);
      this.#firstOnLine = false;
      return at + 1;
    }
    if (!isLine && byte !== OPEN_OBJECT && byte !== CLOSE_ARRAY) return this.#over('na-einde', at);
    this.#release(isLine ? `/${first.line - 1}` : '/0');
    if (isLine) this.#mode = 'lines';
    else this.#toSequence();
    this.#items = 1;
    return at;
  }

  /** Gives the first value, which waited for what follows. Behind a comma it stood in a list. */
  #release(pointer = this.#comma === null ? '' : '/0'): void {
    if (this.#held !== null) this.#out.push({ ...this.#held, pointer });
    this.#held = null;
  }

  /** The bytes ended inside the value: the record at hand is given as it is, and a fault marks the end. */
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

  #over(fault: FrameFault, at: number, fileKind?: FileKind): number {
    this.#fault(fault, this.#position.placeOf(at), fileKind);
    this.#comma = null;
    this.#mode = 'over';
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
