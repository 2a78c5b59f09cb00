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
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import { packNumbers, type PackRange } from '../format/manifest.ts';
import { numbersOf, readHead, readManifest } from '../read/heads.ts';
import type { EditionStore } from '../store.ts';
import { keptOf, type HeadFacts, type Retention } from './retention.ts';

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

export class Collector {
  readonly #store: EditionStore;
  readonly #of: AudienceFolder;
  /** Heads do not change. */
  readonly #heads = new Map<number, HeadFacts>();
  /** By edition; `file` tells one manifest of a number from another. */
  readonly #packs = new Map<number, { readonly file: string; readonly packs: readonly PackRange[] }>();

  constructor(store: EditionStore, audience: Audience) {
    this.#store = store;
    this.#of = { folder: store.folder, audience };
  }

  /** Throws a Fault when a file cannot be removed; what is left is removed the next time. */
  collect(now: Date, retention: Retention): Collected {
    const of = this.#of;
    const heads = numbersOf(of, 'heads').map((number) => this.#head(number));
    const present = new Set(numbersOf(of, 'manifests'));
    const newest = heads.at(-1)?.newest ?? 0;
    const kept = keptOf(heads, { now, retention, isThere: (edition) => present.has(edition) });
    const dropped = [...present].filter((edition) => edition <= newest && !kept.editions.has(edition));
    this.#remove('manifests', dropped);
    const idle = heads.map(({ number }) => number).filter((number) => !kept.heads.has(number));
    this.#remove('heads', idle);
    return { editions: dropped, heads: idle.length, ...this.#sweep() };
  }

  /** Removes packs that no manifest names, but for the last: its number must not be given again. */
  #sweep(): Pick<Collected, 'packs' | 'bytes' | 'damage'> {
    const packs = numbersOf(this.#of, 'packs');
    const last = packs.pop();
    if (last === undefined) return { packs: 0, bytes: 0, damage: null };
    let needed: ReadonlySet<number>;
    try {
      needed = new Set(numbersOf(this.#of, 'manifests').flatMap((edition) => packNumbers(this.#packsOf(edition))));
    } catch (error) {
      if (error instanceof Damage) return { packs: 0, bytes: 0, damage: error };
      throw error;
    }
    const unused = packs.filter((number) => !needed.has(number));
    const bytes = unused.reduce((sum, number) => sum + statSync(fileOf(this.#of, 'packs', number)).size, 0);
    this.#remove('packs', unused);
    return { packs: unused.length, bytes, damage: null };
  }

  #remove(kind: 'packs' | 'manifests' | 'heads', numbers: readonly number[]): void {
    this.#store.remove(this.#of.audience, kind, numbers);
    for (const number of numbers) {
      if (kind === 'heads') this.#heads.delete(number);
      if (kind === 'manifests') this.#packs.delete(number);
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

  #packsOf(edition: number): readonly PackRange[] {
    const { ino, mtimeMs } = statSync(fileOf(this.#of, 'manifests', edition));
    const file = `${ino} ${mtimeMs}`;
    const known = this.#packs.get(edition);
    if (known?.file === file) return known.packs;
    const { packs } = readManifest(this.#of, edition);
    this.#packs.set(edition, { file, packs });
    return packs;
  }
}
