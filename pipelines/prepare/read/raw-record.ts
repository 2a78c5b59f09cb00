/** Raw record: the bytes of one root as the framer cuts them from a delivery, or a fault at their location. */
import type { FileLocation } from '../../../schemas/finding.ts';
import type { FileKind } from './file-kinds.ts';

export type FrameFault = 'leeg' | 'geen-json' | 'utf-16' | 'te-groot' | 'voor-begin' | 'codeblok' | 'leeg-item' | 'komma-ontbreekt' | 'komma-na-object'
  | 'haak-ontbreekt' | 'commentaar' | 'na-einde' | 'onaf';

export interface RawRecord extends FileLocation {
  /** `envelope`: a FeatureCollection with its `features` emptied. */
  readonly kind: 'root' | 'envelope';
  /**
   * JSON Pointer of the record in the delivery. With one JSON text a line, `/n` is line n, from 0. In a sequence, `/n` is the nth object,
   * from 0; a sequence that follows lines uses the line on which the object begins.
   */
  readonly pointer: string;
  readonly bytes: Buffer;
  readonly fault?: FrameFault;
  /** The kind of file, with the fault `geen-json`. */
  readonly fileKind?: FileKind;
  /** The delivery ends inside the record, or right behind it. */
  readonly isLast?: true;
}
