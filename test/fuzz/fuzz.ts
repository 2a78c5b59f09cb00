/**
 * Fuzz: inputs for one parser, changed at random and kept when they run code that none before them ran.
 *
 * A parser throws nothing but what it declares, answers each input within its time, and keeps what the target says of it (a round trip, an
 * equal verdict of another parser). Whatever breaks this is a finding. Memory and inputs that never end are watched by main.ts.
 */
import type { Random } from '../generate/random.ts';
import { Coverage, PRODUCT, SeenCode } from './coverage.ts';
import { mutated, type Language } from './mutate.ts';

export interface Target extends Language {
  readonly name: string;
  readonly seeds: readonly Buffer[];
  /** Reads one input. Throws when the parser does what it must not. */
  readonly run: (input: Buffer) => void;
  /** CPU time for one input, while its code is counted. */
  readonly cpuMsMax: number;
}

export interface FuzzFinding {
  readonly target: string;
  readonly input: Buffer;
  /** What happened: the error with the place in our code, or the time. */
  readonly words: string;
}

export interface Fuzzed {
  readonly inputs: number;
  readonly corpus: readonly Buffer[];
  /** Characters of code that ran. */
  readonly characters: number;
  readonly findings: readonly FuzzFinding[];
}

interface Fuzzing {
  readonly random: Random;
  /** Whether to go on; called after each batch with the inputs and the findings so far. */
  readonly goesOn: (inputs: number, findings: number) => boolean;
  /** Called before each input is read, so that a watcher knows it when nothing comes back. */
  readonly onInput?: (input: Buffer) => void;
  /** Files whose code counts; absent: the product. */
  readonly counted?: readonly string[];
}

const BATCH = 128;
/** An input that is slow once may have waited for another process; the least of this many times counts. */
const TIMES = 3;
const FINDINGS_MAX = 20;

/** Fuzzes until `goesOn` says no. Each kind of failure is reported once, with its shortest input. */
export function fuzz(target: Target, { random, goesOn, onInput = () => {}, counted = PRODUCT }: Fuzzing): Fuzzed {
  const coverage = new Coverage(counted);
  const seen = new SeenCode();
  const corpus: Buffer[] = [];
  const findings = new Map<string, FuzzFinding>();
  const others = { language: target, another: () => corpus[random.whole(0, corpus.length - 1)] ?? Buffer.alloc(0) };
  let inputs = 0;

  const read = (input: Buffer): void => {
    onInput(input);
    inputs += 1;
    const failure = failureOf(target, input);
    if (failure === undefined) return;
    const { kind, words } = failure;
    const known = findings.get(kind);
    if (known === undefined ? findings.size < FINDINGS_MAX : input.length < known.input.length) findings.set(kind, { target: target.name, input, words });
  };
  /** Keeps the inputs of a batch that run code which none before them ran, by halves. */
  const keep = (batch: readonly Buffer[]): void => {
    if (batch.length === 0) return;
    for (const input of batch) read(input);
    const runs = coverage.taken();
    if (!seen.isNew(runs)) return;
    if (batch.length === 1) corpus.push(batch[0]!);
    else {
      keep(batch.slice(0, batch.length >> 1));
      keep(batch.slice(batch.length >> 1));
    }
    // Code of a cache that is full runs for a batch and for none of its inputs alone.
    seen.add(runs);
  };

  try {
    coverage.taken();
    for (const seed of target.seeds) keep([seed]);
    if (corpus.length === 0) corpus.push(...target.seeds);
    while (goesOn(inputs, findings.size)) keep(Array.from({ length: BATCH }, () => mutated(others.another(), random, others)));
  } finally {
    coverage.close();
  }
  return { inputs, corpus, characters: seen.characters, findings: [...findings.values()] };
}

interface Failure {
  /** Equal for failures of one cause: the error and its place. */
  readonly kind: string;
  readonly words: string;
}

/** Reads one input and returns what went wrong, or undefined. */
export function failureOf({ run, cpuMsMax }: Pick<Target, 'run' | 'cpuMsMax'>, input: Buffer): Failure | undefined {
  let least = Infinity;
  for (let time = 0; time < TIMES; time += 1) {
    const before = process.threadCpuUsage();
    try {
      run(input);
    } catch (error) {
      return failureBy(error);
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
    if (least <= cpuMsMax) return undefined;
  }
  return { kind: 'slow', words: `takes ${Math.round(least)} ms of CPU; at most ${cpuMsMax}` };
}

/** The error with the nearest line of our own code. */
function failureBy(error: unknown): Failure {
  if (!(error instanceof Error)) return { kind: 'no error', words: `throws ${String(error)}` };
  const place = /\/((?:schemas|publisher|server|pipelines|test)\/[^\s)]+)/.exec(error.stack ?? '')?.[1] ?? '';
  return { kind: `${error.name} ${place}`, words: `${error.name}: ${error.message.slice(0, 300)} (${place})` };
}
