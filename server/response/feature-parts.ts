/**
 * Feature parts: offsets in the bytes of an edition's features, without parsing.
 *
 * A feature is `{"type":"Feature","id":…,"properties":{…},"links":[…],"geometry":…}` (publisher/FORMAT.md, Block). A holder delivered
 * the properties, so their end is found by counting braces. The publisher printed the rest, so the next feature is found by a search
 * for bytes.
 */
const FEATURE = Buffer.from('{"type":"Feature","id":');
const PROPERTIES = Buffer.from(',"properties":');
const GEOMETRY = Buffer.from(',"geometry":');

export interface ByteRange {
  readonly from: number;
  readonly until: number;
}

/** Offsets of one feature in its bytes. */
export interface FeatureParts {
  readonly start: number;
  /** The value of `properties`. */
  readonly properties: ByteRange;
  /** The value of `geometry`. */
  readonly geometry: ByteRange;
  /** After the last brace. */
  readonly end: number;
}

/** Yields the parts of features with commas between them. */
export function* featureParts(bytes: Buffer): Generator<FeatureParts, void> {
  for (let start = 0; start < bytes.length;) {
    const properties = propertiesOf(bytes, start);
    const next = bytes.indexOf(FEATURE, properties.until);
    const end = next < 0 ? bytes.length : next - 1;
    yield { start, properties, geometry: { from: bytes.lastIndexOf(GEOMETRY, end) + GEOMETRY.length, until: end - 1 }, end };
    start = end + 1;
  }
}

/** Returns the parts of one feature. */
export function partsOf(bytes: Buffer): FeatureParts {
  return featureParts(bytes).next().value!;
}

/** Returns the bytes of a feature before its member `properties`, without a comma at the end. */
export function beforeProperties(bytes: Buffer, { start, properties }: FeatureParts): Buffer {
  return bytes.subarray(start, properties.from - PROPERTIES.length);
}

/** Returns the bytes of a feature between its properties and its geometry: `,"links":[…]`. */
export function linksOf(bytes: Buffer, { properties, geometry }: FeatureParts): Buffer {
  return bytes.subarray(properties.until, geometry.from - GEOMETRY.length);
}

/** Returns the byte range of `properties` in the feature at `start`. The search is safe, because quotes in an id are escaped. */
export function propertiesOf(bytes: Buffer, start: number): ByteRange {
  const from = bytes.indexOf(PROPERTIES, start) + PROPERTIES.length;
  return { from, until: endOfObject(bytes, from) };
}

const [QUOTE, BACKSLASH, OPEN, CLOSE] = [0x22, 0x5c, 0x7b, 0x7d];

/** Returns the offset after the object that begins at `from`. */
function endOfObject(bytes: Buffer, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at);
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) return at + 1;
  }
  throw new Error('an object of the edition does not end');
}

/** Returns the offset of the quote that ends the string at `from`. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = from + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  throw new Error('a text of the edition does not end');
}
