/**
 * Sub-resources: objects nested in a root, all of a kind or one of them, with the same bytes as in the document (Interface Rules,
 * Endpoint
 * table). They take the parameters of the document and have its tag and date. Their list is one page. In HAL one object has
 * links after its fields.
 */
import { publishedFieldsOfKind } from '../../schemas/derived/published-fields.ts';
import { arrayNameOf, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { sameInNfc } from '../../schemas/normal-form.ts';
import { jsonBytes, ready } from '../response/response.ts';
import { unlessHeld } from '../response/conditional.ts';
import { DOCUMENT_FORMS, MEDIA_TYPES } from '../request/negotiate.ts';
import { DOCUMENT_PARAMETERS } from '../parameters/object-query.ts';
import { partsOf, type Part, type SubTarget } from '../response/nested-objects.ts';
import { pickedDocument } from '../response/picked-fields.ts';
import type { Problem } from '../response/problem.ts';
import type { Asked, Said, Service } from '../service.ts';
import { HTML_HEADERS } from '../web/page.ts';
import { partPage, partsPage } from '../web/nested-object-pages.ts';
import { objectHeaders, objectValidators, wishOf } from './item.ts';

/** GET /{resources}/{id}/{subResources} */
export function subResources(target: SubTarget, asked: Asked, service: Service): Said {
  const found = foundIn(target, asked, service, '');
  if ('problem' in found) return found;
  const { wish, document, parts, shown, validators, up } = found;
  return unlessHeld(asked, validators, () => {
    const name = arrayNameOf(target.sub);
    if (wish.form === 'html') return ready(HTML_HEADERS, partsPage(parts, { ...target, rootId: wish.id, addresses: wish }, service));
    const items = parts.flatMap((part, at) => (at === 0 ? [shown(document, part)] : [COMMA, shown(document, part)]));
    const self = { href: wish.self };
    const [start, end] = wish.form === 'json' ? [`{"${name}":[`, ']}']
      : [`{"_links":${JSON.stringify({ self, first: self, last: self, up: { href: up } })},"_embedded":{"${name}":[`, ']}}'];
    return ready(objectHeaders(wish, upLink(up)), Buffer.from(start), ...items, Buffer.from(end));
  });
}

/** GET /{resources}/{id}/{subResources}/{subId} */
export function subResource(target: SubTarget, asked: Asked, service: Service): Said {
  const subId = asked.params['subId'] ?? '';
  const found = foundIn(target, asked, service, `/${encodeURIComponent(subId)}`);
  if ('problem' in found) return found;
  const { wish, document, parts, shown, validators, up } = found;
  const part = parts.find(({ id }) => id === subId) ?? parts.find(({ id }) => sameInNfc(id, subId));
  if (part === undefined) return wish.absent;
  return unlessHeld(asked, validators, () => {
    const bytes = shown(document, part);
    if (wish.form === 'html') return ready(HTML_HEADERS, partPage(bytes, { ...target, rootId: wish.id, id: subId, addresses: wish }, service));
    const schema = `<${service.baseUrl}/schemas/${part.entityType}>; rel="describedby"; type="${MEDIA_TYPES.schema}"`;
    const headers = objectHeaders(wish, `${upLink(up)}, ${schema}`);
    if (wish.form === 'json') return ready(headers, bytes);
    const list = `${service.baseUrl}/${target.path}/${encodeURIComponent(wish.id)}/${target.sub}${wish.carried}`;
    const links = { self: { href: wish.self }, collection: { href: list }, up: { href: up } };
    return ready(headers, bytes.subarray(0, -1), Buffer.from(',"_links":'), jsonBytes(links), CLOSE);
  });
}

const COMMA = Buffer.from(',');
const CLOSE = Buffer.from('}');

function upLink(up: string): string {
  return `<${up}>; rel="up"; type="${MEDIA_TYPES.json}"`;
}

/** Returns the requested document and its nested objects of the kind, or the problem. */
function foundIn({ path, sub }: SubTarget, asked: Asked, service: Service, below: string) {
  const wish = wishOf(asked, {
    service, forms: DOCUMENT_FORMS, path: `/${path}`, id: asked.params['id'], below: `/${sub}${below}`,
    names: DOCUMENT_PARAMETERS, known: publishedFieldsOfKind(SUB_RESOURCES[sub]),
  });
  if ('problem' in wish) return wish;
  const { activated: { edition }, id, at, fields, form, crs } = wish;
  // Web pages draw in RD.
  const root = edition.document(id, form === 'html' ? '28992' : crs.bytes, at);
  if (root === undefined || ROOTS[root.type].path !== path) return wish.absent satisfies Problem;
  const document = Buffer.concat([...root.slices]);
  return {
    wish, document, up: `${service.baseUrl}/${path}/${encodeURIComponent(id)}${wish.carried}`,
    parts: partsOf(document).filter(({ kind }) => kind === SUB_RESOURCES[sub]),
    validators: objectValidators(root, path, wish, service),
    shown: (whole: Buffer, { start, end }: Part): Buffer => {
      const bytes = whole.subarray(start, end);
      return fields === undefined ? bytes : pickedDocument([bytes], fields);
    },
  };
}
