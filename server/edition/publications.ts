/**
 * Publications: an event for each publication, oldest first (schemas/publication-event.ts). Its number is that of its head.
 *
 * Invariants:
 *  - A publication that is not stored any more, or is damaged, is not left out silently: an event says that its changes are not known.
 *  - With filters, a publication in which nothing changed that matches has no event. One that cannot be compared has.
 * Not here: sending events (handlers/publicaties.ts, pipelines/subscriptions/).
 */
import { Damage } from '../../publisher/format/damage.ts';
import type { Activated, DifferenceCounts, DifferenceQuery, Editions, ListedHead } from '../../publisher/read/types.ts';
import { MISSED, PUBLISHED, type PublicationEvent, type Publications } from '../../schemas/publication-event.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { formatQuery, joinQueries } from '../parameters/query.ts';
import { withQuery } from '../response/object-links.ts';
import { differencesPath, editieOf, type Editie } from './editie.ts';
import { countsOf } from './verschil.ts';

/** The publication as `/edities` describes it. `vergeleken` false: its changes are not known, so they may match the filters. */
type Published = Editie & { readonly vergeleken?: false };

/** The changes that a reader wants to know of. */
export interface Selection {
  readonly query: DifferenceQuery;
  /** The filters as the request wrote them; empty: all changes. */
  readonly text: string;
}

interface Source {
  readonly editions: Editions;
  readonly baseUrl: string;
}

/** Returns the events of the first `limit` publications after a head. */
export async function publicationsAfter(after: number, selection: Selection, source: Source, limit: number): Promise<Publications> {
  const events: PublicationEvent[] = [];
  let last = after;
  for (const listed of await source.editions.listAfter(after, limit)) {
    const isUnknown = listed.isDamaged || listed.content === null || listed.content === 'damaged';
    const missed = listed.head - last - (isUnknown ? 0 : 1);
    if (missed > 0) events.push(missedEvent(isUnknown ? listed.head : listed.head - 1, missed, source.baseUrl));
    if (!isUnknown) events.push(...await publishedEvents(listed, selection, source));
    last = listed.head;
  }
  return { events: joinMissed(events), last };
}

/** Joins events of missed publications that follow each other. */
function joinMissed(events: readonly PublicationEvent[]): readonly PublicationEvent[] {
  const joined: PublicationEvent[] = [];
  for (const event of events) {
    const before = joined.at(-1);
    if (event.type !== MISSED || before?.type !== MISSED) {
      joined.push(event);
      continue;
    }
    const aantal = Number(before.data['aantal']) + Number(event.data['aantal']);
    joined[joined.length - 1] = { ...event, data: { ...event.data, aantal } };
  }
  return joined;
}

function missedEvent(head: number, aantal: number, baseUrl: string): PublicationEvent {
  return {
    specversion: '1.0', id: String(head), source: baseUrl, type: MISSED, datacontenttype: 'application/json', data: {
      aantal, toelichting: 'Wat hierin veranderde is niet meer bekend. Lees opnieuw wat u nodig hebt. (What changed in these is not known any more. Read again what you need.)',
      _links: { register: { href: baseUrl } },
    },
  };
}

async function publishedEvents(listed: ListedHead, { query, text }: Selection, source: Source): Promise<readonly PublicationEvent[]> {
  const { editions, baseUrl } = source;
  const editie = editieOf(listed, baseUrl);
  if (text === '') return [publishedEvent(listed, editie, baseUrl)];
  const after = activatedBy(listed.head, editions);
  const before = listed.head === 1 ? null : activatedBy(listed.head - 1, editions);
  const counts = after === undefined || before === undefined ? undefined : await countsBetween(before, after, query, editions);
  if (counts === undefined) return [publishedEvent(listed, { ...editie, vergeleken: false }, baseUrl)];
  const { aantal, aantallen } = countsOf(counts);
  if (aantal === 0) return [];
  const tegenover = before?.edition.number ?? 0;
  const verschillen = { href: `${differencesPath(baseUrl, tegenover, listed.edition)}&${text}` };
  const { _links: links } = editie;
  const matching = { wijzigingen: { tegenover, collecties: aantallen }, _links: { ...links!, verschillen } };
  return [publishedEvent(listed, { ...editie, ...matching }, baseUrl)];
}

function publishedEvent({ head, edition, activated }: ListedHead, data: Published, baseUrl: string): PublicationEvent {
  return {
    specversion: '1.0', id: String(head), source: baseUrl, type: PUBLISHED, subject: `edities/${edition}`, time: activated.toISOString(),
    datacontenttype: 'application/json', data: data as unknown as JsonObject,
  };
}

function activatedBy(head: number, editions: Editions): Activated | undefined {
  const found = editions.firstFrom(head);
  return found?.head === head ? found : undefined;
}

/** Returns undefined when an edition is damaged, so that its changes are not known. */
async function countsBetween(
  before: Activated | null, after: Activated, query: DifferenceQuery, editions: Editions,
): Promise<DifferenceCounts | undefined> {
  try {
    return await editions.countDifferences({ before: before?.edition ?? null, after: after.edition }, query);
  } catch (error) {
    if (error instanceof Damage) return undefined;
    throw error;
  }
}

/** Returns the address of the publications after a head. */
export function publicationsUrl(baseUrl: string, after: number, text: string): string {
  return withQuery(`${baseUrl}/publicaties`, joinQueries(text, formatQuery([['na', String(after)]])));
}
