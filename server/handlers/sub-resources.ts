/**
 * Sub-resources: objects nested in a root, all of a kind or one of them, with the same bytes as in the document (Interface Rules, Endpoint
 * table). They take the parameters of the document and have its tag and date. Their list is one page. In HAL one object has links after
 * its fields.
 */
import { publishedFieldsOfKind } from '../../schemas/derived/published-fields.ts';
import { arrayNameOf, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import { jsonBytes, okResponse } from '../response/response.ts';
import { withValidators } from '../response/conditional.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { DOCUMENT_PARAMETERS } from '../parameters/object-query.ts';
import { nestedObjectsIn, type NestedObject, type SubTarget } from '../response/nested-objects.ts';
import { pickedDocument } from '../response/picked-fields.ts';
import type { Problem } from '../response/problem.ts';
import type { ServiceRequest, HandlerResult, Service } from '../service.ts';
import { nestedObjectsPage } from '../web/nested-object-pages.ts';
import { objectPage } from '../web/object-page.ts';
import { noVersion, objectHeaders, objectValidators, requestedObject } from './item.ts';
import { nestedView } from './object-views.ts';
import { freshPage, pageRequest } from './page-response.ts';

/** GET /{resources}/{id}/{subResources} */
export function subResources(target: SubTarget, request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const found = requestedParts(target, request, service, '');
  if ('problem' in found) return found;
  const { requested, document, parts, shown, validators, up } = found;
  if (requested.form === 'html') {
    const context = pageRequest(request, service, { url: requested.url, passedOn: requested.passedOn });
    const address = { ...target, rootId: requested.id, addresses: requested, context };
    return freshPage(request, context, Promise.resolve(nestedObjectsPage(parts, address)));
  }
  return withValidators(request, validators, () => {
    const name = arrayNameOf(target.sub);
    const items = parts.flatMap((part, at) => (at === 0 ? [shown(document, part)] : [COMMA, shown(document, part)]));
    const self = { href: requested.self };
    const [start, end] = requested.form === 'json' ? [`{"${name}":[`, ']}']
      : [`{"_links":${JSON.stringify({ self, first: self, last: self, up: { href: up } })},"_embedded":{"${name}":[`, ']}}'];
    return okResponse(objectHeaders(requested, upLink(up)), Buffer.from(start), ...items, Buffer.from(end));
  });
}

/** GET /{resources}/{id}/{subResources}/{subId} */
export function subResource(target: SubTarget, request: ServiceRequest, service: Service): HandlerResult | Promise<HandlerResult> {
  const subId = request.params['subId'] ?? '';
  const found = requestedParts(target, request, service, `/${encodeURIComponent(subId)}`);
  if ('problem' in found) return found;
  const { requested, absent, root, document, parts, shown, validators, up } = found;
  const part = parts.find(({ id }) => id === subId) ?? parts.find(({ id }) => sameInNfc(id, subId));
  if (part === undefined) return absent();
  if (requested.form === 'html') {
    const context = pageRequest(request, service, { url: requested.url, passedOn: requested.passedOn });
    const view = nestedView(shown(document, part), { requested, context, service, ...target, isNow: root.isNow });
    return freshPage(request, context, view.then((read) => objectPage(read, service.profile)));
  }
  return withValidators(request, validators, () => {
    const bytes = shown(document, part);
    const schema = `<${service.baseUrl}/schemas/${part.entityType}>; rel="describedby"; type="${MEDIA_TYPES.schema}"`;
    const headers = objectHeaders(requested, `${upLink(up)}, ${schema}`);
    if (requested.form === 'json') return okResponse(headers, bytes);
    const list = `${service.baseUrl}/${target.path}/${encodeURIComponent(requested.id)}/${target.sub}${requested.carried}`;
    const links = { self: { href: requested.self }, collection: { href: list }, up: { href: up } };
    return okResponse(headers, bytes.subarray(0, -1), Buffer.from(',"_links":'), jsonBytes(links), CLOSE);
  });
}

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from('}');

function upLink(up: string): string {
  return `<${up}>; rel="up"; type="${MEDIA_TYPES.json}"`;
}

/** Returns the requested document and its nested objects of the kind, or the problem. */
function requestedParts({ path, sub }: SubTarget, request: ServiceRequest, service: Service, below: string) {
  const requested = requestedObject(request, {
    service, forms: DOCUMENT_FORMS, path: `/${path}`, series: path, seriesForm: 'document', id: request.params['id'], below: `/${sub}${below}`,
    names: DOCUMENT_PARAMETERS, known: publishedFieldsOfKind(SUB_RESOURCES[sub]),
  });
  if ('problem' in requested) return requested;
  const { activated: { edition }, id, at, fields, form, crs } = requested;
  // Web pages draw in RD.
  const root = edition.document(id, form === 'html' ? '28992' : crs.bytes, at);
  const absent = (): Problem => noVersion(requested, edition.begins(path, id));
  if (root === undefined || ROOTS[root.type].path !== path) return absent();
  const document = Buffer.concat([...root.slices]);
  return {
    requested, absent, root, document, up: `${service.baseUrl}/${path}/${encodeURIComponent(id)}${requested.carried}`,
    parts: nestedObjectsIn(document).filter(({ kind }) => kind === SUB_RESOURCES[sub]),
    validators: objectValidators(root, path, requested, service),
    shown: (whole: Buffer, { start, end }: NestedObject): Buffer => {
      const bytes = whole.subarray(start, end);
      return fields === undefined ? bytes : pickedDocument([bytes], fields);
    },
  };
}
