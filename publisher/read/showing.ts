/**
 * Showing: the first of the editions that are kept that shows a recorded version of a root, and when that was activated.
 *
 * Editions are asked themselves, for they may have been dropped, or made again without what became secret. A version that the
 * first edition that lists it lists as ended was never shown by one that is kept.
 */
import { existsSync } from 'node:fs';
import type { Moment } from '../../schemas/time.ts';
import { Damage } from '../format/damage.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import type { Head } from '../format/head.ts';
import type { Manifest } from '../format/manifest.ts';
import { countBefore } from '../format/search.ts';
import type { VersionEntry, VersionKey } from '../format/versions.ts';
import { firstHead, numbersOf, readManifest, wholeHead } from './heads.ts';
import type { Packs } from './bytes/index.ts';
import type { Showing } from './types.ts';
import { presentVersion, versionsOf } from './versions.ts';

/** Editions that are looked into one by one. */
const NEAR = 16;

/** What tells it from other versions of its id. */
type Name = Pick<VersionKey, 'recordedFrom' | 'validFrom'>;

/** What is read of one edition; null: it is damaged. */
type Known = { readonly manifest: Manifest; versions: readonly VersionEntry[] | null } | null;

/** Of one id, for one answer: editions may go at any time. */
export class ShowingFinder {
  private readonly of: AudienceFolder;
  private readonly packs: Packs;
  private readonly id: string;
  private readonly editions: readonly number[];
  private readonly heads: readonly number[];
  private readonly known = new Map<number, Known>();

  constructor(of: AudienceFolder, packs: Packs, id: string) {
    this.of = of;
    this.packs = packs;
    this.id = id;
    this.editions = numbersOf(of, 'manifests');
    this.heads = numbersOf(of, 'heads');
  }

  /** Null: no edition that is kept shows it. */
  first(version: Name): Showing | null {
    const { editions } = this;
    const recordedMs = Math.floor(version.recordedFrom / 1000);
    // None before has it; nearly always the first that may have it does.
    const start = countBefore(editions.length, (index) => (this.manifest(index)?.moment ?? -Infinity) < recordedMs);
    for (let index = this.firstListing(start, version); index < editions.length; index += 1) {
      const entry = this.entryOf(index, version);
      if (entry === undefined || entry.recordedUntil !== Infinity) return null;
      const activated = this.activatedAt(editions[index]!);
      if (activated !== undefined) return { activated, isPresent: this.isPresent(index, version) };
    }
    return null;
  }

  /**
   * Index of the first edition from `start` on that lists the version. It is seldom far: its submission was decided after one of
   * another holder that came later, or its root was secret. So one by one first, then by ever wider steps and by halves.
   */
  private firstListing(start: number, version: Name): number {
    const { length } = this.editions;
    const isLacking = (index: number): boolean => this.entryOf(index, version) === undefined;
    let [before, at] = [start, start];
    for (let step = 1; at < length && isLacking(at); at += step) {
      before = at + 1;
      if (before - start >= NEAR) step *= 2;
    }
    const beyond = Math.min(at + 1, length);
    return before + countBefore(beyond - before, (index) => isLacking(before + index));
  }

  private entryOf(index: number, { recordedFrom, validFrom }: Name): VersionEntry | undefined {
    return this.versions(index).find((one) => one.recordedFrom === recordedFrom && one.validFrom === validFrom);
  }

  /** Whether the document of the id there is this version, when no moment is asked for. */
  private isPresent(index: number, { recordedFrom, validFrom }: Name): boolean {
    const present = presentVersion(this.versions(index), this.manifest(index)!.moment as Moment);
    return present?.recordedFrom === recordedFrom && present.validFrom === validFrom;
  }

  /** When the first head that named the edition was activated; the numbers of the newest editions that heads know never fall. */
  private activatedAt(edition: number): Date | undefined {
    const { heads, of } = this;
    // Damaged heads before the first that can be read may have named it too; nobody knows when.
    const from = firstHead(of, heads, ({ newest }) => newest < edition);
    let head: Head | undefined;
    for (let index = from; index < heads.length && head === undefined; index += 1) head = wholeHead(of, heads[index]!);
    return head?.edition === edition ? new Date(head.activated) : undefined;
  }

  private manifest(index: number): Manifest | undefined {
    return this.read(this.editions[index]!)?.manifest;
  }

  private versions(index: number): readonly VersionEntry[] {
    const known = this.read(this.editions[index]!);
    if (known === null || known.manifest.versions === null) return [];
    return known.versions ??= versionsOf(known.manifest.versions, this.id, this.packs);
  }

  private read(edition: number): Known {
    const known = this.known.get(edition);
    if (known !== undefined) return known;
    const read = this.readWhole(edition);
    this.known.set(edition, read);
    return read;
  }

  private readWhole(edition: number): Known {
    if (!existsSync(fileOf(this.of, 'manifests', edition))) return null;
    try {
      return { manifest: readManifest(this.of, edition), versions: null };
    } catch (error) {
      if (error instanceof Damage) return null;
      throw error;
    }
  }
}
