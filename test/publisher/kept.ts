/** A store of editions that is published to, repacked, reduced and rolled back, and the first content of each edition. */
import { expect } from 'vitest';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf, readManifest } from '../../publisher/read/heads.ts';
import { packNumbers } from '../../publisher/format/manifest.ts';
import type { Edition } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { Collector, type Collected } from '../../publisher/write/collect.ts';
import { publish } from '../../publisher/write/publish.ts';
import { repack } from '../../publisher/write/repack.ts';
import { SERIES } from '../../schemas/names.ts';
import type { Moment } from '../../schemas/time.ts';
import { Register, type Event } from './histories.ts';
import { walk } from './model.ts';
import { DAY, day, request } from './registry.ts';
import { SOUND } from '../always-sound.ts';

export interface LoggedHead {
  readonly head: number;
  readonly edition: number;
  readonly activated: number;
}

export class KeptStore {
  readonly of;
  readonly store;
  readonly register: Register;
  /** Every head that was made. */
  readonly heads: LoggedHead[] = [];
  /** The first content, by edition. */
  readonly said = new Map<number, string>();
  now = Date.UTC(2026, 10, 1, 10);
  #at = { prefix: 0, day: 0 };

  constructor(folder: string, events: readonly Event[]) {
    this.of = { folder, audience: 'public' } as const;
    this.store = openStore(folder, SOUND);
    this.register = new Register(events);
  }

  /** Publishes the next change of the register, if there is one. */
  publish(): void {
    const prefix = this.#at.prefix + 1;
    if (prefix >= this.register.prefixes.length) return;
    const next = { prefix, day: this.register.prefixes[prefix]!.day };
    const { edition, head } = publish(
      request(this.register.changes(this.#at, next), { moment: day(next.day), parentMoment: day(this.#at.day) }), this.store, new Date(this.now),
    );
    this.#at = next;
    if (head !== null) this.#log(head, edition);
  }

  activate(edition: number): void {
    this.#log(activate(this.store, { audience: 'public', edition, now: new Date(this.now) }), edition);
  }

  repack(from?: number): void {
    const newest = numbersOf(this.of, 'manifests').at(-1);
    if (newest !== undefined) repack(this.store, { audience: 'public', editions: [newest], ...(from === undefined ? {} : { from }) });
  }

  collect(allDays: number): Collected {
    return new Collector(this.store, 'public').collect(new Date(this.now), { allDays });
  }

  get editions(): readonly number[] {
    return numbersOf(this.of, 'manifests');
  }

  #log(head: number, edition: number): void {
    const editions = openEditions(this.of.folder, 'public');
    const active = editions.current()!;
    this.heads.push({ head, edition, activated: active.activated.getTime() });
    if (!this.said.has(edition)) this.said.set(edition, sayingOf(active.edition));
    editions.close();
    this.now += 1_000;
  }
}

/** Returns the whole content of an edition, and its contentId. */
export function sayingOf(edition: Edition): string {
  return JSON.stringify([edition.contentId, SERIES.map((name) => walk(edition.series.get(name)!, '28992', 100))]);
}

/** Checks every head that ever existed: at its moment the first content or gone. Returns the heads that are not gone. */
export function checkAnswers({ of, heads, said }: KeptStore): ReadonlySet<number> {
  const editions = openEditions(of.folder, 'public');
  const kept = heads.filter(({ head, edition, activated }, index) => {
    const until = heads[index + 1]?.activated ?? activated + DAY;
    const answers = [activated, until - 1].map((moment) => editions.at(moment as Moment));
    const [first, last] = answers.map((found) => (typeof found === 'object' && 'edition' in found ? sayingOf(found.edition) : found));
    expect(first, `at the begin and the end of head ${head}`).toEqual(last);
    if (typeof first === 'string') expect(first, `head ${head}`).toBe(said.get(edition));
    else expect(first).toMatchObject({ gone: true });
    return typeof first === 'string';
  });
  expect(editions.at((heads[0]!.activated - 1) as Moment)).toBe('nothing');
  editions.close();
  expect(verifyEdition(of.folder, 'public', { edition: 'all' }).damages).toEqual([]);
  return new Set(kept.map(({ head }) => head));
}

/** Packs that some edition needs, and the last, whose number stays taken. */
export function neededPacks({ of, editions }: KeptStore): readonly number[] {
  const needed = editions.flatMap((edition) => packNumbers(readManifest(of, edition).packs));
  return [...new Set([...needed, ...numbersOf(of, 'packs').slice(-1)])].sort((one, other) => one - other);
}
