/** Parts that a version leaves out, or that all have other ids: what is reported, and what is not. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../../schemas/json.ts';
import type { Outcome } from '../../../../schemas/submission.ts';
import { Bench } from '../register-bench.ts';
import { location } from '../small-roots.ts';

const LATER = { from: '2021-01-01T00:00:00Z' };

function told({ report }: Outcome): readonly string[] {
  return report!.findings.filter(({ rule }) => rule.startsWith('regel.onderdelen-')).map(({ rule, pointer, severity, message }) => `${rule} ${severity} ${pointer} ${message.nl}`);
}

/** Returns the part notes on a version that follows another. */
async function toldOf(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const bench = new Bench();
  await bench.deliver([before]);
  return told(await bench.deliver([after]));
}

/** A location with an end for its first mill. */
function endingMill(document: JsonObject, end: string): JsonObject {
  const copy = structuredClone(document) as unknown as { voertUit: [{ heeft: [Record<string, Json>] }] };
  copy.voertUit[0].heeft[0]['eindGeldigheid'] = end;
  return copy;
}

test('OPEN-parts-left-out: the parts that a version leaves out are named, with the version that has them', async () => {
  expect(await toldOf(location('l1', ['m1', 'm2', 'm3']), location('l1', ['m2'], LATER))).toEqual([
    'regel.onderdelen-weggelaten warning /0 Deze versie laat 2 onderdelen weg die in de versie vanaf 2020-01-01T01:00:00+01:00 staan: '
      + 'Windturbine m1, Windturbine m3. Zij eindigen daarmee.',
  ]);
});

test('in a replaced version and in a correction too', async () => {
  expect(await toldOf(location('l1', ['m1', 'm2']), location('l1', ['m1']))).toHaveLength(1);
  const bench = new Bench();
  await bench.deliver([location('l1', ['m1', 'm2'])]);
  expect(told(await bench.deliver([location('l1', ['m1'], LATER)], { correct: true }))).toHaveLength(1);
});

/** A location of which the second mill may be secret. */
function withSecretMill(): JsonObject {
  const copy = structuredClone(location('l1', ['m1', 'm2'])) as unknown as { voertUit: [{ heeft: [Json, Record<string, Json>] }] };
  copy.voertUit[0].heeft[1]['informatieGeheim'] = true;
  return copy;
}

// The public form has no mark of what it lacks, and a holder may well end a secret part.
test('OPEN-hidden-parts-return: a public form that is sent back ends the secret parts, is told so, and makes nothing of them public; a PATCH keeps them', async () => {
  const bench = new Bench();
  await bench.deliver([withSecretMill()]);
  const [shown] = (JSON.parse(bench.publisher.states.get('l1')!) as [string, string, [[unknown, JsonObject]]])[2];
  const target = '/locatie-activiteiten/l1';
  const patched = await bench.deliver(Buffer.from('{"bedrijfsnaam":"Ander"}'), { method: 'PATCH', target });
  expect([patched.status, told(patched), patched.report!.counts.endedParts ?? 0]).toEqual([200, [], 0]);
  const put = await bench.deliver([shown[1]], { method: 'PUT', target });
  expect([put.status, put.report!.counts.endedParts, told(put)]).toEqual([200, 1, [expect.stringContaining('Windturbine m2. Zij eindigen daarmee.')]]);
  expect(bench.publisher.states.get('l1')).not.toContain('"m2"');
});

test('five parts are named', async () => {
  const [found = ''] = await toldOf(location('l1', ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7']), location('l1', ['m7'], LATER));
  expect(found).toContain('6 onderdelen');
  expect(found).toContain('Windturbine m5, …');
});

test('parts that all have other ids are one warning of their own, with an id of before and of now', async () => {
  const renamed = JSON.parse(JSON.stringify(location('l1', ['m1', 'm2'], LATER)).replaceAll('l1-activiteit', 'activiteit-7').replaceAll('"m', '"n')) as JsonObject;
  expect(await toldOf(location('l1', ['m1', 'm2']), renamed)).toEqual([
    'regel.onderdelen-nieuwe-ids warning /0 Geen onderdeel heeft nog de id die het in de versie vanaf 2020-01-01T01:00:00+01:00 had: '
      + '3 onderdelen eindigen, 3 zijn nieuw (eerst l1-activiteit, nu activiteit-7).',
  ]);
});

test('not reported: parts that are added, a part that had ended, a version before the newest, versions that come together, an unchanged root', async () => {
  expect(await toldOf(location('l1', ['m1']), location('l1', ['m1', 'm2'], LATER))).toEqual([]);
  expect(await toldOf(endingMill(location('l1', ['m1', 'm2']), '2024-01-01T00:00:00Z'), location('l1', ['m2'], LATER))).toEqual([]);
  expect(await toldOf(endingMill(location('l1', ['m1', 'm2']), '2034-01-01T00:00:00Z'), location('l1', ['m2'], LATER))).toHaveLength(1);
  expect(await toldOf(location('l1', ['m1', 'm2'], LATER), location('l1', ['m1']))).toEqual([]);
  expect(told(await new Bench().deliver([location('l1', ['m1', 'm2']), location('l1', ['m1'], LATER)]))).toEqual([]);
  expect(await toldOf(location('l1', ['m1', 'm2']), location('l1', ['m1', 'm2']))).toEqual([]);
});
