/**
 * General problems: of errors that a handler throws or the framework finds, and of requests that reach no handler. Clients get no details
 * of an error. Not here: problems with one place of their own (request/, connection/).
 */
import { Fault, isOutOfFiles } from '../../schemas/fault.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { NOT_ACCEPTING, type NotAccepting } from '../../schemas/not-accepting.ts';
import { ABSENT, type Problem } from './problem.ts';

/** Returns the problem of an error. */
export function problemOfError(error: { readonly code?: string; readonly statusCode?: number }): Problem {
  if (error instanceof Fault && error.detail.forClients !== undefined) return notAccepting(error.detail.forClients);
  if (error instanceof Fault || isOutOfFiles(error)) return NOT_AVAILABLE_NOW;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return TOO_LARGE;
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') return ABSENT;
  return (error.statusCode ?? 500) < 500 ? MALFORMED : UNEXPECTED;
}

/** Returns the problem of a method that the path does not have; `headers`: its header Allow. */
export function notAllowed(method: string, headers: readonly string[]): Problem {
  return {
    problem: 'MethodeNietToegestaan',
    detail: {
      nl: `${method} kan hier niet; wel: ${headers[1]}.`,
      en: `${method} is not possible here; possible: ${headers[1]}.`,
    },
    headers,
  };
}

const SHOWN_PATH_CHARS_MAX = 200;

/**
 * Problem of a path outside the base URL. It names the path that arrived, because a proxy may have stripped a prefix from the client's
 * path.
 */
export function outsideBaseUrl(path: string, baseUrl: string): Problem {
  const arrived = path.slice(0, SHOWN_PATH_CHARS_MAX);
  const { pathname } = new URL(baseUrl);
  return {
    problem: 'BestaatNiet',
    detail: {
      nl: `Hier is niets: het pad ${arrived} kwam aan, en de dienst staat op ${baseUrl}. Een proxy ervoor moet het pad met ${pathname} doorgeven.`,
      en: `Nothing is here: the path ${arrived} arrived, and the service is at ${baseUrl}. A proxy before it must pass on the path with ${pathname}.`,
    },
  };
}

export const TOO_LARGE: Problem = {
  problem: 'TeGroot',
  detail: {
    nl: `Een bericht mag hoogstens ${LIMITS.requestBodyBytesMax} bytes zijn; lever grotere bestanden aan als levering.`,
    en: `A message may have at most ${LIMITS.requestBodyBytesMax} bytes; send larger files as a delivery.`,
  },
  headers: ['Connection', 'close'],
};

const MALFORMED: Problem = {
  problem: 'OngeldigeAanvraag',
  detail: { nl: 'De aanvraag is onvolledig of onjuist gevormd.', en: 'The request is incomplete or malformed.' },
};

const RETRY_LATER = ['Retry-After', '30'];

/** Problem of a Fault (disk, clock, a damaged file), and of running out of file descriptors. */
const NOT_AVAILABLE_NOW: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Dit kan nu even niet. De beheerder weet ervan; probeer het later weer.',
    en: 'This is not possible just now. The operator knows; try again later.',
  },
  headers: RETRY_LATER,
};

/** Problem of a write that is not accepted now. Reading needs only an edition and continues. */
function notAccepting(reason: NotAccepting): Problem {
  const { nl, en } = NOT_ACCEPTING[reason];
  return {
    problem: 'NietBeschikbaar',
    detail: {
      nl: `Dit kan nu niet: ${nl}. Wat gepubliceerd is, is wel te lezen, zonder token. De beheerder weet ervan; probeer het later weer.`,
      en: `This is not possible just now: ${en}. What is published can be read, without a token. The operator knows; try again later.`,
    },
    headers: RETRY_LATER,
  };
}

/**
 * Problem of a request that arrives while the server stops. Pending requests are still answered; a restarted or other process takes new
 * ones.
 */
export const CLOSING: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'De dienst wordt gestopt en neemt niets meer aan; probeer het zo weer.',
    en: 'The service is being stopped and takes nothing more; try again shortly.',
  },
  headers: ['Retry-After', '5'],
};

/** Problem of a request when unsent responses use all the memory allowed for them. */
export const TOO_MANY_UNSENT: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Te veel lange antwoorden wachten nu op lezers. Probeer het zo weer, of vraag een kleinere bladzijde (limit).',
    en: 'Too many long answers wait for their readers now. Try again shortly, or ask for a smaller page (limit).',
  },
  headers: ['Retry-After', '5'],
};

/** Problem of a stream when as many are open as the service has. */
export const TOO_MANY_STREAMS: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: `Er staan al ${LIMITS.liveStreamsMax} stromen open. Probeer het zo weer, of vraag de lijst (f=json) met na.`,
    en: `${LIMITS.liveStreamsMax} streams are open already. Try again shortly, or request the list (f=json) with na.`,
  },
  headers: ['Retry-After', '60'],
};

export const UNEXPECTED: Problem = {
  problem: 'OnverwachteFout',
  detail: {
    nl: 'Er ging iets mis bij ons. Noem bij navraag het kenmerk hieronder.',
    en: 'Something went wrong on our side. Mention the instance below when you ask.',
  },
};
