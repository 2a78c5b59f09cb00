/**
 * Verify: reads everything in an edition and compares it with its hashes, and its totals with one another. Finds one flipped bit in any of
 * its files: heads, manifest, packs. Runs at once, in turns beside other work, or only on the bytes that an edition added.
 */
import { Fault, UsageFault } from '../../schemas/fault.ts';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import { contentIdOf, type Manifest, type RootEntry } from '../format/manifest.ts';
import { PACK_HEADER_BYTES_MAX, requirePackHeader } from '../format/pack.ts';
import { PageDirectory } from '../format/page-directory.ts';
import { addressAt, readAddresses, type SegmentAddress, type SegmentAddresses } from '../format/segment-address.ts';
import { Segment, type SegmentKind } from '../format/segment.ts';
import { isLeaf, VersionLeaf, VersionNode, type VersionBranch } from '../format/version-nodes.ts';
import { openIds } from './edition-reader.ts';
import { readStart } from './files.ts';
import { numbersOf, readHead, readManifest } from './heads.ts';
import { apart, Packs, PackScan } from './bytes/index.ts';
import { openRoot } from './series-reader.ts';
import { branchesOf, rootBranch } from './version-reader.ts';

export interface Verified {
  readonly editions: number;
  readonly heads: number;
  readonly packs: number;
  /** Damage that was found; empty when all is intact. */
  readonly damages: readonly Fault[];
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  readonly what: string;
}

/** Continues after damage, so that all of it is reported. `onProgress` is called for every file and series. */
export function verifyEdition(
  folder: string, audience: Audience, which: { edition: number | 'all'; onProgress?: (progress: Progress) => void },
): Verified {
  return verifyIn({ folder, audience }, which);
}

/** Verifies an edition whose packs may lie anywhere. */
export function verifyIn(
  of: AudienceFolder, { edition, onProgress }: { edition: number | 'all'; onProgress?: ((progress: Progress) => void) | undefined },
): Verified {
  return finished(new Verifier(of, { onProgress }).run(edition));
}

/** Verifies all editions and their heads. Pauses after each page, so that the caller can do other work or stop. */
export function verifiedInTurns(of: AudienceFolder): Generator<void, Verified> {
  return new Verifier(of, {}).run('all');
}

/**
 * Reads several editions without their heads; shared bytes are read once. Yields the number of each edition with its damages, and null in
 * between.
 */
export function damagesByEdition(of: AudienceFolder, editions: readonly number[]): Generator<EditionDamages | null, void> {
  return new Verifier(of, {}).each(editions);
}

export interface EditionDamages {
  readonly edition: number;
  readonly damages: readonly Fault[];
}

/** Identifies an edition: its number, and the SHA-256 of its manifest, hex. */
export interface NamedEdition {
  readonly number: number;
  readonly check: string;
}

/** Returns damage in the bytes of an edition in this pack, the one that it added. Its manifest need not be on the disk yet. */
export function damagesOfAdded(of: AudienceFolder, manifest: Manifest, pack: number): readonly Fault[] {
  return finished(new Verifier(of, { only: pack }).written(manifest));
}

/** Returns damage of an edition without its heads. Pauses after each page, so that the caller can do other work or stop. */
export function damagesInTurns(of: AudienceFolder, edition: NamedEdition): Generator<void, readonly Fault[]> {
  return new Verifier(of, {}).one(edition);
}

interface Verifying {
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** The only pack to read; when absent all packs are read. */
  readonly only?: number;
}

function finished<Result>(turns: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = turns.next();
    if (done === true) return value;
  }
}

class Verifier {
  readonly #of: AudienceFolder;
  readonly #onProgress: (progress: Progress) => void;
  readonly #only: number | undefined;
  readonly #damages: Fault[] = [];
  readonly #packsSeen = new Set<number>();
  /** Addresses already read, so that bytes shared by editions are read once. */
  readonly #walked = new Set<string>();
  readonly #packs: Packs;
  readonly #scan: PackScan;

  constructor(of: AudienceFolder, { onProgress = () => {}, only }: Verifying) {
    this.#of = of;
    this.#onProgress = onProgress;
    this.#only = only;
    this.#packs = new Packs(of);
    this.#scan = new PackScan(of);
  }

  *run(edition: number | 'all'): Generator<void, Verified> {
    const of = this.#of;
    const heads = numbersOf(of, 'heads');
    const present = numbersOf(of, 'manifests');
    const editions = edition === 'all' ? present : [edition];
    let done = 0;
    const tell = (what: string): void => this.#onProgress({ done: done++, total: heads.length + editions.length, what });
    const manifests = new Map<number, string>();
    try {
      for (const number of heads) {
        tell(`head ${number}`);
        this.#attempt(() => {
          const head = readHead(of, number);
          manifests.set(head.edition, head.manifest);
        });
      }
      if (edition !== 'all' && !present.includes(edition) && !manifests.has(edition) && this.#damages.length === 0) {
        throw new UsageFault('no edition of this number is kept', {
          step: 'Edition:Verify', actual: String(edition), hint: '`ev editions list` lists those that are.',
        });
      }
      for (const number of editions) {
        tell(`edition ${number}`);
        yield* this.#attemptAll(this.#edition(number, manifests.get(number)));
      }
    } finally {
      this.#close();
    }
    return { editions: editions.length, heads: heads.length, packs: this.#packsSeen.size, damages: this.#damages };
  }

  one({ number, check }: NamedEdition): Generator<void, readonly Fault[]> {
    return this.#damagesIn(this.#edition(number, check));
  }

  written(manifest: Manifest): Generator<void, readonly Fault[]> {
    return this.#damagesIn(this.#content(manifest));
  }

  *#damagesIn(edition: Generator<void>): Generator<void, readonly Fault[]> {
    try {
      yield* this.#attemptAll(edition);
      return this.#damages;
    } finally {
      this.#close();
    }
  }

  *each(editions: readonly number[]): Generator<EditionDamages | null, void> {
    try {
      for (const edition of editions) {
        const before = this.#damages.length;
        const pages = this.#attemptAll(this.#edition(edition, undefined));
        while (pages.next().done !== true) yield null;
        yield { edition, damages: this.#damages.slice(before) };
      }
    } finally {
      this.#close();
    }
  }

  #close(): void {
    this.#packs.close();
    this.#scan.close();
  }

  *#edition(number: number, check: string | undefined): Generator<void> {
    yield* this.#content(readManifest(this.#of, number, check));
  }

  *#content(manifest: Manifest): Generator<void> {
    for (const [first, last] of manifest.packs) for (let pack = first; pack <= last; pack += 1) this.#packHeader(pack);
    const path = fileOf(this.#of, 'manifests', manifest.number);
    this.#same(path, `contentId ${manifest.contentId}`, () => `contentId ${contentIdOf(manifest)}`);
    let rows = 0;
    for (const { now, other } of manifest.series) {
      rows += now.count + other.count;
      yield* this.#attemptAll(this.#series(now));
      yield* this.#attemptAll(this.#series(other));
    }
    this.#attempt(() => this.#ids(manifest.ids));
    this.#attempt(() => this.#same('id index', `${rows} rows`, () => `${manifest.ids.count} rows`));
    if (manifest.versions !== null) yield* this.#attemptAll(this.#versions(manifest.versions));
  }

  #packHeader(number: number): void {
    if (this.#packsSeen.has(number) || this.#isOutside(number)) return;
    this.#packsSeen.add(number);
    const path = fileOf(this.#of, 'packs', number);
    this.#attempt(() => requirePackHeader(readStart(path, PACK_HEADER_BYTES_MAX), { path, audience: this.#of.audience, number }));
    this.#attempt(() => this.#scan.checksums(number));
  }

  *#series(entry: RootEntry): Generator<void> {
    const root = this.#isWalked(entry) ? null : openRoot(entry, this.#packs);
    if (root === null) return;
    this.#sameContent('series root', entry.hash, root.segment);
    this.#same('series root', `${entry.count} rows`, () => `${root.rows.reduce((sum, count) => sum + count, 0)} rows`);
    for (let index = 0; index < root.pages; index += 1) {
      const address = root.addressOf(index);
      if (this.#isSeen(address)) continue;
      const page = this.#segment(address, 'page');
      this.#sameContent('page', hex(root.contentHash(index)), page);
      const directory = new PageDirectory(page.bytes);
      this.#same('page', `${root.rows[index]} rows`, () => `${directory.count} rows`);
      this.#parts(directory);
      yield;
    }
  }

  #parts(directory: PageDirectory): void {
    for (const index of directory.names.keys()) {
      const { name, address, contentHash } = directory.part(index);
      if (this.#isSeen(address)) continue;
      const part = this.#segment(address, 'part');
      this.#sameContent(`part ${name} of a page`, hex(contentHash), part);
      if (part.has('block.hash')) this.#readAll(readAddresses(part, 'block', { hash: 'hash' }));
    }
  }

  #segment(address: SegmentAddress, kind: SegmentKind): Segment {
    return new Segment(apart(this.#scan.read(address)), kind);
  }

  #ids(entry: RootEntry): void {
    const root = this.#isWalked(entry) ? null : openIds(entry, this.#packs);
    if (root === null) return;
    this.#sameContent('id index', entry.hash, root.segment);
    this.#readAll(root.addresses);
  }

  *#versions(entry: RootEntry): Generator<void> {
    const branch = rootBranch(entry);
    if (branch !== null) yield* this.#branch(branch, 0);
  }

  *#branch({ count, contentHash, address }: VersionBranch, steps: number): Generator<void> {
    if (this.#isSeen(address)) return;
    const segment = this.#segment(address, isLeaf(count, steps) ? 'versions' : 'versionNode');
    this.#sameContent('versions', hex(contentHash), segment);
    yield;
    if (isLeaf(count, steps)) {
      this.#same('leaf of versions', `${count} versions`, () => `${new VersionLeaf(segment.bytes).count} versions`);
      return;
    }
    const branches = branchesOf(new VersionNode(segment.bytes));
    this.#same('node of versions', `${count} versions`, () => `${branches.reduce((sum, branch) => sum + (branch?.count ?? 0), 0)} versions`);
    for (const branch of branches) if (branch !== null) yield* this.#attemptAll(this.#branch(branch, steps + 1));
  }

  /** Reading checks the hash. */
  #readAll(addresses: SegmentAddresses): void {
    for (let index = 0; index < addresses.packs.length; index += 1) {
      const address = addressAt(addresses, index);
      if (!this.#isSeen(address)) this.#scan.read(address);
    }
  }

  #isWalked({ address }: RootEntry): boolean {
    return address !== null && this.#isSeen(address);
  }

  #isOutside(pack: number): boolean {
    return this.#only !== undefined && pack !== this.#only;
  }

  #isSeen({ pack, offset }: { pack: number; offset: number }): boolean {
    if (this.#isOutside(pack)) return true;
    const name = `${pack}:${offset}`;
    const isSeen = this.#walked.has(name);
    this.#walked.add(name);
    return isSeen;
  }

  #sameContent(what: string, expected: string, segment: Segment): void {
    this.#same(what, `content ${expected}`, () => `content ${segment.contentHash().toString('hex')}`);
  }

  #same(path: string, expected: string, actual: () => string): void {
    const found = actual();
    if (found === expected) return;
    throw new Fault('the bytes are not those that were written', {
      step: 'Edition:Verify', path, expected, actual: found,
      hint: 'Restore the file from a copy, or activate an older edition (`ev editions`).',
    });
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#note(error);
    }
  }

  *#attemptAll(steps: Generator<void>): Generator<void> {
    try {
      yield* steps;
    } catch (error) {
      this.#note(error);
    }
  }

  #note(error: unknown): void {
    if (!(error instanceof Fault)) throw error;
    this.#damages.push(error);
  }
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex');
}
