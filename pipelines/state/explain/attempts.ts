/**
 * Attempts: submissions that name an object and were refused, or wait: the newest refused one, and those without a decision.
 *
 * Reports are read first. A nested object of a refused document need not be in the report, so the delivered bytes are read too, of
 * submissions that refused something or wait. That takes as long as those are large.
 * An order that waits is an attempt when it withdraws the object, hands it over, or undoes a submission that changed it.
 * Not here: objects of the register (account.ts).
 */
import { setImmediate } from 'node:timers/promises';
import type { Attempt } from '../../../schemas/account.ts';
import type { Report } from '../../../schemas/finding.ts';
import { nfc } from '../../../schemas/normal-form.ts';
import type { Order } from '../../../schemas/orders.ts';
import { isOrder, type SubmissionState } from '../../../schemas/submission.ts';
import { formatReceived } from '../../../schemas/time.ts';
import { chunksOf } from '../../prepare/read/index.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import { allSettled } from '../inbox/batches.ts';
import { inlinePayload, type Submission } from '../inbox/inbox.ts';
import { payloadPath } from '../inbox/payload.ts';
import { readOrder } from '../inbox/read-order.ts';
import { STANDINGS } from '../outcomes/outcomes.ts';
import type { RegisteredRoot } from '../register/register.ts';

interface AttemptRow extends Pick<Submission, 'seq' | 'uuid' | 'received' | 'holder' | 'method' | 'target' | 'sha256'> {
  readonly state: SubmissionState;
  readonly aside: string | null;
  readonly refusal: string | null;
  readonly report: string | null;
}

/** The object that submissions are searched for. */
export interface Sought {
  /** The forms of its id. */
  readonly ids: readonly string[];
  /** The registered root that is or contains it. Refused deliveries are then searched by their reports only. */
  readonly root: RegisteredRoot | undefined;
  /** The holders whose newest submissions are searched, refused deliveries by their reports only; null: all submissions of all holders. */
  readonly holders: readonly string[] | null;
}

/** Submissions of the holders of an account that are searched, beside those without a decision. */
const SEARCHED_MAX = 1_000;

/** Returns the newest refused attempt to deliver an object, and the submissions with it that wait, newest first. */
export async function attemptsOf(
  db: Reader, data: string, sought: Sought,
): Promise<{ readonly refused: Attempt | null; readonly waiting: readonly Attempt[] }> {
  let refused: Attempt | null = null;
  const waiting: Attempt[] = [];
  for (const row of candidates(db, sought.holders)) {
    // Calls of others are handled between two submissions.
    await setImmediate();
    const isWaiting = WAITING.has(row.state);
    if (!isWaiting && refused !== null) continue;
    const attempt = await attemptIn(db, data, { row, ...sought });
    if (attempt === null) continue;
    if (isWaiting) waiting.push(attempt);
    else refused = attempt;
  }
  return { refused, waiting };
}

const WAITING: ReadonlySet<SubmissionState> = new Set(['pending', 'parked', 'aside']);

/** Returns submissions that wait, and decided ones in which anything was refused, newest first. */
function candidates(db: Reader, holders: readonly string[] | null): Iterable<AttemptRow> {
  const own = 'holder IN (SELECT value FROM json_each(:holders))';
  const ofHolders = holders === null ? '' : `AND ${own}
    AND (seq > :settled OR seq IN (SELECT seq FROM inbox WHERE ${own} ORDER BY seq DESC LIMIT ${SEARCHED_MAX}))`;
  const rows = db.prepare(`SELECT seq, uuid, received, holder, method, target, sha256, state, aside, refusal, report FROM ${STANDINGS}
    WHERE (state <> 'settled' OR instr(report, '"verdict":"refused"') > 0) ${ofHolders} ORDER BY seq DESC`);
  const values = holders === null ? {} : { holders: JSON.stringify(holders), settled: allSettled(db) };
  return rows.iterate(values) as unknown as Iterable<AttemptRow>;
}

/** Returns the attempt in a submission; null when it does not name the object, or did not refuse it. */
async function attemptIn(db: Reader, data: string, { row, ...sought }: Sought & { readonly row: AttemptRow }): Promise<Attempt | null> {
  const { uuid, received, holder, method, state, aside, refusal } = row;
  const report = row.report === null ? null : JSON.parse(row.report) as Report;
  const isOf = (id: string | null | undefined): boolean => sought.ids.includes(id ?? '');
  const own = report?.objects.find(({ id }) => isOf(id));
  const findings = report?.findings.filter(({ objectId, rootId }) => isOf(objectId) || isOf(rootId)) ?? [];
  const attempt = {
    uuid, received: formatReceived(received), holder, method, state, reason: refusal ?? aside,
    entityType: own?.entityType ?? null, findings,
  };
  if (own?.verdict === 'refused') return { ...attempt, error: own.firstError ?? null };
  if (own !== undefined && state === 'settled') return null;
  const cause = findings.find(({ severity }) => severity === 'error');
  if (cause !== undefined) return { ...attempt, error: cause };
  const isSearched = WAITING.has(state) || (isOrder(method) ? state !== 'settled' : sought.root === undefined && sought.holders === null);
  if (!isSearched || !await namesObject(db, data, { row, ...sought })) return null;
  const only = report?.objects.filter(({ verdict }) => verdict === 'refused') ?? [];
  return { ...attempt, error: only.length === 1 ? only[0]!.firstError ?? null : null };
}

/** Whether a submission names the object or its root, in its path, its order or its bytes. */
async function namesObject(db: Reader, data: string, { row, ...sought }: Sought & { readonly row: AttemptRow }): Promise<boolean> {
  const ids = sought.root === undefined ? sought.ids : [...new Set([...sought.ids, sought.root.id])];
  if (isOrder(row.method)) {
    const order = readOrder(data, db, row);
    return order !== undefined && orderNames(db, order, { ids, root: sought.root });
  }
  return ids.some((id) => row.target.split('/').includes(encodeURIComponent(id))) || await hasObject(db, data, { row, ids });
}

function orderNames(db: Reader, order: Order, { ids, root }: Pick<Sought, 'ids' | 'root'>): boolean {
  const isListed = (listed: readonly string[]): boolean => {
    const forms = new Set(listed.map(nfc));
    return ids.some((id) => forms.has(nfc(id)));
  };
  switch (order.method) {
    case 'INTREKKING': return isListed(order.ids);
    case 'OVERDRACHT': return order.ids === undefined ? root?.holder === order.from : isListed(order.ids);
    default: return root !== undefined && changed(db, order.undoes, root);
  }
}

/** Whether a submission recorded or ended a version of a root, or handed it over. */
function changed(db: Reader, uuid: string, { n }: RegisteredRoot): boolean {
  return statement(db, `SELECT 1 FROM inbox JOIN decision d ON d.seq = inbox.seq WHERE uuid = ?1 AND (
    EXISTS (SELECT 1 FROM version WHERE root = ?2 AND (decision = d.n OR closed_by = d.n))
    OR EXISTS (SELECT 1 FROM handover WHERE root = ?2 AND decision = d.n))`).get(uuid, n) !== undefined;
}

/** Characters of one piece that are searched again with the next one. An id has at most 255 characters. */
const OVERLAP_CHARS = 4_096;

/** Characters with a meaning in a regular expression. */
const SYNTAX = /[\\^$.*+?()[\]{}|]/g;

/** Whether the delivered bytes have an object with one of these ids. */
async function hasObject(
  db: Reader, data: string, { row: { seq, uuid }, ids }: { readonly row: AttemptRow; readonly ids: readonly string[] },
): Promise<boolean> {
  const bytes = inlinePayload(db, seq);
  const delivery = bytes === null ? { path: payloadPath(data, uuid) } : { bytes: Buffer.from(bytes) };
  const texts = ids.map((id) => JSON.stringify(id).replaceAll(SYNTAX, String.raw`\$&`));
  const named = new RegExp(`"id"\\s*:\\s*(?:${texts.join('|')})`);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of chunksOf(delivery, { onFault: () => {} })) {
    text = text.slice(-OVERLAP_CHARS) + decoder.decode(chunk, { stream: true });
    if (named.test(text)) return true;
  }
  return false;
}
