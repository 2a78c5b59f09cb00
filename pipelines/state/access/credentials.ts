/**
 * Credentials: opens every kind of token that this service accepts: those of `ev tokens`, and JWTs where an issuer is configured.
 * Not here: each kind (tokens.ts, jwt.ts).
 */
import type { Credentials } from '../../../schemas/credentials.ts';
import type { Fault } from '../../../schemas/fault.ts';
import type { JwtSettings } from '../../configuration/token-issuer.ts';
import { watchOrganisations } from './holders.ts';
import { openTokens } from './tokens.ts';

export interface OpenedCredentials {
  readonly credentials: Credentials;
  /** Returns why the keys of the issuer cannot be read; null when they can, and without an issuer. */
  readonly issuerFault: () => Fault | null;
}

/** Opens the credentials of a data folder; `jwt` null: no issuer. The verifier is loaded with the first token that needs it. */
export function openCredentials(
  data: string, { clock, jwt }: { readonly clock: () => Date; readonly jwt: JwtSettings | null },
): OpenedCredentials {
  const tokens = openTokens(data, clock);
  if (jwt === null) return { credentials: tokens, issuerFault: () => null };
  const organisations = watchOrganisations(data);
  let opened: { principal(token: string): ReturnType<Credentials>; fault(): Fault | null } | undefined;
  const open = async () => {
    const { JwtVerifier } = await import('./jwt.ts');
    return opened ??= new JwtVerifier(jwt, { clock, organisations });
  };
  return {
    // An opaque token has no dot; a JWT has two.
    credentials: ({ token }) => {
      if (!token.includes('.')) return tokens({ token });
      return opened === undefined ? open().then((verifier) => verifier.principal(token)) : opened.principal(token);
    },
    issuerFault: () => opened?.fault() ?? null,
  };
}
