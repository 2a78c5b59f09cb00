/** Decides the submissions of a register once more, in the order of its decisions, into an empty one: from its inbox alone. */
import { backup } from 'node:sqlite';
import { isOrder } from '../../../schemas/submission.ts';
import { momentOf } from '../../../schemas/time.ts';
import { foldersOf, openState, type State } from '../../../pipelines/state/database/database.ts';
import { decideBatch } from '../../../pipelines/state/decide/decide-batch.ts';
import { inlinePayload, pendingOf } from '../../../pipelines/state/inbox/inbox.ts';
import { prepareSmall } from './small-roots.ts';

interface Decision {
  readonly seq: number;
  readonly holder: string;
  readonly aside: string | null;
}

/** `batches` says after which decisions a batch ends. */
export async function replay(from: State, data: string, batches: (index: number) => boolean = () => true): Promise<void> {
  openState(data).close();
  await backup(from, foldersOf(data).inbox, { source: 'inbox' });
  const db = openState(data);
  const decisions = from.prepare('SELECT inbox.seq, holder, aside FROM decision JOIN inbox ON inbox.seq = decision.seq ORDER BY decision.n')
    .all() as unknown as Decision[];
  const run = [];
  for (const [index, { seq, holder, aside }] of decisions.entries()) {
    const submission = pendingOf(db, holder, { after: seq - 1, limit: 1 })[0]!;
    const { uuid, method, target, crs, model, strict, bronregistratie, received } = submission;
    if (aside === null && !isOrder(method)) {
      await prepareSmall({
        data, uuid, holder, method, target, crs, model, strict, bronregistratie, now: momentOf(received),
        payload: { bytes: inlinePayload(db, seq)! }, wantsReport: false,
      });
    }
    run.push({ submission, aside, currentDoc: undefined, parent: undefined });
    if (batches(index) || index === decisions.length - 1) decideBatch({ data, db, drift: { shareMax: 1, rootsMin: 1 }, onEvent: () => {} }, run.splice(0), { decided() {}, outdated() {}, parked() {}, spoiled() {} });
  }
  db.close();
}
