/** Authenticated: what the credentials of a request say. Not here: tokens (access.ts), certificates (client-certificate.ts). */
import type { Principal } from '../../schemas/roles.ts';
import type { Problem } from '../response/problem.ts';

/** The principal of a request, null without credentials, or the problem of invalid ones. */
export type Authenticated = Principal | null | Problem;
