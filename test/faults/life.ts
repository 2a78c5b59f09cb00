/** Lives of one data folder in fault tests: what is handed in, what works on it, what its newest edition holds. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { loadGrids, type Grids } from '../../pipelines/coordinates/grids.ts';
import { notPrepared } from '../../pipelines/prepare/preparation-job.ts';
import { foldersOf, openExistingInbox } from '../../pipelines/state/database/database.ts';
import { receivedOf } from '../../pipelines/state/folder/clock.ts';
import { endProposal } from '../../pipelines/state/inbox/proposals.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import { openConductor, type OpenConductor } from '../../pipelines/conductor/wiring.ts';
import type { JsonObject } from '../../schemas/json.ts';
import type { EndedProposal } from '../../schemas/proposal.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { payloadOf, prepareSmall } from '../pipelines/state/small-roots.ts';

export const BASE_URL = 'http://127.0.0.1:8080/v1';
export const DELIVERY: SubmissionInput = { holder: 'AB12', method: 'LEVERING', target: 'levering.json', crs: null, mediaType: '', ifMatch: null };

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'ev-fault-'));
}

/** Unpacked once: that takes longer than a small batch. */
let grids: Grids | undefined;

export function openBatch(
  data: string, { clock = () => new Date(), baseUrl = BASE_URL }: { readonly clock?: (() => Date) | undefined; readonly baseUrl?: string | undefined } = {},
): OpenConductor {
  return openConductor({
    threads: 1, data, baseUrl, clock, prepare: (job) => prepareSmall(job).catch((error: unknown) => { throw notPrepared(error); }),
    onEvent: () => {}, onHead: () => Promise.resolve(), onSettled: () => {},
  }, grids ??= loadGrids());
}

/** Lets everything settle that waits. Throws when that takes more than a start. */
export async function settle(data: string, clock?: () => Date): Promise<void> {
  const batch = openBatch(data, { clock });
  try {
    await batch.conductor.drain();
  } finally {
    batch.close();
  }
}

/** Hands in an order; returns its uuid. */
export async function handIn(data: string, how: Pick<SubmissionInput, 'method' | 'target'>, bytes: Buffer): Promise<string> {
  return (await submit(data, { input: { ...DELIVERY, ...how }, payload: { bytes } }, () => new Date())).uuid;
}

/** Accepts a proposal as CD34; `submission` is the uuid of what it becomes. */
export function accept(data: string, proposal: string, submission: string): EndedProposal['kind'] {
  const inbox = openExistingInbox(data);
  try {
    return endProposal(inbox, { uuid: proposal, by: { holder: 'CD34', organisation: null, tokenEnd: null }, submission }, () => receivedOf(new Date())).kind;
  } finally {
    inbox.close();
  }
}

/** Hands in a delivery; padded when it is to be a file beside the register. */
export async function deliver(data: string, documents: readonly JsonObject[], { bytes = 0 } = {}): Promise<string> {
  const payload = payloadOf(...documents);
  const padding = Buffer.alloc(Math.max(0, bytes - payload.length), ' ');
  return (await submit(data, { input: DELIVERY, payload: { bytes: Buffer.concat([payload, padding]) } }, () => new Date())).uuid;
}

/** contentId of the newest edition, and the result of `ev editions verify`; null: there is none. */
export function newestOf(data: string): { readonly contentId: string | undefined; readonly damages: readonly unknown[] } | null {
  const folder = foldersOf(data).editions;
  const head = newestHead(folder, 'public');
  if (head === undefined) return null;
  const editions = openEditions(folder, 'public');
  try {
    return { contentId: editions.current()?.edition.contentId, damages: verifyEdition(folder, 'public', { edition: head.edition }).damages };
  } finally {
    editions.close();
  }
}
