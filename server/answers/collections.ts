/**
 * The list of collections, and one of them, with what is passed on (parameters/passed-on.ts) in their links.
 * The JSON of the list without it is made once per head.
 */
import type { Edition } from '../../publisher/read/types.ts';
import { CRSS } from '../../schemas/crs.ts';
import { COLLECTIONS } from '../../schemas/names.ts';
import { jsonBytes } from '../answer.ts';
import { activatedFor, countOf } from '../available.ts';
import { crsUris, describe, isCollection, listed } from '../collections.ts';
import { tagOf } from '../conditional.ts';
import { asPage, formOf } from '../form.ts';
import { MEDIA_TYPES, PLAIN_FORMS } from '../negotiate.ts';
import { withQuery } from '../own-links.ts';
import { readPassedOn, type PassedOn } from '../parameters/passed-on.ts';
import { ABSENT, UNAVAILABLE } from '../problem.ts';
import type { Handler, Said, Service } from '../service.ts';
import { licenceLinks } from '../terms.ts';
import { collectionPage, collectionsPage } from '../web/collections-page.ts';
import { fresh } from './fixed.ts';

/** GET /collections */
export function collections(service: Service): Handler {
  let made: { readonly head: number | undefined; readonly body: Buffer; readonly tag: string } | undefined;
  return async (asked): Promise<Said> => {
    const form = formOf(asked, PLAIN_FORMS, `${service.baseUrl}/collections`);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(asked.query, `${service.baseUrl}/collections`, service.clock());
    if ('problem' in passedOn) return passedOn;
    const activated = activatedFor(passedOn, service.editions);
    if (activated !== undefined && 'problem' in activated) return activated;
    if (service.profile === 'ogc' && service.editions.current() === undefined) return UNAVAILABLE;
    if (form === 'json' && passedOn.text === '' && made !== undefined && made.head === activated?.head) {
      return fresh(asked, { form, ...made });
    }
    const edition = activated?.edition;
    const counts = form === 'html' || service.profile === 'ogc' || passedOn.kind !== undefined ? await countsOf(edition, passedOn) : NO_COUNTS;
    const ids = listed(service, passedOn, counts);
    const body = form === 'html'
      ? collectionsPage(ids, { baseUrl: service.baseUrl, counts, passedOn })
      : jsonBytes(await listBody(ids, service, { edition, passedOn }));
    const tag = tagOf(body, form);
    if (form === 'json' && passedOn.text === '') made = { head: activated?.head, body, tag };
    return fresh(asked, { form, body, tag });
  };
}

/** GET /collections/{collectionId} */
export function collection(service: Service): Handler {
  return async (asked): Promise<Said> => {
    const id = asked.params['collectionId'] ?? '';
    if (!isCollection(id)) return ABSENT;
    const form = formOf(asked, PLAIN_FORMS, `${service.baseUrl}/collections/${id}`);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(asked.query, `${service.baseUrl}/collections/${id}`, service.clock());
    if ('problem' in passedOn) return passedOn;
    const activated = activatedFor(passedOn, service.editions, { collection: id, rows: 'all' });
    if (activated !== undefined && 'problem' in activated) return activated;
    const { baseUrl, profile, terms } = service;
    const edition = activated?.edition;
    const count = form === 'html' && edition !== undefined ? await countOf(edition.series.get(id), passedOn) : undefined;
    const body = form === 'html'
      ? collectionPage(id, { baseUrl, profile, terms, passedOn, count })
      : jsonBytes(describe(id, { baseUrl, profile, terms, crsList: 'full', extent: await edition?.extent(id), passedOn }));
    return fresh(asked, { form, body, tag: tagOf(body, form) });
  };
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

/** Number of features of each collection; none before the first edition. */
async function countsOf(edition: Edition | undefined, passedOn: PassedOn): Promise<ReadonlyMap<string, number>> {
  if (edition === undefined) return NO_COUNTS;
  const counts = new Map<string, number>();
  for (const id of COLLECTIONS) counts.set(id, await countOf(edition.series.get(id), passedOn));
  return counts;
}

async function listBody(
  ids: readonly string[], { baseUrl, profile, terms }: Service, { edition, passedOn }: { edition: Edition | undefined; passedOn: PassedOn },
) {
  const extents = await Promise.all(ids.map(async (id) => await edition?.extent(id)));
  const self = withQuery(`${baseUrl}/collections`, passedOn.text);
  return {
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: 'Deze lijst / this list' },
      { href: asPage(self), rel: 'alternate', type: 'text/html', title: 'Als webpagina / as a web page' },
      ...licenceLinks(terms),
    ],
    crs: crsUris(profile),
    storageCrs: CRSS['28992'].uri,
    storageCRS: CRSS['28992'].uri,
    collections: ids.map((id, at) => describe(id, { baseUrl, profile, terms, crsList: 'pointer', extent: extents[at], passedOn })),
  };
}
