/**
 * Map question: asks the page of the surroundings what lies at the searched place, and reads the objects that it found, to draw them.
 *
 * The answer is a part of that page, with its words: the edition, the day, and what was looked at. Its lists have every object found.
 */
import { momentPairs, placePairs, queryOf, type MapState } from './map-address.ts';
import { RD_URI, type GeoJsonFeature } from './map-load.ts';
import type { MapPageData } from './map-page-data.ts';

type Page = Pick<MapPageData, 'base' | 'language'>;

/** Objects of one list that are drawn at most. */
const OBJECTS_MAX = 500;

/** The answer to a question, as elements. */
export interface PlaceAnswer {
  readonly content: readonly (string | Node)[];
  /** Addresses of the lists of the objects found. */
  readonly lists: readonly string[];
}

/** Returns the address of the page with the answer. */
export function questionAddress(state: MapState, { base, language }: Page): string {
  return `${base}/omgeving?${queryOf([...placePairs(state), ...momentPairs(state), ['lang', language], ['f', 'html']])}`;
}

/** Reads the answer, or the reason of a refusal. Throws without either. */
export async function answerTo(address: string): Promise<PlaceAnswer> {
  const reply = await fetch(address, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const found = page.getElementById('omgeving');
  if (found === null) {
    const reason = page.querySelector('main p, main dd')?.textContent;
    if (reason === undefined) throw new Error(String(reply.status));
    return { content: [reason], lists: [] };
  }
  const lists = [...found.querySelectorAll<HTMLAnchorElement>('a[rel=items]')].map((link) => link.href);
  return { content: [...document.importNode(found, true).childNodes], lists };
}

export interface FoundObjects {
  readonly features: readonly GeoJsonFeature[];
  /** Number of objects in the lists. */
  readonly total: number;
}

/** Reads the objects of lists, in RD. Throws when a list cannot be read, because a part would look like all. */
export async function objectsIn(lists: readonly string[], { base }: Page): Promise<FoundObjects> {
  const pages = await Promise.all(lists.map(async (list) => {
    const { pathname, search } = new URL(list);
    // The browser may reach the service by another name than its links have.
    const path = base + pathname.slice(pathname.indexOf('/collections/'));
    const reply = await fetch(`${path}${search}&${queryOf([['crs', RD_URI], ['limit', String(OBJECTS_MAX)]])}`, {
      headers: { accept: 'application/geo+json' },
    });
    if (!reply.ok) throw new Error(String(reply.status));
    return await reply.json() as { readonly numberMatched: number; readonly features: readonly GeoJsonFeature[] };
  }));
  return { features: pages.flatMap(({ features }) => features), total: pages.reduce((sum, { numberMatched }) => sum + numberMatched, 0) };
}
