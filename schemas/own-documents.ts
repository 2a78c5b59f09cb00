/**
 * Own documents: the selection of the documents of one holder, its parts, and the texts around documents in each form.
 * Not here: reading them (pipelines/state/register/own-documents.ts).
 */
import type { CrsCode } from './crs.ts';
import type { RootType } from './names.ts';
import type { Moment } from './time.ts';

export interface OwnSelection {
  readonly holder: string;
  /** Empty: all types. */
  readonly types: readonly RootType[];
  /** The moment at which a version must be valid; null: every recorded version. */
  readonly at: Moment | null;
  /** The moment at which a version must have been recorded; null: recorded by now. */
  readonly knownAt: Moment | null;
}

/** The location of a document in the order of types, roots and begins. */
export interface DocumentCursor {
  readonly type: RootType;
  /** Number of the root. */
  readonly root: number;
  readonly from: Moment;
}

/** Position at which the next part begins: after `document`, with versions up to the same last `decision` as the first part. */
export interface OwnCursor {
  readonly document: DocumentCursor;
  readonly decision: number;
}

/** Request for the next part of the documents, as published positions in one CRS. */
export interface OwnRequest {
  readonly selection: OwnSelection;
  readonly crs: CrsCode;
  /** Text between two documents. */
  readonly between: string;
  /** Null: from the first document. */
  readonly after: OwnCursor | null;
}

/** Documents as JSON texts in UTF-8: at least `LIMITS.chunkBytes` bytes, or the last ones. */
export interface OwnPart {
  readonly bytes: Uint8Array;
  /** Null: these are the last documents. */
  readonly next: OwnCursor | null;
}

/** Texts around documents: one document a line, or a JSON array. */
export const OWN_FORMS = {
  ndjson: { start: '', between: '\n', end: '\n' },
  json: { start: '[\n', between: ',\n', end: '\n]\n' },
} as const;
