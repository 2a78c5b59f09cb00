/**
 * Collections: the list of collections and each collection, with passed-on parameters (parameters/passed-on.ts) in their links.
 * The JSON of the list without parameters is made once per head and language.
 */
import type { Downloads } from '../../publisher/read/downloads.ts';
import type { Edition } from '../../publisher/read/types.ts';
import type { Language, Text } from '../../schemas/finding.ts';
import { jsonBytes } from '../response/response.ts';
import { activatedFor, countOf, countsOf } from '../edition/available.ts';
import { offerOf } from '../edition/crs-offer.ts';
import {
  AS_PAGE, crsUris, describe, isCollection, listed, storageMembers, type CollectionCrss,
} from '../description/collections.ts';
import { downloadLinks, type DownloadLink } from '../description/downloads.ts';
import { PLAIN_OFFER } from '../parameters/crs.ts';
import { bytesTag } from '../response/etags.ts';
import { asPage, formOf } from '../request/form.ts';
import { MEDIA_TYPES, PLAIN_FORMS } from '../request/negotiate.ts';
import { withQuery } from '../response/object-links.ts';
import { readPassedOn, type PassedOn } from '../parameters/passed-on.ts';
import { ABSENT, UNAVAILABLE } from '../response/problem.ts';
import type { Handler, HandlerResult, Service } from '../service.ts';
import { licenceLinks } from '../description/terms.ts';
import { collectionPage, collectionsPage } from '../web/collections-page.ts';
import type { PageRequest } from '../web/page.ts';
import { fresh, wordingOf } from './fixed.ts';
import { pageRequest } from './page-response.ts';

/** The list in JSON, of one head and the downloads that there were. */
interface MadeList {
  readonly head: number | undefined;
  readonly downloads: Downloads | null;
  readonly body: Buffer;
  readonly tag: string;
}

/** GET /collections */
export function collections(service: Service): Handler {
  const made = new Map<Language, MadeList>();
  return (request) => {
    const form = formOf(request, PLAIN_FORMS, `${service.baseUrl}/collections`);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, `${service.baseUrl}/collections`, service.clock());
    if ('problem' in passedOn) return passedOn;
    const activated = activatedFor(passedOn, service.editions);
    if (activated !== undefined && 'problem' in activated) return activated;
    if (service.profile === 'ogc' && service.editions.current() === undefined) return UNAVAILABLE;
    const context = pageRequest(request, service, { url: `${service.baseUrl}/collections`, passedOn });
    const { language } = context;
    const wording = wordingOf(form, context);
    const known = made.get(language);
    const downloads = downloadsFor(passedOn, activated?.edition, service);
    if (form === 'json' && passedOn.text === '' && known !== undefined && known.head === activated?.head && known.downloads === downloads) {
      return fresh(request, { form, ...wording, ...known });
    }
    return bodyOf(form, service, { edition: activated?.edition, downloads, context }).then((body) => {
      const tag = bytesTag(body, form);
      if (form === 'json' && passedOn.text === '') made.set(language, { head: activated?.head, downloads, body, tag });
      return fresh(request, { form, ...wording, body, tag });
    });
  };
}

async function bodyOf(
  form: 'json' | 'html', service: Service, { edition, downloads, context }: {
    readonly edition: Edition | undefined; readonly downloads: Downloads | null; readonly context: PageRequest;
  },
): Promise<Buffer> {
  const { passedOn, language } = context;
  const counts = form === 'html' || service.profile === 'ogc' || passedOn.kind !== undefined ? await countsOf(edition, passedOn) : NO_COUNTS;
  const ids = listed(service, passedOn, counts);
  const links = downloadLinks(null, downloads, { baseUrl: service.baseUrl, language });
  if (form === 'html') return collectionsPage(ids, counts, { context, downloads: links });
  return jsonBytes(await listBody(ids, service, { edition, passedOn, language, downloads: links }));
}

/** GET /collections/{collectionId} */
export function collection(service: Service): Handler {
  return async (request): Promise<HandlerResult> => {
    const id = request.params['collectionId'] ?? '';
    if (!isCollection(id)) return ABSENT;
    const form = formOf(request, PLAIN_FORMS, `${service.baseUrl}/collections/${id}`);
    if (typeof form === 'object') return form;
    const passedOn = readPassedOn(request.query, `${service.baseUrl}/collections/${id}`, service.clock());
    if ('problem' in passedOn) return passedOn;
    const activated = activatedFor(passedOn, service.editions, { collection: id, rows: 'all' });
    if (activated !== undefined && 'problem' in activated) return activated;
    const { baseUrl, profile, terms } = service;
    const edition = activated?.edition;
    const context = pageRequest(request, service, { url: `${baseUrl}/collections/${id}`, passedOn });
    const { language } = context;
    const count = form === 'html' && edition !== undefined ? await countOf(edition.series.get(id), passedOn) : undefined;
    const downloads = downloadLinks(id, downloadsFor(passedOn, edition, service), { baseUrl, language });
    const body = form === 'html'
      ? collectionPage(id, { context, service, count, offer: offerOf(edition, id, 'feature'), downloads })
      : jsonBytes(describe(id, {
        baseUrl, profile, terms, crsList: service.isSite ? 'default' : 'full', crss: crssOf(edition, id), extent: await edition?.extent(id),
        passedOn, language, downloads,
      }));
    return fresh(request, { form, ...wordingOf(form, context), body, tag: bytesTag(body, form) });
  };
}

function crssOf(edition: Edition | undefined, id: string): CollectionCrss {
  return { offer: offerOf(edition, id, 'feature'), epoch: edition?.epoch ?? null };
}

/** Returns the last downloads up to this edition. They have all that was valid then, so another moment or one kind of geometry has none. */
function downloadsFor({ at, kind }: PassedOn, edition: Edition | undefined, { editions }: Service): Downloads | null {
  return at !== null || kind !== undefined || edition === undefined ? null : editions.downloadsUpTo(edition.number);
}

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

const THIS_LIST: Text = { nl: 'Deze lijst', en: 'This list' };

async function listBody(
  ids: readonly string[], { baseUrl, profile, terms, isSite }: Service,
  { edition, passedOn, language, downloads }: {
    edition: Edition | undefined; passedOn: PassedOn; language: Language; downloads: readonly DownloadLink[];
  },
) {
  const extents = await Promise.all(ids.map(async (id) => await edition?.extent(id)));
  const self = withQuery(`${baseUrl}/collections`, passedOn.text);
  const epoch = edition?.epoch ?? null;
  const shared = { offer: { ...PLAIN_OFFER, hasEpoch: epoch !== null }, epoch };
  return {
    links: [
      { href: self, rel: 'self', type: MEDIA_TYPES.json, title: THIS_LIST[language] },
      { href: asPage(self), rel: 'alternate', type: 'text/html', title: AS_PAGE[language] },
      ...downloads,
      ...licenceLinks(terms),
    ],
    ...(isSite ? {} : { crs: crsUris(profile, shared.offer), ...storageMembers(profile, shared) }),
    collections: ids.map((id, at) => describe(id, {
      baseUrl, profile, terms, crsList: isSite ? 'default' : 'pointer', crss: crssOf(edition, id), extent: extents[at], passedOn, language,
    })),
  };
}
