/** Noted version: the part of a delivered version that its notes need, and wording that these notes share. */
import type { Finding, FindingText } from '../../../schemas/finding.ts';
import type { PreparedObject, PreparedRoot } from '../../../schemas/submission.ts';
import { inAmsterdam, type Moment } from '../../../schemas/time.ts';

/** The part of a root that stays in memory until its whole submission is recorded. */
export interface Stub extends Pick<PreparedRoot, 'id' | 'pointer' | 'validFrom' | 'validUntil' | 'hidden'> {
  readonly objects: readonly [PreparedObject];
}

export function stubOf({ id, pointer, validFrom, validUntil, hidden, objects: [root] }: PreparedRoot): Stub {
  return { id, pointer, validFrom, validUntil, hidden, objects: [root!] };
}

export function note({ id, objects: [{ pointer, line, type }] }: Stub, rule: Pick<Finding, 'rule' | 'severity'>, words: FindingText): Finding {
  return { ...rule, pointer, line, objectId: id, rootId: id, objectType: type, ...words };
}

export function periodOf(from: Moment, until: Moment | null): string {
  return `${day(from)} – ${until === null ? '…' : day(until)}`;
}

/** Returns a moment for human readers, in local time. */
export function day(moment: Moment): string {
  return inAmsterdam(new Date(moment));
}

const FIELDS_SHOWN = 5;

/** Returns the first of these fields as text; a dash when there are none. */
export function fieldList(fields: readonly string[]): string {
  return fields.length === 0 ? '-' : `${fields.slice(0, FIELDS_SHOWN).join(', ')}${fields.length > FIELDS_SHOWN ? ', …' : ''}`;
}
