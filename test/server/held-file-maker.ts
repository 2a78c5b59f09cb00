/** A maker of requested files for tests: writes features as lines, when it is let go. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileContents, FileMaker, FileRefusal } from '../../schemas/requested-files.ts';

export class HeldMaker implements FileMaker {
  readonly folder = mkdtempSync(join(tmpdir(), 'ev-requested-'));
  readonly made: FileContents[] = [];
  isAble = true;
  refusal: FileRefusal | Error | null = null;
  /** Null: files are made at once. */
  gate: Promise<void> | null = null;

  isReady(): Promise<boolean> { return Promise.resolve(this.isAble); }

  async make(name: string, contents: FileContents) {
    this.made.push(contents);
    const features: Buffer[] = [];
    for await (const piece of contents.features()) features.push(...piece);
    await this.gate;
    if (this.refusal instanceof Error) throw this.refusal;
    if (this.refusal !== null) return this.refusal;
    const bytes = Buffer.from(features.map((feature) => `${feature.toString()}\n`).join(''));
    writeFileSync(join(this.folder, name), bytes);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), leftOut: 0 };
  }

  remove(name: string): Promise<void> { return Promise.resolve(rmSync(join(this.folder, name))); }

  close(): Promise<void> {
    rmSync(this.folder, { recursive: true });
    return Promise.resolve();
  }
}
