/**
 * Credentials: the ports through which a server learns on whose behalf a request is sent. The pipelines implement it.
 *
 * The server reads the headers; an implementation never sees HTTP.
 * Not here: the status of a refused request (server/request/access.ts, api-key.ts).
 */
import type { Principal } from './roles.ts';

/** The credentials in a request. */
export interface Presented {
  /** The token of `Authorization: Bearer`. */
  readonly token: string;
}

/**
 * Returns the principal of the presented credentials; undefined when they are invalid. Compares digests, not texts. A token whose signature
 * must be verified gives a promise. Throws or rejects with a Fault when the credentials cannot be judged now.
 */
export type Credentials = (presented: Presented) => Principal | undefined | Promise<Principal | undefined>;

/** A client certificate that an accepted authority issued, and that is valid. */
export interface PresentedCertificate {
  /** The texts of its subject that may be the number of an organisation. */
  readonly numbers: readonly string[];
  /** Its SHA-256, hexadecimal. */
  readonly sha256: string;
}

/**
 * Returns the principal of a certificate; without roles when the operator gave its organisation none. Undefined when it does not name
 * exactly one organisation. Throws a Fault when that cannot be judged now.
 */
export type CertifiedOrganisations = (presented: PresentedCertificate) => Principal | undefined;

/** The API key in a request, and where it comes from. */
export interface PresentedKey {
  /** The value of `X-Api-Key`. */
  readonly key: string;
  /** The value of `Referer`. */
  readonly referrer: string | undefined;
  /** The value of `Origin`. */
  readonly origin: string | undefined;
  /** The value of `X-Client-Id`. */
  readonly clientId: string | undefined;
}

/** Reasons to refuse a key that was once made here. */
export type KeyRefusal = 'revoked' | 'expired' | 'referrer' | 'client';

/** A key that was once made here. It identifies a client and gives no right. */
export interface ApiKey {
  /** The last characters of the key, as `ev keys list` has them. */
  readonly keyEnd: string;
  readonly refusal: KeyRefusal | null;
}

/** Returns the presented key; undefined when it was never made here. Compares digests, not texts. */
export type ApiKeys = (presented: PresentedKey) => ApiKey | undefined;
