/**
 * Object views: reads the contents of the page of one object: the object in RD, the objects around it, its recent versions, and its
 * present state. All parts come from the edition of the request, except `sinceThen`, which comes from the current one.
 * Not here: the page (web/object-page.ts); the forms for programs (item.ts, sub-resources.ts).
 */
import type { Activated, Edition, FoundFeature, ListedVersion } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { legendClass } from '../../schemas/legend.ts';
import { nestsObjects } from '../../schemas/model/model.ts';
import { isRootType, kindOf, ROOTS, seriesOf, SUB_RESOURCES, type SubResource } from '../../schemas/names.ts';
import { dayOf, momentOf, parseMoment, periodOfDay, type Moment } from '../../schemas/time.ts';
import { textOf } from '../description/collections.ts';
import { versieOf } from '../edition/versie.ts';
import { versionDocuments } from '../edition/version-documents.ts';
import { endOfDay } from '../parameters/moments.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { withQuery, type Addresses } from '../response/object-links.ts';
import type { Service } from '../service.ts';
import { areaAround, neighboursOf, type Neighbour, type OwnObjects } from '../web/neighbours.ts';
import type { CrsOffer } from '../parameters/crs.ts';
import type { ObjectView, Standing } from '../web/object-view.ts';
import { dataUrl, type PageRequest } from '../web/page.ts';
import { asGeometry, geometriesIn, text } from '../web/value.ts';
import { SUB_TITLES, SUBS } from '../web/nested-object-pages.ts';

/** Number of versions on the page of an object. */
const VERSIONS_SHOWN = 5;

/** The request for an object, as item.ts has read it. */
interface Requested extends Addresses {
  readonly id: string;
  readonly activated: Activated;
  readonly at: Moment | null;
  readonly moments: string;
  readonly offer: CrsOffer;
}

interface Found {
  readonly requested: Requested;
  readonly context: PageRequest;
  readonly service: Service;
}

/** The view of a feature. `bytes`: the feature in RD. */
export function featureView(
  bytes: Buffer, { collection, isNow, ...found }: Found & { readonly collection: string; readonly isNow: boolean },
): Promise<ObjectView> {
  const { requested, context } = found;
  const { id, passedOn } = requested;
  const feature = parsed(bytes);
  const object = propertiesIn(feature);
  const type = text(object['entityType']) ?? '';
  const root = isRootType(type) ? { path: ROOTS[type].path, id } : rootIn(feature['links'], context.baseUrl);
  const geometry = asGeometry(feature['geometry']);
  const own: readonly Neighbour[] = geometry === undefined ? []
    : [{ collection, id, entityType: type, geometry, symbol: legendClass(collection, object), isDerived: object['geometrieAfgeleid'] === true }];
  const others: readonly (readonly [string, string])[] = root === undefined ? [] : [[
    { nl: 'Het hele document', en: 'The whole document' }[context.language],
    withQuery(`${context.baseUrl}/${root.path}/${encodeURIComponent(root.id)}`, passedOn.ofObject),
  ]];
  return viewOf({
    ...found, object, own, others, root: root ?? { path: collection, id }, isNow, feature: { series: collection, id }, forms: ['geojson', 'json'],
    trail: [
      [{ nl: 'Collecties', en: 'Collections' }[context.language], dataUrl(context, '/collections')],
      [textOf(collection).title[context.language], withQuery(`${context.baseUrl}/collections/${collection}/items`, passedOn.ofFeatures)],
    ],
  });
}

/** The view of a whole document. `slices`: the document in RD. */
export function documentView(
  slices: readonly Buffer[], { path, isNow, ...found }: Found & { readonly path: string; readonly isNow: boolean },
): Promise<ObjectView> {
  const { requested: { id, url, carried, passedOn }, context } = found;
  const object = parsed(Buffer.concat([...slices]));
  const lists = nestsObjects(text(object['entityType']) ?? '') ? SUBS : [];
  return viewOf({
    ...found, object, own: geometriesOf(object), root: { path, id }, isNow, feature: { series: path, id }, forms: ['json', 'hal'],
    partUrl: partUrlIn(url, carried),
    others: [
      [
        { nl: 'Als kaartobject', en: 'As a feature' }[context.language],
        withQuery(`${context.baseUrl}/collections/${path}/items/${encodeURIComponent(id)}`, passedOn.ofObject),
      ],
      ...lists.map((sub) => [SUB_TITLES[sub][context.language], `${url}/${sub}${carried}`] as const),
    ],
    trail: [[textOf(path).title[context.language], dataUrl(context, `/${path}`)]],
  });
}

/** The view of an object nested in a document. `bytes`: the object in RD. */
export function nestedView(bytes: Buffer, { path, sub, isNow, ...found }: Found & {
  readonly path: string; readonly sub: SubResource; readonly isNow: boolean;
}): Promise<ObjectView> {
  const { requested, context: { baseUrl, language } } = found;
  const { carried, passedOn } = requested;
  const object = parsed(bytes);
  const rootUrl = `${baseUrl}/${path}/${encodeURIComponent(requested.id)}`;
  const id = text(object['id']) ?? '';
  return viewOf({
    ...found, requested: { ...requested, id }, object, own: geometriesOf(object), root: { path, id: requested.id }, isNow,
    feature: { series: path, id: requested.id },
    forms: ['json', 'hal'], partUrl: partUrlIn(rootUrl, carried),
    others: [[{ nl: 'Het hele document', en: 'The whole document' }[language], `${rootUrl}${carried}`]],
    trail: [
      [textOf(path).title[language], withQuery(`${baseUrl}/${path}`, passedOn.text)], [requested.id, `${rootUrl}${carried}`],
      [SUB_TITLES[sub][language], `${rootUrl}/${sub}${carried}`],
    ],
  });
}

interface Parts extends Found, Pick<ObjectView, 'object' | 'others' | 'trail' | 'forms' | 'partUrl'> {
  readonly own: readonly Neighbour[];
  readonly root: { readonly path: string; readonly id: string };
  readonly isNow: boolean;
  /** The feature whose versions the page shows: of the object, or of the root when the page shows a nested object of its document. */
  readonly feature: { readonly series: string; readonly id: string };
}

/** Makes the view. All reads at once come before it returns, so that missing bytes end the work there (publisher/read/bytes/packs.ts). */
function viewOf(parts: Parts): Promise<ObjectView> {
  const { requested, context, service, object, own, root, isNow, feature, others, trail, forms, partUrl } = parts;
  const { id, at, activated: { edition, head } } = requested;
  const versions = edition.versions(root.id);
  const isRoot = root.id === id;
  const standing = standingOf(object, { at, isNow, versions: isRoot ? versions : [], edition });
  const read: Omit<ObjectView, 'drawn' | 'neighbourhood'> = {
    object, id, addresses: requested, context, standing, others, trail, forms, offer: requested.offer,
    ...(partUrl === undefined ? {} : { partUrl }),
    sinceThen: standing.kind === 'then' || service.editions.current()?.head !== head ? sinceThenOf(feature, service) : undefined,
    history: isRoot ? historyOf(versions, parts) : undefined,
    permalink: permalinkOf(parts),
    root: { url: `${context.baseUrl}/${root.path}/${encodeURIComponent(root.id)}`, id: root.id },
  };
  const box = areaAround(own.map(({ geometry }) => geometry));
  if (box === undefined) return Promise.resolve({ ...read, drawn: own, neighbourhood: undefined });
  return neighboursOf(edition, { box, at, ownObjects: ownObjectsOf(object, id) }).then((neighbourhood) => {
    const features = new Set(neighbourhood.own.map((one) => one.id));
    return { ...read, drawn: [...own.filter((one) => !features.has(one.id)), ...neighbourhood.own], neighbourhood };
  });
}

function historyOf(
  versions: readonly ListedVersion[], { root: { path, id }, service: { editions, clock }, context: { baseUrl }, requested }: Parts,
): ObjectView['history'] {
  const { activated: { edition } } = requested;
  const start = Math.max(0, versions.length - VERSIONS_SHOWN);
  const some = versions.slice(start);
  const showing = editions.showing(id, some);
  const versies = some.map((version, place) => versieOf(version, {
    index: start + place, showing: showing[place] ?? null, of: { baseUrl, path, id }, now: clock(), tag: undefined,
  })).reverse();
  const documentOf = versionDocuments(id, versions, { edition, editions });
  // Read now, so that the page is made without reading.
  for (const { versie, vergelekenMet } of versies) [versie, vergelekenMet ?? 0].forEach(documentOf);
  return { versies, total: versions.length, documentOf };
}

function standingOf(object: JsonObject, { at, isNow, versions, edition }: {
  readonly at: Moment | null; readonly isNow: boolean; readonly versions: readonly ListedVersion[]; readonly edition: Edition;
}): Standing {
  if (at !== null) return { kind: 'then' };
  if (isNow) return { kind: 'now' };
  const [begin, end] = [object['beginGeldigheid'], object['eindGeldigheid']]
    .map((value) => (typeof value === 'string' ? parseMoment(value) : undefined));
  if (begin !== undefined && begin > edition.moment) return { kind: 'future' };
  const last = versions.at(-1);
  const withdrawn = last?.recorded.until ?? null;
  const ended = end ?? last?.valid.until ?? (withdrawn === null ? undefined : momentOf(withdrawn));
  return { kind: 'ended', end: ended === undefined ? undefined : new Date(ended) };
}

/** Returns the state of an object in the current edition, for a page of another moment or edition. */
function sinceThenOf({ series, id }: Parts['feature'], { editions }: Service): ObjectView['sinceThen'] {
  const edition = editions.current()?.edition;
  const present: FoundFeature | undefined = edition?.feature(series, id, '28992', null);
  if (edition === undefined || present === undefined) return 'gone';
  const object = propertiesIn(parsed(present.bytes));
  return standingOf(object, { at: null, isNow: present.isNow, versions: [], edition }).kind === 'ended' ? 'ended' : undefined;
}

/**
 * Returns the address that shows this version for ever. The edition is fixed by `beschikbaarOp`. A day of validity is added only when that
 * day shows the same version at its end, because a day means its end later on.
 */
function permalinkOf({ requested, feature: { series, id }, isNow }: Parts): string {
  const { url, at, passedOn: { ofFeatures }, activated: { edition, activated }, moments } = requested;
  const given = new URLSearchParams(moments);
  const day = dayOf(new Date(edition.moment));
  const [now, later] = [at ?? edition.moment, endOfDay(periodOfDay(day)!)].map((moment) => edition.feature(series, id, '28992', moment)?.hash);
  const isSameToday = at === null && isNow && now !== undefined && now === later;
  return withQuery(url, joinQueries(formatQuery([
    ...(isSameToday ? [['geldigOp', day] as const] : []),
    ...(given.has('beschikbaarOp') ? [] : [['beschikbaarOp', activated.toISOString()] as const]),
  ]), ofFeatures));
}

function partUrlIn(rootUrl: string, carried: string): (id: string, entityType: string) => string | undefined {
  return (id, entityType) => {
    const kind = kindOf(entityType);
    const sub = SUBS.find((one) => SUB_RESOURCES[one] === kind);
    return sub === undefined ? undefined : `${rootUrl}/${sub}/${encodeURIComponent(id)}${carried}`;
  };
}

/** Returns the root of a nested feature, from its link `up`. */
function rootIn(links: Json | undefined, baseUrl: string): { readonly path: string; readonly id: string } | undefined {
  const up = Array.isArray(links) ? (links as readonly Json[]).find((link) => isObject(link) && link['rel'] === 'up') : undefined;
  const href = isObject(up ?? null) ? text((up as JsonObject)['href']) : undefined;
  const [path, id] = href?.startsWith(`${baseUrl}/`) === true ? href.slice(baseUrl.length + 1).split('?', 1)[0]!.split('/') : [];
  return path === undefined || id === undefined ? undefined : { path, id: decodeURIComponent(id) };
}

/** Returns the geometries in a document with the objects that have them. */
function geometriesOf(object: JsonObject): readonly Neighbour[] {
  const objects = new Map(objectsIn(object).map((one) => [text(one['id']) ?? '', one]));
  return geometriesIn(object).map(({ geometry, label }) => {
    const own = objects.get(label) ?? {};
    const entityType = text(own['entityType']) ?? '';
    const collection = seriesOf(entityType);
    return { collection, id: label, entityType, geometry, symbol: legendClass(collection, own), isDerived: false };
  });
}

function ownObjectsOf(object: JsonObject, own: string): OwnObjects {
  const objects = objectsIn(object);
  return {
    ids: new Set([own, ...objects.flatMap(({ id }) => (typeof id === 'string' ? [id] : []))]),
    collections: new Set(objects.flatMap(({ entityType }) => (typeof entityType === 'string' ? [seriesOf(entityType)] : []))),
  };
}

/** Returns an object and all objects in it. */
function objectsIn(value: Json | undefined): readonly JsonObject[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(objectsIn);
  if (!isObject(value ?? null)) return [];
  const object = value as JsonObject;
  return [...(typeof object['entityType'] === 'string' ? [object] : []), ...Object.values(object).flatMap(objectsIn)];
}

function propertiesIn({ properties = null }: JsonObject): JsonObject {
  return isObject(properties) ? properties : {};
}

function parsed(bytes: Buffer): JsonObject {
  const value = JSON.parse(bytes.toString()) as Json;
  return isObject(value) ? value : {};
}
