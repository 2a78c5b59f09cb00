/**
 * The list of collections, and one of them.
 * The JSON of the list is made once per head.
 */
import { CRSS } from '../../schemas/crs.ts';
import { jsonBytes } from '../answer.ts';
import { crsUris, describe, isCollection, listed } from '../collections.ts';
import { tagOf } from '../conditional.ts';
import { MEDIA_TYPES, negotiate, PLAIN_FORMS } from '../negotiate.ts';
import { parameterless } from '../parameters/query.ts';
import { ABSENT, notAcceptable, UNAVAILABLE } from '../problem.ts';
import type { Handler, Said, Service } from '../service.ts';
import { licenceLinks } from '../terms.ts';
import { collectionPage, collectionsPage } from '../web/collections-page.ts';
import { fresh } from './fixed.ts';

/** GET /collections */
export function collections(service: Service): Handler {
  let made: { readonly head: number | undefined; readonly body: Buffer } | undefined;
  return (asked): Said => {
    const form = negotiate(asked.headers.accept, PLAIN_FORMS);
    if (form === undefined) return notAcceptable(PLAIN_FORMS);
    const refused = parameterless(asked.query, `${service.baseUrl}/collections`);
    if (refused !== undefined) return refused;
    const head = service.editions.current()?.head;
    if (service.profile === 'ogc' && head === undefined) return UNAVAILABLE;
    const ids = listed(service);
    if (made === undefined || made.head !== head) made = { head, body: jsonBytes(listBody(ids, service)) };
    const body = form === 'html' ? collectionsPage(ids, service) : made.body;
    return fresh(asked, { form, body, tag: tagOf(body, form) });
  };
}

/** GET /collections/{collectionId} */
export function collection(service: Service): Handler {
  return (asked): Said => {
    const id = asked.params['collectionId'] ?? '';
    if (!isCollection(id)) return ABSENT;
    const form = negotiate(asked.headers.accept, PLAIN_FORMS);
    if (form === undefined) return notAcceptable(PLAIN_FORMS);
    const refused = parameterless(asked.query, `${service.baseUrl}/collections/${id}`);
    if (refused !== undefined) return refused;
    const { baseUrl, profile, terms, editions } = service;
    const extent = editions.current()?.edition.extent(id);
    const body = form === 'html'
      ? collectionPage(id, service) : jsonBytes(describe(id, { baseUrl, profile, terms, crsList: 'full', extent }));
    return fresh(asked, { form, body, tag: tagOf(body, form) });
  };
}

function listBody(ids: readonly string[], { baseUrl, profile, terms, editions }: Service) {
  const edition = editions.current()?.edition;
  const self = `${baseUrl}/collections`;
  return {
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: 'Deze lijst / this list' },
      { href: self, rel: 'alternate', type: 'text/html', title: 'Als webpagina / as a web page' },
      ...licenceLinks(terms),
    ],
    crs: crsUris(profile),
    storageCrs: CRSS['28992'].uri,
    storageCRS: CRSS['28992'].uri,
    collections: ids.map((id) => describe(id, { baseUrl, profile, terms, crsList: 'pointer', extent: edition?.extent(id) })),
  };
}
