/**
 * Own documents thread: reads a part of the documents of a holder and writes them in one CRS; makes the edition of an own root.
 * Not here: which part is read next (own-reads.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '../../schemas/limits.ts';
import type { OwnPart, OwnRequest } from '../../schemas/own-documents.ts';
import type { Received } from '../../schemas/time.ts';
import { documentIn } from '../coordinates/document-in-crs.ts';
import { gridsOfThread } from '../coordinates/grids.ts';
import { writeOwnEdition } from './own-edition.ts';
import { inSnapshot, openExistingState, type Reader, type State } from '../state/database/database.ts';
import { ownDocuments, settledDecision } from '../state/register/own-documents.ts';
import { ownRoot, type RequestedRoot } from '../state/register/own-root.ts';
import { yieldToServing } from './background.ts';
import { answerParent } from './line.ts';

export interface OwnReadsData {
  readonly data: string;
  /** Base of the links in own editions. */
  readonly baseUrl: string;
  readonly epoch: number | undefined;
}

export interface RequestedOwnRoot extends RequestedRoot {
  /** Whether the public edition has the object. */
  readonly isPublic: boolean;
}

/** The folder of an own edition, and when its root last changed. */
export interface WrittenView {
  readonly folder: string;
  readonly changed: Received;
}

/** The result is an OwnPart, or a WrittenView; undefined when the public editions have all of the root. */
export type OwnCall =
  | { readonly kind: 'part'; readonly request: OwnRequest }
  | { readonly kind: 'root'; readonly request: RequestedOwnRoot };

const { data, baseUrl, epoch } = workerData as OwnReadsData;
let db: State | null = null;
yieldToServing();

answerParent(parentPort, (call: OwnCall) => {
  const register = db ??= openExistingState(data);
  return inSnapshot(register, () => (call.kind === 'part' ? partOf(register, call.request) : viewOf(register, call.request)));
}, () => {
  db?.close();
  db = null;
});

function partOf(register: Reader, { selection, crs, between, after }: OwnRequest): OwnPart {
  const decision = after?.decision ?? settledDecision(register);
  const texts: string[] = [];
  let [chars, next]: [number, OwnPart['next']] = [0, null];
  for (const { cursor, ...document } of ownDocuments(register, { ...selection, decision }, after?.document ?? null)) {
    // The part is full, and this document shows that it is not the last one.
    if (chars >= LIMITS.chunkBytes) return { bytes: Buffer.from(texts.join(between)), next };
    const text = documentIn(document, crs, gridsOfThread());
    texts.push(text);
    chars += text.length;
    next = { document: cursor, decision };
  }
  return { bytes: Buffer.from(texts.join(between)), next: null };
}

function viewOf(register: Reader, { isPublic, ...requested }: RequestedOwnRoot): WrittenView | undefined {
  const found = ownRoot(register, requested);
  if (found === undefined || (isPublic && !found.isRedacted)) return undefined;
  const { holders, at, now } = requested;
  const folder = writeOwnEdition(register, { ...found, holders, moment: at ?? now, baseUrl, epoch, grids: gridsOfThread() });
  return { folder, changed: found.changed };
}
