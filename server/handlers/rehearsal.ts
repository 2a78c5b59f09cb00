/**
 * Rehearsal: the responses to a request with `proef=true`: the report that a delivery or an undo would get, in the forms of a report, or 503
 * while another rehearsal runs. Nothing is stored.
 */
import type { Desk } from '../../schemas/desk.ts';
import type { Language, Report } from '../../schemas/finding.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, SUBMISSION_FORMS } from '../request/negotiate.ts';
import type { Problem } from '../response/problem.ts';
import { contentHeaders, jsonBytes, NO_STORE, okResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { rehearsalPage, type RehearsedKind } from '../web/submission-page.ts';
import { pageHeaders, pageRequest } from './page-response.ts';
import { mapsOf } from './submission.ts';

/** Returns the form of the report of a rehearsal, or the problem with the request to `url`. */
export function reportForm(request: ServiceRequest, url: string): (typeof SUBMISSION_FORMS)[number] | Problem {
  return formOf(request, SUBMISSION_FORMS, url);
}

interface RehearsalOptions {
  /** Absolute URL of the request, without query. */
  readonly url: string;
  readonly lang: Language | undefined;
  readonly of: RehearsedKind;
  readonly desk: Desk;
  readonly service: Service;
}

/** Returns the report of a rehearsal, in the form that the request asks for. */
export async function foreseen(request: ServiceRequest, report: Report, options: RehearsalOptions): Promise<HandlerResult> {
  const { lang, url, of, desk, service } = options;
  const form = reportForm(request, url);
  if (typeof form === 'object') return form;
  if (form === 'html') {
    const context = pageRequest(request, service, { url: undefined, passedOn: withLanguage(lang) });
    return okResponse([...pageHeaders(context), ...NO_STORE], rehearsalPage(report, await mapsOf(report, desk), { context, of }));
  }
  return okResponse([...contentHeaders(MEDIA_TYPES[form]), ...NO_STORE], form === 'json' ? jsonBytes(report) : await desk.report(report, form));
}

/** 503: another rehearsal runs. */
export function rehearsalBusy(): Problem {
  return {
    problem: 'NietBeschikbaar',
    detail: {
      nl: 'Bezig: er loopt al een proef, en er kan er één tegelijk lopen. Er is niets bewaard; probeer het zo weer.',
      en: 'Busy: another dry run is under way, and only one can run at a time. Nothing was stored; try again soon.',
    },
    headers: ['Retry-After', '10'],
  };
}
