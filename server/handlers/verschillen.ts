/**
 * Verschillen: `/verschillen`, the differences between any two editions: counts first, then the differences by cursor.
 *
 * Unit: the feature that is valid now in an edition. Links to other pages name both editions by their numbers, so that all pages compare
 * the same two. Equal editions and equal query give equal bytes, so the tag is strong; caches ask again, because an object may become
 * secret and its editions are withdrawn then.
 * Not here: the comparison (publisher/read/differences.ts), the feed (verschillen-feed.ts), the page (web/verschillen-page.ts).
 */
import type { ComparedState } from '../../publisher/read/compared-state.ts';
import type { FeatureDifference, FeatureDifferences } from '../../publisher/read/types.ts';
import type { EditionCrs } from '../../schemas/crs.ts';
import { csvText } from '../../schemas/csv.ts';
import type { Language } from '../../schemas/finding.ts';
import { remarkOn, stateAt } from '../edition/compared.ts';
import { sharedOffer } from '../edition/crs-offer.ts';
import { countsOf, KINDS, verschilOf, type ShownDifferences } from '../edition/verschil.ts';
import { crsFaults, offeredCrs } from '../parameters/crs.ts';
import { readDifferenceCursor, readDifferenceQuery, writeDifferenceCursor, type DifferenceRequest } from '../parameters/difference-query.ts';
import { withLanguage } from '../parameters/passed-on.ts';
import { formatQuery, joinQueries, parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { asPage, formOf, mediaTypeAt } from '../request/form.ts';
import { languageOf } from '../request/language.ts';
import { DIFFERENCE_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { withValidators } from '../response/conditional.ts';
import { listTag, shortHash } from '../response/etags.ts';
import { withQuery } from '../response/object-links.ts';
import { UNAVAILABLE } from '../response/problem.ts';
import { contentHeaders, jsonBytes, okResponse, type ServiceResponse } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';
import { verschillenPage } from '../web/verschillen-page.ts';
import { freshPage, pageRequest } from './page-response.ts';

type ProgramForm = Exclude<(typeof DIFFERENCE_FORMS)[number], 'html'>;

/** GET /verschillen */
export async function verschillen(request: ServiceRequest, service: Service): Promise<HandlerResult> {
  const { editions, baseUrl, profile, clock } = service;
  const url = `${baseUrl}/verschillen`;
  const form = formOf(request, DIFFERENCE_FORMS, url);
  if (typeof form === 'object') return form;
  const present = editions.current();
  if (present === undefined) return UNAVAILABLE;
  const faults: ParameterFault[] = [];
  const asked = readDifferenceQuery(request.query, { profile, now: clock(), newest: present.newest, faults });
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const before = stateAt(asked.van, editions);
  if ('problem' in before) return before;
  const after = stateAt(asked.tot, editions);
  if ('problem' in after) return after;
  const question = `${before.number}|${after.number}|${asked.identity}`;
  const from = readDifferenceCursor(asked.cursor, question, faults);
  if (faults.length > 0) return parameterProblem(faults, request.query, url);
  const offer = sharedOffer([before.edition, after.edition], asked.query.series.map(({ name }) => name));
  const notOffered = crsFaults([asked.crs, ...asked.otherCrss], { profile, offer });
  if (notOffered.length > 0) return parameterProblem(notOffered, request.query, url);
  const crs = offeredCrs(asked.crs, { profile, offer });
  if ('reason' in crs) return parameterProblem([crs], request.query, url);
  const read = async (crss: readonly EditionCrs[]): Promise<ShownDifferences> => {
    const pair = { before: before.edition, after: after.edition };
    const counts = await editions.countDifferences(pair, asked.query);
    const page = await editions.differences(pair, asked.query, { crss: [...new Set(crss)], from, limit: asked.limit });
    const self = withQuery(url, request.query.text);
    const next = nextOf(page, url, { asked, before, after, question });
    return { before, after, remark: remarkOn(before, after), filters: asked.filters, counts, differences: page.differences, self, next };
  };
  if (form === 'html') {
    const context = pageRequest(request, service, { url, passedOn: withLanguage(asked.lang) });
    return await freshPage(request, context, read(['28992']).then((shown) => verschillenPage(shown, context)));
  }
  const ends = [before, after].map(({ number, since, edition }) => `${number} ${since?.getTime()} ${edition?.contentId}`).join('|');
  const language = languageOf(request, withLanguage(asked.lang));
  const tag = listTag({
    series: shortHash(ends) + shortHash(`${ends} `), question: shortHash(`${request.query.text}|${asked.identity}|${language}`), form, service: service.tag,
  });
  return await withValidators(request, { tag, vary: 'Accept-Crs, Accept-Language' }, async () => (
    written(await read(form === 'geojson' ? [crs.bytes] : [crs.bytes, '28992']), form, { crs: crs.uri, language })
  ));
}

function nextOf({ differences, hasMore }: FeatureDifferences, url: string, { asked, before, after, question }: {
  asked: DifferenceRequest; before: ComparedState; after: ComparedState; question: string;
}): string | undefined {
  const last = differences.at(-1);
  if (!hasMore || last === undefined) return undefined;
  const own = formatQuery([
    ['van', String(before.number)], ['tot', String(after.number)], ['cursor', writeDifferenceCursor(last.position, question)],
  ]);
  return withQuery(url, joinQueries(asked.carried, own));
}

function written(shown: ShownDifferences, form: ProgramForm, { crs, language }: { crs: string; language: Language }): ServiceResponse {
  const headers = [
    ...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${crs}>`, 'Content-Language', language, 'Link', linkHeader(shown, form),
  ];
  if (form === 'csv') return okResponse(headers, Buffer.from(csvText(rowsOf(shown))));
  const { before, after, remark, counts, differences } = shown;
  const described = {
    van: endOf(before), tot: endOf(after), ...(remark === undefined ? {} : { opmerking: remark[language] }), ...countsOf(counts),
  };
  const links = linksOf(shown, form);
  if (form === 'json') return okResponse(headers, jsonBytes({ ...described, verschillen: differences.map(verschilOf), links }));
  const features = differences.flatMap(statesOf);
  return okResponse(headers, Buffer.from(`{"type":"FeatureCollection","features":[${features.join(',')}],${
    JSON.stringify({ ...described, numberReturned: features.length, links }).slice(1)}`));
}

function endOf({ number, since }: ComparedState) {
  return { nummer: number, ...(since === null ? {} : { beschikbaarVanaf: since.toISOString() }) };
}

/** Returns the feature before and the feature after, each with three members that say which it is. */
function statesOf({ kind, position: { series }, before, after }: FeatureDifference): readonly string[] {
  const marked = (bytes: Buffer, toestand: 'voor' | 'na'): string => {
    const text = bytes.toString();
    const at = text.indexOf(PROPERTIES) + PROPERTIES.length;
    const members = { verschilCollectie: series, verschilSoort: KINDS[kind], verschilToestand: toestand };
    return `${text.slice(0, at)}${JSON.stringify(members).slice(1, -1)},${text.slice(at)}`;
  };
  return [...before === null ? [] : [marked(before[0]!, 'voor')], ...after === null ? [] : [marked(after[0]!, 'na')]];
}

/** No text in JSON has these quotes unescaped. */
const PROPERTIES = '"properties":{';

function rowsOf({ differences }: ShownDifferences): readonly (readonly string[])[] {
  const head = ['collectie', 'id', 'soort', 'veld', 'voor', 'na'];
  return [head, ...differences.map(verschilOf).flatMap(({ collectie, id, soort, velden }) => (
    velden === undefined || velden.length === 0 ? [[collectie, id, soort, '', '', '']]
      : velden.map(({ veld, voor, na }) => [collectie, id, soort, veld, cellOf(voor), cellOf(na)])
  ))];
}

function cellOf(value: unknown): string {
  return value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

function linksOf({ self, next }: ShownDifferences, form: ProgramForm) {
  const type = mediaTypeAt(self, form);
  return [
    { href: self, rel: 'self', type }, { href: asPage(self), rel: 'alternate', type: 'text/html' },
    ...(next === undefined ? [] : [{ href: next, rel: 'next', type }]),
  ];
}

function linkHeader(shown: ShownDifferences, form: ProgramForm): string {
  return linksOf(shown, form).map(({ href, rel, type }) => `<${href}>; rel="${rel}"; type="${type}"`).join(', ');
}
