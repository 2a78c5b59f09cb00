/**
 * Own documents thread: reads a part of the documents of a holder and writes them in one CRS.
 * Not here: which part is read next (own-reads.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { LIMITS } from '../../schemas/limits.ts';
import type { OwnPart, OwnRequest } from '../../schemas/own-documents.ts';
import { documentIn } from '../coordinates/document-in-crs.ts';
import { gridsOfThread } from '../coordinates/grids.ts';
import { inSnapshot, openExistingState, type Reader, type State } from '../state/database/database.ts';
import { ownDocuments, settledDecision } from '../state/register/own-documents.ts';
import { yieldToServing } from './background.ts';
import { answerParent } from './line.ts';

const { data } = workerData as { readonly data: string };
let db: State | null = null;
yieldToServing();

answerParent(parentPort, (request: OwnRequest) => {
  const register = db ??= openExistingState(data);
  return inSnapshot(register, () => partOf(register, request));
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
