/**
 * Shared quota: whether all readers seem to share one quota, because the proxy before the service is not named. Then each of them counts
 * as the address of that proxy.
 */
import type { RateLimits } from '../../schemas/rate-limits.ts';
import type { CertificateFiles } from './certificate.ts';

export interface QuotaSettings {
  /** Null: links begin with the address on which the service listens, which is not that of a proxy. */
  readonly baseUrl: string | null;
  readonly certificate: CertificateFiles | null;
  readonly rateLimits: RateLimits;
  readonly trustedProxies: readonly string[];
}

/** Whether links begin with https, nobody but a proxy can end that TLS, and no proxy is named. */
export function sharesOneQuota({ baseUrl, certificate, rateLimits, trustedProxies }: QuotaSettings): boolean {
  return baseUrl?.startsWith('https:') === true && certificate === null && rateLimits.perFrame !== null && trustedProxies.length === 0;
}

export const ONE_QUOTA = {
  what: 'trustedProxy is not set, though links begin with https and the service does not end TLS itself: readers behind the proxy share one quota',
  mend: 'Set trustedProxy to the address of the proxy',
} as const;
