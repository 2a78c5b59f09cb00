/**
 * Writes: one object by POST, as a GeoJSON Feature to a collection or as a document to a resource path.
 *
 * The body goes to the desk as raw bytes. 201 means: the object can be read now. What the head of a request
 * already shows to be wrong is refused before its body is read. Not here: what makes an object valid (the
 * pipelines).
 */
import { CRSS, DELIVERY_CRSS } from '../../schemas/crs.ts';
import type { Desk } from '../../schemas/desk.ts';
import { ROOTS } from '../../schemas/names.ts';
import type { ProblemName } from '../../schemas/problems.ts';
import type { Outcome, Receipt } from '../../schemas/submission.ts';
import { neededHolder } from '../access.ts';
import { contentHeaders, empty, jsonBytes, NO_STORE } from '../answer.ts';
import { invalid } from '../invalid-params.ts';
import { readContentCrs } from '../parameters/crs.ts';
import { parameterless } from '../parameters/query.ts';
import type { Problem } from '../problem.ts';
import type { Asked, Said, Service } from '../service.ts';
import { submissionBody } from '../submission.ts';

/** Where a write goes and what its body must be. */
export interface Target {
  /** Path below the base URL, as the submission remembers it. */
  readonly path: string;
  readonly form: 'feature' | 'document';
}

/** What can be refused by the head of the request alone; undefined when its body may be read. */
export function refusedByHead({ form, path }: Target, asked: Asked, service: Service): Problem | undefined {
  const holder = neededHolder(asked.headers.authorization, service);
  if (typeof holder !== 'string') return holder;
  const expected = form === 'feature' ? 'application/geo+json' : 'application/json';
  const isCoded = asked.headers['content-encoding'] !== undefined;
  if (mediaTypeOf(asked) !== expected || isCoded) return unsupportedMedia(expected);
  if (readContentCrs(contentCrsOf(asked)) === undefined) return UNSUPPORTED_CRS;
  return parameterless(asked.query, service.baseUrl + path);
}

/** POST /collections/{collectionId}/items and POST /{resources} */
export async function post(
  target: Target, asked: Asked, { desk, service }: { desk: Desk; service: Service },
): Promise<Said> {
  const refused = refusedByHead(target, asked, service);
  const holder = neededHolder(asked.headers.authorization, service);
  const crs = readContentCrs(contentCrsOf(asked));
  if (refused !== undefined || typeof holder !== 'string' || crs === undefined) return refused ?? UNSUPPORTED_CRS;

  const body = Buffer.isBuffer(asked.body) ? asked.body : Buffer.alloc(0);
  const wait = !respondAsync(asked.headers['prefer']);
  const answer = await desk.submit({
    holder, method: 'POST', target: target.path, crs: crs.uri, mediaType: mediaTypeOf(asked), ifMatch: null,
  }, body, { wait });
  if (answer.kind === 'refused') return invalid('ValidatieFout', answer.findings);
  if (answer.kind === 'pending') return accepted(pendingOf(answer.receipt), { wait, service });
  return settled(answer.outcome, target, { wait, service });
}

function settled(outcome: Outcome, target: Target, { wait, service }: { wait: boolean; service: Service }): Said {
  const { receipt, state, status, report, roots } = outcome;
  const root = roots[0];
  if (state === 'pending') return accepted(outcome, { wait, service });
  if (state === 'aside' || status === null) return setAside(receipt);
  if (status < 300 && root !== undefined) {
    // Kept, but in no edition that this service shows: it cannot be read, so it is accepted and not created (design 13).
    if (report?.objects.some(({ published }) => published === false) === true) return accepted(outcome, { wait, service });
    const path = target.form === 'feature' ? target.path : `/${ROOTS[root.type].path}`;
    const location = `${service.baseUrl}${path}/${encodeURIComponent(root.id)}`;
    const link = `<${submissionUrl(receipt, service)}>; rel="status"`;
    return empty(status, ['Location', location, 'Link', link, ...NO_STORE]);
  }
  return invalid(problemOf(status), report?.findings ?? []);
}

function pendingOf(receipt: Receipt): Outcome {
  return { receipt, state: 'pending', status: null, roots: [], report: null };
}

/** 202: the answer to follow is at the submission's own address. */
function accepted(outcome: Outcome, { wait, service }: { wait: boolean; service: Service }): Said {
  const body = submissionBody(outcome, service);
  const preference = wait ? [] : ['Preference-Applied', 'respond-async'];
  const location = ['Location', submissionUrl(outcome.receipt, service)];
  const headers = [...contentHeaders('application/json'), ...location, ...preference, ...NO_STORE];
  return { status: 202, headers, body: [jsonBytes(body)] };
}

function submissionUrl({ uuid }: Receipt, { baseUrl }: Service): string {
  return `${baseUrl}/indieningen/${uuid}`;
}

const BY_STATUS: Readonly<Record<number, ProblemName>> = {
  400: 'ValidatieFout', 401: 'NietGeautoriseerd', 403: 'GeenToegang', 404: 'BestaatNiet', 409: 'BestaatAl',
  413: 'TeGroot', 422: 'NietVerwerkbaar',
};

function problemOf(status: number): ProblemName {
  return BY_STATUS[status] ?? 'OnverwachteFout';
}

function setAside({ uuid }: Receipt): Problem {
  return {
    problem: 'OnverwachteFout',
    detail: {
      nl: `De indiening is bewaard maar kon niet worden verwerkt; meld de beheerder nummer ${uuid}.`,
      en: `The submission is kept but could not be processed; tell the operator number ${uuid}.`,
    },
  };
}

function mediaTypeOf({ headers }: Asked): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function contentCrsOf({ headers }: Asked): string | undefined {
  const header = headers['content-crs'];
  return Array.isArray(header) ? header.join() : header;
}

function respondAsync(prefer: string | readonly string[] | undefined): boolean {
  const text = typeof prefer === 'string' ? prefer : prefer?.join() ?? '';
  return text.split(',').some((preference) => preference.split(';', 1)[0]?.trim().toLowerCase() === 'respond-async');
}

function unsupportedMedia(expected: string): Problem {
  return {
    problem: 'MediatypeNietOndersteund',
    detail: {
      nl: `Stuur hier ${expected}, zonder Content-Encoding.`, en: `Send ${expected} here, without Content-Encoding.`,
    },
  };
}

const UNSUPPORTED_CRS: Problem = {
  problem: 'CrsNietOndersteund',
  detail: {
    nl: 'De kop Content-Crs noemt geen ondersteund CRS.', en: 'The header Content-Crs names no supported CRS.',
  },
  params: [{
    type: 'parameter/CrsNietOndersteund',
    name: 'Content-Crs',
    reason: { nl: 'Gebruik een van deze URI’s.', en: 'Use one of these URIs.' },
    allowed: DELIVERY_CRSS.map((code) => CRSS[code].uri),
  }],
};
