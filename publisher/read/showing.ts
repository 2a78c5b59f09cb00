/**
 * Showing: finds the first stored edition that shows a recorded version of a root, and when it was activated.
 *
 * The editions themselves are read, because they may have been dropped, or made again without data that became secret. When the first
 * edition that lists a version lists it as ended, no stored edition ever showed it.
 */
import { existsSync } from 'node:fs';
import type { Moment } from '../../schemas/time.ts';
import { Damage } from '../format/damage.ts';
import { fileOf, type AudienceFolder } from '../format/layout.ts';
import type { Head } from '../format/head.ts';
import type { Manifest } from '../format/manifest.ts';
import { countBefore } from '../format/search.ts';
import type { VersionEntry, VersionKey } from '../format/version-nodes.ts';
import { firstHead, numbersOf, readManifest, wholeHead } from './heads.ts';
import type { Packs } from './bytes/index.ts';
import type { Showing } from './types.ts';
import { presentVersion, versionsOf } from './version-reader.ts';

/** Number of editions that are searched one by one. */
const NEAR = 16;

/** The key of a version among those of its id. */
type VersionName = Pick<VersionKey, 'recordedFrom' | 'validFrom'>;

/** The facts of one edition; null: it is damaged. */
type EditionVersions = { readonly manifest: Manifest; versions: readonly VersionEntry[] | null } | null;

/** For one id and one response, because editions may be removed at any time. */
export class ShowingFinder {
  readonly #of: AudienceFolder;
  readonly #packs: Packs;
  readonly #id: string;
  readonly #editions: readonly number[];
  readonly #heads: readonly number[];
  readonly #known = new Map<number, EditionVersions>();

  constructor(of: AudienceFolder, packs: Packs, id: string) {
    this.#of = of;
    this.#packs = packs;
    this.#id = id;
    this.#editions = numbersOf(of, 'manifests');
    this.#heads = numbersOf(of, 'heads');
  }

  /** Null: no stored edition shows it. */
  first(version: VersionName): Showing | null {
    const editions = this.#editions;
    const recordedMs = Math.floor(version.recordedFrom / 1000);
    // No earlier edition has it; nearly always the first possible one does.
    const start = countBefore(editions.length, (index) => (this.#manifest(index)?.moment ?? -Infinity) < recordedMs);
    for (let index = this.#firstListing(start, version); index < editions.length; index += 1) {
      const entry = this.#entryOf(index, version);
      if (entry === undefined || entry.recordedUntil !== Infinity) return null;
      const activated = this.#activatedAt(editions[index]!);
      if (activated !== undefined) return { activated, isPresent: this.#isPresent(index, version) };
    }
    return null;
  }

  /**
   * Returns the index of the first edition from `start` on that lists the version. It is seldom far: its submission was decided after a
   * later one of another holder, or its root was secret. The search goes one by one first, then by doubling steps and by halves.
   */
  #firstListing(start: number, version: VersionName): number {
    const { length } = this.#editions;
    const isLacking = (index: number): boolean => this.#entryOf(index, version) === undefined;
    let [before, at] = [start, start];
    for (let step = 1; at < length && isLacking(at); at += step) {
      before = at + 1;
      if (before - start >= NEAR) step *= 2;
    }
    const beyond = Math.min(at + 1, length);
    return before + countBefore(beyond - before, (index) => isLacking(before + index));
  }

  #entryOf(index: number, { recordedFrom, validFrom }: VersionName): VersionEntry | undefined {
    return this.#versions(index).find((one) => one.recordedFrom === recordedFrom && one.validFrom === validFrom);
  }

  /** Returns whether that edition shows this version when no moment of validity is requested. */
  #isPresent(index: number, { recordedFrom, validFrom }: VersionName): boolean {
    const present = presentVersion(this.#versions(index), this.#manifest(index)!.moment as Moment);
    return present?.recordedFrom === recordedFrom && present.validFrom === validFrom;
  }

  /** Returns when the first head that named the edition was activated. The newest edition that heads name never decreases. */
  #activatedAt(edition: number): Date | undefined {
    const heads = this.#heads;
    const of = this.#of;
    // Damaged heads before the first readable one may have named it too, at an unknown time.
    const from = firstHead(of, heads, ({ newest }) => newest < edition);
    let head: Head | undefined;
    for (let index = from; index < heads.length && head === undefined; index += 1) head = wholeHead(of, heads[index]!);
    return head?.edition === edition ? new Date(head.activated) : undefined;
  }

  #manifest(index: number): Manifest | undefined {
    return this.#read(this.#editions[index]!)?.manifest;
  }

  #versions(index: number): readonly VersionEntry[] {
    const known = this.#read(this.#editions[index]!);
    if (known === null || known.manifest.versions === null) return [];
    return known.versions ??= versionsOf(known.manifest.versions, this.#id, this.#packs);
  }

  #read(edition: number): EditionVersions {
    const known = this.#known.get(edition);
    if (known !== undefined) return known;
    const read = this.#readWhole(edition);
    this.#known.set(edition, read);
    return read;
  }

  #readWhole(edition: number): EditionVersions {
    if (!existsSync(fileOf(this.#of, 'manifests', edition))) return null;
    try {
      return { manifest: readManifest(this.#of, edition), versions: null };
    } catch (error) {
      if (error instanceof Damage) return null;
      throw error;
    }
  }
}
