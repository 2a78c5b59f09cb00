/**
 * Requested files: all features of a question in one file, for questions that are longer than a page. A request starts a job, and the job
 * leads to the file.
 *
 * - Parameters are those of a page of features, in the address or the body; the file has the same features, in the order of `sorteer`
 *   or else of publication, as the downloads. FlatGeobuf is in the order of its index.
 * - Clients that read the full audience get files of it, which others do not find.
 * Not here: the queue and how long a file is stored (files/requested-files.ts), making it (pipelines/downloads/file-maker.ts).
 */
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import { atTurn } from '../../publisher/read/turns.ts';
import type { FeatureBytes } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { REQUESTED_FORMS, type FileContents } from '../../schemas/requested-files.ts';
import { isCollection } from '../description/collections.ts';
import { fileJobUrl, requestedFileBody, REQUESTED_FILES } from '../description/requested-file.ts';
import type { Listing } from '../edition/listing.ts';
import type { FileJob } from '../files/requested-files.ts';
import { FILE } from '../parameters/list-query.ts';
import { readPassedOn } from '../parameters/passed-on.ts';
import { parameterProblem, wrongValue } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { JOB_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { featureParts } from '../response/feature-parts.ts';
import { fileResponse } from '../response/file-response.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { concatSlices, contentHeaders, jsonBytes, NO_STORE, type ServiceResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { searchListing } from './items-search.ts';

type FileCrs = FileContents['crs'];

/** POST /collections/{collectionId}/_bestand */
export async function requestFile(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const { files, baseUrl, editions } = service;
  const collection = request.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const path = `/collections/${collection}/_bestand`;
  const form = formOf({ query: request.query, headers: {} }, REQUESTED_FORMS, baseUrl + path);
  if (typeof form === 'object') return form;
  const listing = searchListing(request, service, { collection, kind: FILE, path });
  if ('problem' in listing) return listing;
  const { activated, series, query: { question, crs: requested, identity } } = listing;
  const crs = requested.name === null ? 'CRS84' : requested.bytes;
  if (crs !== 'CRS84' && crs !== '28992') return parameterProblem([wrongValue('crs', requested.uri, EXPECTED_CRS)], request.query, baseUrl + path);
  if (files === null) return UNABLE;
  if (activated === undefined) return NO_EDITION;
  const { edition: { number, contentId, moment } } = activated;
  const { numberMatched: count } = await series.answer({ ...question, limit: 0 });
  if (count > LIMITS.requestedFileFeaturesMax) return tooMany(count);
  const contents: FileContents = {
    form, collection, crs, count, edition: number, moment: question.at ?? moment, features: () => featuresOf(listing, crs),
  };
  const job = await files.request({ editions, number, contentId, key: `${form} ${crs} ${identity}`, contents }, request);
  if (job === 'busy') return BUSY;
  return job === 'unable' ? UNABLE : jobResponse(job, baseUrl, job.finished === null ? 202 : 200);
}

/** GET /bestanden/{uuid} */
export function requestedFile(request: ServiceRequest, service: Service): HandlerResult {
  const job = foundJob(request, service, '');
  return 'problem' in job ? job : jobResponse(job, service.baseUrl, 200);
}

/** GET /bestanden/{uuid}/{gevraagdBestand} */
export function requestedFileBytes(request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const { gevraagdBestand = '' } = request.params;
  const job = foundJob(request, service, `/${encodeURIComponent(gevraagdBestand)}`);
  if ('problem' in job) return job;
  const { name, file, request: { contents: { form, crs } } } = job;
  if (file === null || name !== gevraagdBestand) return ABSENT;
  return fileResponse(request, { folder: service.files!.folder, name, form, crs, ...file });
}

function foundJob(request: ServiceRequest, { files, editions, baseUrl, clock }: Service, below: string): FileJob | Problem {
  const uuid = request.params['uuid'] ?? '';
  const job = files?.job(uuid, editions);
  if (job === undefined) return NO_JOB;
  if (job === 'gone') return GONE;
  const url = `${baseUrl}${REQUESTED_FILES}/${encodeURIComponent(uuid)}${below}`;
  const form = formOf(request, below === '' ? JOB_FORMS : [job.request.contents.form], url);
  if (typeof form === 'object') return form;
  const passedOn = readPassedOn(request.query, url, clock(), []);
  return 'problem' in passedOn ? passedOn : job;
}

function jobResponse(job: FileJob, baseUrl: string, status: 200 | 202): ServiceResponse {
  const location = status === 202 ? ['Location', fileJobUrl(job, baseUrl)] : [];
  const later = job.finished === null ? ['Retry-After', '1'] : [];
  const headers = [...contentHeaders(MEDIA_TYPES.json), ...location, ...later, ...NO_STORE];
  return { status, headers, body: [jsonBytes(requestedFileBody(job, baseUrl))] };
}

/** Yields the features of a question in one CRS, page by page. */
async function* featuresOf(listing: Listing, crs: FileCrs): AsyncGenerator<readonly Buffer[], void> {
  const question = { ...listing.query.question, crs, limit: LIMITS.featuresMax };
  for (let position = 0; ;) {
    const range = await atTurn(() => listing.series.answer({ ...question, position }, LIMITS.chunkBytes));
    for await (const { slices, release } of chunksIn<FeatureBytes>(range)) {
      const bytes = concatSlices(slices);
      release?.();
      yield [...featureParts(bytes)].map(({ start, end }) => bytes.subarray(start, end));
    }
    position += range.numberReturned;
    if (range.next === null || range.numberReturned === 0) return;
  }
}

const EXPECTED_CRS = {
  expected: { nl: 'CRS84 of RD, de stelsels van bestanden', en: 'CRS84 or RD, the CRSs of files' },
  allowed: [CRSS.CRS84.uri, CRSS['28992'].uri], correct: CRSS['28992'].uri,
};

const UNABLE: Problem = {
  problem: 'BestaatNiet',
  detail: {
    nl: 'Dit exemplaar van de dienst maakt geen bestanden op verzoek. De objecten zelf zijn te vragen bij …/items, ook als CSV.',
    en: 'This instance of the service makes no files on request. The features themselves are at …/items, also as CSV.',
  },
};

const NO_EDITION: Problem = {
  problem: 'BestaatNiet',
  detail: { nl: 'Op dat moment was er nog geen editie, dus er is niets voor een bestand.', en: 'At that moment no edition existed, so there is nothing for a file.' },
};

const BUSY: Problem = {
  problem: 'NietBeschikbaar',
  detail: {
    nl: 'Bezig: er wachten al bestanden die op verzoek worden gemaakt. Probeer het over een minuut weer.',
    en: 'Busy: requested files are waiting already. Try again in a minute.',
  },
  headers: ['Retry-After', '60'],
};

const NO_JOB: Problem = {
  problem: 'BestaatNiet',
  detail: {
    nl: `Dit bestand is er niet of niet meer: een bestand op verzoek wordt ${LIMITS.requestedFileSeconds / 60} minuten bewaard. Vraag het opnieuw.`,
    en: `This file is not there, or not any more: a requested file is stored for ${LIMITS.requestedFileSeconds / 60} minutes. Ask for it again.`,
  },
};

const GONE: Problem = {
  problem: 'EditieVerwijderd',
  detail: {
    nl: 'De editie van dit bestand wordt niet meer bewaard, en het bestand ook niet. Vraag het opnieuw.',
    en: 'The edition of this file is no longer stored, and neither is the file. Ask for it again.',
  },
};

function tooMany(count: number): Problem {
  const max = LIMITS.requestedFileFeaturesMax;
  return {
    problem: 'OngeldigeAanvraag',
    detail: {
      nl: `De vraag heeft ${count} objecten, en een bestand op verzoek hoogstens ${max}. Vraag er minder, met een filter, of neem de downloads van de collectie.`,
      en: `The question has ${count} features, and a requested file ${max} at most. Ask for fewer, by a filter, or take the downloads of the collection.`,
    },
  };
}
