/**
 * Site: a service of OGC API Features as a client sees it, from its landing page on. Responses to GET are cached for all tests.
 * Every request is recorded for the tests of the OpenAPI document.
 * No file of the product is imported, because the suite tests any server from outside.
 */
import { strict as assert } from 'node:assert';

export type Json = Readonly<Record<string, unknown>>;

export interface Link { readonly href: string; readonly rel: string; readonly type?: string }

export interface Geometry { readonly type: string; readonly coordinates: unknown }

export interface Feature {
  readonly type: string;
  readonly id: string | number;
  readonly geometry: Geometry | null;
  readonly properties: Json | null;
  readonly links?: readonly Link[];
}

export interface Page {
  readonly type: string;
  readonly features: readonly Feature[];
  readonly numberMatched?: number;
  readonly numberReturned?: number;
  readonly timeStamp?: string;
  readonly links: readonly Link[];
}

export interface Collection {
  readonly id: string;
  readonly links: readonly Link[];
  readonly crs?: readonly string[];
  readonly storageCrs?: string;
  readonly itemType?: string;
  readonly extent?: {
    readonly spatial?: { readonly bbox: readonly (readonly number[])[] };
    readonly temporal?: { readonly interval: readonly (readonly (string | null)[])[] };
  };
}

export interface Answer {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  /** Media type without parameters, in lower case. */
  readonly type: string;
  readonly headers: Headers;
  readonly text: string;
}

export interface AskOptions {
  readonly method?: string;
  readonly accept?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Query = Readonly<Record<string, string | number>>;

export const GEOJSON = 'application/geo+json';
export const JSON_TYPE = 'application/json';
export const HTML = 'text/html';
export const SCHEMA = 'application/schema+json';
export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

/** Largest collection that is read as a whole. */
const READ_WHOLE_MAX = 10_000;
const PAGES_MAX = 50;

export class Site {
  readonly base: string;
  readonly asked: Answer[] = [];
  readonly #kept = new Map<string, Promise<Answer>>();

  constructor(base: string) {
    this.base = base.replace(/\/$/, '');
  }

  /** Requests a path below the base, or an absolute address. */
  async ask(path: string, { method = 'GET', accept, headers = {} }: AskOptions = {}): Promise<Answer> {
    const url = /^https?:/.test(path) ? path : this.base + path;
    const sent = { ...headers, ...accept === undefined ? {} : { accept } };
    if (method !== 'GET') return await this.#fetch(url, method, sent);
    const key = `${url} ${JSON.stringify(sent)}`;
    const kept = this.#kept.get(key) ?? this.#fetch(url, method, sent);
    this.#kept.set(key, kept);
    return await kept;
  }

  async #fetch(url: string, method: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    const send = () => fetch(url, { method, headers, redirect: 'manual' });
    // Retries once, because a server may close an idle connection just when it is used again.
    const response = await send().catch(send);
    const type = (response.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
    const answer = { method, url, status: response.status, type, headers: response.headers, text: await response.text() };
    this.asked.push(answer);
    return answer;
  }

  /** Returns a successful response of this media type. */
  async get(path: string, accept: string = JSON_TYPE): Promise<Answer> {
    const answer = await this.ask(path, { accept });
    assert.equal(answer.status, 200, `GET ${answer.url} (${accept}): ${answer.status}`);
    assert.equal(answer.type, accept.split(';')[0], `media type of ${answer.url}`);
    return answer;
  }

  async json(path: string, accept: string = JSON_TYPE): Promise<Json> {
    return JSON.parse((await this.get(path, accept)).text) as Json;
  }

  async links(path = ''): Promise<readonly Link[]> {
    return (await this.json(path))['links'] as readonly Link[];
  }

  async conformsTo(): Promise<readonly string[]> {
    return (await this.json('/conformance'))['conformsTo'] as readonly string[];
  }

  async collections(): Promise<readonly Collection[]> {
    return (await this.json('/collections'))['collections'] as readonly Collection[];
  }

  async collection(id: string): Promise<Collection> {
    return await this.json(`/collections/${id}`) as unknown as Collection;
  }

  /** Returns collections with features, largest first, without those that are too large to read. */
  async filled(): Promise<readonly Collection[]> {
    const counted = await Promise.all((await this.collections()).map(async ({ id }) => (
      { collection: await this.collection(id), count: (await this.page(id, { limit: 1 })).numberMatched ?? 1 }
    )));
    const filled = counted.filter(({ count }) => count > 0 && count <= READ_WHOLE_MAX).toSorted((a, b) => b.count - a.count);
    assert.notEqual(filled.length, 0, 'there is no collection with features, so nothing can be tested');
    return filled.map(({ collection }) => collection);
  }

  /** Returns one page of features. */
  async page(id: string, query: Query = {}): Promise<Page> {
    return await this.json(itemsPath(id, query), GEOJSON) as unknown as Page;
  }

  /** Returns all features of a query, by following `next`. */
  async all(id: string, query: Query = {}): Promise<readonly Feature[]> {
    const features: Feature[] = [];
    const visited = new Set<string>();
    for (let path = itemsPath(id, { limit: READ_WHOLE_MAX, ...query }); ;) {
      assert.ok(!visited.has(path), `next leads to the same page again: ${path}`);
      visited.add(path);
      const page = await this.json(path, GEOJSON) as unknown as Page;
      features.push(...page.features);
      const next = page.links.find(({ rel }) => rel === 'next');
      if (next === undefined || visited.size > PAGES_MAX) return features;
      assert.notEqual(page.features.length, 0, `an empty page leads on: ${path}`);
      path = next.href;
    }
  }

  async feature(collection: string, id: string | number, query: Query = {}): Promise<Feature> {
    return await this.json(featurePath(collection, id, query), GEOJSON) as unknown as Feature;
  }
}

export function itemsPath(id: string, query: Query = {}): string {
  return `/collections/${encodeURIComponent(id)}/items${queryText(query)}`;
}

export function featurePath(collection: string, id: string | number, query: Query = {}): string {
  return `/collections/${encodeURIComponent(collection)}/items/${encodeURIComponent(id)}${queryText(query)}`;
}

function queryText(query: Query): string {
  const text = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? '' : `?${text}`;
}

/** Returns the links of the header Link. */
export function headerLinks(answer: Answer): readonly Link[] {
  return [...(answer.headers.get('link') ?? '').matchAll(/<([^>]*)>([^,]*)/g)].map(([, href = '', parameters = '']) => {
    const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(parameters)?.[1];
    const type = value('type');
    return { href, rel: value('rel') ?? '', ...type === undefined ? {} : { type } };
  });
}

export function idsOf(features: readonly Feature[]): readonly string[] {
  return features.map(({ id }) => String(id)).toSorted();
}
