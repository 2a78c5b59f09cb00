/**
 * OPEN-hidden-links: an object links to an object of another holder, which became secret or was deleted. The report of the next delivery
 * has the finding for an unknown id, and no other answer shows the loss.
 */
import { expect, test } from 'vitest';
import type { Finding } from '../../../../schemas/finding.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { building } from '../small-roots.ts';
import { Bench } from '../register-bench.ts';

const OTHER = 'CD34';

/** Findings of a report, with the id of the target taken out. */
function findings({ report }: Outcome, target: string): readonly Pick<Finding, 'rule' | 'severity' | 'message' | 'found'>[] {
  return report!.findings.map(({ rule, severity, message, found }) => JSON.parse(JSON.stringify({ rule, severity, message, found }).replaceAll(target, 'TARGET')) as Finding);
}

/** A register in which objects of AB12 link to objects of the other holder; with what became of these targets. */
async function lost(isSecret: boolean): Promise<Bench> {
  const bench = new Bench();
  await bench.deliver(['t-secret', 't-gone'].map((id) => building(id, { holder: OTHER })), { holder: OTHER });
  // A secret object does not keep its target from being deleted; a public one does.
  await bench.deliver([building('to-secret', { secret: isSecret, linksTo: ['t-secret'] }), building('to-gone', { secret: true, linksTo: ['t-gone'] })]);
  await bench.deliver([building('t-secret', { holder: OTHER, secret: true })], { holder: OTHER });
  expect((await bench.deliver([], { method: 'DELETE', target: '/kwetsbare-gebouwen/t-gone', holder: OTHER })).status).toBe(204);
  return bench;
}

test.each([true, false])('the next delivery of the object names the lost target, as it names an unknown id (the object itself is secret: %s)', async (secret) => {
  const bench = await lost(secret);
  const never = findings(await bench.deliver([building('new', { secret, linksTo: ['t-never'] })]), 't-never');
  expect(never).toMatchObject([{ rule: 'verwijzing.onbekend', severity: 'error', found: 'TARGET' }]);
  const hidden = await bench.deliver([building('to-secret', { secret, linksTo: ['t-secret'] })]);
  expect(findings(hidden, 't-secret')).toEqual(never);
  const gone = await bench.deliver([building('to-gone', { secret: true, linksTo: ['t-gone'] })]);
  expect(findings(gone, 't-gone')).toEqual(never);
});

test('without its link the object is accepted again; until then it stays as it was, and the public sees it without the link', async () => {
  const bench = await lost(false);
  const before = bench.publisher.states.get('to-secret');
  expect(before).toBeDefined();
  expect(bench.rules(await bench.deliver([building('to-secret', { linksTo: ['t-secret'] })]))).toEqual(['verwijzing.onbekend']);
  expect(bench.publisher.states.get('to-secret')).toBe(before);
  // The targets of its links come last.
  expect(before).toMatch(/,\{\}\]\]\]$/);
  expect(bench.rules(await bench.deliver([building('to-secret')]))).toEqual([]);
});

test('the report of another delivery, in which the object is unchanged or absent, says nothing', async () => {
  const bench = await lost(false);
  expect(bench.rules(await bench.deliver([building('elsewhere')]))).toEqual([]);
});
