/**
 * Reader: the WebAssembly that reads roots where they lie (assembly/, derived by make-reader.ts), with its memory.
 *
 * WebAssembly because it reads eight and sixteen bytes at once and makes nothing: JavaScript that does the same takes
 * five times as long. Invariant: memory only grows at its end, and addresses stay what they are.
 */
import { readFileSync } from 'node:fs';

export interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

/** What we use of WebAssembly; the types of Node lack it. */
interface Assembly {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
}

interface Exports {
  readonly memory: Memory;
  base(): number;
  positionsAt(): number;
  shapesAt(): number;
  objectsAt(): number;
  shapeCount(): number;
  area(least0: number, least1: number, most0: number, most1: number): void;
  enter(table: number, text: number, length: number, to: number, number: number): void;
  prove(types: number, start: number, end: number): number;
  isAscii(start: number, end: number): number;
  mustAsk(): number;
  flawCount(): number;
  flawsAt(): number;
  isInDoubt(): number;
}

/** Judges a text of ASCII characters that stands from `start` to `end`; `number` says for what. */
export type HostCheck = (number: number, start: number, end: number) => boolean;

const PAGE = 65_536;
/** Readers look up to so many bytes beyond what they are given. */
export const BEYOND = 32;

export const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Assembly }).WebAssembly;
const MODULE = new Module(readFileSync(new URL('./reader.wasm', import.meta.url)));

export class Reader {
  readonly exports: Exports;
  #end: number;
  /** Empty once the memory has grown. */
  #bytes: Uint8Array = new Uint8Array();
  #view: DataView = new DataView(new ArrayBuffer());

  constructor(check: HostCheck) {
    const imports = { host: { check: (...place: [number, number, number]) => (check(...place) ? 1 : 0) } };
    this.exports = new Instance(MODULE, imports).exports as Exports;
    this.#end = this.exports.base();
  }

  /** Address of `length` more bytes, zeros at first, at a multiple of 16. */
  allocate(length: number): number {
    const address = (this.#end + 15) & ~15;
    this.#end = address + length;
    const { memory } = this.exports;
    const missing = this.#end + BEYOND - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** The bytes of its memory, until it next grows. */
  get bytes(): Uint8Array {
    if (this.#bytes.length === 0) this.#bytes = new Uint8Array(this.exports.memory.buffer);
    return this.#bytes;
  }

  /** The same. */
  get view(): DataView {
    const { buffer } = this.bytes;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }
}
