/**
 * Proposals: a transfer of objects that one holder proposes and the other accepts, refuses or lets be. Nothing changes before the
 * acceptance, which makes a submission of the holder of the objects, decided in turn as others are.
 *
 * Invariants:
 *  - Only the two sides and the operator read a proposal. For others it is absent.
 *  - A response contains nothing about the objects, because they may be hidden. The report of a rehearsal does, so only the holder of the
 *    objects gets it.
 * Not here: what a transfer does (the pipelines).
 */
import type { Desk, Rehearsal } from '../../schemas/desk.ts';
import { unreachable } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { EndedProposal, HeldIds, ListedProposal, Proposal, TooManyProposals, UnknownCode } from '../../schemas/proposal.ts';
import { hasRole } from '../../schemas/roles.ts';
import { shownId } from '../../schemas/shown-values.ts';
import type { Writer } from '../../schemas/submission.ts';
import { PROPOSALS } from '../../schemas/target.ts';
import { submissionLinks } from '../description/submission.ts';
import { readYes } from '../parameters/delivery-query.ts';
import { readProposal, readProposalsQuery } from '../parameters/proposals-query.ts';
import {
  faultsOfWrite, FORM_PARAMETER, formatQuery, joinQueries, parameterProblem, parseParameters, rawParameters, type ParameterFault,
} from '../parameters/query.ts';
import { bodyProblem, fault } from '../parameters/search-body.ts';
import { writeSubmissionCursor } from '../parameters/submissions-query.ts';
import { formOf } from '../request/form.ts';
import { COUNT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { unreadableBody } from '../request/request-body.ts';
import { writerOf, writing } from '../request/writer.ts';
import { withQuery } from '../response/object-links.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { contentHeaders, emptyResponse, jsonBytes, NO_STORE } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { rehearsalBusy } from './rehearsal.ts';
import { receiptOf, respondAsync, setAside } from './write.ts';

interface Context {
  readonly desk: Desk;
  readonly service: Service;
}

/** GET /overdrachten */
export async function proposals(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const { query, principal } = request;
  if (principal === null) throw new Error('a request without a token reached a list of proposals');
  const url = `${service.baseUrl}${PROPOSALS}`;
  const form = formOf(request, COUNT_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { listing, question } = readProposalsQuery(query, principal, faults);
  if (faults.length > 0) return parameterProblem(faults, query, url);
  // One more proposal than the page has shows whether there is a next page.
  const found = await desk.proposals({ ...listing, limit: listing.limit + 1 });
  const page = found.slice(0, listing.limit);
  const last = found.length > page.length ? page.at(-1) : undefined;
  const carried = rawParameters(query, ['staat', 'bronhoudercode', 'limit', FORM_PARAMETER]);
  const after = last === undefined ? null : formatQuery([['cursor', writeSubmissionCursor(last.uuid, question)]]);
  const next = after === null ? [] : [['next', withQuery(url, joinQueries(carried, after))] as const];
  const links = [['self', withQuery(url, query.text)] as const, ...next];
  return json(200, {
    overdrachten: page.map((one) => bodyOf(one, service)), _links: Object.fromEntries(links.map(([rel, href]) => [rel, { href }])),
  }, ['Link', links.map(([rel, href]) => `<${href}>; rel="${rel}"; type="application/json"`).join(', ')]);
}

/** GET /overdrachten/{uuid} */
export async function proposal(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const form = formOf(request, COUNT_FORMS, urlOf(request.params['uuid'] ?? '', service));
  if (typeof form === 'object') return form;
  const refused = parameterless(request, service);
  if (refused !== undefined) return refused;
  const found = await desk.proposal(request.params['uuid'] ?? '');
  return found !== undefined && maySee(request, found) ? json(200, bodyOf(found, service)) : ABSENT;
}

/** Returns the problem that the head of a proposal shows; undefined when the body may be read. */
export function refusedProposal(request: ServiceRequest, service: Service): Problem | undefined {
  const unreadable = unreadableBody(request.headers, MEDIA_TYPES.json);
  if (unreadable !== undefined) return unreadable;
  if (Number(request.headers['content-length'] ?? 0) > LIMITS.proposalBytesMax) return TOO_LARGE;
  const { faults } = readRehearsal(request);
  return faults.length === 0 ? undefined : parameterProblem(faultsOfWrite(faults), request.query, `${service.baseUrl}${PROPOSALS}`);
}

/** POST /overdrachten */
export async function propose(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const { holders } = writing(request.principal);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (body.length > LIMITS.proposalBytesMax) return TOO_LARGE;
  const faults: ParameterFault[] = [];
  const order = readProposal(body, holders, faults);
  if (faults.length > 0) return bodyProblem(faults);
  if (readRehearsal(request).isRehearsal) {
    return holders.includes(order.from) ? rehearsed(await desk.rehearseTransfer(order)) : reportOfOther(order.from);
  }
  const code = holders.includes(order.from) ? order.from : order.to;
  const writer = writerOf(request, { code, isThere: () => true, url: `${service.baseUrl}${PROPOSALS}` });
  if ('problem' in writer) return writer;
  const stored = await desk.propose(order, writer);
  if ('kind' in stored) return stored.kind === 'tooMany' ? tooMany(stored) : bodyProblem([unknownCode(stored, stored.code === order.from ? 'from' : 'to')]);
  return json(201, bodyOf(stored, service), ['Location', urlOf(stored.uuid, service)]);
}

/** Returns the problem of parameters: an end of a proposal has none. */
export function refusedEnd(request: ServiceRequest, service: Service): Problem | undefined {
  return parameterless(request, service);
}

/** POST /overdrachten/{uuid}/akkoord */
export async function acceptProposal(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const writer = await sideOf(request, { desk, service }, 'other');
  if ('problem' in writer) return writer;
  const wait = !respondAsync(request.headers['prefer']);
  const accepted = await desk.acceptProposal(request.params['uuid'] ?? '', writer, { wait });
  if (accepted.kind === 'heldIds') return holdsIds(accepted);
  if (accepted.kind !== 'accepted') return notEnded(accepted, service);
  const { answer, proposal: ended } = accepted;
  const { uuid } = receiptOf(answer);
  request.submission = uuid;
  const state = answer.kind === 'pending' ? 'pending' : answer.outcome.state;
  if (state === 'aside' || state === 'retried') return setAside(receiptOf(answer));
  const { href } = submissionLinks(uuid, service.baseUrl).self;
  const isSettled = state === 'settled' || state === 'refused';
  return json(isSettled ? 200 : 202, bodyOf(ended, service), isSettled ? ['Link', `<${href}>; rel="status"`]
    : ['Location', href, ...(wait ? [] : ['Preference-Applied', 'respond-async'])]);
}

/** DELETE /overdrachten/{uuid} */
export async function endProposal(request: ServiceRequest, { desk, service }: Context): Promise<HandlerResult> {
  const writer = await sideOf(request, { desk, service }, 'proposer');
  if ('problem' in writer) return writer;
  const ended = await desk.endProposal(request.params['uuid'] ?? '', writer);
  return ended.kind === 'ended' ? emptyResponse(204, NO_STORE) : notEnded(ended, service);
}

/** Returns the writer as a side of the proposal; the named side when the token is for both. */
async function sideOf(request: ServiceRequest, { desk, service }: Context, named: 'proposer' | 'other'): Promise<Writer | Problem> {
  const uuid = request.params['uuid'] ?? '';
  const found = await desk.proposal(uuid);
  if (found === undefined) return ABSENT;
  const { proposer, from, to } = found;
  const other = proposer === from ? to : from;
  const sides = named === 'proposer' ? [proposer, other] : [other, proposer];
  const code = sides.find((side) => writing(request.principal).holders.includes(side));
  return code === undefined ? ABSENT : writerOf(request, { code, isThere: () => true, url: urlOf(uuid, service) });
}

function json(status: number, body: unknown, headers: readonly string[] = []): HandlerResult {
  return { status, headers: [...contentHeaders(MEDIA_TYPES.json), ...headers, ...NO_STORE], body: [jsonBytes(body)] };
}

function bodyOf(one: ListedProposal, { baseUrl }: Service) {
  const submission = one.submission === undefined ? {} : { submission: submissionLinks(one.submission, baseUrl).self };
  return { ...one, _links: { self: { href: `${baseUrl}${PROPOSALS}/${one.uuid}` }, ...submission } };
}

function urlOf(uuid: string, { baseUrl }: Service): string {
  return `${baseUrl}${PROPOSALS}/${encodeURIComponent(uuid)}`;
}

function parameterless({ query, params }: ServiceRequest, service: Service): Problem | undefined {
  const faults: ParameterFault[] = [];
  parseParameters(query, [FORM_PARAMETER], faults);
  return faults.length === 0 ? undefined : parameterProblem(faultsOfWrite(faults), query, urlOf(params['uuid'] ?? '', service));
}

function readRehearsal({ query }: ServiceRequest): { readonly isRehearsal: boolean; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const { proef } = parseParameters(query, ['proef'], faults);
  return { isRehearsal: readYes('proef', proef, faults), faults };
}

function maySee({ principal }: ServiceRequest, { from, to }: Proposal): boolean {
  return principal !== null && (hasRole(principal, 'operator') || principal.holders.includes(from) || principal.holders.includes(to));
}

function rehearsed(rehearsal: Rehearsal): HandlerResult {
  return rehearsal.kind === 'foreseen' ? json(200, rehearsal.report) : rehearsalBusy();
}

function notEnded(ended: Exclude<EndedProposal, { kind: 'ended' }>, service: Service): Problem {
  switch (ended.kind) {
    case 'closed': return closed(ended.proposal, service);
    case 'own': return ownProposal(ended.proposal);
    case 'unknownCode': return { problem: 'Strijdig', detail: unknownCode(ended, '').reason };
    case 'unknown': return ABSENT;
    default: return unreachable(ended);
  }
}

const STATE_WORDS = {
  open: { nl: 'open', en: 'open' }, accepted: { nl: 'aanvaard', en: 'accepted' }, withdrawn: { nl: 'ingetrokken', en: 'withdrawn' },
  refused: { nl: 'geweigerd', en: 'refused' },
} as const;

/** 409: the proposal has ended; for an accepted one with the address of its submission. */
function closed({ state, ended = '', submission }: Proposal, { baseUrl }: Service): Problem {
  const { nl, en } = STATE_WORDS[state];
  const undo = submission === undefined ? { nl: '', en: '' } : {
    nl: ' De overdracht is te herroepen met DELETE van haar indiening.', en: ' The transfer can be undone by a DELETE of its submission.',
  };
  return {
    problem: 'Strijdig',
    detail: { nl: `Dit voorstel is op ${ended} al ${nl}.${undo.nl}`, en: `This proposal was ${en} at ${ended} already.${undo.en}` },
    ...(submission === undefined ? {} : {
      links: [{ rel: 'status', href: submissionLinks(submission, baseUrl).self.href, type: MEDIA_TYPES.json }],
    }),
  };
}

function ownProposal({ proposer, from, to }: Proposal): Problem {
  const other = proposer === from ? to : from;
  return {
    problem: 'GeenToegang',
    detail: {
      nl: `${proposer} heeft dit zelf voorgesteld: ${other} kan het aanvaarden. Met DELETE is het in te trekken.`,
      en: `${proposer} proposed this itself: ${other} can accept it. DELETE withdraws it.`,
    },
  };
}

/** 409: the receiver has objects with ids of the proposal. Only the receiver reads this; the other side sees an open proposal. */
function holdsIds({ ids, count }: HeldIds): Problem {
  const shown = `${ids.map(shownId).join(', ')}${count > ids.length ? ', …' : ''}`;
  return {
    problem: 'Strijdig',
    detail: {
      nl: `U heeft zelf al ${count} ${count === 1 ? 'object' : 'objecten'} met een id uit dit voorstel: ${shown}. Er is niets gewijzigd, en de ander ziet hier niets van. `
        + 'Weiger het voorstel en vraag om een zonder deze ids, of vraag de beheerder om de overdracht.',
      en: `You have ${count} ${count === 1 ? 'object' : 'objects'} with an id of this proposal yourself: ${shown}. Nothing changed, and the other side sees nothing of this. `
        + 'Refuse the proposal and ask for one without these ids, or ask the operator for the transfer.',
    },
  };
}

function reportOfOther(from: string): Problem {
  return {
    problem: 'GeenToegang',
    detail: {
      nl: `Alleen ${from}, van wie de objecten zijn, kan met proef=true zien wat er zou veranderen.`,
      en: `Only ${from}, which owns the objects, can see by proef=true what would change.`,
    },
  };
}

function unknownCode({ code, near }: UnknownCode, name: string): ParameterFault {
  const meant = near.length === 0 ? { nl: '', en: '' } : { nl: ` Bedoeld is misschien ${near.join(' of ')}.`, en: ` Perhaps ${near.join(' or ')} is meant.` };
  return fault(name, {
    nl: `Geen organisatie van dit register heeft de bronhoudercode ${code}.${meant.nl} De beheerder kan haar toevoegen, of zelf overdragen.`,
    en: `No organisation of this register has the bronhoudercode ${code}.${meant.en} The operator can add it, or make the transfer.`,
  });
}

/** 409: an open proposal must end first. */
function tooMany({ of, code }: TooManyProposals): Problem {
  const detail = of === 'proposer' ? {
    nl: `Uw organisatie heeft al ${LIMITS.openProposalsMax} open voorstellen (GET /overdrachten?staat=open). Trek er een in met DELETE, of vraag de ander te antwoorden.`,
    en: `Your organisation has ${LIMITS.openProposalsMax} open proposals already (GET /overdrachten?staat=open). Withdraw one by DELETE, or ask the other to answer.`,
  } : {
    nl: `${code} heeft nog ${LIMITS.openProposalsToHolderMax} voorstellen van anderen te beantwoorden. Vraag ${code} er te aanvaarden of te weigeren, en stuur dit daarna opnieuw.`,
    en: `${code} still has ${LIMITS.openProposalsToHolderMax} proposals of others to answer. Ask ${code} to accept or refuse some, then send this again.`,
  };
  return { problem: 'Strijdig', detail };
}

const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een voorstel mag hoogstens ${LIMITS.proposalBytesMax} bytes zijn. Verdeel de id’s, of laat ids weg als alle objecten overgaan.`,
    en: `A proposal may have at most ${LIMITS.proposalBytesMax} bytes. Divide the ids, or leave out ids when all objects go over.`,
  },
};
