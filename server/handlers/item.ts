/**
 * Item and document: one object by id, as a feature or as a whole document, in any CRS.
 *
 * Tags are `"<hash>.<crs>.<form>.<configuration>"` with the hash of the object. Ids are only looked up in the index of the edition. An
 * impossible id is 404, and so is a moment without a version (Interface Rules, time travelling, 4). An edition has no date per object, so
 * Last-Modified is that of its series, never before the object changed.
 */
import type { Activated, Edition, FoundFeature } from '../../publisher/read/types.ts';
import { publishedFieldsOf, type FieldTree, type Form as PublishedForm } from '../../schemas/derived/published-fields.ts';
import { ROOTS } from '../../schemas/names.ts';
import { formatMoment, type Moment } from '../../schemas/time.ts';
import { contentHeaders, okResponse } from '../response/response.ts';
import { availableAt } from '../edition/available.ts';
import { offerOf } from '../edition/crs-offer.ts';
import { isCollection } from '../description/collections.ts';
import { contextLink } from '../description/json-ld-context.ts';
import { withValidators, validatorsOf, type Validators } from '../response/conditional.ts';
import { asPage, formOf, inForms } from '../request/form.ts';
import { objectTag, writersTag } from '../response/etags.ts';
import { DOCUMENT_FORMS, FEATURE_FORMS, MEDIA_TYPES, type Form, type WrittenForm } from '../request/negotiate.ts';
import { profilesOf } from '../request/profile.ts';
import { FEATURE_WRITERS } from '../features/feature-writers.ts';
import { geometryOf } from '../features/feature-rows.ts';
import { alternateForms } from '../features/page-frame.ts';
import { partsOf } from '../response/feature-parts.ts';
import { isPossibleId } from '../../schemas/model/object-id.ts';
import { documentWithSelf, featureWithSelf, halDocument, withQuery, type Addresses } from '../response/object-links.ts';
import {
  documentVersions, featureVersions, linksToVersions, mementoHeader, versionLinks, type VersionAddresses,
} from '../response/version-links.ts';
import { offeredCrs, withCrsFaults, type CrsOffer, type RequestedCrs } from '../parameters/crs.ts';
import type { RequestedFields } from '../parameters/fields.ts';
import { DOCUMENT_PARAMETERS, FEATURE_PARAMETERS, readObjectQuery } from '../parameters/object-query.ts';
import { parameterProblem, rawParameters } from '../parameters/query.ts';
import { NO_GEOMETRY, pickedDocument, pickedFeature } from '../response/picked-fields.ts';
import { ABSENT, UNAVAILABLE, type Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { objectPage } from '../web/object-page.ts';
import { documentView, featureView } from './object-views.ts';
import { freshPage, pageRequest } from './page-response.ts';

export interface RequestedObject<F extends Form> extends Addresses {
  /** The edition that has the object. */
  readonly activated: Activated;
  /** Moment of the requested version; null: the version valid now, else the most recent one. */
  readonly at: Moment | null;
  /** The moments of the request as a query; empty without any. */
  readonly moments: string;
  /** `beschikbaarOp` of the request as a query, as written; empty without it. */
  readonly available: string;
  readonly id: string;
  readonly crs: RequestedCrs;
  /** The further CRSs of the edition. */
  readonly offer: CrsOffer;
  readonly fields: RequestedFields | undefined;
  /** The requested profiles, as written. */
  readonly profiles: string | undefined;
  readonly form: F;
}

/** GET /collections/{collectionId}/items/{featureId} */
export function item(request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const collection = request.params['collectionId'] ?? '';
  if (!isCollection(collection)) return ABSENT;
  const requested = requestedObject(request, {
    service, forms: FEATURE_FORMS, path: `/collections/${collection}/items`, series: collection, seriesForm: 'feature', id: request.params['featureId'],
    names: FEATURE_PARAMETERS, known: publishedFieldsOf(collection, 'feature'),
  });
  if ('problem' in requested) return requested;
  const { activated: { edition }, at, id, crs, form, url, available } = requested;
  const versions = featureVersions(url, available);
  const found = edition.feature(collection, id, crs.bytes, at);
  if (found === undefined) return noVersion(requested, edition.begins(collection, id), versions);
  const validators = objectValidators(found, collection, requested, service);
  if (form !== 'html') {
    return withValidators(request, validators, () => {
      const isGeoJson = form === 'geojson' || form === 'json';
      const links = [
        versionLinks(versions, found.order), ...profilesOf(form, requested.profiles).map((uri) => `<${uri}>; rel="profile"`),
        ...isGeoJson ? [contextLink(service.baseUrl)] : [],
      ];
      const headers = [...mementoHeader(found.order.begin), ...objectHeaders(requested, links.join(', '))];
      if (isGeoJson) {
        return { ...okResponse(headers, ...shownFeature(found, collection, requested, service)), release: found.release };
      }
      return okResponse(headers, ...writtenFeature(form, { edition, collection, requested, service }));
    });
  }
  const context = pageRequest(request, service, { url: requested.url, passedOn: requested.passedOn });
  const inRd = crs.bytes === '28992' ? found : edition.feature(collection, id, '28992', at) ?? found;
  const bytes = Buffer.concat([...shownFeature(inRd, collection, requested, service)]);
  const view = featureView(bytes, { requested, context, service, collection, isNow: found.isNow });
  const more = [...mementoHeader(found.order.begin), 'Link', versionLinks(versions, found.order)];
  return freshPage(request, context, view.then((shown) => objectPage(shown, service.profile)), { more });
}

/** Returns a feature in a form that is made when it is asked for. Its links are those of the feature in GeoJSON. */
function writtenFeature(form: WrittenForm, { edition, collection, requested, service }: {
  edition: Edition; collection: string; requested: RequestedObject<(typeof FEATURE_FORMS)[number]>; service: Service;
}): readonly Buffer[] {
  const { id, crs, at, fields } = requested;
  const { crss, feature } = FEATURE_WRITERS[form];
  const found = crss(crs).map((one) => edition.feature(collection, id, one, at)!);
  const geometries = found.map(({ bytes }) => geometryOf(bytes, partsOf(bytes)));
  const bytes = Buffer.concat([...shownFeature(found[0]!, collection, { ...requested, fields: undefined }, service)]);
  return feature({ bytes, parts: partsOf(bytes), geometries }, { collection, crs, fields, baseUrl: service.baseUrl });
}

/**
 * Returns a feature with links to its web page and its collection (OGC API Features Part 1, f-links). Features in lists lack these links.
 */
function shownFeature(
  { bytes, linksEnd }: FoundFeature, collection: string, requested: RequestedObject<(typeof FEATURE_FORMS)[number]>, { baseUrl }: Service,
): readonly Buffer[] {
  const { fields, self, passedOn, form, profiles } = requested;
  const more = JSON.stringify([
    { href: asPage(self), rel: 'alternate', type: 'text/html' },
    ...inForms(self, alternateForms(form)).map(([one, href]) => ({ href, rel: 'alternate', type: MEDIA_TYPES[one] })),
    { href: withQuery(`${baseUrl}/collections/${collection}`, passedOn.text), rel: 'collection', type: MEDIA_TYPES.json },
    ...profilesOf(form, profiles).map((href) => ({ href, rel: 'profile', type: 'text/html' })),
  ]);
  const start = featureWithSelf(bytes.subarray(0, linksEnd), requested);
  const picked = fields === undefined ? [start] : pickedFeature(start, fields);
  const end = fields?.skipsGeometry === true ? [LINKS_END, NO_GEOMETRY] : [bytes.subarray(linksEnd)];
  return [...picked, Buffer.from(`,${more.slice(1, -1)}`), ...end];
}

const LINKS_END = Buffer.from(']');

/** GET /{resources}/{id}, of the resource that `path` names. */
export function document(path: string, request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const requested = requestedObject(request, {
    service, forms: DOCUMENT_FORMS, path: `/${path}`, series: path, seriesForm: 'document', id: request.params['id'],
    names: DOCUMENT_PARAMETERS, known: publishedFieldsOf(path, 'document'),
  });
  if ('problem' in requested) return requested;
  const { activated: { edition }, at, id, crs, fields, form, available } = requested;
  const shown = (slices: readonly Buffer[]) => (fields === undefined ? slices : [pickedDocument(slices, fields)]);
  const found = edition.document(id, crs.bytes, at);
  const versions = documentVersions({ baseUrl: service.baseUrl, path, id, available, edition, now: service.clock() });
  if (found === undefined || ROOTS[found.type].path !== path) return noVersion(requested, edition.begins(path, id), versions);
  const validators = objectValidators(found, path, requested, service);
  if (form === 'html') {
    const context = pageRequest(request, service, { url: requested.url, passedOn: requested.passedOn });
    const inRd = crs.bytes === '28992' ? found : edition.document(id, '28992', at) ?? found;
    const view = documentView(shown(inRd.slices), { requested, context, service, path, isNow: found.isNow });
    const more = [...mementoHeader(found.order.begin), 'Link', versionLinks(versions, found.order)];
    return freshPage(request, context, view.then((read) => objectPage(read, service.profile)), { more });
  }
  return withValidators(request, validators, () => {
    const schema = `<${service.baseUrl}/schemas/${found.type}>; rel="describedby"; type="${MEDIA_TYPES.schema}"`;
    const slices = shown(found.slices);
    const hal = { addresses: requested, baseUrl: service.baseUrl, tag: writersTag(found.hash) };
    const body = form === 'hal' ? halDocument(slices, found.type, hal) : documentWithSelf(slices, requested);
    const links = versionLinks(versions, found.order);
    const headers = [...mementoHeader(found.order.begin), ...objectHeaders(requested, `${schema}, ${links}`)];
    return { ...okResponse(headers, ...body), release: found.release };
  });
}

/** Reads a request for the object `id` below `path`, or for the nested objects `below` it. Returns the problem of an invalid request. */
export function requestedObject<F extends Form>(request: ServiceRequest, asked: {
  service: Service; forms: readonly F[]; path: string; id: string | undefined; below?: string; names: readonly string[]; known: FieldTree;
  /** The series of the object, and whether its features or its documents are asked. */
  series: string; seriesForm: PublishedForm;
}): RequestedObject<F> | Problem {
  const { service, forms, path, series, seriesForm, id = '', below = '', names, known } = asked;
  const url = `${service.baseUrl}${path}/${encodeURIComponent(id)}${below}`;
  const form = formOf(request, forms, url);
  if (typeof form === 'object') return form;
  const present = service.editions.current();
  if (present === undefined) return UNAVAILABLE;
  if (!isPossibleId(id)) return ABSENT;
  const { query, faults } = readObjectQuery(request.query, { names, known, profile: service.profile, now: service.clock() });
  if (faults.length > 0) {
    const given = { profile: service.profile, offer: offerOf(present.edition, series, seriesForm) };
    return parameterProblem(withCrsFaults(faults, [query.crs], given), request.query, url);
  }
  const { fields, profiles, canonical, carried, moments, passedOn, ofPage, beschikbaarOp } = query;
  const activated = beschikbaarOp === null ? present : availableAt(beschikbaarOp, service.editions);
  const available = beschikbaarOp === null ? '' : rawParameters(request.query, ['beschikbaarOp']);
  if (activated === 'nothing') return noVersion({ moments, at: null }, []);
  if ('problem' in activated) return activated;
  const at = query.at === 'present' ? activated.edition.moment : query.at;
  const offer = offerOf(activated.edition, series, seriesForm);
  const crs = offeredCrs(query.crs, { profile: service.profile, offer });
  if ('reason' in crs) return parameterProblem([crs], request.query, url);
  return {
    activated, at, moments, available, id, crs, offer, fields, profiles, form, passedOn: form === 'html' ? ofPage : passedOn,
    url, self: withQuery(url, canonical), carried: withQuery('', carried),
  };
}

/**
 * Problem of an object without a version at the requested moments. `begins`: those of its versions. `versions`: their addresses, when the
 * problem may lead to them.
 */
export function noVersion(
  { moments, at }: Pick<RequestedObject<Form>, 'moments' | 'at'>, begins: readonly Moment[], versions?: VersionAddresses,
): Problem {
  if (moments === '') return ABSENT;
  const [first, last] = [begins[0], begins.at(-1)];
  const known = first !== undefined && at !== null && first > at ? formatMoment(first) : undefined;
  const links = versions === undefined || last === undefined ? undefined : linksToVersions(versions, last);
  return {
    problem: 'BestaatNiet',
    detail: {
      nl: `Voor ${moments} bestaat op dit adres geen versie.${known === undefined ? '' : ` De eerste is geldig vanaf ${known}.`}`,
      en: `There is no version at this address for ${moments}.${known === undefined ? '' : ` The first is valid from ${known} on.`}`,
    },
    ...(links === undefined ? {} : { links }),
  };
}

export function objectValidators(
  { hash, isNow }: Pick<FoundFeature, 'hash' | 'isNow'>, series: string, { activated, crs, fields, profiles, form }: RequestedObject<Form>,
  { tag: own, clock }: Service,
): Validators {
  const picked = fields === undefined && profiles === undefined ? undefined : `${fields?.text} ${fields?.skipsGeometry} ${profiles}`;
  const { now, other } = activated.since(series);
  const since = activated.isAsPublished ? (isNow ? now : other).activated : null;
  const tag = objectTag({ hash, crs: crs.crs.code, form, configuration: activated.edition.configurationHash, service: own, picked });
  return validatorsOf(tag, since, clock());
}

export function objectHeaders({ form, crs, self }: RequestedObject<Form>, more?: string): readonly string[] {
  const own = `<${self}>; rel="self", <${asPage(self)}>; rel="alternate"; type="text/html"`;
  const link = more === undefined ? own : `${own}, ${more}`;
  return [...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${crs.uri}>`, 'Link', link];
}
