/** Clocks that are wrong for a while: which stamps are refused, which lie in the future, and what mending makes of them. */
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inAmsterdam } from '../../schemas/time.ts';
import type { AudienceFolder } from '../../publisher/format/layout.ts';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { numbersOf, readHead } from '../../publisher/read/heads.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { verifyEdition } from '../../publisher/read/verify.ts';
import { openStore } from '../../publisher/store.ts';
import { activate } from '../../publisher/write/activate.ts';
import { repairHeads } from '../../publisher/write/repair-heads.ts';
import type { Moment } from '../../schemas/time.ts';
import { activateCommand } from '../../pipelines/commands/editions.ts';
import { stamps } from '../../pipelines/doctor/stamps-check.ts';
import { futureStamps, mendClock } from '../../pipelines/doctor/mend-clock.ts';
import { callBatch } from '../../pipelines/state/inbox/called.ts';
import { foldersOf, openState } from '../../pipelines/state/database/database.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { recordedHead } from '../../pipelines/state/register/recorded-heads.ts';
import { acceptClock } from '../../pipelines/state/outcomes/submit.ts';
import { addToken, listTokens, openTokens } from '../../pipelines/state/access/tokens.ts';
import { openConductor } from '../../pipelines/conductor/wiring.ts';
import { SOUND } from '../always-sound.ts';
import { crashedAt } from '../publisher/crashes.ts';
import type { DoctorContext } from '../../pipelines/doctor/check.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { building, prepareSmall } from '../pipelines/state/small-roots.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';

const DAY = 86_400_000;
const YEAR = 400 * DAY;
const REFUSED = /^Clock:Stamp failed: .*24 hours.*`ev doctor --accept-clock`/;
const terminal = { print: () => {}, note: () => {}, printJson: () => {} } as never;

/** A conductor on a folder that nobody else works on, which publishes with another base URL. */
async function withOtherUrl(kept: Upkept, work: 'drain' | 'rebuild'): Promise<void> {
  kept.close();
  const opened = openConductor({
    threads: 1, data: kept.data, baseUrl: 'http://127.0.0.2/v1', clock: () => new Date(kept.nowMs), prepare: prepareSmall,
    onEvent: (event) => { kept.events.push(event); }, onHead: () => Promise.resolve(), onSettled: () => {},
  });
  try {
    await opened.conductor[work]();
  } finally {
    opened.close();
  }
}

const of = ({ folder }: Pick<Upkept, 'folder'>): AudienceFolder => ({ folder, audience: 'public' });
const timesOf = (kept: Pick<Upkept, 'folder'>): readonly number[] => (
  numbersOf(of(kept), 'heads').map((number) => Date.parse(readHead(of(kept), number).activated))
);

describe('a clock 400 days ahead of the last stamp', () => {
  test('activates no edition of another base URL, and none that is rebuilt, until it is accepted', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'));
    const before = timesOf(kept);
    kept.nowMs += YEAR;
    await expect(withOtherUrl(kept, 'drain')).rejects.toThrow(REFUSED);
    await expect(withOtherUrl(kept, 'rebuild')).rejects.toThrow(REFUSED);
    expect(timesOf(kept)).toEqual(before);
    acceptClock(kept.data, () => new Date(kept.nowMs));
    await withOtherUrl(kept, 'drain');
    expect(timesOf(kept)).toEqual([...before, kept.nowMs]);
  });

  test('activates nothing after an edition of an empty register', async () => {
    const kept = new Upkept();
    await kept.drain();
    const before = timesOf(kept);
    kept.nowMs += YEAR;
    await expect(withOtherUrl(kept, 'drain')).rejects.toThrow(REFUSED);
    expect(timesOf(kept)).toEqual(before);
    kept.nowMs -= YEAR - DAY;
    await withOtherUrl(kept, 'drain');
    expect(timesOf(kept)).toEqual([...before, kept.nowMs]);
  });

  test('rolls nothing back, calls no batch and makes no token', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'));
    await kept.deliver(building('b2'));
    addOrganisation(kept.data, { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
    const [first] = numbersOf(of(kept), 'manifests') as [number];
    const at = (now: Date) => [
      () => activateCommand({ data: kept.data, edition: first, now }, terminal), () => callBatch(kept.data, 1, () => now),
      () => addToken(kept.data, { organisation: 'KVK:12345678', holders: [], days: 1 }, now),
    ];
    for (const stamp of at(new Date(kept.nowMs + YEAR))) expect(stamp).toThrow(REFUSED);
    expect(listTokens(kept.data, new Date(kept.nowMs))).toEqual([]);
    for (const stamp of at(new Date(kept.nowMs + DAY))) expect(stamp).not.toThrow();
  });

  test('does not stop readers: a start after an idle year publishes nothing, and reports what to do before a write', async () => {
    const kept = new Upkept();
    await kept.deliver(building('b1'));
    kept.close();
    kept.nowMs += YEAR;
    kept.open();
    await kept.drain();
    expect(kept.told('Clock:Doubt')).toEqual([expect.objectContaining({ message: expect.stringMatching(REFUSED) as string })]);
    expect(kept.reader().current()?.edition.document('b1', 'CRS84')).toBeDefined();
    await expect(kept.deliver(building('b2'))).rejects.toThrow(REFUSED);
    acceptClock(kept.data, () => new Date(kept.nowMs));
    await kept.deliver(building('b2'));
    expect(kept.reader().current()?.edition.document('b2', 'CRS84')).toBeDefined();
  });
});

/** Some editions, then heads of the future: a roll-back by a clock that was ahead, and deliveries after it with a right clock. */
async function withFutureHeads(): Promise<Upkept> {
  const kept = new Upkept();
  for (const id of ['b1', 'b2', 'b3']) await kept.deliver(building(id));
  activate(openStore(kept.folder, SOUND), { audience: 'public', edition: kept.standing.newest - 1, now: new Date(kept.nowMs + YEAR) });
  for (const id of ['b4', 'b5']) await kept.deliver(building(id));
  kept.close();
  return kept;
}

/** Which edition answers for each second, from before the first to now. */
function answers(kept: Pick<Upkept, 'folder'>, reader: Editions, until: number): readonly unknown[] {
  const from = timesOf(kept)[0]! - 2_000;
  return Array.from({ length: Math.ceil((until - from) / 250) }, (_, index) => {
    const found = reader.at((from + index * 250) as Moment);
    return typeof found === 'string' ? found : 'gone' in found ? 'gone' : found.edition.number;
  });
}

describe('heads of the future', () => {
  test('are found, and answer from their mending on; for moments before it the same edition answers as before', async () => {
    const kept = await withFutureHeads();
    const now = new Date(kept.nowMs + 60_000);
    const numbers = numbersOf(of(kept), 'heads');
    expect(futureStamps(kept.data, now).heads).toEqual(numbers.slice(-3));
    const before = answers(kept, kept.reader(), now.getTime());
    expect(before.at(-1), 'what is active is not found').not.toBe(kept.standing.edition);
    mendClock(kept.data, now);
    expect(futureStamps(kept.data, now)).toEqual({ heads: [], tokens: [], keys: [], seen: null, received: null });
    const reader = kept.reader();
    expect(answers(kept, reader, now.getTime())).toEqual(before);
    expect(reader.at((now.getTime() + 2) as Moment)).toMatchObject({ head: numbers.at(-1) });
    const times = timesOf(kept);
    expect(times).toEqual([...new Set(times)].sort((left, right) => left - right));
    const db = openState(kept.data);
    expect(recordedHead(db, 'public', numbers.at(-1)!), 'the register records the mended head').toEqual(readHead(of(kept), numbers.at(-1)!));
    db.close();
    const { now: since } = reader.current()!.since('kwetsbare-gebouwen');
    expect(since).toEqual({ head: numbers.at(-1), activated: new Date(times.at(-1)!) });
    expect(verifyEdition(kept.folder, 'public', { edition: 'all' }).damages).toEqual([]);
    kept.open();
    kept.nowMs = now.getTime();
    expect(await kept.deliver(building('b6'))).toBe(kept.nowMs);
  });

  test('since when a series has its content is the mended time of the head that first had it', async () => {
    const kept = await withFutureHeads();
    const now = new Date(kept.nowMs);
    const [first] = futureStamps(kept.data, now).heads as [number];
    // A head that changes nothing of any series names the one before.
    activate(openStore(kept.folder, SOUND), { audience: 'public', edition: kept.standing.newest, now });
    mendClock(kept.data, now);
    const heads = numbersOf(of(kept), 'heads').filter((number) => number >= first).map((number) => readHead(of(kept), number));
    const activated = new Map(heads.map((head) => [head.number, head.activated]));
    for (const { since } of heads) {
      for (const { now: [number, time] } of Object.values(since)) if (number >= first) expect(time).toBe(activated.get(number));
    }
    expect(heads.at(-1)!.since['kwetsbare-gebouwen']!.now[0]).toBe(heads.at(-2)!.number);
  });

  test('a crash anywhere in mending leaves heads in order and answers as they were; mending once more ends it', async () => {
    const kept = await withFutureHeads();
    const now = new Date(kept.nowMs);
    const limit = (kept.nowMs + 60_000) as Moment;
    const before = answers(kept, kept.reader(), now.getTime());
    const mended = (folder: string): readonly unknown[] => {
      repairHeads({ folder, audience: 'public' }, { now, limit });
      return numbersOf({ folder, audience: 'public' }, 'heads').map((number) => readHead({ folder, audience: 'public' }, number));
    };
    const copy = (): string => {
      const data = temporaryFolder();
      cpSync(kept.folder, foldersOf(data).editions, { recursive: true });
      return foldersOf(data).editions;
    };
    const whole = mended(copy());
    let call = 0;
    for (let isCrashed = true; isCrashed; call += 1) {
      const folder = copy();
      isCrashed = crashedAt(call, () => { repairHeads({ folder, audience: 'public' }, { now, limit }); });
      const times = timesOf({ folder });
      expect(times, `call ${call}`).toEqual([...new Set(times)].sort((left, right) => left - right));
      const reader = openEditions(folder, 'public');
      expect(answers({ folder }, reader, now.getTime()), `call ${call}`).toEqual(before);
      reader.close();
      expect(mended(folder), `call ${call}`).toEqual(whole);
    }
    expect(call).toBeGreaterThan(12);
  });

  test('a mending that was cut off before the register recorded it is ended by the next', async () => {
    const kept = await withFutureHeads();
    const now = new Date(kept.nowMs);
    const { heads } = futureStamps(kept.data, now);
    repairHeads(of(kept), { now, limit: (kept.nowMs + 60_000) as Moment });
    mendClock(kept.data, now);
    const db = openState(kept.data);
    expect(heads.map((number) => recordedHead(db, 'public', number))).toEqual(heads.map((number) => readHead(of(kept), number)));
    db.close();
  });

  test('of a first start with a wrong clock answer when they are mended', async () => {
    const kept = new Upkept();
    kept.nowMs += YEAR;
    await kept.drain();
    kept.nowMs -= YEAR;
    await kept.deliver(building('b1'));
    kept.close();
    expect(kept.reader().at(kept.nowMs as Moment)).toBe('nothing');
    mendClock(kept.data, new Date(kept.nowMs));
    expect(kept.reader().at((kept.nowMs + 1) as Moment)).toMatchObject({ head: 2 });
  });

  test('are not mended beside a running server, nor by a clock that is not trusted', async () => {
    const kept = await withFutureHeads();
    expect(() => mendClock(kept.data, new Date(kept.nowMs + 2 * DAY))).toThrow(REFUSED);
    kept.open();
    expect(() => mendClock(kept.data, new Date(kept.nowMs))).toThrow(/another process is already working/);
  });

  test('are none in a new folder, which is left new', () => {
    const data = temporaryFolder();
    expect(() => mendClock(data, new Date())).toThrow('there is no register in this folder');
    openState(data).close();
  });
});

describe('`ev doctor`', () => {
  const look = (kept: Upkept): readonly string[] => (
    stamps({ data: kept.data, clock: () => new Date(kept.nowMs) } as DoctorContext).remarks.map(({ what }) => what)
  );

  test('finds heads, tokens and a last seen time in the future, and mends them', async () => {
    const kept = new Upkept();
    addOrganisation(kept.data, { id: 'KVK:12345678', name: 'Voorbeeld', codes: ['AB12'], roles: ['writer'] });
    const { token } = addToken(kept.data, { organisation: 'KVK:12345678', holders: [], days: 30 }, new Date(kept.nowMs));
    await kept.deliver(building('b1'));
    expect(look(kept)).toEqual([]);
    const future = new Date(kept.nowMs + YEAR);
    acceptClock(kept.data, () => future);
    const wrong = addToken(kept.data, { organisation: 'KVK:12345678', holders: [], days: 30 }, future);
    activate(openStore(kept.folder, SOUND), { audience: 'public', edition: kept.standing.newest, now: future });
    kept.close();
    expect(look(kept)).toEqual([
      expect.stringContaining('1 heads were activated in the future'), expect.stringContaining(`hold too long: ${wrong.token.slice(-8)}`),
      expect.stringContaining(`the register saw a time of the future, ${inAmsterdam(future)}`),
    ]);
    mendClock(kept.data, new Date(kept.nowMs));
    expect(look(kept)).toEqual([]);
    const holds = openTokens(kept.data, () => new Date(kept.nowMs + 30 * DAY - 2_000));
    expect([holds({ token }), holds(wrong)].map((principal) => principal?.holders)).toEqual([['AB12'], ['AB12']]);
    expect(openTokens(kept.data, () => new Date(kept.nowMs + 30 * DAY))(wrong)).toBeUndefined();
    kept.open();
    expect(await kept.deliver(building('b2')), 'the next is received now').toBe(kept.nowMs);
  });

  test('reports that the time of a submission in the future stays', async () => {
    const kept = new Upkept();
    kept.nowMs += YEAR;
    await kept.deliver(building('b1'));
    kept.close();
    kept.nowMs -= YEAR;
    mendClock(kept.data, new Date(kept.nowMs));
    expect(look(kept)).toEqual([expect.stringContaining('the last submission was received in the future')]);
  });
});
