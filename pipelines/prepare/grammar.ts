/**
 * Grammar: whether a text is strict JSON, by WebAssembly that reads it and makes nothing (screen/assembly/strict.ts).
 * Not here: what is wrong with it (scan.ts), UTF-8 (strict.ts).
 */
import { readFileSync } from 'node:fs';
import { Instance, Module } from './screen/reader.ts';
import type { Memory } from './screen/reader.ts';

/**
 * `strict`: JSON.parse makes a value of it, and scan.ts finds no flaw. `broken`: it is no JSON, and scan.ts finds just that.
 * `deep`: scan.ts finds just that it is nested too deeply. `doubtful` says nothing.
 */
export type Grammar = 'strict' | 'broken' | 'deep' | 'doubtful';

interface Exports {
  readonly memory: Memory;
  room(length: number): number;
  judge(length: number): number;
}

/** In the order of their numbers. */
const GRAMMARS: readonly Grammar[] = ['strict', 'broken', 'deep', 'doubtful'];

const BYTES = readFileSync(new URL('./screen/strict.wasm', import.meta.url));
const reader = new Instance(new Module(BYTES), {}).exports as Exports;
let seen = new Uint8Array(reader.memory.buffer);

/** Judges a text in UTF-8. */
export function grammarOf(utf8: Uint8Array): Grammar {
  const address = reader.room(utf8.length);
  if (seen.buffer !== reader.memory.buffer) seen = new Uint8Array(reader.memory.buffer);
  seen.set(utf8, address);
  return GRAMMARS[reader.judge(utf8.length)]!;
}
