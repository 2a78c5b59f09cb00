/**
 * Paged response: a list by numbered pages, for programs (Interface Rules, Response shapes). Plain JSON is `{"name":[…]}` with links and
 * totals in headers; HAL has `_links` and `_embedded`.
 */
import { contentHeaders, okResponse, type ServiceResponse } from './response.ts';
import { asPage } from '../request/form.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';

/** Pages of a list. The last page has items, unless the list is empty. */
export interface NumberedPages {
  readonly self: string;
  readonly first: string;
  readonly prev: string | undefined;
  readonly next: string | undefined;
  readonly last: string;
  /** Number of this page; `count`: number of pages. */
  readonly page: number;
  readonly count: number;
}

/** Returns the pages around one. `at` returns the address of a page. */
export function pagesAround(
  { page, limit, total }: { page: number; limit: number; total: number }, { self, at }: { self: string; at: (page: number) => string },
): NumberedPages {
  const count = Math.max(1, Math.ceil(total / limit));
  return {
    self, first: at(1), last: at(count), page, count,
    prev: page > 1 ? at(Math.min(page - 1, count)) : undefined,
    next: page < count ? at(page + 1) : undefined,
  };
}

export interface PagedList {
  readonly name: string;
  readonly pages: NumberedPages;
  /** Number of items in the list; `limit`: most items on a page. */
  readonly total: number;
  readonly limit: number;
  /** Other headers, flat. */
  readonly more?: readonly string[];
}

/** Returns a page. `items`: the bytes of the items, with commas. */
export function pagedResponse(items: readonly Buffer[], form: 'json' | 'hal', list: PagedList): ServiceResponse {
  const { headers, start, end } = pagedFrame(form, list);
  return okResponse(headers, start, ...items, end);
}

/** Returns the headers of a page, and the bytes before and after its items. */
export function pagedFrame(form: 'json' | 'hal', { name, pages, total, limit, more = [] }: PagedList): {
  readonly headers: readonly string[]; readonly start: Buffer; readonly end: Buffer;
} {
  const headers = [...contentHeaders(MEDIA_TYPES[form]), ...more, 'Link', linkHeader(pages, form)];
  if (form === 'hal') {
    const start = Buffer.from(`{"_links":${JSON.stringify(halLinks(pages))},"_embedded":{"${name}":[`);
    return { headers, start, end: HAL_END };
  }
  const totals = [
    'X-Total-Count', String(total), 'X-Pagination-Count', String(pages.count),
    'X-Pagination-Page', String(pages.page), 'X-Pagination-Limit', String(limit),
  ];
  return { headers: [...headers, ...totals], start: Buffer.from(`{"${name}":[`), end: PLAIN_END };
}

const PLAIN_END = Buffer.from(']}');
const HAL_END = Buffer.from(']}}');

const RELATIONS = ['self', 'first', 'prev', 'next', 'last'] as const;

function halLinks(pages: NumberedPages) {
  const links = RELATIONS.map((rel) => [rel, pages[rel]] as const).filter(([, href]) => href !== undefined);
  return Object.fromEntries(links.map(([rel, href]) => [rel, { href }]));
}

function linkHeader(pages: NumberedPages, form: Form): string {
  const links = RELATIONS.map((rel) => [rel, pages[rel]] as const).filter(([, href]) => href !== undefined);
  const own = links.map(([rel, href]) => `<${href}>; rel="${rel}"; type="${MEDIA_TYPES[form]}"`);
  return [...own, `<${asPage(pages.self)}>; rel="alternate"; type="text/html"`].join(', ');
}
