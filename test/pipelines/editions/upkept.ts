/** A conductor on a folder of its own, with a clock that the test moves, and its editions as a reader sees them. */
import { onTestFinished } from 'vitest';
import type { ConductorEvent } from '../../../pipelines/conductor/conductor.ts';
import { openConductor, type OpenConductor } from '../../../pipelines/conductor/wiring.ts';
import type { Rebuilt } from '../../../pipelines/editions/rebuild-edition.ts';
import type { RemadeKept } from '../../../pipelines/editions/remake-kept.ts';
import { foldersOf } from '../../../pipelines/state/database/database.ts';
import { submit } from '../../../pipelines/state/outcomes/submit.ts';
import { openEditions } from '../../../publisher/read/editions-reader.ts';
import { newestHead, type PublishedState } from '../../../publisher/read/heads.ts';
import type { Editions } from '../../../publisher/read/types.ts';
import type { Retention } from '../../../publisher/write/retention.ts';
import type { JsonObject } from '../../../schemas/json.ts';
import type { SubmissionInput } from '../../../schemas/submission.ts';
import type { Moment } from '../../../schemas/time.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { payloadOf, prepareSmall } from '../state/small-roots.ts';

const input = { holder: 'AB12', method: 'LEVERING', target: '', crs: null, mediaType: '', ifMatch: null } as const;

/** A clock that leaps further than a day is not trusted. */
const HALF_DAY_MS = 43_200_000;

export class Upkept {
  readonly data: string;
  readonly folder: string;
  readonly events: ConductorEvent[] = [];
  nowMs = Date.parse('2026-01-01T09:00:00Z');
  /** Whether the next conductor publishes for the full audience too. */
  fullAudience = false;
  #retention: Retention | undefined;
  #opened: OpenConductor | null = null;

  constructor(retention?: Retention, data = temporaryFolder()) {
    this.data = data;
    this.folder = foldersOf(data).editions;
    this.#retention = retention;
    this.open();
    onTestFinished(() => this.close());
  }

  open(baseUrl = 'http://127.0.0.1/v1'): void {
    this.#opened = openConductor({
      threads: 1, data: this.data, baseUrl, clock: () => new Date(this.nowMs), prepare: prepareSmall,
      retention: this.#retention, fullAudience: this.fullAudience,
      onEvent: (event) => { this.events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
    });
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }

  async drain(): Promise<void> {
    await this.#opened!.conductor.drain();
  }

  /** Closes the conductor, opens it with another base URL and publishes with that. */
  async moveTo(baseUrl: string): Promise<void> {
    this.close();
    this.nowMs += 1_000;
    this.open(baseUrl);
    await this.drain();
  }

  remakeKept(): RemadeKept {
    return this.#opened!.remakeKept(() => {});
  }

  rebuild(moment: number): Rebuilt {
    return this.#opened!.rebuildAt(moment as Moment);
  }

  /** Delivers and publishes, a second after what was before; when its head was activated. */
  deliver(...documents: readonly JsonObject[]): Promise<number> {
    return this.#handIn(input, payloadOf(...documents));
  }

  /** Delivers as another holder and publishes, likewise. */
  deliverAs(holder: string, ...documents: readonly JsonObject[]): Promise<number> {
    return this.#handIn({ ...input, holder }, payloadOf(...documents));
  }

  /** Withdraws a building and publishes, likewise. */
  withdraw(id: string): Promise<number> {
    return this.#handIn({ ...input, method: 'DELETE', target: `/kwetsbare-gebouwen/${id}` }, Buffer.alloc(0));
  }

  async #handIn(given: SubmissionInput, bytes: Buffer): Promise<number> {
    this.nowMs += 1_000;
    await submit(this.data, { input: given, payload: { bytes } }, () => new Date(this.nowMs));
    await this.drain();
    return this.standing.activated.getTime();
  }

  /** Lets time pass, with the conductor at work as it would be. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= HALF_DAY_MS) {
      this.nowMs += Math.min(left, HALF_DAY_MS);
      await this.drain();
    }
  }

  get standing(): PublishedState {
    return newestHead(this.folder, 'public')!;
  }

  told<Kind extends ConductorEvent['kind']>(kind: Kind): readonly Extract<ConductorEvent, { kind: Kind }>[] {
    return this.events.filter((event): event is Extract<ConductorEvent, { kind: Kind }> => event.kind === kind);
  }

  reader(): Editions {
    const editions = openEditions(this.folder, 'public');
    onTestFinished(() => editions.close());
    return editions;
  }
}
