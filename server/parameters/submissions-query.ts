/**
 * Submissions query: the parameters of a list of submissions, and the cursor at which the list continues: the last submission of a page.
 * Later submissions do not move a cursor. Not here: the list (handlers/submissions.ts).
 */
import type { Language } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { hasRole, type Principal } from '../../schemas/roles.ts';
import { SUBMISSION_STATES, type Listing } from '../../schemas/submission.ts';
import { shortHash } from '../response/etags.ts';
import { INVALID_CURSOR } from './cursor.ts';
import { readHolderCode } from './holder-code.ts';
import { readLang } from './lang.ts';
import { readOneOf } from './one-of.ts';
import { readSize } from './paging.ts';
import { FORM_PARAMETER, parseParameters, wrongValue, type ParameterFault, type Query } from './query.ts';

export const SUBMISSION_LIST_PARAMETERS = ['staat', 'bronhoudercode', 'limit', 'cursor'] as const;

export interface SubmissionsQuery {
  readonly listing: Required<Listing>;
  /** The selection, to which a cursor is bound. */
  readonly question: string;
  /** Language of the page; undefined: that of the header. */
  readonly lang: Language | undefined;
}

/** Reads the parameters. A holder lists its own submissions only. The request is invalid when there are faults. */
export function readSubmissionsQuery(query: Query, principal: Principal, faults: ParameterFault[]): SubmissionsQuery {
  const given = parseParameters(query, [...SUBMISSION_LIST_PARAMETERS, 'lang', FORM_PARAMETER], faults);
  const state = readOneOf('staat', given.staat, {
    names: SUBMISSION_STATES, faults,
    expected: { nl: `een van ${SUBMISSION_STATES.join(', ')}`, en: `one of ${SUBMISSION_STATES.join(', ')}` },
  });
  const holders = readHolders(given.bronhoudercode, principal, faults);
  const limit = readSize(given.limit, 'limit', faults, { initial: LIMITS.submissionsDefault, max: LIMITS.submissionsMax });
  const question = `${state ?? ''}|${holders?.join('|') ?? ''}`;
  const before = readSubmissionCursor(given.cursor, question, faults);
  const lang = readLang(given.lang, faults);
  return { listing: { states: state === undefined ? SUBMISSION_STATES : [state], holders, before, limit }, question, lang };
}

/** Returns the holders that are listed; null: all holders, for the operator. */
export function readHolders(code: string | undefined, principal: Principal, faults: ParameterFault[]): readonly string[] | null {
  const { holders } = principal;
  if (hasRole(principal, 'operator')) {
    const one = readHolderCode('bronhoudercode', code, faults);
    return one === null ? null : [one];
  }
  if (holders.length === 0) throw new Error('a request without a holder reached a list of its submissions');
  if (code === undefined) return holders;
  if (holders.includes(code)) return [code];
  faults.push(wrongValue('bronhoudercode', code, {
    expected: holders.length === 1
      ? { nl: `${holders[0]}, de bronhoudercode van dit token`, en: `${holders[0]}, the bronhoudercode of this token` }
      : { nl: 'een van de bronhoudercodes van dit token', en: 'one of the bronhoudercodes of this token' },
    allowed: holders, correct: holders[0]!,
  }));
  return holders;
}

/** Syntax of a cursor: the uuid of the last submission or proposal, and a checksum. */
export const SUBMISSION_CURSOR_FORM = /^([0-9a-f-]{36})\.([0-9a-f]{8})$/;

export function writeSubmissionCursor(uuid: string, question: string): string {
  return `${uuid}.${shortHash(`${uuid}|${question}`)}`;
}

export function readSubmissionCursor(text: string | undefined, question: string, faults: ParameterFault[]): string | null {
  if (text === undefined) return null;
  const [, uuid = '', checksum] = SUBMISSION_CURSOR_FORM.exec(text) ?? [];
  if (checksum === shortHash(`${uuid}|${question}`)) return uuid;
  faults.push(INVALID_CURSOR);
  return null;
}
