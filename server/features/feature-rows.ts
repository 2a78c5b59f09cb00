/**
 * Feature rows: the features of a listing with their geometry in several CRSs, side by side.
 *
 * The first CRS gives the features and their number. The others are read in the same order, as far as the first has come, so that memory is
 * bounded by a chunk of each.
 */
import { chunksIn } from '../../publisher/read/chunks-of-range.ts';
import type { FeatureBytes, FeatureRange, LongFeatures } from '../../publisher/read/types.ts';
import type { EditionCrs } from '../../schemas/crs.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { featureParts, type FeatureParts } from '../response/feature-parts.ts';
import { concatSlices } from '../response/response.ts';
import type { Listing } from '../edition/listing.ts';

/** One feature, as bytes with the offsets of its parts, and its geometry in each CRS. */
export interface FeatureRow {
  readonly bytes: Buffer;
  readonly parts: FeatureParts;
  readonly geometries: readonly Buffer[];
}

/** Yields the rows of a page in chunks. `range`: the page in the first CRS. */
export async function* featureRows(
  { series, query }: Listing, range: FeatureRange | LongFeatures, crss: readonly EditionCrs[],
): AsyncGenerator<readonly FeatureRow[], void> {
  const others = crss.slice(1).map((crs) => new GeometryReader(series, { ...query.question, crs, limit: range.numberReturned }));
  for await (const { slices, release } of chunksIn<FeatureBytes>(range)) {
    const bytes = concatSlices(slices);
    release?.();
    const rows: FeatureRow[] = [];
    for (const parts of featureParts(bytes)) {
      const rest: Buffer[] = [];
      for (const other of others) rest.push(await other.next(idOf(bytes, parts)));
      rows.push({ bytes, parts, geometries: [geometryOf(bytes, parts), ...rest] });
    }
    yield rows;
  }
}

/** Returns the bytes of the geometry of a feature; `null` as bytes when it has none. */
export function geometryOf(bytes: Buffer, { geometry: { from, until } }: FeatureParts): Buffer {
  return bytes.subarray(from, until);
}

/** Returns the bytes of the id of a feature, as JSON. */
function idOf(bytes: Buffer, { start, properties }: FeatureParts): string {
  return bytes.toString('utf8', start, properties.from);
}

/** Reads the geometries of the same features in another CRS, one after the other. */
class GeometryReader {
  readonly #series: Listing['series'];
  readonly #question: Listing['query']['question'];
  #read = 0;
  #ready: { readonly id: string; readonly geometry: Buffer }[] = [];
  #chunks: AsyncIterator<FeatureBytes> | undefined;

  constructor(series: Listing['series'], question: Listing['query']['question']) {
    this.#series = series;
    this.#question = question;
  }

  /** Returns the geometry of the next feature. Throws when that is another feature than `id`. */
  async next(id: string): Promise<Buffer> {
    while (this.#ready.length === 0) await this.#fill();
    const { id: found, geometry } = this.#ready.shift()!;
    if (found !== id) throw new Error(`${id} is not in the same order in every CRS`);
    return geometry;
  }

  async #fill(): Promise<void> {
    this.#chunks ??= chunksIn<FeatureBytes>(await this.#range());
    const { value, done } = await this.#chunks.next();
    if (done === true) {
      this.#chunks = undefined;
      return;
    }
    const bytes = concatSlices(value.slices);
    value.release?.();
    for (const parts of featureParts(bytes)) this.#ready.push({ id: idOf(bytes, parts), geometry: geometryOf(bytes, parts) });
  }

  /** Returns the features that follow. Their bytes may be more than a page in one CRS and not in another. */
  async #range(): Promise<FeatureRange | LongFeatures> {
    const { position, limit } = this.#question;
    const range = await this.#series.answer(
      { ...this.#question, position: position + this.#read, limit: limit - this.#read, typesFirst: true }, LIMITS.chunkBytes,
    );
    if (range.numberReturned === 0) throw new Error('a CRS of the edition has fewer features than another');
    this.#read += range.numberReturned;
    return range;
  }
}
