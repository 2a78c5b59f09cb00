/**
 * API key: identifies a client by the header X-Api-Key (Interface Rules, Authentication 3 and 6).
 *
 * A key gives no right: its client reads what is public. With the setting `keyRequired` reading needs a key or a token. An invalid key is
 * 401, also on public reads, so that a client learns at once that its key is no longer the one that its operator knows.
 * Not here: tokens (access.ts), the keys (pipelines/state/access/keys.ts).
 */
import type { ApiKey, KeyRefusal } from '../../schemas/credentials.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Problem } from '../response/problem.ts';
import type { Service, ServiceRequest } from '../service.ts';

const NAME = 'x-api-key';
const CLIENT = 'x-client-id';
const KEY = /^[\x21-\x7e]{1,4096}$/;

/** Returns the key of a request; null without one, and when it was never made here. */
export function readApiKey({ headers }: Pick<ServiceRequest, 'headers'>, { apiKeys }: Pick<Service, 'apiKeys'>): ApiKey | null {
  const { [NAME]: key, referer: referrer, origin, [CLIENT]: clientId } = headers;
  if (typeof key !== 'string' || !KEY.test(key)) return null;
  return apiKeys({ key, referrer, origin, clientId: clientId === undefined ? undefined : String(clientId) }) ?? null;
}

/**
 * Returns the problem of a request that has neither a valid key nor a token where one of them is required, or undefined. A certificate
 * of an organisation without a role is neither.
 */
export function withoutCredential({ principal, apiKey }: Pick<ServiceRequest, 'principal' | 'apiKey'>): Problem | undefined {
  const isKnown = apiKey !== null || (principal !== null && principal.roles.length > 0);
  return isKnown ? undefined : { problem: 'GeenToegang', detail: NEEDS_KEY, headers: SCHEMES };
}

/** Returns the problem of a refused key, or undefined. */
export function refusedKey({ headers, apiKey }: Pick<ServiceRequest, 'headers' | 'apiKey'>): Problem | undefined {
  if (headers[NAME] === undefined) return undefined;
  if (apiKey === null) return problemOf(UNKNOWN);
  return apiKey.refusal === null ? undefined : problemOf(REFUSALS[apiKey.refusal]);
}

function problemOf(detail: Text): Problem {
  return { problem: 'SleutelOngeldig', detail };
}

const SCHEMES = ['WWW-Authenticate', 'ApiKey, Bearer'];

const NEEDS_KEY: Text = {
  nl: 'Lezen kan hier alleen met een sleutel: stuur de kop X-Api-Key mee, of een token. De beheerder van het register geeft sleutels.',
  en: 'Reading needs a key here: send the header X-Api-Key, or a token. The operator of the register gives keys.',
};

const UNKNOWN: Text = {
  nl: 'De kop X-Api-Key bevat geen sleutel van deze dienst. Laat de kop weg, of stuur de sleutel precies zoals de beheerder die gaf.',
  en: 'The header X-Api-Key holds no key of this service. Leave out the header, or send the key exactly as the operator gave it.',
};

const REFUSALS: Readonly<Record<KeyRefusal, Text>> = {
  revoked: {
    nl: 'De sleutel in X-Api-Key is ingetrokken. Vraag de beheerder van het register om een nieuwe.',
    en: 'The key in X-Api-Key was revoked. Ask the operator of the register for a new one.',
  },
  expired: {
    nl: 'De sleutel in X-Api-Key is verlopen. Vraag de beheerder van het register om een nieuwe.',
    en: 'The key in X-Api-Key has expired. Ask the operator of the register for a new one.',
  },
  referrer: {
    nl: 'De sleutel in X-Api-Key is niet voor deze pagina. Gebruik de sleutel vanaf het adres waarvoor die is gegeven; de browser stuurt dat adres als Referer of Origin.',
    en: 'The key in X-Api-Key is not for this page. Use it from the address that it was given for; the browser sends that address as Referer or Origin.',
  },
  client: {
    nl: 'De sleutel in X-Api-Key is niet voor deze client. Stuur in X-Client-Id de client-id waarvoor de sleutel is gegeven.',
    en: 'The key in X-Api-Key is not for this client. Send in X-Client-Id the client id that the key was given for.',
  },
};
