/** OGC API Features Part 1, GeoJSON and HTML. */
import { strict as assert } from 'node:assert';
import type { AbstractTest } from './abstract-test.ts';
import { expectShape, type Shape } from './shapes.ts';
import { featurePath, GEOJSON, HTML, itemsPath, JSON_TYPE, type Json, type Site } from './site.ts';

interface Resource {
  readonly path: string;
  readonly shape: Shape;
  /** Texts that its page must show. */
  readonly shows: readonly string[];
}

/** Returns the resources of Part 1, with the items of each collection that has features. */
async function resourcesOf(site: Site): Promise<readonly Resource[]> {
  const filled = await site.filled();
  const items = await Promise.all(filled.map(async ({ id }): Promise<readonly Resource[]> => {
    const ids = (await site.page(id)).features.map((feature) => String(feature.id));
    return [
      { path: `/collections/${id}`, shape: 'collection', shows: [id] },
      { path: itemsPath(id), shape: 'featureCollection', shows: ids },
      { path: featurePath(id, ids[0]!), shape: 'feature', shows: [ids[0]!] },
    ];
  }));
  return [
    { path: '', shape: 'landingPage', shows: ['/collections', '/conformance'] },
    { path: '/conformance', shape: 'confClasses', shows: await site.conformsTo() },
    { path: '/collections', shape: 'collections', shows: filled.map(({ id }) => id) },
    ...items.flat(),
  ];
}

export const GEOJSON_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  definition: async (site) => {
    for (const { path, shape } of await resourcesOf(site)) {
      const { status, type, url } = await site.ask(path, { accept: GEOJSON });
      assert.deepEqual([status, type], [200, isFeatures(shape) ? GEOJSON : JSON_TYPE], url);
    }
  },
  content: async (site) => {
    for (const { path, shape } of await resourcesOf(site)) {
      const body = JSON.parse((await site.ask(path, { accept: GEOJSON })).text) as Json;
      expectShape(body, shape, path);
      if (shape === 'feature') assert.equal(path.endsWith(`/${encodeURIComponent(String(body['id']))}`), true, `${path} has another id`);
    }
  },
};

function isFeatures(shape: Shape): boolean {
  return shape === 'feature' || shape === 'featureCollection';
}

export const HTML_TESTS: Readonly<Record<string, AbstractTest['check']>> = {
  definition: async (site) => {
    for (const { path } of await resourcesOf(site)) await site.get(path, HTML);
  },
  content: async (site) => {
    for (const { path, shows } of await resourcesOf(site)) {
      const { text } = await site.get(path, HTML);
      assert.match(text, /^\s*<!doctype html>/i, `${path} is no HTML 5`);
      for (const part of [/<html[^>]* lang="/, /<title>[^<]+<\/title>/, /<h1[^>]*>/]) assert.match(text, part, path);
      for (const shown of shows) assert.ok(text.includes(escaped(shown)), `the page ${path} does not show ${shown}`);
    }
  },
};

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
