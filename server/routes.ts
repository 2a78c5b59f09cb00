/**
 * Routes: every path of the service, in the order of the endpoint table of the Interface Rules.
 *
 * Paths are relative to the base URL. A known path with another method is 405 with Allow; an unknown path is 404. No path but the root
 * ends in a slash. Every GET also answers HEAD. OPTIONS returns the allowed methods.
 */
import type { Right } from '../schemas/roles.ts';
import { crsOfCode } from '../schemas/crs-definitions.ts';
import type { Desk } from '../schemas/desk.ts';
import { ROOTS, WRITABLE_COLLECTIONS } from '../schemas/names.ts';
import { COLLECTIONS_PATH, OVERVIEW, OWN_DOCUMENTS, PROPOSALS, SUBMISSIONS, targetPath } from '../schemas/target.ts';
import { editionOfDownload } from '../publisher/format/downloads.ts';
import { asset } from './handlers/assets.ts';
import { CATALOGUE, catalogue, ROBOTS, robots, SITEMAP, sitemap } from './handlers/catalogue.ts';
import { codeList, codeLists, isCodeList } from './handlers/code-lists.ts';
import { COLLECTION_SCHEMAS, collectionSchema } from './handlers/collection-schemas.ts';
import { collection, collections } from './handlers/collections.ts';
import { counts } from './handlers/counts.ts';
import { crs, crss } from './handlers/crss.ts';
import { refusedDelivery, rightToEnd, takeDelivery } from './handlers/delivery.ts';
import { api, conformance, openApiDocument } from './handlers/fixed.ts';
import { download } from './handlers/download.ts';
import { deliveryForm } from './handlers/delivery-form.ts';
import { documentation } from './handlers/documentation.ts';
import { herkomst } from './handlers/herkomst.ts';
import { gmlSchemas } from './handlers/gml-schemas.ts';
import { home } from './handlers/home.ts';
import { context } from './handlers/json-ld-context.ts';
import { interfaceVersions } from './handlers/interface-versions.ts';
import { editie, edities, isEditionNumber } from './handlers/edities.ts';
import { document, item } from './handlers/item.ts';
import { job, jobResults } from './handlers/job.ts';
import { functions } from './handlers/functions.ts';
import { items } from './handlers/items.ts';
import { searchItems } from './handlers/items-search.ts';
import { map } from './handlers/map-page.ts';
import { operating } from './handlers/operating.ts';
import { overview, refusedRuling, ruleSubmission } from './handlers/operation.ts';
import { ownDocuments } from './handlers/own-documents.ts';
import { isSchema, schema, schemas } from './handlers/schemas.ts';
import { kwaliteit, kwaliteitOfOne } from './handlers/kwaliteit.ts';
import { publicaties } from './handlers/publicaties.ts';
import { requestedFile, requestedFileBytes, requestFile } from './handlers/requested-files.ts';
import { resources } from './handlers/resources.ts';
import { isKind, problemKind, problemKinds } from './handlers/problem-kinds.ts';
import { acceptProposal, endProposal, proposal, proposals, propose, refusedEnd, refusedProposal } from './handlers/proposals.ts';
import { search } from './handlers/search.ts';
import { subResource, subResources } from './handlers/sub-resources.ts';
import { searchSurroundings, surroundings } from './handlers/surroundings.ts';
import { submission } from './handlers/submission.ts';
import { submissions } from './handlers/submissions.ts';
import { refusedUndo, undoSubmission } from './handlers/undo.ts';
import { refusedByHead, takeWrite, targetOf } from './handlers/write.ts';
import { matrixSet, matrixSets, tile, tileset, tilesets } from './handlers/tiles.ts';
import { timeMap } from './handlers/time-map.ts';
import { versies } from './handlers/versies.ts';
import { refusedSearch, zoek } from './handlers/zoek.ts';
import { verschillen } from './handlers/verschillen.ts';
import { verschillenFeed } from './handlers/verschillen-feed.ts';
import { zoeken } from './handlers/zoeken.ts';
import { isCollection } from './description/collections.ts';
import { CONTEXT_PATH } from './description/json-ld-context.ts';
import { WHOLE_DOWNLOADS } from './description/downloads.ts';
import { openApiBytes } from './openapi/index.ts';
import { SUB_TARGETS, type SubTarget } from './response/nested-objects.ts';
import type { Problem } from './response/problem.ts';
import type { ObjectName } from './request/own-object.ts';
import type { Write, WriteMethod } from './request/request-body.ts';
import type { ServiceRequest, Handler, Service } from './service.ts';
import { isVisible } from './edition/visible.ts';
import { ASSETS_HASH, isAsset } from './web/assets.ts';
import { HERKOMST } from './description/herkomst.ts';
import { REQUESTED_FILES } from './description/requested-file.ts';
import { JOBS } from './description/submission.ts';
import { DELIVERING_PATH } from './web/page.ts';

export interface Route {
  readonly method: 'GET' | WriteMethod;
  readonly path: string;
  readonly handle: Handler;
  /** The right that the request needs; absent: `read`. */
  readonly right?: Right;
  /** A further right that the request needs by its parameters. */
  readonly rightByQuery?: (request: ServiceRequest) => Right | undefined;
  /** Whether the resource of the path is publicly visible; absent: always. */
  readonly isThere?: (request: ServiceRequest, service: Service) => boolean;
  /** Returns a problem when the head alone refuses the request, before the body is read. */
  readonly head?: (request: ServiceRequest, service: Service) => Problem | undefined;
  /** The object that a GET reads by id; absent: none. Its holder may read more of it than the public. */
  readonly objectOf?: (request: ServiceRequest) => ObjectName;
  /** Whether clients that read the full audience too get the public answer. */
  readonly isPublic?: true;
  /** Whether the route is also at the root of the host, where robots look. */
  readonly isAtHostRoot?: true;
  /** Whether `handle` streams the body itself. */
  readonly takesBody?: true;
}

export function routesOf(service: Service): readonly Route[] {
  const description = openApiBytes(service);
  const documented = documentation(service);
  const root = home(service, description);
  return [
    { method: 'GET', path: '', handle: root },
    { method: 'GET', path: '/', handle: root },
    { method: 'GET', path: '/openapi.json', handle: openApiDocument(service, description) },
    { method: 'GET', path: '/api', handle: api(service) },
    { method: 'GET', path: '/documentatie', handle: documented.overview },
    { method: 'GET', path: '/documentatie/recepten', handle: documented.recipes },
    { method: 'GET', path: '/documentatie/versies', handle: interfaceVersions },
    { method: 'GET', path: '/documentatie/:operationId', handle: documented.operation },
    { method: 'GET', path: '/conformance', handle: conformance(service) },
    { method: 'GET', path: '/collections', handle: collections(service) },
    { method: 'GET', path: CONTEXT_PATH, handle: context(service) },
    { method: 'GET', path: '/functions', handle: functions(service) },
    { method: 'GET', path: '/crss', handle: crss(service) },
    { method: 'GET', path: '/crss/:code', handle: crs(service) },
    { method: 'GET', path: '/collections/:collectionId', handle: collection(service) },
    ...Object.keys(COLLECTION_SCHEMAS).map((name): Route => ({
      method: 'GET', path: `/collections/:collectionId/${name}`, handle: collectionSchema(name, service),
    })),
    { method: 'GET', path: '/collections/:collectionId/schema/gml', handle: gmlSchemas(service) },
    { method: 'GET', path: '/collections/:collectionId/items', handle: items },
    { method: 'GET', path: '/collections/:collectionId/items/:featureId', handle: item, objectOf: featureOf },
    { method: 'GET', path: '/collections/:collectionId/items/:featureId/versions', handle: timeMap, objectOf: featureOf },
    { method: 'GET', path: '/collections/:collectionId/tellingen', handle: counts },
    { method: 'GET', path: '/collections/:collectionId/downloads/:bestand', handle: download, isPublic: true },
    { method: 'GET', path: `${WHOLE_DOWNLOADS}/:geheelBestand`, handle: download, isPublic: true },
    { method: 'GET', path: '/collections/:collectionId/tiles', handle: tilesets(service) },
    { method: 'GET', path: '/collections/:collectionId/tiles/:tileMatrixSetId', handle: tileset(service) },
    { method: 'GET', path: '/collections/:collectionId/tiles/:tileMatrixSetId/:tileMatrix/:tileRow/:tileCol', handle: tile() },
    { method: 'GET', path: '/tileMatrixSets', handle: matrixSets(service) },
    { method: 'GET', path: '/tileMatrixSets/:tileMatrixSetId', handle: matrixSet(service) },
    ...collectionWrites(service),
    ...WRITABLE_COLLECTIONS.flatMap((path) => writesOf(path, 'feature', service)),
    ...ROOT_PATHS.flatMap((path) => writesOf(path, 'document', service)),
    ...ROOT_PATHS.flatMap((path): readonly Route[] => [
      { method: 'GET', path: `/${path}`, handle: (request) => resources(path, request, service) },
      { method: 'GET', path: `/${path}/:id`, objectOf: rootOf(path), handle: (request, given) => document(path, request, given) },
      { method: 'GET', path: `/${path}/:id/versies`, objectOf: rootOf(path), handle: (request, given) => versies(path, request, given) },
      { method: 'GET', path: `/${path}/:id${HERKOMST}`, handle: (request) => herkomst(path, request, service) },
    ]),
    ...SUB_TARGETS.flatMap((target): readonly Route[] => [
      {
        method: 'GET', path: `/${target.path}/:id/${target.sub}`, objectOf: rootOf(target.path),
        handle: (request, given) => subResources(target, request, given),
      },
      {
        method: 'GET', path: `/${target.path}/:id/${target.sub}/:subId`, objectOf: rootOf(target.path),
        handle: (request, given) => subResource(target, request, given),
      },
    ]),
    ...SUB_TARGETS.flatMap((target) => partWrites(target, service)),
    ...ROOT_PATHS.map((path): Route => ({
      method: 'POST', path: `/${path}/_zoek`, head: refusedSearch, handle: (request) => zoek(path, request, service),
    })),
    { method: 'POST', path: '/collections/:collectionId/_zoek', head: refusedSearch, handle: searchItems },
    { method: 'POST', path: '/collections/:collectionId/_bestand', head: refusedSearch, handle: requestFile },
    { method: 'GET', path: `${REQUESTED_FILES}/:uuid`, handle: requestedFile },
    { method: 'GET', path: `${REQUESTED_FILES}/:uuid/:gevraagdBestand`, handle: requestedFileBytes },
    { method: 'POST', path: '/_search', head: refusedSearch, handle: search },
    { method: 'POST', path: '/omgeving/_zoek', head: refusedSearch, handle: searchSurroundings },
    ...submissionsOf(service),
    { method: 'GET', path: '/omgeving', handle: surroundings },
    { method: 'GET', path: '/kaart', handle: map },
    { method: 'GET', path: '/beheren', handle: operating },
    { method: 'GET', path: CATALOGUE, handle: catalogue(service) },
    { method: 'GET', path: SITEMAP, handle: sitemap(service) },
    { method: 'GET', path: ROBOTS, handle: robots(service), isAtHostRoot: true },
    { method: 'GET', path: '/assets/:hash/:asset', handle: asset },
    { method: 'GET', path: '/edities', handle: edities },
    { method: 'GET', path: '/edities/:nummer', handle: editie },
    { method: 'GET', path: '/verschillen', handle: verschillen },
    { method: 'GET', path: '/verschillen/feed', handle: verschillenFeed },
    { method: 'GET', path: '/kwaliteit', handle: kwaliteit, isPublic: true },
    { method: 'GET', path: '/kwaliteit/:bronhoudercode', handle: kwaliteitOfOne, isPublic: true },
    { method: 'GET', path: '/publicaties', handle: publicaties, isPublic: true },
    { method: 'GET', path: '/zoeken', handle: zoeken },
    { method: 'GET', path: '/waardelijsten', handle: codeLists(service) },
    { method: 'GET', path: '/waardelijsten/:naam', handle: codeList(service) },
    { method: 'GET', path: '/schemas', handle: schemas(service) },
    { method: 'GET', path: '/schemas/:type', handle: schema(service) },
    { method: 'GET', path: '/fouten', handle: problemKinds(service) },
    { method: 'GET', path: '/fouten/ev/:fout', handle: problemKind('fout', service) },
    { method: 'GET', path: '/fouten/ev/parameter/:parameterFout', handle: problemKind('parameterFout', service) },
    { method: 'GET', path: '/fouten/ev/regel/:regel', handle: problemKind('regel', service) },
  ];
}

function featureOf({ params }: ServiceRequest): ObjectName {
  return { series: params['collectionId'] ?? '', id: params['featureId'] ?? '' };
}

function rootOf(path: string): (request: ServiceRequest) => ObjectName {
  return ({ params }) => ({ series: path, id: params['id'] ?? '' });
}

const ROOT_PATHS = Object.values(ROOTS).map(({ path }) => path);

/** Write routes of a resource. Without a desk the service is read-only and these paths take GET alone. */
function writesOf(resource: string, form: Write['form'], service: Service): readonly Route[] {
  const { desk } = service;
  if (desk === null) return [];
  const list = targetPath({ resource, form, id: null });
  return WRITES.map((method) => writeTo(method === 'POST' ? list : `${list}/:id`, { method, resource, form }, { desk, service }));
}

function partWrites({ path, sub }: SubTarget, service: Service): readonly Route[] {
  const { desk } = service;
  if (desk === null) return [];
  const list = `/${path}/:id/${sub}`;
  return WRITES.map((method) => (
    writeTo(method === 'POST' ? list : `${list}/:subId`, { method, resource: sub, form: 'document', below: path }, { desk, service })
  ));
}

function writeTo(path: string, write: Write, { desk, service }: { desk: Desk; service: Service }): Route {
  return {
    method: write.method, path, right: 'write', isThere: (request) => isVisible(targetOf(write, request), service),
    head: (request) => refusedByHead(write, request, service), handle: (request) => takeWrite(write, request, { desk, service }),
  };
}

/** POST of features of any type. Each feature goes to the collection of its type. */
function collectionWrites(service: Service): readonly Route[] {
  const { desk } = service;
  if (desk === null) return [];
  return [writeTo(`/${COLLECTIONS_PATH}`, { method: 'POST', resource: COLLECTIONS_PATH, form: 'collection' }, { desk, service })];
}

const WRITES: readonly WriteMethod[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

function submissionsOf(service: Service): readonly Route[] {
  const { desk } = service;
  if (desk === null) return [];
  return [
    {
      method: 'POST', path: SUBMISSIONS, right: 'write', rightByQuery: rightToEnd, takesBody: true, head: refusedDelivery,
      handle: (request) => takeDelivery(request, { desk, service }),
    },
    { method: 'GET', path: DELIVERING_PATH, handle: (request) => deliveryForm(request, service) },
    { method: 'GET', path: SUBMISSIONS, right: 'outcome', handle: (request) => submissions(request, { desk, service }) },
    { method: 'GET', path: OWN_DOCUMENTS, right: 'own', handle: (request) => ownDocuments(request, { desk, service }) },
    { method: 'GET', path: `${SUBMISSIONS}/:uuid`, right: 'outcome', handle: (request) => submission(request, { desk, service }) },
    {
      method: 'DELETE', path: `${SUBMISSIONS}/:uuid`, right: 'undo', head: refusedUndo,
      handle: (request) => undoSubmission(request, { desk, service }),
    },
    {
      method: 'POST', path: `${SUBMISSIONS}/:uuid/besluit`, right: 'operate', head: refusedRuling,
      handle: (request) => ruleSubmission(request, { desk, service }),
    },
    { method: 'GET', path: OVERVIEW, right: 'operate', handle: (request) => overview(request, { desk, service }) },
    { method: 'GET', path: PROPOSALS, right: 'outcome', handle: (request) => proposals(request, { desk, service }) },
    { method: 'POST', path: PROPOSALS, right: 'write', head: refusedProposal, handle: (request) => propose(request, { desk, service }) },
    { method: 'GET', path: `${PROPOSALS}/:uuid`, right: 'outcome', handle: (request) => proposal(request, { desk, service }) },
    {
      method: 'DELETE', path: `${PROPOSALS}/:uuid`, right: 'write', head: refusedEnd,
      handle: (request) => endProposal(request, { desk, service }),
    },
    {
      method: 'POST', path: `${PROPOSALS}/:uuid/akkoord`, right: 'write', head: refusedEnd,
      handle: (request) => acceptProposal(request, { desk, service }),
    },
    { method: 'GET', path: `${JOBS}/:uuid`, right: 'outcome', handle: (request) => job(request, { desk, service }) },
    { method: 'GET', path: `${JOBS}/:uuid/results`, right: 'outcome', handle: (request) => jobResults(request, { desk, service }) },
  ];
}

/** Methods of a path, for Allow; undefined for an unknown path. A name in the path of another route (`_zoek`) is not an id. */
export function allowedOn(path: string, routes: readonly Route[]): readonly string[] | undefined {
  const matching = routes.filter((route) => matches(route.path, path));
  const isWritten = matching.some((route) => route.path === path);
  const methods = new Set(matching.filter((route) => !(isWritten && takesAnyId(route.path))).map(({ method }) => method));
  if (methods.size === 0) return undefined;
  return [...(methods.has('GET') ? ['GET', 'HEAD'] : []), ...WRITES.filter((method) => methods.has(method)), 'OPTIONS'];
}

/** Whether the pattern accepts any id, and so also a name that another route has: `_zoek`, `eigen-gegevens`. */
export function takesAnyId(pattern: string): boolean {
  return pattern.split('/').some((part) => part.startsWith(':') && KNOWN[part] === undefined);
}

function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, at) => segmentMatches(part, given[at] ?? ''));
}

/** Checks of path parameters that are known without an edition. A path that fails its check does not exist, and so has no methods. */
const KNOWN: Readonly<Record<string, (name: string) => boolean>> = {
  ':nummer': isEditionNumber, ':hash': (hash) => hash === ASSETS_HASH, ':asset': isAsset,
  ':collectionId': isCollection, ':code': (name) => crsOfCode(name) !== undefined, ':naam': isCodeList, ':type': isSchema,
  ':fout': (name) => isKind('fout', name), ':parameterFout': (name) => isKind('parameterFout', name),
  ':bestand': (name) => editionOfDownload(name) !== undefined,
  ':regel': (name) => isKind('regel', name),
};

function segmentMatches(pattern: string, segment: string): boolean {
  const isKnown = KNOWN[pattern];
  if (isKnown !== undefined) return isKnown(segment);
  return pattern.startsWith(':') ? segment !== '' : pattern === segment;
}
