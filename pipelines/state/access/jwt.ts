/**
 * JWT: access tokens of an OAuth 2.0 issuer (client credentials), signed, as RFC 9068 and RFC 8725 advise (Interface Rules,
 * Authentication 5).
 *
 * Invariants:
 *  - A token counts when an asymmetric key of the issuer signed it, for this issuer and audience, and it is neither too old nor expired.
 *  - Exactly one claim is used: the client id, or the number of the organisation. No claim about a user is read, stored or logged.
 *  - A verified token is remembered by its SHA-256 until it ends, or until the issuer has other keys. The rights come from holders.json at
 *    each request, so a change there counts at once.
 * Not here: the keys (issuer-keys.ts), opaque tokens (tokens.ts).
 */
import { createHash } from 'node:crypto';
import { jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { Fault } from '../../../schemas/fault.ts';
import { LIMITS } from '../../../schemas/limits.ts';
import type { Principal } from '../../../schemas/roles.ts';
import type { JwtSettings } from '../../configuration/token-issuer.ts';
import { parseStrict } from '../../strict-json/index.ts';
import { principalOf, type Organisation } from './holders.ts';
import { TAIL_CHARS } from './issued-secret.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { organisationIdOf } from './organisation-number.ts';

/** Every asymmetric algorithm that jose signs with by SHA-2. A secret of ours cannot sign, and `none` is not among them. */
const ALGORITHMS = ['PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'Ed25519', 'EdDSA', 'RS256', 'RS384', 'RS512'];

/** Types of access tokens: RFC 9068, and the general type of issuers before it. A token made for another purpose names another. */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i;

interface Verified {
  /** The value of the claim. */
  readonly claim: string;
  readonly untilMs: number;
}

export class JwtVerifier {
  readonly #settings: JwtSettings;
  readonly #clock: () => Date;
  readonly #organisations: () => readonly Organisation[];
  readonly #keys: IssuerKeys;
  readonly #verified = new LRUCache<string, Verified>({ max: LIMITS.rememberedTokensMax });

  constructor(settings: JwtSettings, { clock, organisations }: {
    readonly clock: () => Date; readonly organisations: () => readonly Organisation[];
  }) {
    this.#settings = settings;
    this.#clock = clock;
    this.#organisations = organisations;
    this.#keys = new IssuerKeys(settings.keys, { clock, onChange: () => { this.#verified.clear(); } });
  }

  /** Returns the principal of a token; undefined when it is not valid. Rejects with a Fault when its key cannot be read now. */
  principal(token: string): Principal | undefined | Promise<Principal | undefined> {
    const digest = createHash('sha256').update(token).digest('hex');
    this.#keys.refresh();
    const known = this.#verified.get(digest);
    if (known !== undefined && this.#clock().getTime() < known.untilMs) return this.#principalOf(known.claim, digest);
    return this.#verify(token).then((verified) => {
      if (verified === undefined) return undefined;
      this.#verified.set(digest, verified);
      return this.#principalOf(verified.claim, digest);
    });
  }

  /** Returns why the keys of the issuer cannot be read; null when they can. */
  fault(): Fault | null {
    return this.#keys.fault();
  }

  async #verify(token: string): Promise<Verified | undefined> {
    const { issuer, audience, skewSeconds, ageSecondsMax, clientClaim, organisationClaim } = this.#settings;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys.keyFor, {
        algorithms: ALGORITHMS, issuer, audience, clockTolerance: skewSeconds, maxTokenAge: ageSecondsMax, requiredClaims: ['exp', 'iat'],
        currentDate: this.#clock(),
      });
      const claim = payload[organisationClaim ?? clientClaim];
      const isAccessToken = protectedHeader.typ === undefined || TYPE.test(protectedHeader.typ);
      // A token that is bound to a key (RFC 7800) proves nothing in other hands, and possession of that key is not checked here.
      if (typeof claim !== 'string' || !isAccessToken || payload['cnf'] !== undefined || hasRepeatedName(token)) return undefined;
      return { claim, untilMs: this.#endOf(payload) };
    } catch (error) {
      // Any other failure is one of the token, or of a key that cannot verify it: neither proves anything.
      if (error instanceof Fault) throw error;
      return undefined;
    }
  }

  /** Returns the moment from which a verified token is no longer accepted. */
  #endOf({ exp, iat }: JWTPayload): number {
    const { skewSeconds, ageSecondsMax } = this.#settings;
    return (Math.min(exp!, iat! + ageSecondsMax) + skewSeconds) * 1_000;
  }

  #principalOf(claim: string, digest: string): Principal | undefined {
    const { organisationClaim } = this.#settings;
    const id = organisationClaim === null ? null : organisationIdOf(claim);
    const organisation = this.#organisations().find((one) => (
      organisationClaim === null ? one.clients?.includes(claim) === true : one.id === id
    ));
    return organisation === undefined ? undefined : principalOf(organisation, digest.slice(-TAIL_CHARS));
  }
}

/** Whether the head or the claims of a verified token name a member twice: readers of JSON then differ on its value (RFC 8725, 2.4). */
function hasRepeatedName(token: string): boolean {
  return token.split('.', 2).some((part) => parseStrict(Buffer.from(part, 'base64url')).defects.length > 0);
}
