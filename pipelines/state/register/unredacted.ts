/**
 * Unredacted: the readers who see the register without redaction: those of the full audience, and a holder who reads its own root.
 *
 * Plain data, because threads that derive rows get it in a message.
 * Not here: who may be such a reader (server/request/access.ts).
 */
import type { RootNumber } from './register.ts';

export interface Whole {
  /** The root that its holder reads; absent: the full audience reads all roots. */
  readonly own?: OwnRoot;
}

export interface OwnRoot {
  readonly root: RootNumber;
  /** The bronhoudercodes of the reader. A link to a hidden root of any other holder is treated as a link to an unknown id. */
  readonly holders: readonly string[];
}
