/** Token issuer: the settings about JWTs together. They are all there, or none is. Not here: JWTs (state/access/jwt.ts). */
import { Misconfigured } from './misconfigured.ts';
import type { Settings } from './settings.ts';

/** The source of the keys of an issuer. */
export type KeySource = { readonly url: string } | { readonly file: string };

export interface JwtSettings {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: KeySource;
  /** The claim with the client id, one of the `clients` of an organisation. */
  readonly clientClaim: string;
  /** The claim with the number of the organisation, in place of the client id; null: none. */
  readonly organisationClaim: string | null;
  /** Seconds that the clock of the issuer may differ from ours. */
  readonly skewSeconds: number;
  /** Seconds after its issue that a token is accepted, even when it expires later. */
  readonly ageSecondsMax: number;
}

type IssuerSettings = Pick<
  Settings, 'jwtIssuer' | 'jwtAudience' | 'jwksUrl' | 'jwksFile' | 'jwtClientClaim' | 'jwtOrganisationClaim' | 'jwtSkewSeconds' | 'jwtMaxSeconds'
>;

/** Returns the issuer of JWTs, or null when none is configured. Throws Misconfigured when a part of it is missing. */
export function tokenIssuer({
  jwtIssuer: issuer, jwtAudience: audience, jwksUrl: url, jwksFile: file,
  jwtClientClaim, jwtOrganisationClaim, jwtSkewSeconds, jwtMaxSeconds,
}: IssuerSettings): JwtSettings | null {
  if (issuer === null && audience === null && url === null && file === null) return null;
  if (issuer === null || audience === null || (url === null) === (file === null)) {
    throw new Misconfigured(['jwtIssuer, jwtAudience and one of jwksUrl and jwksFile belong together: give all three, or none']);
  }
  return {
    issuer, audience, keys: url === null ? { file: file! } : { url }, clientClaim: jwtClientClaim, organisationClaim: jwtOrganisationClaim,
    skewSeconds: jwtSkewSeconds, ageSecondsMax: jwtMaxSeconds,
  };
}
