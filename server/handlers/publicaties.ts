/**
 * Publicaties: `/publicaties`, what was published after a publication that the client knows: as a list now, or as a stream of Server-Sent
 * Events (WHATWG HTML, 9.2) that goes on with what is published later.
 *
 * The place in the list is the number of the last publication that the client knows: `na`, or `Last-Event-ID`, which a browser sends when
 * it connects again. Without it the newest publication comes first. Not here: the events (edition/publications.ts).
 */
import { LIMITS } from '../../schemas/limits.ts';
import type { PublicationEvent } from '../../schemas/publication-event.ts';
import { sharedOffer } from '../edition/crs-offer.ts';
import { publicationsAfter, publicationsUrl, type Selection } from '../edition/publications.ts';
import { crsFaults } from '../parameters/crs.ts';
import { filterText, PUBLICATION_PARAMETERS, readDifferenceFilters } from '../parameters/difference-query.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, wrongValue, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, PUBLICATION_FORMS } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { TOO_MANY_STREAMS } from '../response/general-problems.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse, type ServiceResponse } from '../response/response.ts';
import type { Compressible } from '../response/gzip.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';

/** How often a stream looks for a new publication. */
const LOOK_MS = 1_000;
/** A stream without events sends a comment this often, so that no proxy closes it as idle. */
const COMMENT_MS = 10_000;
/** Time after which a browser connects again. */
const RETRY_MS = 5_000;

/** GET /publicaties */
export async function publicaties(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const { editions, baseUrl, profile } = service;
  const url = `${baseUrl}/publicaties`;
  const form = formOf(request, PUBLICATION_FORMS, url);
  if (typeof form === 'object') return form;
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const faults: ParameterFault[] = [];
  const given = parseParameters(request.query, [...PUBLICATION_PARAMETERS, FORM_PARAMETER], faults);
  const { query, crss } = readDifferenceFilters(given, { profile, faults });
  const header = request.headers['last-event-id'];
  const named = readNumber('na', given.na, present.head, faults);
  const after = header === undefined ? named : readNumber('Last-Event-ID', String(header), present.head, faults);
  faults.push(...crsFaults(crss, { profile, offer: sharedOffer([present.edition], query.series.map(({ name }) => name)) }));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const selection = { query, text: filterText(request.query) };
  if (form === 'sse') return service.streams.isFull ? TOO_MANY_STREAMS : stream(after, selection, service);
  const { events, last } = await publicationsAfter(after, selection, service, LIMITS.publicationEventsMax);
  const bytes = jsonBytes(events);
  const next = `<${publicationsUrl(baseUrl, last, selection.text)}>; rel="next"; type="${MEDIA_TYPES[form]}"`;
  return withValidators(request, { tag: bytesTag(bytes, form), vary: 'Last-Event-ID' }, () => (
    okResponse([...contentHeaders(MEDIA_TYPES[form]), 'Link', next], bytes)
  ));
}

/** Returns the head after which publications are asked; without one that before the newest. */
function readNumber(name: 'na' | 'Last-Event-ID', text: string | undefined, newest: number, faults: ParameterFault[]): number {
  if (text === undefined) return newest - 1;
  if (/^(?:0|[1-9]\d{0,9})$/.test(text) && Number(text) <= newest) return Number(text);
  faults.push(wrongValue(name, text, {
    expected: {
      nl: `het nummer van een publicatie van 0 (voor de eerste) tot en met ${newest}, zoals in id van een gebeurtenis`,
      en: `the number of a publication from 0 (before the first) to ${newest}, as in the id of an event`,
    },
    allowed: [`0..${newest}`], correct: String(newest),
  }));
  return newest;
}

function stream(after: number, selection: Selection, service: Service): ServiceResponse {
  const headers = [...contentHeaders(MEDIA_TYPES.sse), ...NO_STORE, ...UNBUFFERED];
  const chunks = (): AsyncGenerator<Compressible, void> => service.streams.counted(steps(after, selection, service));
  return { status: 200, headers, body: [], long: { bytes: undefined, isLive: true, chunks } };
}

/** nginx keeps a response in a buffer, unless this header says otherwise. */
const UNBUFFERED = ['X-Accel-Buffering', 'no'];

async function* steps(after: number, selection: Selection, service: Service): AsyncGenerator<Compressible, void> {
  const { editions, streams } = service;
  yield step(`retry: ${RETRY_MS}\n\n`);
  let last = after;
  let quietMs = 0;
  while (!streams.isStopping) {
    if (editions.current()?.head !== last) {
      const found = await publicationsAfter(last, selection, service, LIMITS.publicationEventsMax);
      if (found.last !== last) {
        yield step(`${found.events.map(written).join('')}id: ${found.last}\n\n`);
        [last, quietMs] = [found.last, 0];
        continue;
      }
    }
    await streams.pause(LOOK_MS);
    quietMs += LOOK_MS;
    if (quietMs < COMMENT_MS) continue;
    yield step(':\n\n');
    quietMs = 0;
  }
}

/** A block without data moves the place of the client and is no event for its page. */
function written(event: PublicationEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

function step(text: string): Compressible {
  return { body: [Buffer.from(text)] };
}
