/**
 * Kwaliteit: `/kwaliteit`, how complete, old and sound the published objects of each source holder are, and `/kwaliteit/{bronhoudercode}`
 * with all figures of one. An operator has an edition measured; the last measured edition counts. Not here: measuring
 * (publisher/write/quality.ts).
 */
import { csvText } from '../../schemas/csv.ts';
import { HOLDER_CODE } from '../../schemas/names.ts';
import type { QualityTotals } from '../../schemas/quality.ts';
import { kwaliteitOf, kwaliteitOfHolder, qualityPath } from '../edition/kwaliteit.ts';
import { readLang } from '../parameters/lang.ts';
import { withLanguage, type PassedOn } from '../parameters/passed-on.ts';
import { FORM_PARAMETER, parameterProblem, parseParameters, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, QUALITY_FORMS } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { bytesTag } from '../response/etags.ts';
import { ABSENT, UNAVAILABLE, type Problem } from '../response/problem.ts';
import { contentHeaders, jsonBytes, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { kwaliteitPage, kwaliteitPageOfHolder } from '../web/kwaliteit-page.ts';
import { freshPage, pageRequest } from './page-response.ts';

/** Measured editions that a trend shows. */
const TREND_MAX = 50;

/** GET /kwaliteit */
export async function kwaliteit(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const url = `${service.baseUrl}/kwaliteit`;
  const read = readRequest(request, service, url);
  if ('problem' in read) return read;
  const { form, passedOn, trend: [totals], active } = read;
  const described = kwaliteitOf(totals, service.baseUrl);
  if (form === 'html') {
    const context = pageRequest(request, service, { url, passedOn });
    return await freshPage(request, context, Promise.resolve(kwaliteitPage(described, { context, active })));
  }
  const bytes = form === 'json' ? jsonBytes(described) : Buffer.from(csvText([
    ['bronhoudercode', 'aantal', 'gevuld', 'waarden', 'zonderGeometrie', 'verlopen', 'dubbel', 'bevindingen'],
    ...described.bronhouders.map((one) => (
      [one.bronhoudercode, one.aantal, one.gevuld, one.waarden, one.zonderGeometrie, one.verlopen, one.dubbel, one.bevindingen]
    )),
  ]));
  return withValidators(request, { tag: bytesTag(bytes, form) }, () => okResponse(contentHeaders(MEDIA_TYPES[form]), bytes));
}

/** GET /kwaliteit/{bronhoudercode} */
export async function kwaliteitOfOne(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const holder = request.params['bronhoudercode'] ?? '';
  if (!HOLDER_CODE.test(holder)) return ABSENT;
  const url = qualityPath(service.baseUrl, holder);
  const read = readRequest(request, service, url);
  if ('problem' in read) return read;
  const { form, passedOn, trend, active } = read;
  const quality = service.editions.qualityOfHolder(trend[0], holder);
  if (quality === null) return NOTHING_OF_HOLDER;
  const described = kwaliteitOfHolder(quality, trend[0], trend);
  if (form === 'html') {
    const context = pageRequest(request, service, { url, passedOn });
    return await freshPage(request, context, Promise.resolve(kwaliteitPageOfHolder(described, { context, active })));
  }
  const bytes = form === 'json' ? jsonBytes(described) : Buffer.from(csvText([
    ['collectie', 'aantal', 'veld', 'gevuld', 'onbekend', 'leeg'],
    ...described.collecties.flatMap(({ collectie, aantal, velden }) => (
      velden.map(({ veld, gevuld, onbekend, leeg }) => [collectie, aantal, veld, gevuld, onbekend, leeg])
    )),
  ]));
  return withValidators(request, { tag: bytesTag(bytes, form) }, () => okResponse(contentHeaders(MEDIA_TYPES[form]), bytes));
}

interface QualityRequest {
  readonly form: (typeof QUALITY_FORMS)[number];
  readonly passedOn: PassedOn;
  /** Measured editions, newest first. */
  readonly trend: readonly [QualityTotals, ...QualityTotals[]];
  /** Number of the active edition. */
  readonly active: number;
}

function readRequest(request: ServiceRequest, { editions }: Service, url: string): QualityRequest | Problem {
  const form = formOf(request, QUALITY_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const passedOn = withLanguage(readLang(parseParameters(request.query, ['lang', FORM_PARAMETER], faults).lang, faults));
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const active = present.edition.number;
  const [newest, ...earlier] = editions.qualityUpTo(active, TREND_MAX);
  return newest === undefined ? NOT_MEASURED : { form, passedOn, trend: [newest, ...earlier], active };
}

const NOT_MEASURED: Problem = {
  problem: 'BestaatNiet',
  detail: {
    nl: 'De kwaliteit van dit register is nog niet gemeten. Dit zegt dus niets over die kwaliteit; de beheerder kan haar laten meten.',
    en: 'The quality of this register has not been measured yet. So this says nothing about that quality; the operator can have it measured.',
  },
};

const NOTHING_OF_HOLDER: Problem = {
  problem: 'BestaatNiet',
  detail: {
    nl: 'Deze bronhouder heeft in de gemeten editie geen objecten.', en: 'This source holder has no objects in the edition that was measured.',
  },
};
