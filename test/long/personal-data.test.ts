/** Editions of a location that is sensitive, becomes sensitive, or is sensitive no more: what is in their files and in their answers. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';
import { Upkept } from '../pipelines/editions/upkept.ts';
import { building, location } from '../pipelines/state/small-roots.ts';

const VOID = { waarde: null, geenWaardeReden: 'waardeOnbekend' };

function shop(options: { readonly from?: string; readonly sensitive?: boolean; readonly mark?: string } = {}): JsonObject {
  const { mark = 'kanarie', sensitive = false, ...period } = options;
  return {
    ...location('l1', ['m1'], period), bedrijfsnaam: `${mark} bedrijfsnaam`, naamExploitant: `${mark} naam`, eigenaar: `${mark} eigenaar`,
    omschrijving: `${mark} omschrijving`, kvkNummerExploitant: ['12345678'], comment: [`${mark} comment`],
    ...(sensitive ? { privacyGevoelig: true } : {}),
  };
}

function holds(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .some((entry) => entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(text));
}

/** Properties of the location as the editions at a moment have it; undefined: without the location. */
function shownAt(kept: Upkept, moment: number, series = 'locatie-activiteiten', id = 'l1'): JsonObject | undefined {
  const answer = kept.reader().at(moment as Moment);
  if (typeof answer === 'string' || !('edition' in answer)) throw new Error('gone');
  const found = answer.edition.feature(series, id, 'CRS84');
  return found && (JSON.parse(found.bytes.toString()) as { properties: JsonObject }).properties;
}

test('a sensitive location is published without its personal data, which no file has', async () => {
  const kept = new Upkept();
  const at = await kept.deliver(shop({ sensitive: true }));
  expect(shownAt(kept, at)).toMatchObject({
    bedrijfsnaam: 'Niet openbaar', naamExploitant: VOID, eigenaar: null, omschrijving: null, comment: null, privacyGevoelig: true,
  });
  expect(shownAt(kept, at, 'ev-activiteiten', 'l1-activiteit')).toMatchObject({ locatieNaam: 'Niet openbaar' });
  await kept.deliver(shop({ sensitive: true, from: '2025-01-01T00:00:00Z', mark: 'tweede' }));
  expect(kept.reader().current()?.edition.versions('l1').at(-1)?.changed)
    .toEqual(['beginGeldigheid', 'voertUit.beginGeldigheid', 'voertUit.heeft.beginGeldigheid']);
  await kept.deliver(building('b1'));
  for (const text of ['kanarie', 'tweede', '12345678']) expect(holds(kept.folder, text), text).toBe(false);
  expect(kept.told('Edition:Withdraw')).toEqual([]);
});

test('editions that showed personal data are withdrawn when the location becomes sensitive, in every period', async () => {
  const kept = new Upkept();
  const early = await kept.deliver(building('b1'));
  const shown = await kept.deliver(shop());
  const later = await kept.deliver(building('b1', { populatie: 2 }));
  expect(shownAt(kept, later)).toMatchObject({ bedrijfsnaam: 'kanarie bedrijfsnaam' });
  const now = await kept.deliver(shop({ sensitive: true, from: '2025-01-01T00:00:00Z' }));
  expect(kept.told('Edition:Withdraw')).toMatchObject([{ editions: 2 }]);
  for (const moment of [shown, later]) expect(kept.reader().at(moment as Moment)).toMatchObject({ gone: true });
  expect(kept.reader().at(early as Moment)).toHaveProperty('edition');
  expect(shownAt(kept, now)).toMatchObject({ bedrijfsnaam: 'Niet openbaar' });
  expect(kept.reader().current()?.edition.begins('locatie-activiteiten', 'l1')).toHaveLength(2);
  for (const text of ['kanarie', '12345678']) expect(holds(kept.folder, text), text).toBe(false);

  // The check that follows a start finds nothing more, also in an edition that was rebuilt.
  expect(kept.rebuild(shown)).toMatchObject({ outcome: 'less' });
  expect(shownAt(kept, shown)).toMatchObject({ bedrijfsnaam: 'Niet openbaar' });
  expect(holds(kept.folder, 'kanarie')).toBe(false);
  await kept.pass(120_000);
  await kept.deliver(building('b1', { populatie: 3 }));
  expect(kept.told('Edition:Withdraw')).toHaveLength(1);
  expect(shownAt(kept, shown)).toMatchObject({ bedrijfsnaam: 'Niet openbaar' });
});

test('the versions of a sensitive location name no withheld field as changed, those of before the mark included', async () => {
  const kept = new Upkept();
  const changed = () => kept.reader().current()?.edition.versions('l1').map((version) => version.changed);
  const from = ['2020', '2021', '2022', '2023'].map((year) => `${year}-01-01T00:00:00Z`);
  await kept.deliver(shop({ from: from[0]! }));
  await kept.deliver(shop({ from: from[1]!, mark: 'tweede' }));
  expect(changed()?.at(-1)).toContain('naamExploitant');
  await kept.deliver(shop({ from: from[2]!, sensitive: true }));
  const names = ['beginGeldigheid', 'privacyGevoelig', 'voertUit.beginGeldigheid', 'voertUit.heeft.beginGeldigheid'];
  expect([...new Set(changed()?.flat())].toSorted()).toEqual(names);
  await kept.deliver(shop({ from: from[2]! }));
  expect(changed()?.flat()).toContain('naamExploitant');
  await kept.deliver(shop({ from: from[3]!, sensitive: true, mark: 'derde' }));
  expect(changed()?.flat()).not.toContain('naamExploitant');
});

test('a location that is sensitive no more is published whole from then on', async () => {
  const kept = new Upkept();
  const before = await kept.deliver(shop({ sensitive: true }));
  const after = await kept.deliver(shop());
  expect(shownAt(kept, before)).toMatchObject({ bedrijfsnaam: 'Niet openbaar' });
  expect(shownAt(kept, after)).toMatchObject({ bedrijfsnaam: 'kanarie bedrijfsnaam' });
  expect(kept.told('Edition:Withdraw')).toEqual([]);
});
