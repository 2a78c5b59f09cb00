/**
 * Arriving: the payload of a delivery that arrives in pieces over HTTP. A small payload stays in memory; a larger one is written to its
 * file as it arrives. At most LIMITS.inlinePayloadBytesMax and one piece are in memory.
 *
 * Invariants:
 *  - The payload is within the limits, both as sent and unpacked, and a packed payload is complete. Gzip is unpacked on arrival to check
 *    this, and the unpacked bytes are discarded. The packing is recognized by the first bytes, as for files.
 *  - Before `finish` there is at most a temporary file; after `drop` there is none.
 * Not here: the row that makes it a submission (inbox.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { isPacked, MARK_BYTES, Unpacker, type SourceFault } from '../../prepare/unpacker.ts';
import { PayloadFile, sha256Of } from './payload.ts';

/** A complete, durable payload; `payload` is null when it is in its file. */
export interface Arrived {
  readonly bytes: number;
  readonly sha256: string;
  readonly payload: Uint8Array | null;
}

export class ArrivingPayload {
  readonly #data: string;
  readonly #uuid: string;
  /** Pieces not yet written to the file. */
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;
  #bytes = 0;
  #file: PayloadFile | null = null;
  /** Undefined while too few bytes have arrived; null when the payload is not packed. */
  #unpacker: Unpacker | null | undefined;
  #fault: SourceFault | undefined;

  constructor(data: string, uuid: string) {
    this.#data = data;
    this.#uuid = uuid;
  }

  /** Adds the next piece. Returns why the upload is refused, if it is. Throws a Fault for a disk error. */
  async add(piece: Buffer): Promise<SourceFault | undefined> {
    if (this.#fault !== undefined) return this.#fault;
    this.#bytes += piece.length;
    this.#bufferedBytes += piece.length;
    this.#buffered.push(piece);
    if (this.#bytes > LIMITS.deliveryBytesMax) this.#fault = 'te-groot';
    else await this.#unpack(piece);
    if (this.#fault === undefined && this.#bufferedBytes > LIMITS.inlinePayloadBytesMax) await this.#write();
    return this.#fault;
  }

  /** Ends the upload. Returns why it is refused, if it is. Call `finish` or `drop` next. */
  async end(): Promise<SourceFault | undefined> {
    if (this.#unpacker === undefined || this.#unpacker === null) return this.#fault;
    await passOver(this.#unpacker.end());
    this.#unpacker.close();
    return this.#fault ??= this.#unpacker.fault;
  }

  /** Makes the payload durable. */
  async finish(): Promise<Arrived> {
    if (this.#file !== null) {
      await this.#write();
      return { ...await this.#file.finish(), payload: null };
    }
    const payload = Buffer.concat(this.#buffered);
    return { bytes: payload.length, sha256: sha256Of(payload), payload };
  }

  async drop(): Promise<void> {
    this.#buffered = [];
    this.#unpacker?.close();
    this.#file?.drop();
  }

  /** Unpacks the next piece to check it. */
  async #unpack(piece: Buffer): Promise<void> {
    let pieces: readonly Buffer[] = [piece];
    if (this.#unpacker === undefined) {
      if (this.#bytes < MARK_BYTES) return;
      pieces = this.#buffered;
      this.#unpacker = isPacked(Buffer.concat(pieces)) ? new Unpacker() : null;
    }
    if (this.#unpacker === null) return;
    for (const one of pieces) await passOver(this.#unpacker.push(one));
    this.#fault = this.#unpacker.fault;
  }

  async #write(): Promise<void> {
    this.#file ??= await PayloadFile.create(this.#data, this.#uuid);
    await this.#file.add(Buffer.concat(this.#buffered));
    this.#buffered = [];
    this.#bufferedBytes = 0;
  }
}

async function passOver(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) void piece;
}
