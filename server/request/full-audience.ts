/**
 * Full audience: reads from the editions of the full audience, for clients with the role `reader`.
 *
 * Invariants:
 *  - Such a response is made by the same handler, has tags of its own, and no cache may store it.
 *  - A response to anybody else is the same, whether there is a full audience or not.
 */
import { hasRight } from '../../schemas/roles.ts';
import { asPrivate } from '../response/private.ts';
import type { Route } from '../routes.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';

/** A route over the editions of the full audience. */
export interface WholeRoute {
  readonly route: Route;
  readonly service: Service;
}

/** Whether the client reads all that the register has. */
export function seesAll({ principal }: Pick<ServiceRequest, 'principal'>): boolean {
  return principal !== null && hasRight(principal, 'readAll');
}

export async function readWhole({ route: { method, handle }, service }: WholeRoute, request: ServiceRequest): Promise<HandlerResult> {
  return asPrivate(await (method === 'GET' ? service.editions.whenRead(() => handle(request, service)) : handle(request, service)));
}
