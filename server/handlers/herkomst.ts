/**
 * Herkomst: the provenance of one root. The source holder gets the whole account of its own object, also of a secret one, and of an object
 * that is in its submissions only. Everybody else gets the public part, which comes from the edition.
 *
 * Invariants:
 *  - The public part is the same for every reader, so caches may keep it; the account is never stored (`no-store`).
 *  - To a holder, a secret object of another holder gives the same response as a missing one.
 */
import { isPossibleId } from '../../schemas/model/object-id.ts';
import { hasRight } from '../../schemas/roles.ts';
import type { OwnAccount } from '../../schemas/account.ts';
import { HERKOMST, isAttemptAt, isRegisteredAt, ownHerkomst, publicHerkomst } from '../description/herkomst.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { ABSENT, UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { herkomstPage } from '../web/herkomst-page.ts';
import { freshPage, pageHeaders, pageRequest } from './page-response.ts';

/** GET /{resources}/{id}/herkomst; `path` names the resources. */
export async function herkomst(path: string, request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const { baseUrl, editions, desk, clock } = service;
  const id = request.params['id'] ?? '';
  if (!isPossibleId(id)) return ABSENT;
  const url = `${baseUrl}/${path}/${encodeURIComponent(id)}${HERKOMST}`;
  const form = formOf(request, PLAIN_FORMS, url);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, url, clock(), ['lang']);
  if ('problem' in passedOn) return passedOn;
  const address = { baseUrl, path, id };
  const context = pageRequest(request, service, { url, passedOn });
  const own = (account: OwnAccount): HandlerResult => {
    const described = ownHerkomst(account, address);
    return form === 'html'
      ? okResponse([...pageHeaders(context), ...NO_STORE], herkomstPage(described, { context, path, hasMore: false }))
      : okResponse([...contentHeaders(MEDIA_TYPES.json), ...NO_STORE], jsonBytes(described));
  };
  const account = await accountOf(request, service, id);
  if (account !== undefined && isRegisteredAt(account, path)) return own(account);
  const present = editions.current();
  if (present === undefined && account === undefined) return UNAVAILABLE;
  const described = publicHerkomst(present?.edition.versions(id) ?? [], address);
  if (described === undefined) return account !== undefined && isAttemptAt(account, path) ? own(account) : ABSENT;
  if (form === 'html') return freshPage(request, context, Promise.resolve(herkomstPage(described, { context, path, hasMore: desk !== null })));
  const bytes = jsonBytes(described);
  return withValidators(request, { tag: bytesTag(bytes, form) }, () => okResponse(contentHeaders(MEDIA_TYPES.json), bytes));
}

/** Returns the account of the object for the holder of the token; undefined when there is none, or no such token. */
async function accountOf({ principal }: ServiceRequest, { desk }: Service, id: string): Promise<OwnAccount | undefined> {
  if (desk === null || principal === null || principal.holders.length === 0 || !hasRight(principal, 'outcome')) return undefined;
  return await desk.account({ id, holders: principal.holders });
}
