/**
 * Collect: garbage collection. It removes editions that retention drops (retention.ts), and the files that no edition needs.
 *
 * Manifests are removed first and durably; then the downloads of their editions; then heads that answer for no moment; then every pack
 * that no manifest names. After a crash at any point, the remaining editions can be read, and the removed ones are reported as gone. The
 * packs to keep come from the manifests in the folder, so while a manifest cannot be read no pack is removed.
 * Only for the publishing process: no other process writes packs meanwhile.
 */
import { statSync } from 'node:fs';
import { Damage } from '../format/damage.ts';
import type { Head } from '../format/head.ts';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import { packNumbers, type PackRange } from '../format/manifest.ts';
import { manifestFile, numbersOf, readHead, readManifest } from '../read/heads.ts';
import type { EditionStore } from '../store.ts';
import { removeGoneDownloads } from './downloads.ts';
import { keptOf, type EditionFacts, type HeadFacts, type Retention } from './retention.ts';

export interface Collected {
  readonly editions: readonly number[];
  /** Numbers of the removed files; manifests are counted separately. */
  readonly heads: number;
  readonly packs: number;
  /** Bytes of the removed packs. */
  readonly bytes: number;
  /** Why packs were not examined. */
  readonly damage: Damage | null;
}

interface ManifestFacts extends EditionFacts {
  /** Path of the manifest. */
  readonly file: string;
  readonly packs: readonly PackRange[];
}

export class Collector {
  readonly #store: EditionStore;
  readonly #of: AudienceFolder;
  /** Cached, because heads do not change. */
  readonly #heads = new Map<number, HeadFacts>();
  /** By edition. */
  readonly #manifests = new Map<number, ManifestFacts>();

  constructor(store: EditionStore, audience: Audience) {
    this.#store = store;
    this.#of = { folder: store.folder, audience };
  }

  /**
   * `remember` gets heads before their files are removed, so that a dropped edition can be rebuilt. Throws a Fault when a file cannot be
   * removed; the next collection removes the rest.
   */
  collect(now: Date, retention: Retention, remember: (heads: readonly Head[]) => void = () => {}): Collected {
    const of = this.#of;
    const heads = numbersOf(of, 'heads').map((number) => this.#head(number));
    const { there, damage } = this.#editions();
    const newest = heads.at(-1)?.newest ?? 0;
    const kept = keptOf(heads, { now, retention, there });
    const dropped = [...there.keys()].filter((edition) => edition <= newest && !kept.editions.has(edition));
    this.#remove('manifests', dropped);
    removeGoneDownloads(of, this.#store.sound);
    const idle = heads.map(({ number }) => number).filter((number) => !kept.heads.has(number));
    remember(idle.map((number) => readHead(of, number)));
    this.#remove('heads', idle);
    const swept = damage === null ? this.#sweep([...there.keys()].filter((edition) => !dropped.includes(edition))) : { packs: 0, bytes: 0 };
    return { editions: dropped, heads: idle.length, ...swept, damage };
  }

  /** Returns the stored editions. An edition with an unreadable manifest is listed without facts. */
  #editions(): { readonly there: ReadonlyMap<number, ManifestFacts>; readonly damage: Damage | null } {
    const there = new Map<number, ManifestFacts>();
    let damage: Damage | null = null;
    for (const edition of numbersOf(this.#of, 'manifests')) {
      try {
        there.set(edition, this.#manifest(edition));
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
        damage ??= error;
        there.set(edition, { file: '', packs: [], rebuilt: null });
      }
    }
    return { there, damage };
  }

  /** Removes packs that no edition names, except the last, whose number must not be given again. */
  #sweep(editions: readonly number[]): Pick<Collected, 'packs' | 'bytes'> {
    const packs = numbersOf(this.#of, 'packs').slice(0, -1);
    const needed = new Set(editions.flatMap((edition) => packNumbers(this.#manifest(edition).packs)));
    const unused = packs.filter((number) => !needed.has(number));
    const bytes = unused.reduce((sum, number) => sum + statSync(fileOf(this.#of, 'packs', number)).size, 0);
    this.#remove('packs', unused);
    return { packs: unused.length, bytes };
  }

  #remove(kind: 'packs' | 'manifests' | 'heads', numbers: readonly number[]): void {
    this.#store.remove(this.#of.audience, kind, numbers);
    for (const number of numbers) {
      if (kind === 'heads') this.#heads.delete(number);
      if (kind === 'manifests') this.#manifests.delete(number);
    }
  }

  #head(number: number): HeadFacts {
    const known = this.#heads.get(number);
    if (known !== undefined) return known;
    const { edition, newest, activated } = readHead(this.#of, number);
    const facts = { number, edition, newest, activated: Date.parse(activated) };
    this.#heads.set(number, facts);
    return facts;
  }

  #manifest(edition: number): ManifestFacts {
    const file = manifestFile(this.#of, edition);
    const known = this.#manifests.get(edition);
    if (known?.file === file) return known;
    const { packs, rebuilt } = readManifest(this.#of, edition);
    const facts = { file, packs, rebuilt: rebuilt === null ? null : Date.parse(rebuilt) };
    this.#manifests.set(edition, facts);
    return facts;
  }
}
