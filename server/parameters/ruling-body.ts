/** Ruling body: the JSON of an operator's decision on a submission. Not here: the decision (handlers/operation.ts). */
import { LIMITS } from '../../schemas/limits.ts';
import type { Ruling } from '../../schemas/operation.ts';
import { reasonFault } from '../../schemas/refusal-reason.ts';
import type { ParameterFault } from './query.ts';
import { fault, readBody, refuseUnknown } from './search-body.ts';

/** The decisions by their names in the body. */
export const RULINGS = ['vrijgeven', 'weigeren'] as const;

/** Reads the body; undefined when there are faults. */
export function readRuling(bytes: Buffer, faults: ParameterFault[]): Ruling | undefined {
  const members = readBody(bytes, faults);
  if (faults.length === 0) refuseUnknown(members, ['besluit', 'reden'], faults);
  if (faults.length > 0) return undefined;
  const text = (name: string): string | undefined => {
    const member = members.get(name);
    return member?.kind === 'text' ? member.value : undefined;
  };
  const name = RULINGS.find((one) => one === text('besluit'));
  const reason = text('reden') ?? '';
  if (name === undefined) faults.push({ ...fault('besluit', UNKNOWN), allowed: RULINGS });
  else if (name === 'vrijgeven' && members.has('reden')) faults.push(fault('reden', NO_REASON));
  else if (name === 'weigeren' && reasonFault(reason) !== null) faults.push(fault('reden', REASON));
  if (faults.length > 0) return undefined;
  return name === 'vrijgeven' ? { kind: 'release' } : { kind: 'refuse', reason: reason.trim() };
}

const UNKNOWN: ParameterFault['reason'] = { nl: `Verwacht een van ${RULINGS.join(', ')}.`, en: `Expected one of ${RULINGS.join(', ')}.` };
const NO_REASON: ParameterFault['reason'] = { nl: 'Alleen weigeren heeft een reden.', en: 'Only a refusal has a reason.' };
const REASON: ParameterFault['reason'] = {
  nl: `Verwacht waarom, op één regel van hoogstens ${LIMITS.refusalReasonCharsMax} tekens. De bronhouder leest de reden.`,
  en: `Expected why, on one line of at most ${LIMITS.refusalReasonCharsMax} characters. The holder reads the reason.`,
};
