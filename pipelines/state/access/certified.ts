/**
 * Certified organisations: who has a client certificate, by the number of the organisation in it (Interface Rules, Authentication 1 and 7).
 *
 * The rights come from holders.json at each request, so a change there counts at once. An organisation that is not in it is known and has
 * no rights. Not here: verifying a certificate (server/request/client-certificate.ts).
 */
import type { CertifiedOrganisations } from '../../../schemas/credentials.ts';
import { principalOf, watchOrganisations } from './holders.ts';
import { TAIL_CHARS } from './issued-secret.ts';
import { organisationIdOf } from './organisation-number.ts';

/** Returns the principals of certificates by holders.json of a data folder. A call throws a Fault while that file is damaged. */
export function openCertified(data: string): CertifiedOrganisations {
  const organisations = watchOrganisations(data);
  return ({ numbers, sha256 }) => {
    const ids = numbers.flatMap((number) => organisationIdOf(number) ?? []);
    const known = organisations().filter(({ id }) => ids.includes(id));
    const id = known[0]?.id ?? ids[0];
    if (id === undefined || known.length > 1) return undefined;
    const tokenEnd = sha256.slice(-TAIL_CHARS);
    return (known[0] === undefined ? undefined : principalOf(known[0], tokenEnd)) ?? { organisation: id, tokenEnd, holders: [], roles: [] };
  };
}
