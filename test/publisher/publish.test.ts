/** Publishing and reading back: one building, one location with everything nested, by features and documents. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../schemas/json.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { openEditions } from '../../publisher/read/editions.ts';
import { base, building, createAll, day, request, state } from './registry.ts';

let folder = '';
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'ev-publish-')); });
afterEach(() => { rmSync(folder, { recursive: true }); });

const NOW = new Date('2026-11-21T10:00:00Z');

describe('a first edition', () => {
  test('a building is served as a feature and, spliced from it, as a document', () => {
    const root = state('KwetsbaarGebouw', 'geb/1', [building('geb/1', { x: 155_000, y: 463_000, size: 10.1234, name: 'é' })]);
    const published = publish(request(createAll([root]), { batch: 1, moment: day(10) }), openStore(folder), NOW);
    expect(published).toMatchObject({ edition: 1, head: 1, objects: 1, nextChange: null });
    const editions = openEditions(folder, 'public');
    const { edition } = editions.current()!;
    const range = edition.series.get('kwetsbare-gebouwen')!.page({ crs: '28992', position: 0, limit: 10 });
    const [feature] = JSON.parse(`[${Buffer.concat(range.slices).toString()}]`) as [JsonObject];
    expect(feature).toEqual({
      type: 'Feature', id: 'geb/1',
      properties: {
        ...base('KwetsbaarGebouw', 'geb/1'), bronhouder: 'é', populatie: 12, tijdstipRegistratie: '2026-01-01T00:00:00.0Z',
      },
      links: [
        { href: 'http://127.0.0.1:8080/v1/collections/kwetsbare-gebouwen/items/geb%2F1', rel: 'self', type: 'application/geo+json' },
        { href: 'http://127.0.0.1:8080/v1/collections/kwetsbare-gebouwen', rel: 'collection', type: 'application/json' },
      ],
      geometry: { type: 'Polygon', coordinates: [[[155000, 463000], [155010.123, 463000], [155010.123, 463010.123], [155000, 463010.123], [155000, 463000]]] },
    });
    expect(JSON.parse(edition.feature('kwetsbare-gebouwen', 'geb/1', '28992')!.bytes.toString())).toEqual(feature);
    const document = edition.document('geb/1', '28992')!;
    expect(document.type).toBe('KwetsbaarGebouw');
    expect(JSON.parse(Buffer.concat(document.slices).toString())).toEqual({
      ...feature['properties'] as JsonObject, geometrie: feature['geometry'],
      _links: { self: { href: 'http://127.0.0.1:8080/v1/kwetsbare-gebouwen/geb%2F1' } },
    });
    editions.close();
    expect(newestHead(folder, 'public')).toMatchObject({ head: 1, edition: 1, newest: 1, batch: 1, seq: 1, moment: day(10) });
  });
});
