/**
 * Editions: the active edition of one audience, and those still kept. Editions share what they have in common: open
 * files and what was lately read.
 */
import { existsSync } from 'node:fs';
import { SERIES } from '../../schemas/names.ts';
import { Damage } from '../format/damage.ts';
import type { Head } from '../format/head.ts';
import { fileOf, type Audience, type AudienceFolder } from '../format/layout.ts';
import { openHead } from './edition.ts';
import { numbersOf, readHead } from './heads.ts';
import { Packs } from './packs.ts';
import type { Activated, Editions } from './types.ts';

/** Editions that stay opened besides the active one. */
const OPENED_MAX = 16;

/** Opens the newest edition that is whole: a conductor sets damaged heads aside (publisher/write/recover.ts). */
export function openEditions(folder: string, audience: Audience): Editions {
  return new EditionsReader({ folder, audience });
}

class EditionsReader implements Editions {
  private readonly of: AudienceFolder;
  private readonly packs: Packs;
  private readonly opened = new Map<number, Activated>();
  /** Newest head of each edition, of the heads up to `headsSeen`. */
  private readonly headOf = new Map<number, number>();
  private headsSeen = 0;
  private active: Activated | undefined;

  constructor(of: AudienceFolder) {
    this.of = of;
    this.packs = new Packs(of);
    for (const number of numbersOf(of, 'heads').reverse()) {
      this.active = this.openWhole(number);
      if (this.active !== undefined) break;
    }
  }

  current(): Activated | undefined {
    return this.active;
  }

  refresh(): void {
    const present = this.active?.head ?? 0;
    let newest = present;
    while (existsSync(fileOf(this.of, 'heads', newest + 1))) newest += 1;
    // The first head may be missing when old heads were tidied away.
    if (present === 0 && newest === 0) newest = numbersOf(this.of, 'heads').at(-1) ?? 0;
    if (newest > present) this.active = this.open(readHead(this.of, newest));
  }

  byNumber(number: number): Activated | undefined {
    if (this.active?.edition.number === number) return this.active;
    const opened = this.opened.get(number);
    if (opened !== undefined) return opened;
    if (!existsSync(fileOf(this.of, 'manifests', number))) return undefined;
    this.lookAtHeads();
    const head = this.headOf.get(number);
    return head === undefined ? undefined : this.open(readHead(this.of, head));
  }

  close(): void {
    this.packs.close();
    this.opened.clear();
    this.active = undefined;
  }

  /** Each head is read once; a damaged one names nothing. */
  private lookAtHeads(): void {
    for (const number of numbersOf(this.of, 'heads')) {
      if (number <= this.headsSeen) continue;
      this.headsSeen = number;
      try {
        this.headOf.set(readHead(this.of, number).edition, number);
      } catch (error) {
        if (!(error instanceof Damage)) throw error;
      }
    }
  }

  /** Undefined when it is damaged. */
  private openWhole(head: number): Activated | undefined {
    try {
      return this.open(readHead(this.of, head));
    } catch (error) {
      if (error instanceof Damage) return undefined;
      throw error;
    }
  }

  private open(head: Head): Activated {
    const edition = openHead(this.of, head, this.packs);
    const since = new Map(SERIES.map((name) => [name, new Date(head.since[name] ?? head.activated)]));
    const activated = { edition, head: head.number, activated: new Date(head.activated), since };
    this.opened.set(head.edition, activated);
    for (const oldest of this.opened.keys()) {
      if (this.opened.size <= OPENED_MAX) break;
      this.opened.delete(oldest);
    }
    return activated;
  }
}
