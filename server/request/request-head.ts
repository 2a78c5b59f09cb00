/**
 * Request head: checks of headers that are the same for every request. Refused are a repeated single header, an address or headers that
 * are too long, an unknown expectation, and an interface version that is not served (Interface Rules, Versioning 2).
 *
 * Names are counted in the raw headers, because Node silently keeps only the first of most repeated headers. List headers (Accept,
 * If-None-Match, If-Match, Prefer) may be repeated. Not here: body lengths, which Node checks (client-error.ts).
 */
import type { IncomingMessage } from 'node:http';
import { API_VERSION, SERVED_VERSIONS } from '../../schemas/interface-versions.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Problem } from '../response/problem.ts';

/** Headers that may occur once, in the spelling for messages. */
const SINGLE = [
  'Host', 'Authorization', 'X-Api-Key', 'X-Client-Id', 'Client-Cert', 'Content-Type', 'Content-Crs', 'Accept-Crs', 'API-Version', 'If-Modified-Since',
  'If-Unmodified-Since',
] as const;

/** The same headers by the length of their names, so that most names need no comparison. */
const BY_LENGTH = Map.groupBy(
  SINGLE.map((name, at): Single => ({ name, lower: name.toLowerCase(), bit: 1 << at })), ({ name }) => name.length,
);
const NONE: readonly Single[] = [];
const HOST_BIT = 1;
/** Bytes of the colon, the space and the line end of a header. */
const HEADER_PUNCTUATION = 4;

interface Single {
  readonly name: string;
  readonly lower: string;
  readonly bit: number;
}

/** Returns the problem with the head of a request, or undefined. */
export function problemOfHead(request: IncomingMessage): Problem | undefined {
  const { rawHeaders, httpVersion, url = '' } = request;
  if (url.length > LIMITS.addressBytesMax) return ADDRESS_TOO_LONG;
  let seen = 0;
  let bytes = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const given = rawHeaders[at]!;
    bytes += given.length + rawHeaders[at + 1]!.length + HEADER_PUNCTUATION;
    for (const { name, lower, bit } of BY_LENGTH.get(given.length) ?? NONE) {
      if (given !== name && given.toLowerCase() !== lower) continue;
      if ((seen & bit) !== 0) return bit === HOST_BIT ? NO_HOST : repeated(name);
      seen |= bit;
    }
  }
  if (bytes > LIMITS.headerBytesMax) return HEADERS_TOO_LARGE;
  // RFC 9112 3.2: HTTP/1.1 requires one Host. Our links never use it, but a cache in front of the service may.
  if ((seen & HOST_BIT) === 0 && httpVersion !== '1.0') return NO_HOST;
  const { expect, 'api-version': version } = request.headers;
  // RFC 9110 10.1.1: HTTP/1.0 has no expectations.
  if (expect !== undefined && httpVersion !== '1.0' && expect.trim().toLowerCase() !== '100-continue') return UNKNOWN_EXPECTATION;
  return version === undefined || SERVED_VERSIONS.includes(String(version)) ? undefined : otherVersion(String(version));
}

/** 414: the address is longer than the limit. */
export const ADDRESS_TOO_LONG: Problem = {
  problem: 'AdresTeLang',
  detail: {
    nl: `Het adres is langer dan ${LIMITS.addressBytesMax} tekens. Stuur een lange vraag als bericht: POST naar …/_zoek of naar /_search.`,
    en: `The address is longer than ${LIMITS.addressBytesMax} characters. Send a long question as a message: POST to …/_zoek or to /_search.`,
  },
  headers: ['Connection', 'close'],
};

export const HEADERS_TOO_LARGE: Problem = {
  problem: 'KoppenTeGroot',
  detail: {
    nl: `De koppen zijn samen groter dan ${LIMITS.headerBytesMax} bytes.`, en: `The headers are larger than ${LIMITS.headerBytesMax} bytes together.`,
  },
  headers: ['Connection', 'close'],
};

const NO_HOST: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: { nl: 'De kop Host moet er precies één keer zijn.', en: 'The header Host must be there exactly once.' },
  headers: ['Connection', 'close'],
};

const UNKNOWN_EXPECTATION: Problem = {
  problem: 'VerwachtingNietOndersteund',
  detail: { nl: 'De kop Expect kan hier alleen 100-continue zijn; laat hem anders weg.', en: 'The header Expect can be 100-continue only; else leave it out.' },
  headers: ['Connection', 'close'],
};

function repeated(name: string): Problem {
  return {
    problem: 'HerhaaldeKop',
    detail: { nl: `De kop ${name} staat er meer dan eens; geef hem één keer.`, en: `The header ${name} is there more than once; give it once.` },
    params: [{ type: 'HerhaaldeKop', name, reason: { nl: 'Gevonden: meer dan eens.', en: 'Found: more than once.' } }],
  };
}

function otherVersion(requested: string): Problem {
  const problem = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/.test(requested) ? 'VersieNietLeverbaar' : 'OngeldigeAanvraag';
  return {
    problem,
    detail: {
      nl: `Hier is alleen versie ${SERVED_VERSIONS.join(' of ')} te krijgen; laat de kop API-Version weg of geef ${API_VERSION}.`,
      en: `Only version ${SERVED_VERSIONS.join(' or ')} is available here; leave out the header API-Version or give ${API_VERSION}.`,
    },
    params: [{
      type: problem, name: 'API-Version', allowed: SERVED_VERSIONS,
      reason: { nl: 'Verwacht: een versie die hier wordt geleverd, als major.minor.patch.', en: 'Expected: a version that is served here, as major.minor.patch.' },
    }],
  };
}
