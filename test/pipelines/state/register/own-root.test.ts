/** Own root: which root a holder may see more of than the public, and what its links lead to. */
import { StatementSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { Register } from '../../../../pipelines/state/register/register.ts';
import { ownRoot, type FoundRoot } from '../../../../pipelines/state/register/own-root.ts';
import { settledDecision } from '../../../../pipelines/state/register/own-documents.ts';
import { changesBetween } from '../../../../pipelines/state/register/snapshot.ts';
import type { Moment } from '../../../../schemas/time.ts';
import { Bench } from '../register-bench.ts';
import { building } from '../small-roots.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z') as Moment;

async function bench(): Promise<Bench> {
  const made = new Bench();
  await made.deliver([building('secret', { secret: true }), building('target'), building('open')]);
  await made.deliver([building('other', { holder: 'CD34' }), building('other-open', { holder: 'CD34' })], { holder: 'CD34' });
  await made.deliver([building('links', { linksTo: ['secret', 'other', 'other-open'] }), building('to-other', { linksTo: ['other'] })]);
  await made.deliver([building('other', { holder: 'CD34', secret: true })], { holder: 'CD34' });
  return made;
}

function rootOf({ db }: Bench, id: string, { holders = ['AB12'], at = null }: { holders?: readonly string[]; at?: Moment | null } = {}): FoundRoot | undefined {
  return ownRoot(db, { id, holders, at, now: NOW });
}

test('a root is its holder’s alone; it is redacted when it, or an object of that holder to which it links, is secret', async () => {
  const made = await bench();
  expect(['secret', 'open', 'target', 'links', 'to-other', 'nergens'].map((id) => rootOf(made, id)?.isRedacted)).toEqual([true, false, false, true, false, undefined]);
  expect(['other', 'other-open'].map((id) => rootOf(made, id))).toEqual([undefined, undefined]);
  expect(rootOf(made, 'other', { holders: ['AB12', 'CD34'] })).toMatchObject({ isRedacted: true });
});

test('the same is asked of the register for a secret id of another holder as for a free one, so that the time does not tell them apart', async () => {
  const made = await bench();
  const asked = (id: string): readonly string[] => {
    const texts: string[] = [];
    const spies = (['get', 'all', 'iterate'] as const).map((name) => {
      const original = StatementSync.prototype[name] as (...values: never[]) => never;
      return vi.spyOn(StatementSync.prototype, name).mockImplementation(function ask(this: StatementSync, ...values: never[]) {
        texts.push(this.sourceSQL);
        return original.apply(this, values);
      } as never);
    });
    expect(rootOf(made, id)).toBeUndefined();
    for (const spy of spies) spy.mockRestore();
    return texts;
  };
  expect(asked('other')).toEqual(asked('nergens'));
  expect(asked('other').length).toBeGreaterThan(0);
});

test('a link leads to own secret objects and to what is public, never to a secret object of another holder', async () => {
  const made = await bench();
  const { db } = made;
  const targets = (holders: readonly string[]): readonly string[] => {
    const { root } = rootOf(made, 'links')!;
    const next = { decision: settledDecision(db), moment: NOW };
    const [change] = changesBetween(db, { parent: null, next, whole: { own: { root, holders } } }, () => new Map());
    expect(change?.after?.id).toBe('links');
    return Object.keys(change!.after!.versions[0]!.targets).sort();
  };
  expect(targets(['AB12'])).toEqual(['other-open', 'secret']);
  expect(targets(['AB12', 'CD34'])).toEqual(['other', 'other-open', 'secret']);
});

test('the full audience sees all roots and all links', async () => {
  const { db } = await bench();
  const next = { decision: settledDecision(db), moment: NOW };
  const states = [...changesBetween(db, { parent: null, next, whole: {} }, () => new Map())].map(({ after }) => after!);
  expect(states.map(({ id }) => id).sort()).toEqual(['links', 'open', 'other', 'other-open', 'secret', 'target', 'to-other']);
  expect(Object.keys(states.find(({ id }) => id === 'links')!.versions[0]!.targets).sort()).toEqual(['other', 'other-open', 'secret']);
});

test('at a moment the last decision on the root up to then counts; a pending one never does', async () => {
  const made = new Bench();
  const times: Moment[] = [];
  for (const populatie of [1, 2, 3]) {
    await made.deliver([building('own', { secret: true, populatie })]);
    times.push(made.nowUs / 1000 as Moment);
  }
  const decisions = times.map((at) => rootOf(made, 'own', { at })?.decision);
  expect(decisions).toEqual([1, 2, 3]);
  expect(rootOf(made, 'own', { at: times[0]! - 1 as Moment })).toMatchObject({ decision: 0, changed: 0 });
  expect(new Register(made.db, null).isUnchangedSince(rootOf(made, 'own')!.root, rootOf(made, 'own')!.changed)).toBe(true);
  expect(new Register(made.db, null).isUnchangedSince(rootOf(made, 'own')!.root, rootOf(made, 'own', { at: times[1]! })!.changed)).toBe(false);
});
