/** Raw record: the bytes of one root as the framer cuts them from a delivery, or where it could not. */
import type { FileLocation } from '../../../schemas/finding.ts';
import type { FileKind } from './file-kinds.ts';

export type FrameFault = 'leeg' | 'geen-json' | 'utf-16' | 'te-groot' | 'voor-begin' | 'codeblok' | 'leeg-item' | 'komma-ontbreekt' | 'komma-na-object'
  | 'haak-ontbreekt' | 'commentaar' | 'na-einde' | 'onaf';

export interface RawRecord extends FileLocation {
  /** `envelope`: the outside of a FeatureCollection, its `features` emptied. */
  readonly kind: 'root' | 'envelope';
  /**
   * JSON Pointer of the record in the delivery. One JSON text a line: `/n` for line n, from 0. A sequence: `/n` for its nth
   * object, from 0, as if it were an array; where it goes on from lines, the line on which the object begins.
   */
  readonly pointer: string;
  readonly bytes: Buffer;
  readonly fault?: FrameFault;
  /** With the fault `geen-json`: what it is. */
  readonly fileKind?: FileKind;
  /** The bytes of the delivery end in it, or right behind it. */
  readonly isLast?: true;
}
