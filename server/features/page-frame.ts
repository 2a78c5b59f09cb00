/**
 * Page frame: headers and links of a page of features, and the members that end its JSON.
 *
 * Links to other forms name all forms of the list (OGC API Features Part 1, fc-links); a search by a body has none, because links cannot
 * repeat a body.
 */
import type { Counts } from '../../publisher/read/types.ts';
import { OGC_REL } from '../description/collections.ts';
import { contextLink } from '../description/json-ld-context.ts';
import { pageLinks, type Listing } from '../edition/listing.ts';
import { asPage, inForms, mediaTypeAt, QUOTED_TYPES, typeAttribute } from '../request/form.ts';
import { FEATURE_FORMS, MEDIA_TYPES, type PageForm } from '../request/negotiate.ts';
import { profilesOf } from '../request/profile.ts';
import { withQuery } from '../response/object-links.ts';
import { contentHeaders } from '../response/response.ts';

interface Frame {
  readonly listing: Listing;
  readonly form: PageForm;
}

/** Returns the headers of a page. */
export function pageHeaders({ listing, form }: Frame, counts: Counts): readonly string[] {
  const { query } = listing;
  const { self, next } = pageLinks(listing, counts);
  const { collection, at } = collectionLinks(listing);
  const links = [
    linkHeader(self, 'self', form), ...(next === undefined ? [] : [linkHeader(next, 'next', form)]),
    `<${collection}/queryables${at}>; rel="${OGC_REL}/queryables"; type="${MEDIA_TYPES.schema}"`,
    ...profilesOf(form, listing.query.profiles).map((uri) => `<${uri}>; rel="profile"`),
    ...(form === 'geojson' || form === 'json' ? [contextLink(collection.slice(0, collection.lastIndexOf('/collections/')))] : []),
  ];
  return [...(CONTENT[form] ??= contentHeaders(MEDIA_TYPES[form])), 'Content-Crs', `<${query.crs.uri}>`, 'Link', links.join(', ')];
}

const CONTENT: Partial<Record<PageForm, readonly string[]>> = {};

function linkHeader(href: string, rel: string, form: PageForm): string {
  return `<${href}>; rel="${rel}"; ${typeAttribute(mediaTypeAt(href, form === 'json' ? 'geojson' : form))}`;
}

/** Returns the headers with the counts of a page, which its body cannot have (named as in OGC API Features Part 1, 1.1, gmlsf0). */
export function countHeaders({ numberMatched, numberReturned }: Counts): readonly string[] {
  return ['OGC-NumberMatched', String(numberMatched), 'OGC-NumberReturned', String(numberReturned)];
}

/** Returns the members that follow the features of a page in JSON, with the closing brace. */
export function pageEnd({ listing, form }: Frame, counts: Counts): Buffer {
  const { query: { isPosted, fields }, facts: { timeStamp } } = listing;
  const { numberMatched, numberReturned } = counts;
  const { self, next } = pageLinks(listing, counts);
  const { collection, at } = collectionLinks(listing);
  const type = QUOTED_TYPES[mediaTypeAt(self, form === 'json' ? 'geojson' : form)]!;
  // As in STAC API: the next request is a POST of the same body.
  const method = isPosted ? ',"method":"POST","merge":true' : '';
  const onward = next === undefined ? '' : `,{"href":"${next}","rel":"next","type":${type}${method}}`;
  const profiles = profilesOf(form, listing.query.profiles).map((uri) => `,{"href":"${uri}","rel":"profile","type":"text/html"}`).join('');
  const schema = `,{"href":"${collection}/schema/feature${at}","rel":"describedby","type":"${MEDIA_TYPES.schema}"}`;
  // With `fields`, features lack members that the schema requires.
  return Buffer.from(
    `],"timeStamp":"${timeStamp}","numberMatched":${numberMatched},"numberReturned":${numberReturned}`
    + `,"links":[{"href":"${self}","rel":"self","type":${type}${method}}${isPosted ? '' : alternates(self, form)}${onward}`
    + `,{"href":"${collection}${at}","rel":"collection","type":"application/json"}${fields === undefined ? schema : ''}${profiles}]}`,
    'latin1',
  );
}

/** Returns the links to the other forms of a page, in JSON with a comma before each. */
function alternates(self: string, form: PageForm): string {
  const page = `,{"href":"${asPage(self)}","rel":"alternate","type":"text/html"}`;
  return page + inForms(self, alternateForms(form)).map(([one, href]) => (
    `,{"href":"${href}","rel":"alternate","type":${QUOTED_TYPES[MEDIA_TYPES[one]]!}}`
  )).join('');
}

/** The forms for programs. JSON is left out, because its bytes are those of GeoJSON. */
const DISTINCT = FEATURE_FORMS.filter((one): one is Exclude<PageForm, 'json'> => one !== 'html' && one !== 'json');

/** Returns the forms for programs beside a form. */
export function alternateForms(form: (typeof FEATURE_FORMS)[number]): readonly PageForm[] {
  return DISTINCT.filter((one) => one !== (form === 'json' ? 'geojson' : form));
}

/** Returns the address of the collection, and the query of links to it. */
function collectionLinks({ url, query }: Listing): { readonly collection: string; readonly at: string } {
  return { collection: url.slice(0, url.lastIndexOf('/')), at: withQuery('', query.passedOn.text) };
}
