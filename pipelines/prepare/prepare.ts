/**
 * Prepare: a delivery in, its valid roots and its report out. The table of contents of the checks (design 6).
 *
 *   source ─▶ frames ─▶ judge ─▶ report, sink
 *
 * Invariants:
 *  - A root is accepted or refused whole; only an error refuses it, and other roots are not affected.
 *  - Nothing in a delivery makes this throw; a Fault means that the file or the extension is not there.
 *  - Memory: one chunk, the blocks that judges have ahead, and of each root its verdict and its ids.
 * Not here: links to roots that the register holds, ids it knows, who may write what (state/).
 */
import { DELIVERY_CRSS, parseCrsUri } from '../../schemas/crs.ts';
import type { Crs } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { PreparedRoot } from '../../schemas/submission.ts';
import { BlockMaker, LINES_TOGETHER } from './block-maker.ts';
import { DeliveryReport } from './delivery-report.ts';
import type { PrepareOptions } from './delivery-report.ts';
import { FrameCutter } from './frames.ts';
import type { Piece } from './frames.ts';
import type { Judges } from './judge.ts';
import type { PreparedReport } from './prepared-report.ts';
import { chunksOf, sizeOf } from './source.ts';
import type { Delivery } from './source.ts';

export type { PrepareOptions } from './delivery-report.ts';
export type { Delivery } from './source.ts';

export interface PrepareDeps {
  readonly judges: Judges;
  /**
   * Gets each accepted root, in the order of the delivery. With `strict` a later error still refuses them all:
   * take them only when the report says accepted. Null when nobody wants them, which is much faster.
   */
  readonly sink: ((root: PreparedRoot) => void) | null;
  readonly onProgress?: (progress: PrepareProgress) => void;
}

export interface PrepareProgress {
  /** Of the delivery as it stands, read and cut into pieces. */
  readonly bytes: number;
  /** Roots judged so far. */
  readonly accepted: number;
  readonly refused: number;
}

/** Checks a delivery. Throws a Fault when the file cannot be read; all else is in the report. */
export async function prepare(delivery: Delivery, options: PrepareOptions, deps: PrepareDeps): Promise<PreparedReport> {
  const crs = options.crs === null ? null : parseCrsUri(options.crs);
  const report = new DeliveryReport(options, crs ?? null);
  if (crs === undefined || (crs !== null && !DELIVERY_CRSS.includes(crs.code))) {
    report.unknownCrs();
    return report.close();
  }
  const size = await sizeOf(delivery);
  if (size > LIMITS.deliveryBytesMax) report.tooLarge();
  else await run(delivery, { size, crs, report, options, deps });
  return report.close();
}

interface Run {
  /** Bytes of the delivery as it stands. */
  readonly size: number;
  readonly crs: Crs | null;
  readonly report: DeliveryReport;
  readonly options: PrepareOptions;
  readonly deps: PrepareDeps;
}

/** While blocks of pieces are judged, the next are read; what was judged is taken in the order of the delivery. */
async function run(delivery: Delivery, { size, crs, report, options, deps }: Run): Promise<void> {
  const cutter = new FrameCutter(LINES_TOGETHER);
  const taking: Promise<void>[] = [];
  const maker = new BlockMaker(size);
  let read = 0;
  /** Whether a piece was left unread because the report is full. */
  let isCut = false;
  const tell = (): void => deps.onProgress?.({ bytes: read, ...report.tally });
  const hand = async (): Promise<void> => {
    const block = maker.take();
    const judged = deps.judges.judge(block, () => ({ crs, model: options.model, finishes: deps.sink !== null, full: report.full }));
    const before = taking.at(-1);
    const taken = judged.then(async (found) => {
      await before;
      for (const root of report.take(block, found)) deps.sink?.(root);
      maker.giveBack(block);
      tell();
    });
    taken.catch(() => undefined);
    if (taking.push(taken) > deps.judges.ahead) await taking.shift();
  };
  const add = async (more: readonly Piece[]): Promise<void> => {
    for (const piece of more) {
      isCut ||= report.isFull;
      if (isCut) return;
      maker.add(piece);
      if (maker.isFull) await hand();
    }
  };
  const onRead = (bytesRead: number): void => {
    read = bytesRead;
    tell();
  };
  const room = (): Buffer => maker.room(cutter.left);
  for await (const chunk of chunksOf(delivery, { room, told: (fault) => report.sourceFault(fault), onRead })) {
    await add(cutter.push(maker.chunkOf(chunk)));
    if (isCut) break;
    if (maker.fillsRoom) await hand();
  }
  await add(cutter.end());
  await hand();
  await Promise.all(taking);
  if (isCut) report.tooManyObjects();
  if (cutter.bom) report.byteOrderMark();
}
