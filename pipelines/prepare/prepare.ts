/**
 * Prepare: checks a delivery, and gives its valid roots and its report. The table of contents of the checks (ARCHITECTURE.md, Checking).
 *
 *   read/ source ─▶ framing ─▶ blocks ─▶ check/ (upgrade/, geometry/, rules/) ─▶ delivery/ ─▶ report, sink
 *
 * Invariants:
 *  - A root is accepted or refused whole; only an error refuses it, and other roots are not affected.
 *  - No delivery makes this throw; a Fault means that the file or the spatial extension is missing.
 *  - Memory: one chunk, the blocks ahead, and the verdict and ids of each root.
 * Not here: links and ids of roots in the register, and permission to write (state/).
 */
import { DELIVERY_CRSS, parseCrsUri } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { BlockChecker, ReadingOptions } from './check/index.ts';
import { DeliveryCollector, type DeliveryOptions, type LinkSuggestions, type PreparedText } from './delivery/index.ts';
import { BlockBuilder, chunksOf, Framer, sizeOf, type Delivery, type RawRecord } from './read/index.ts';
import type { SourceFault } from './unpacker.ts';

export interface PrepareDeps {
  readonly checker: BlockChecker;
  /**
   * Receives each accepted root, in the order of the delivery; null when none is wanted. A root may still be refused later: by a version
   * with the same begin, or with `strict` by any error. Use only the roots that the report calls accepted.
   */
  readonly sink: ((root: PreparedText) => void) | null;
  /**
   * Receives the suggestions for links without a target in the delivery. Given when a register will check these links; without it each is
   * a warning in the report.
   */
  readonly onOpenLinks?: ((suggestions: LinkSuggestions) => void) | undefined;
  readonly onProgress?: (progress: PrepareProgress) => void;
  /** Receives the SHA-256 (hex) of a file, once it was read to its end. */
  readonly onWhole?: (sha256: string) => void;
}

export interface PrepareProgress {
  /** Bytes of the delivery, before unpacking, that were read. */
  readonly bytes: number;
  /** Seconds of reading and framing. */
  readonly readSeconds: number;
  /** Accepted roots so far. */
  readonly accepted: number;
  readonly refused: number;
}

/** Checks a delivery. Throws a Fault when the file cannot be read; all other problems are in the report. */
export async function prepare(delivery: Delivery, options: DeliveryOptions, deps: PrepareDeps): Promise<Report> {
  const crs = options.crs === null ? null : parseCrsUri(options.crs);
  const { model, now, currentTexts, currentGeometries, defaults, readsTexts = false } = options;
  const reading = {
    crs: crs ?? null, model, now, readsTexts, ...(currentTexts === undefined ? {} : { currentTexts }),
    ...(currentGeometries === undefined ? {} : { currentGeometries }), ...(defaults === undefined ? {} : { defaults }),
  };
  const collector = new DeliveryCollector(options, reading);
  if (crs === undefined || (crs !== null && !DELIVERY_CRSS.includes(crs.code))) {
    collector.unknownCrs();
    return collector.close(deps);
  }
  if (await sizeOf(delivery) > LIMITS.deliveryBytesMax) collector.sourceFault('te-groot');
  else await run(delivery, { reading, collector }, deps);
  return collector.close(deps);
}

/** Reads the next blocks while others are checked. Results are collected in the order of the delivery. */
async function run(
  delivery: Delivery, { reading, collector }: { readonly reading: ReadingOptions; readonly collector: DeliveryCollector },
  { checker, sink, onProgress, onWhole }: PrepareDeps,
): Promise<void> {
  const framer = new Framer();
  const builder = new BlockBuilder();
  const collecting: Promise<void>[] = [];
  let bytes = 0;
  /** The first record that is not read because the report is full. */
  let cut: RawRecord | undefined;
  let readSeconds = 0;
  const progress = (): void => onProgress?.({ bytes, readSeconds, ...collector.tally });
  const checkBlock = async (): Promise<void> => {
    const block = builder.take();
    const checked = checker.check(block, () => ({ ...reading, prepares: sink !== null, cap: collector.cap }));
    const before = collecting.at(-1);
    const collected = checked.then(async (found) => {
      await before;
      for (const root of collector.take(block, found)) sink?.(root);
      builder.reuse(block);
      progress();
    });
    collected.catch(() => undefined);
    if (collecting.push(collected) > checker.ahead) await collecting.shift();
  };
  const add = async (records: readonly RawRecord[]): Promise<void> => {
    for (const record of records) {
      if (collector.isFull) cut ??= record;
      if (cut !== undefined) return;
      builder.add(record);
      if (builder.isFull) await checkBlock();
    }
  };
  const onRead = (read: number): void => {
    bytes = read;
    progress();
  };
  let readStartMs = performance.now();
  const onFault = (fault: SourceFault): void => collector.sourceFault(fault);
  const onPadding = (padding: number): void => collector.padding(padding);
  for await (const chunk of chunksOf(delivery, { onFault, onPadding, onRead, onWhole })) {
    const records = framer.push(chunk);
    readSeconds += (performance.now() - readStartMs) / 1000;
    await add(records);
    if (cut !== undefined) break;
    readStartMs = performance.now();
  }
  await add(framer.end());
  await checkBlock();
  await Promise.all(collecting);
  if (cut !== undefined) collector.tooManyObjects({ line: cut.line, column: cut.column });
  if (framer.bom) collector.byteOrderMark();
  if (framer.unseen !== undefined) collector.unseen(framer.unseen);
}
