/**
 * Collect: drops editions that are not kept any more (retention.ts), and the files that none needs.
 *
 * Manifests go first and durably; then heads that say nothing any more; then every pack that no manifest names. Whatever is
 * left of it by a crash, what is kept can be read, and what is dropped is told to be gone. Marks come from the manifests
 * that are there, so when one cannot be read no pack goes.
 * Only for who publishes: nobody else writes packs meanwhile.
 */
import { statSync } from 'node:fs';
import { Damage } from '../format/damage.ts';
import type { Head } from '../format/head.ts';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import { packNumbers, type PackRange } from '../format/manifest.ts';
import { manifestFile, numbersOf, readHead, readManifest } from '../read/heads.ts';
import type { EditionStore } from '../store.ts';
import { keptOf, type EditionFacts, type HeadFacts, type Retention } from './retention.ts';

export interface Collected {
  readonly editions: readonly number[];
  /** Numbers of files that were removed beside the manifests. */
  readonly heads: number;
  readonly packs: number;
  /** Of the packs. */
  readonly bytes: number;
  /** Why no pack was looked at. */
  readonly damage: Damage | null;
}

interface ManifestFacts extends EditionFacts {
  /** `manifestFile`. */
  readonly file: string;
  readonly packs: readonly PackRange[];
}

export class Collector {
  readonly #store: EditionStore;
  readonly #of: AudienceFolder;
  /** Heads do not change. */
  readonly #heads = new Map<number, HeadFacts>();
  /** By edition. */
  readonly #manifests = new Map<number, ManifestFacts>();

  constructor(store: EditionStore, audience: Audience) {
    this.#store = store;
    this.#of = { folder: store.folder, audience };
  }

  /**
   * `remember` is given heads before their files go: by them a dropped edition can be rebuilt. Throws a Fault when a file cannot be
   * removed; what is left is removed the next time.
   */
  collect(now: Date, retention: Retention, remember: (heads: readonly Head[]) => void = () => {}): Collected {
    const of = this.#of;
    const heads = numbersOf(of, 'heads').map((number) => this.#head(number));
    const { there, damage } = this.#editions();
    const newest = heads.at(-1)?.newest ?? 0;
    const kept = keptOf(heads, { now, retention, there });
    const dropped = [...there.keys()].filter((edition) => edition <= newest && !kept.editions.has(edition));
    this.#remove('manifests', dropped);
    const idle = heads.map(({ number }) => number).filter((number) => !kept.heads.has(number));
    remember(idle.map((number) => readHead(of, number)));
    this.#remove('heads', idle);
    const swept = damage === null ? this.#sweep([...there.keys()].filter((edition) => !dropped.includes(edition))) : { packs: 0, bytes: 0 };
    return { editions: dropped, heads: idle.length, ...swept, damage };
  }

  /** The editions that are there; one that cannot be read is there too, and nothing more is known of it. */
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

  /** Removes packs that no edition names, but for the last: its number must not be given again. */
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
