/** Subscriptions check: the receivers of publications take their calls. */
import { foldersOf } from '../state/database/database.ts';
import { newestHeadNumber } from '../../publisher/read/heads.ts';
import { readSent } from '../subscriptions/sent-file.ts';
import { hasSubscriptions, listSubscriptions } from '../subscriptions/subscriptions-file.ts';
import { note, type CheckFindings, type DoctorContext, type Remark } from './check.ts';

export function subscriptions({ data }: DoctorContext): CheckFindings {
  if (!hasSubscriptions(data)) return { detail: 'none', remarks: [] };
  const sent = readSent(data);
  const newest = newestHeadNumber({ folder: foldersOf(data).editions, audience: 'public' }, 0);
  const all = listSubscriptions(data);
  const remarks = all.flatMap(({ id, after }): readonly Remark[] => {
    const { last = after, failure = null, isGone = false } = sent[id] ?? {};
    if (isGone) return [note(`the receiver of subscription ${id} says that it is gone`, `\`ev subscriptions remove ${id}\` ends it.`)];
    if (failure === null) return [];
    return [note(
      `subscription ${id} fails since ${failure.since}, ${newest - last} publications behind: ${failure.message}`,
      'Ask the receiver; it is called again by itself. `ev subscriptions remove` ends it.',
    )];
  });
  return { detail: `${all.length}`, remarks };
}
