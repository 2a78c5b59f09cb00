/**
 * Grammar: whether a text is strict JSON, by WebAssembly that reads it and makes nothing (screen/assembly/strict.ts).
 * Not here: words (scan.ts), UTF-8 (strict.ts).
 */
import { readFileSync } from 'node:fs';
import { escapeToken } from '../../schemas/json.ts';
import { NAME_CHARS_MAX } from './scan.ts';
import type { StainRule } from './scan.ts';
import { Instance, Module } from './screen/reader.ts';
import type { Memory } from './screen/reader.ts';

/**
 * `whole`: JSON.parse makes a value of it. `broken`: it is no JSON. `deep`: it is nested too deeply. `doubtful` says nothing.
 * In the others scan.ts finds just the stains, in their order; then, in a broken one, a syntax error, in a deep one its depth.
 */
export type Grammar = 'whole' | 'broken' | 'deep' | 'doubtful';

/** What is wrong in a text that is JSON all the same. */
export interface Stain {
  readonly rule: StainRule;
  readonly pointer: string;
  /** In bytes. */
  readonly start: number;
  readonly end: number;
}

export interface Judgement {
  readonly grammar: Grammar;
  readonly stains: readonly Stain[];
}

interface Exports {
  readonly memory: Memory;
  room(length: number): number;
  judge(length: number): number;
  stainCount(): number;
  stainAt(index: number): number;
}

/** In the order of their numbers. */
const GRAMMARS: readonly Grammar[] = ['whole', 'broken', 'deep', 'doubtful'];
const RULES: readonly StainRule[] = ['json.dubbele-sleutel', 'json.half-teken', 'json.getal-te-groot', 'json.geheel-getal'];
const NONE: readonly Stain[] = [];

const BYTES = readFileSync(new URL('./screen/strict.wasm', import.meta.url));
const reader = new Instance(new Module(BYTES), {}).exports as Exports;
let seen = new Uint8Array(reader.memory.buffer);

/** Judges a text in UTF-8. */
export function grammarOf(utf8: Buffer): Judgement {
  const address = reader.room(utf8.length);
  if (seen.buffer !== reader.memory.buffer) seen = new Uint8Array(reader.memory.buffer);
  seen.set(utf8, address);
  const grammar = GRAMMARS[reader.judge(utf8.length)]!;
  const count = grammar === 'doubtful' ? 0 : reader.stainCount();
  return { grammar, stains: count === 0 ? NONE : Array.from({ length: count }, (_, index) => stainOf(utf8, address, index)) };
}

function stainOf(utf8: Buffer, address: number, index: number): Stain {
  const at = reader.stainAt(index);
  const [kind, start, end, levels] = new Uint32Array(seen.buffer, at, 4) as unknown as [number, number, number, number];
  const path = new Uint32Array(seen.buffer, at + 16, 2 * levels);
  let pointer = '';
  for (let level = 0; level < path.length; level += 2) {
    const [from, to] = [path[level]!, path[level + 1]!];
    const token = from === 0 ? String(to) : utf8.toString('utf8', from - address, to - address);
    pointer += `/${escapeToken(token.slice(0, NAME_CHARS_MAX))}`;
  }
  return { rule: RULES[kind]!, pointer, start: start - address, end: end - address };
}
