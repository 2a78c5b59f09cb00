/** Conductor lines: events of the conductor in words for the operator. */
import { unreachable } from '../../schemas/fault.ts';
import { escaped } from '../../schemas/shown-values.ts';
import type { ConductorEvent } from './conductor.ts';

const FULL = {
  first: 'publishing the first edition,',
  configuration: 'the configuration changed: publishing a full edition',
  damage: 'publishing a full edition because of the damage,',
  refused: 'publishing a full edition in its place,',
  rebuild: 'publishing the newest edition anew,',
} as const;

/** Returns an event as a line for people; null for mere progress. */
export function lineOf(event: ConductorEvent): string | null {
  switch (event.kind) {
    case 'Submission:Prepare': case 'Submission:Prepared': return null;
    case 'Submission:Aside': return `submission ${event.uuid} is set aside: ${event.reason}`;
    case 'Submission:Park':
      return `submission ${event.uuid} of ${event.holder} is parked: it would end ${event.ended} of ${event.standing} ${event.nested ? 'nested objects' : 'objects'}; `
        + `\`ev submissions release ${event.uuid}\` lets it have its effect`;
    case 'Batch:Decide': return `batch ${event.batch}: ${event.submissions} submissions decided`;
    case 'Id:Share':
      return `${event.count} ids are of objects of several holders since this batch: ${event.ids.map(escaped).join(', ')}; \`ev doctor\` names their holders`;
    case 'Edition:Full': return `${FULL[event.reason]} from ${event.roots} roots`;
    case 'Edition:Damage': return `damage is passed over: ${event.message}`;
    case 'Edition:Refuse': return event.message;
    case 'Edition:Publish':
      return `edition ${event.edition} is published: ${event.objects} objects, ${event.ms} ms, head ${event.head}`;
    case 'Edition:Forward': return `the roll-back to edition ${event.from} ends: edition ${event.edition} goes on from the register`;
    case 'Edition:Repack': return `edition ${event.edition} is repacked: ${event.before} packs became ${event.packs}, ${megabytes(event.bytesWritten)}, ${event.ms} ms`;
    case 'Edition:Withdraw': return `${event.editions} editions that showed what is secret now are withdrawn`;
    case 'Edition:Collect': return `${event.editions} editions are dropped, ${event.packs} packs removed: ${megabytes(event.bytes)}`;
    case 'Upkeep:Fail': return `editions could not be seen to, and it is tried again later: ${event.message}`;
    case 'Clock:Doubt': return `validity that begins or ends is not followed: ${event.message}`;
    case 'Conductor:Fail': return `the conductor failed and tries again in ${event.retryMs} ms: ${event.message}`;
    case 'Conductor:Crash': return `the conductor ended while it was ${crashed(event)}`;
    case 'Conductor:Recover': return 'the conductor goes on: all that may have ended it is published or set aside';
    default: return unreachable(event);
  }
}

/** Returns a line with the step in which the conductor crashed, and the consequence. */
export function crashed({ step, uuids }: Extract<ConductorEvent, { kind: 'Conductor:Crash' }>): string {
  const doing = step === 'decide' ? 'deciding' : 'publishing';
  const [first, ...more] = uuids;
  if (first === undefined) return `${doing}; no submission is known to be the cause, and it is tried again`;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  return `${doing} submission ${first}${others}; it is tried again, and what crashes twice is set aside`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
