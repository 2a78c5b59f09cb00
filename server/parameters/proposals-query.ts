/**
 * Proposals query: the parameters of a list of proposed transfers, and the body of a proposal.
 * Not here: the list and the proposals (handlers/proposals.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import { HOLDER_CODE } from '../../schemas/names.ts';
import { isPossibleId } from '../../schemas/model/object-id.ts';
import type { TransferOrder } from '../../schemas/orders.ts';
import { PROPOSAL_STATES, type ProposalListing } from '../../schemas/proposal.ts';
import { reasonFault } from '../../schemas/refusal-reason.ts';
import type { Principal } from '../../schemas/roles.ts';
import { shown } from '../../schemas/shown-values.ts';
import { periodOfDay } from '../../schemas/time.ts';
import { EXPECTED_CODE } from './holder-code.ts';
import { readOneOf } from './one-of.ts';
import { readSize } from './paging.ts';
import { FORM_PARAMETER, parseParameters, type ParameterFault, type Query } from './query.ts';
import { fault, readBody, refuseUnknown, type Members } from './search-body.ts';
import { readHolders, readSubmissionCursor } from './submissions-query.ts';

export const PROPOSAL_LIST_PARAMETERS = ['staat', 'bronhoudercode', 'limit', 'cursor'] as const;

export interface ProposalsQuery {
  readonly listing: ProposalListing;
  /** The selection, to which a cursor is bound. */
  readonly question: string;
}

/** Reads the parameters. A holder lists the proposals in which it is a side. The request is invalid when there are faults. */
export function readProposalsQuery(query: Query, principal: Principal, faults: ParameterFault[]): ProposalsQuery {
  const given = parseParameters(query, [...PROPOSAL_LIST_PARAMETERS, FORM_PARAMETER], faults);
  const state = readOneOf('staat', given.staat, {
    names: PROPOSAL_STATES, faults,
    expected: { nl: `een van ${PROPOSAL_STATES.join(', ')}`, en: `one of ${PROPOSAL_STATES.join(', ')}` },
  });
  const holders = readHolders(given.bronhoudercode, principal, faults);
  const limit = readSize(given.limit, 'limit', faults, { initial: LIMITS.submissionsDefault, max: LIMITS.submissionsMax });
  const question = `overdrachten|${state ?? ''}|${holders?.join('|') ?? ''}`;
  const before = readSubmissionCursor(given.cursor, question, faults);
  return { listing: { states: state === undefined ? PROPOSAL_STATES : [state], holders, before, limit }, question };
}

/** Members of a proposal. */
const MEMBERS = ['from', 'to', 'at', 'reason', 'ids'] as const;

/** Reads the body of a proposal by one of these holders. The order is invalid when there are faults. */
export function readProposal(bytes: Buffer, holders: readonly string[], faults: ParameterFault[]): TransferOrder {
  const members = readBody(bytes, faults);
  if (faults.length === 0) refuseUnknown(members, MEMBERS, faults);
  const read = (name: 'from' | 'to' | 'at' | 'reason', reason: (text: string) => ParameterFault['reason'] | null): string => {
    const member = members.get(name);
    const text = member?.kind === 'text' ? member.value : '';
    const wrong = reason(text);
    if (wrong !== null) faults.push(fault(name, wrong));
    return text;
  };
  const from = read('from', codeReason);
  const to = read('to', codeReason);
  if (faults.length === 0 && from === to) faults.push(fault('to', SAME_HOLDER));
  if (faults.length === 0 && !holders.includes(from) && !holders.includes(to)) faults.push(fault('from', notASide(holders.join(', '))));
  const at = read('at', (text) => (periodOfDay(text) === undefined ? DAY : null));
  const reason = read('reason', (text) => (reasonFault(text) === null ? null : REASON)).trim();
  const ids = readIds(members, faults);
  return { method: 'OVERDRACHT', from, to, at, reason, ...(ids === undefined ? {} : { ids }) };
}

function codeReason(text: string): ParameterFault['reason'] | null {
  return HOLDER_CODE.test(text) ? null : {
    nl: `Gevonden ‘${shown(text)}’; verwacht ${EXPECTED_CODE.nl}.`, en: `Found ‘${shown(text)}’; expected ${EXPECTED_CODE.en}.`,
  };
}

/** Reads the ids; undefined: all objects. */
function readIds(members: Members, faults: ParameterFault[]): readonly string[] | undefined {
  const given = members.get('ids');
  if (given === undefined) return undefined;
  const ids = given.kind === 'array' ? given.items.map((item) => (item.kind === 'text' ? item.value : '')) : [];
  const wrong = ids.find((id) => !isPossibleId(id));
  if (wrong !== undefined || ids.length === 0) {
    const found = { nl: wrong === undefined ? '' : ` Gevonden ‘${shown(wrong)}’.`, en: wrong === undefined ? '' : ` Found ‘${shown(wrong)}’.` };
    faults.push(fault('ids', {
      nl: `Verwacht een lijst met id’s van objecten. Zonder ids gaan alle objecten over.${found.nl}`,
      en: `Expected a list of ids of objects. Without ids all objects go over.${found.en}`,
    }));
  }
  return [...new Set(ids)];
}

const SAME_HOLDER: ParameterFault['reason'] = {
  nl: 'from en to zijn gelijk: er is niets over te dragen.', en: 'from and to are equal: there is nothing to hand over.',
};
const DAY: ParameterFault['reason'] = {
  nl: 'Verwacht de dag waarop de objecten overgaan, zoals 2027-01-01.', en: 'Expected the day on which the objects go over, such as 2027-01-01.',
};
const REASON: ParameterFault['reason'] = {
  nl: `Verwacht waarom, op één regel van hoogstens ${LIMITS.refusalReasonCharsMax} tekens.`,
  en: `Expected why, on one line of at most ${LIMITS.refusalReasonCharsMax} characters.`,
};

function notASide(codes: string): ParameterFault['reason'] {
  return {
    nl: `Dit token is voor ${codes}: from of to moet een code van dit token zijn. De beheerder kan voor anderen overdragen.`,
    en: `This token is for ${codes}: from or to must be a code of this token. The operator can hand over for others.`,
  };
}
