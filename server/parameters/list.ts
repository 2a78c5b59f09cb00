/**
 * List: all parameters of a page of features, read together.
 *
 * `canonical` is the question as asked, in fixed order; `carried` the same for the next page; `question` is
 * what a cursor is bound to: collection, CRS and box, without limit. None of them holds text of the request
 * beyond known URIs and digits, so they need no escape anywhere.
 */
import type { Box } from '../../schemas/geometry.ts';
import type { Profile } from '../../schemas/profile.ts';
import { shortHash } from '../conditional.ts';
import { Memo } from '../memo.ts';
import { readBbox } from './bbox.ts';
import { readCrs, type AskedCrs } from './crs.ts';
import { readCursor, writeCursor, type Cursor } from './cursor.ts';
import { readLimit, readOffset } from './paging.ts';
import { closed, type ParameterFault, type Query } from './query.ts';

export const LIST_PARAMETERS = ['limit', 'offset', 'cursor', 'bbox', 'bbox-crs', 'crs'] as const;

export interface ListQuery {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: Cursor | undefined;
  readonly crs: AskedCrs;
  readonly box: Box | undefined;
  readonly boxCrs: AskedCrs;
  readonly question: string;
  readonly canonical: string;
  readonly carried: string;
  /** Tells this question from others in a tag. */
  readonly hash: string;
}

export interface ReadList {
  readonly query: ListQuery;
  readonly faults: readonly ParameterFault[];
}

const lists = new Memo<ReadList>();

/** Reads the query of a list of `collection`; with faults the query is of no use. */
export function readListQuery(query: Query, collection: string, profile: Profile): ReadList {
  return lists.get(`${profile} ${collection} ${query.text}`, () => readAnew(query, collection, profile));
}

function readAnew(query: Query, collection: string, profile: Profile): ReadList {
  const faults: ParameterFault[] = [];
  const given = closed(query, LIST_PARAMETERS, faults);
  const limit = readLimit(given.limit, faults);
  const offset = readOffset(given.offset, faults);
  const crs = readCrs(given.crs, 'crs', { profile, faults });
  const boxCrs = readCrs(given['bbox-crs'], 'bbox-crs', { profile, faults });
  const box = readBbox(given.bbox, boxCrs.crs, faults);
  const selection = box === undefined ? '' : `|${boxCrs.bytes}|${box.join(',')}`;
  const question = `${collection}|${crs.bytes}${selection}`;
  const cursor = readCursor(given.cursor, question, faults);
  if (cursor !== undefined && given.offset !== undefined) faults.push(BOTH);

  const carried = [
    given.limit === undefined ? '' : `limit=${limit}`,
    given.crs === undefined ? '' : `crs=${crs.uri}`,
    box === undefined ? '' : `bbox=${box.join(',')}`,
    box === undefined || given['bbox-crs'] === undefined ? '' : `bbox-crs=${boxCrs.uri}`,
  ].filter((part) => part !== '').join('&');
  const place = cursor !== undefined ? `cursor=${writeCursor(cursor, question)}`
    : given.offset === undefined ? '' : `offset=${offset}`;
  const canonical = [carried, place].filter((part) => part !== '').join('&');
  const hash = shortHash(`${question}|${limit}|${canonical}`);
  return { query: { limit, offset, cursor, crs, box, boxCrs, question, canonical, carried, hash }, faults };
}

const BOTH: ParameterFault = {
  problem: 'OngeldigeParameter',
  name: 'offset',
  reason: { nl: 'Geef offset of cursor, niet allebei.', en: 'Give offset or cursor, not both.' },
  correct: null,
};
