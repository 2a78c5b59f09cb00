/**
 * Feature writer: a form of features that is not the bytes of the edition. It is made when it is asked for, and nothing of it is stored.
 *
 * A form is one entry of FEATURE_WRITERS (feature-writers.ts): the CRSs it needs, the bytes around the features, and those of each feature.
 * Not here: GeoJSON, which is the bytes of the edition (handlers/items.ts), and the web page.
 */
import { isLong } from '../../publisher/read/chunks-of-range.ts';
import type { Counts } from '../../publisher/read/types.ts';
import type { EditionCrs } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { readRange, type Listing } from '../edition/listing.ts';
import { okResponse, type ServiceResponse } from '../response/response.ts';
import { featureRows, type FeatureRow } from './feature-rows.ts';

/** Writes a page of features. */
export interface PageWriter {
  /** The CRSs of the geometries of a row, in order. */
  readonly crss: readonly EditionCrs[];
  readonly headers: (counts: Counts) => readonly string[];
  readonly start: (counts: Counts) => Buffer;
  readonly feature: (row: FeatureRow) => readonly Buffer[];
  /** The bytes between two features. */
  readonly separator: Buffer;
  readonly end: (counts: Counts) => Buffer;
}

/** Returns a page in the form of a writer. A long page is made in chunks while it is sent. */
export async function writtenPage(listing: Listing, writer: PageWriter): Promise<ServiceResponse> {
  const { query } = listing;
  const inFirst: Listing = { ...listing, query: { ...query, question: { ...query.question, crs: writer.crss[0]! } } };
  const range = await readRange(inFirst, query.question.limit, LIMITS.chunkBytes);
  async function* chunks(): AsyncGenerator<{ readonly body: readonly Buffer[] }, void> {
    let before = writer.start(range);
    for await (const rows of featureRows(listing, range, writer.crss)) {
      yield { body: rows.flatMap((row, at) => [at === 0 ? before : writer.separator, ...writer.feature(row)]) };
      if (rows.length > 0) before = writer.separator;
    }
    yield { body: [range.numberReturned === 0 ? before : EMPTY, writer.end(range)] };
  }
  const headers = writer.headers(range);
  if (isLong(range)) return { status: 200, headers, body: [], long: { bytes: undefined, chunks } };
  const body: Buffer[] = [];
  for await (const chunk of chunks()) body.push(...chunk.body);
  return okResponse(headers, ...body);
}

const EMPTY = Buffer.alloc(0);
