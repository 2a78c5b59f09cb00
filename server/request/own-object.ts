/**
 * Own object: the editions from which a read by id is answered. A holder gets all of its own root, secret objects and personal data
 * included; everybody else gets what is public.
 *
 * Invariants:
 *  - An own response is made by the handler of the public one, and no cache may store it.
 *  - A root of another holder is answered as it is in public.
 * Not here: who holds the root, and what the public may not see of it (the pipelines).
 */
import type { OwnView } from '../../publisher/read/types.ts';
import { hasRight } from '../../schemas/roles.ts';
import type { Target } from '../../schemas/target.ts';
import { readBeschikbaarOp } from '../parameters/moments.ts';
import { parseParameters } from '../parameters/query.ts';
import { asPrivate } from '../response/private.ts';
import type { Handler, HandlerResult, Service, ServiceRequest } from '../service.ts';

/** The name of an object in the index of an edition. */
export interface ObjectName {
  /** Its collection, or the path of its resources. */
  readonly series: string;
  readonly id: string;
}

/** Responds to a read of this object: from its own edition when the reader is its holder, else from the public editions. */
export function readObject(
  { series, id }: ObjectName, handle: Handler, { request, service }: { readonly request: ServiceRequest; readonly service: Service },
): HandlerResult | Promise<HandlerResult> {
  const isHolder = request.principal !== null && hasRight(request.principal, 'own');
  if (!isHolder) return service.editions.whenRead(() => handle(request, service));
  return ownView({ series, id }, request, service).then(async (own) => {
    if (own === undefined) return await service.editions.whenRead(() => handle(request, service));
    try {
      return asPrivate(await own.editions.whenRead(() => handle(request, { ...service, editions: own.editions, tag: `${service.tag}-own` })));
    } finally {
      own.editions.close();
    }
  });
}

/** Returns the result of `use` on the target of a write as its holder sees it now; undefined when the target is wholly public. */
export async function withOwnView<Result>(
  { resource, id, within }: Target, { request, service }: { readonly request: ServiceRequest; readonly service: Service },
  use: (own: OwnView) => Result,
): Promise<Result | undefined> {
  const root = within ?? { resource, id };
  if (root.id === null) return undefined;
  const own = await ownView({ series: root.resource, id: root.id }, request, service);
  try {
    return own && use(own);
  } finally {
    own?.editions.close();
  }
}

/** Returns the object as its holder sees it, at the recorded time of the request. A parameter with a fault is refused by the handler. */
async function ownView(
  { series, id }: ObjectName, request: ServiceRequest, { editions, ownViews, clock }: Service,
): Promise<OwnView | undefined> {
  const { principal, query, method } = request;
  if (principal === null || principal.holders.length === 0) return undefined;
  const isRead = method === 'GET' || method === 'HEAD';
  const at = isRead ? readBeschikbaarOp(parseParameters(query, ['beschikbaarOp'], []).beschikbaarOp, clock(), []) : null;
  const isPublic = (editions.current()?.edition.begins(series, id).length ?? 0) > 0;
  return await ownViews({ id, holders: principal.holders, at, isPublic });
}
