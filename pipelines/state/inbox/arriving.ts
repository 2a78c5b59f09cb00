/**
 * Arriving: the payload of a delivery that comes piece by piece over a network. What is small stays in memory, what is larger is
 * written to its file as it comes: no more than LIMITS.inlinePayloadBytesMax and one piece wait for that.
 *
 * Invariants:
 *  - Neither as sent nor unpacked it is larger than a delivery may be, and packed it is whole: gzip is unpacked on the way, and
 *    what it holds is thrown away. What it is packed with is known by its first bytes, as in a file.
 *  - Until `finish` there is a temporary file at most; after `drop` there is nothing.
 * Not here: the row that makes it a submission (inbox.ts).
 */
import { LIMITS } from '../../../schemas/limits.ts';
import { isPacked, MARK_BYTES, Unpacker, type SourceFault } from '../../prepare/unpacker.ts';
import { PayloadFile, sha256Of } from './payload.ts';

/** A payload that is whole and durable; `payload` null: it lies in its file. */
export interface Arrived {
  readonly bytes: number;
  readonly sha256: string;
  readonly payload: Uint8Array | null;
}

export class ArrivingPayload {
  readonly #data: string;
  readonly #uuid: string;
  /** Not yet in the file. */
  #held: Buffer[] = [];
  #heldBytes = 0;
  #bytes = 0;
  #file: PayloadFile | null = null;
  /** Undefined: too few bytes have come to know; null: it is not packed. */
  #unpacker: Unpacker | null | undefined;
  #fault: SourceFault | undefined;

  constructor(data: string, uuid: string) {
    this.#data = data;
    this.#uuid = uuid;
  }

  /** Takes the next piece; tells why there is no use in going on. Throws a Fault when the disk does not take it. */
  async add(piece: Buffer): Promise<SourceFault | undefined> {
    if (this.#fault !== undefined) return this.#fault;
    this.#bytes += piece.length;
    this.#heldBytes += piece.length;
    this.#held.push(piece);
    if (this.#bytes > LIMITS.deliveryBytesMax) this.#fault = 'te-groot';
    else await this.#unpack(piece);
    if (this.#fault === undefined && this.#heldBytes > LIMITS.inlinePayloadBytesMax) await this.#write();
    return this.#fault;
  }

  /** Takes the end; tells whether what came is whole. Then `finish` or `drop` is due. */
  async end(): Promise<SourceFault | undefined> {
    if (this.#unpacker === undefined || this.#unpacker === null) return this.#fault;
    await passOver(this.#unpacker.end());
    this.#unpacker.close();
    return this.#fault ??= this.#unpacker.fault;
  }

  /** Makes it durable. */
  async finish(): Promise<Arrived> {
    if (this.#file !== null) {
      await this.#write();
      return { ...await this.#file.finish(), payload: null };
    }
    const payload = Buffer.concat(this.#held);
    return { bytes: payload.length, sha256: sha256Of(payload), payload };
  }

  async drop(): Promise<void> {
    this.#held = [];
    this.#unpacker?.close();
    this.#file?.drop();
  }

  /** Follows what is packed as far as it has come. */
  async #unpack(piece: Buffer): Promise<void> {
    let pieces: readonly Buffer[] = [piece];
    if (this.#unpacker === undefined) {
      if (this.#bytes < MARK_BYTES) return;
      pieces = this.#held;
      this.#unpacker = isPacked(Buffer.concat(pieces)) ? new Unpacker() : null;
    }
    if (this.#unpacker === null) return;
    for (const one of pieces) await passOver(this.#unpacker.push(one));
    this.#fault = this.#unpacker.fault;
  }

  async #write(): Promise<void> {
    this.#file ??= await PayloadFile.create(this.#data, this.#uuid);
    await this.#file.add(Buffer.concat(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }
}

async function passOver(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) void piece;
}
