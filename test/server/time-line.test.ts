/** The time line: what differs between two versions, with the values before and after where both are known. */
import { expect, test } from 'vitest';
import type { Edition, ListedVersion } from '../../publisher/read/types.ts';
import type { Moment, Received } from '../../schemas/time.ts';
import { versionDocuments } from '../../server/edition/version-documents.ts';
import { html } from '../../schemas/html.ts';
import { timeLine } from '../../server/web/time-line.ts';
import { FakeEditions, fakeEdition } from './fake-editions.ts';

const place = (x: number) => ({ type: 'Point', coordinates: [x, 1] });
const root = (populatie: number) => ({
  entityType: 'LocatieActiviteit', id: 'l', geometrie: place(populatie), bedrijfsnaam: `naam ${populatie}`,
}) as never;

test('the time line shows values where both documents are known, names elsewhere, and escapes both', () => {
  const versie = {
    versie: 2, beginGeldigheid: '2026-01-01T00:00:00.0Z', tijdstipRegistratie: '2026-01-01T00:00:00.0Z', bronhoudercode: 'AB12', vergelekenMet: 1, gewijzigd: ['bedrijfsnaam', 'geometrie', '<i>'],
  };
  const documents = [root(1), { ...root(2) as object, bedrijfsnaam: '<b>' } as never];
  const shown = html`${timeLine([versie], { documentOf: (number) => documents[number - 1], language: 'nl' })}`.text;
  expect(shown).toContain('Bedrijfsnaam <code>bedrijfsnaam</code>: naam 1 → &lt;b&gt;');
  expect(shown).toContain('<code>geometrie</code>: verplaatst over 1 m');
  expect(shown).not.toMatch(/<[bi]>/);
  const names = timeLine([versie], { documentOf: () => undefined, language: 'en' }).text;
  expect(names).toContain('The values of that time can no longer be shown');
  expect(names).not.toContain('→');
});

test('a version that no edition shows is read from the one that only gave it an end', () => {
  const version = (until: number | null, comparedWith: number | null, changed: readonly string[] = []): ListedVersion => ({
    type: 'KwetsbaarGebouw', valid: { from: 0 as Moment, until: null }, holder: 'AB12', comparedWith, changed, isPresent: false,
    recorded: { from: 0 as Received, until: until as Received | null },
  });
  const edition: Edition = fakeEdition(1, { 'kwetsbare-gebouwen': [{ id: 'b', at: null, properties: { populatie: 1 } }] });
  const documentOf = versionDocuments('b', [version(5, null), version(null, 0), version(6, 1, ['populatie'])], { edition, editions: new FakeEditions() });
  expect([documentOf(1)?.['populatie'], documentOf(2)?.['populatie'], documentOf(3), documentOf(4)]).toEqual([1, 1, undefined, undefined]);
});
