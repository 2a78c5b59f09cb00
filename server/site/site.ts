/**
 * Site: makes the files of a static site from the responses of the handlers, over one edition of the public audience.
 *
 * - What the service's own pages and documents link to is found by following their links from the start page on, each address in each of
 *   its forms. Features and documents are found in their lists, page by page, so that memory does not grow with their number.
 * - The clock stands at the moment at which the edition was activated, so the same edition gives the same bytes on any day.
 * Not here: links (translate.ts), writing files and what changed (pipelines/site/).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Activated, Editions } from '../../publisher/read/types.ts';
import type { Basemap } from '../../schemas/basemap.ts';
import { CRSS, type PublishedCrs } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { arrayNameOf, COLLECTIONS, ROOTS } from '../../schemas/names.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { NO_RATE_LIMITS } from '../../schemas/rate-limits.ts';
import type { SiteFile, SiteForecast, StaticSite } from '../../schemas/static-site.ts';
import type { Terms } from '../../schemas/terms.ts';
import { LiveStreams } from '../connection/live-streams.ts';
import { WHOLE_CELL_SIZES } from '../parameters/cel.ts';
import { formatQuery } from '../parameters/query.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';
import { serviceTag } from '../response/etags.ts';
import { jsonBytes, type ServiceResponse } from '../response/response.ts';
import { routesOf, type Route } from '../routes.ts';
import { isProblem, type Service, type ServiceRequest } from '../service.ts';
import { ASSET_NAMES, ASSETS_HASH } from '../web/assets.ts';
import { PAGE_FEATURES, SiteAddresses, type PageOf, type Target } from './addresses.ts';
import { DOWNLOADS, IN_SITE } from './contents.ts';
import { siteDescription } from './description.ts';
import { Translator } from './translate.ts';

export interface SiteOptions {
  readonly editions: Editions;
  /** CRSs that features and lists are in; CRS84 is always among them. */
  readonly crss: readonly PublishedCrs[];
  /** Address that the site will have, without a slash at its end; null: unknown, and all links are relative. */
  readonly siteUrl: string | null;
  readonly terms: Terms;
  readonly basemap: Basemap | null;
  /** Version of the program. */
  readonly version: string;
}

/** A resource to ask for. */
interface Asked {
  /** As in routes.ts. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly form: Form | undefined;
}

interface Answer {
  readonly response: ServiceResponse;
  readonly bytes: Buffer;
}

type Tags = (path: string) => string | undefined;

/** How the files of objects are made. Nothing else is found by their links, because they are not read when they did not change. */
interface ObjectFiles {
  readonly translator: Translator;
  readonly tagOf: Tags;
}

const LISTS_OF_OBJECTS: ReadonlySet<string> = new Set(IN_SITE.filter(({ isPaged }) => isPaged).map(({ path }) => path));
const OBJECTS: ReadonlySet<string> = new Set(['/collections/:collectionId/items/:featureId', ...Object.values(ROOTS).map(({ path }) => `/${path}/:id`)]);
/** The CRS of the map page. */
const MAP_CRS = '28992';
/** Objects whose files are made to estimate the size of all. */
const SAMPLED = 3;

/** Returns the site of the active edition; undefined before the first publication. */
export function openSite(options: SiteOptions): StaticSite | undefined {
  const activated = options.editions.current();
  return activated === undefined ? undefined : new Site(options, activated);
}

class Site implements StaticSite {
  readonly edition: number;
  readonly contentId: string;
  readonly identity: string;
  readonly #options: SiteOptions;
  readonly #activated: Activated;
  readonly #service: Service;
  readonly #routes: ReadonlyMap<string, Route>;
  readonly #addresses: SiteAddresses;
  readonly #crss: readonly PublishedCrs[];

  constructor(options: SiteOptions, activated: Activated) {
    const { editions, siteUrl, terms, basemap, version } = options;
    const { baseUrl, number, contentId } = activated.edition;
    this.#options = options;
    this.#activated = activated;
    this.#crss = [...new Set<PublishedCrs>(['CRS84', MAP_CRS, ...options.crss])];
    this.edition = number;
    this.contentId = contentId;
    this.identity = JSON.stringify([version, ASSETS_HASH, baseUrl, siteUrl, this.#crss, terms, basemap, PAGE_FEATURES]);
    this.#service = {
      editions, ownViews: () => Promise.resolve(undefined), desk: null, baseUrl, profile: 'default', terms, basemap, isSite: true,
      streams: new LiveStreams(), files: null, toRd: null,
      credentials: () => undefined, apiKeys: () => undefined, clientCertificates: null, requireIfMatch: false, keyRequired: false,
      deprecation: null, rateLimits: NO_RATE_LIMITS, clock: () => activated.activated, tag: serviceTag(baseUrl, 'default', ASSETS_HASH),
    };
    this.#routes = new Map(routesOf(this.#service).filter(({ method }) => method === 'GET').map((route) => [route.path, route]));
    this.#addresses = new SiteAddresses(baseUrl, this.#crss);
  }

  async forecast(): Promise<SiteForecast> {
    let [files, bytes] = [FIXED_FILES, FIXED_BYTES];
    for (const of of this.#listsOfObjects()) {
      const count = this.#activated.edition.series.get(of.series)!.count;
      const perObject = of.forms.reduce((sum, { crss }) => sum + crss.length, 0);
      files += count * perObject + of.forms.reduce((sum, { crss }) => sum + crss.length * Math.max(1, Math.ceil(count / of.size)), 0);
      if (count > 0) bytes += count * 2 * await this.#bytesOfObject(of);
    }
    return { files, bytes: Math.ceil(bytes) };
  }

  async *files(tagOf: Tags): AsyncGenerator<SiteFile, void> {
    const found = new FixedTargets(this.#addresses);
    const given = { addresses: this.#addresses, baseUrl: this.#service.baseUrl, siteUrl: this.#options.siteUrl };
    const translator = new Translator({ ...given, onTarget: (target, address) => { found.add(target, address); } });
    const ofObjects = { translator: new Translator({ ...given, onTarget: () => {} }), tagOf };
    for (const { path } of IN_SITE) if (!path.includes(':') && !LISTS_OF_OBJECTS.has(path)) found.addUrl(this.#service.baseUrl + path);
    for (const name of ASSET_NAMES) found.addUrl(`${this.#service.baseUrl}/assets/${ASSETS_HASH}/${name}`);
    for (const id of COLLECTIONS) {
      for (const size of WHOLE_CELL_SIZES) found.addUrl(`${this.#service.baseUrl}/collections/${id}/tellingen?cel=${size}`);
    }
    for (const list of this.#listsOfObjects()) {
      yield* this.#list(list, translator, ofObjects);
      yield* this.#fixed(found, translator);
    }
  }

  /** Makes the files that were found and not made yet, each time anew: their links lead to others. */
  async *#fixed(found: FixedTargets, translator: Translator): AsyncGenerator<SiteFile, void> {
    for (let target = found.next(); target !== undefined; target = found.next()) {
      const { resource: { path }, params, file, form, query } = target;
      if (DOWNLOADS.includes(path)) yield this.#download(params, file);
      else yield await this.#file({ path, params, query, form }, { file, translator, tagOf: () => undefined });
    }
  }

  async *#list(of: ObjectList, translator: Translator, ofObjects: ObjectFiles): AsyncGenerator<SiteFile, void> {
    for (const { form, crss } of of.forms) {
      for (const crs of crss) {
        for await (const { file, ids } of this.#pages(of, { form, crs }, translator)) {
          yield file;
          if (form !== of.forms[0]!.form || crs !== crss[0]) continue;
          for (const id of ids) yield* this.#object(of, id, ofObjects);
        }
      }
    }
  }

  /** Makes the pages of a list in one form and CRS, with the ids of the objects on each. */
  async *#pages(of: ObjectList, { form, crs }: { form: Form; crs: PublishedCrs }, translator: Translator) {
    let cursor: string | undefined;
    for (let page = 1; ; page += 1) {
      let next: string | undefined;
      const pageOf: PageOf = (given) => {
        if (given === cursor) return page;
        next = given;
        return page + 1;
      };
      const query = of.queryOf({ crs: crs === 'CRS84' ? undefined : CRSS[crs].uri, cursor, page });
      const asked = { path: of.path, params: of.params, query, form };
      const { response, bytes } = await this.#ask(asked);
      const file = this.#fileOf(asked, pageOf);
      yield {
        file: madeFile(file, response, translator.translate(bytes, { file, form, pageOf })),
        ids: form === 'html' ? [] : of.idsIn(bytes),
      };
      if (of.isNumbered ? page * of.size >= this.#activated.edition.series.get(of.series)!.count : next === undefined) return;
      cursor = next;
    }
  }

  async *#object(of: ObjectList, id: string, { translator, tagOf }: ObjectFiles): AsyncGenerator<SiteFile, void> {
    for (const { form, crss } of of.forms) {
      for (const crs of crss) {
        const query = crs === 'CRS84' ? '' : formatQuery([['crs', CRSS[crs].uri]]);
        const asked = { path: of.object, params: { ...of.params, [of.idName]: id }, query, form };
        yield await this.#file(asked, { file: this.#fileOf(asked), translator, tagOf });
      }
    }
  }

  async #file(asked: Asked, { file, translator, tagOf }: { file: string; translator: Translator; tagOf: Tags }): Promise<SiteFile> {
    const known = tagOf(file);
    const { response, bytes } = await this.#ask(asked, known);
    if (response.status === 304) return { path: file, tag: known ?? null, content: { kind: 'unchanged' } };
    const described = asked.form === 'openapi' ? jsonBytes(siteDescription(JSON.parse(bytes.toString()) as JsonObject, {
      addresses: this.#addresses, baseUrl: this.#service.baseUrl, siteUrl: this.#options.siteUrl, crss: this.#crss.slice(1),
    })) : bytes;
    return madeFile(file, response, translator.translate(described, { file, form: asked.form }));
  }

  /** Asks a handler, as a client would that has the response with this ETag. */
  async #ask({ path, params = {}, query = '', form }: Asked, tag?: string): Promise<Answer> {
    const { editions } = this.#service;
    const url = addressOf({ path, params, query, form });
    const request = {
      method: 'GET', url, params, query: { text: query }, principal: null,
      headers: { ...form === undefined ? {} : { accept: MEDIA_TYPES[form] }, ...tag === undefined ? {} : { 'if-none-match': tag } },
    } as unknown as ServiceRequest;
    const result = await editions.whenRead(() => this.#routes.get(path)!.handle(request, this.#service));
    if (isProblem(result)) {
      throw new Fault('the edition does not have a part of the site', {
        step: 'Site:Make', path: url, actual: `${result.problem} ${result.detail?.en ?? ''}`, hint: 'Run `ev editions verify`.',
      });
    }
    const bytes = result.status === 304 ? Buffer.alloc(0) : await bytesIn(result);
    result.release?.();
    return { response: result, bytes };
  }

  #fileOf({ path, params = {}, query = '', form }: Asked, pageOf?: PageOf): string {
    const address = this.#service.baseUrl + addressOf({ path, params, query, form });
    return this.#addresses.targetOf(address, { usual: form, ...pageOf === undefined ? {} : { pageOf } })!.file;
  }

  #download({ geheelBestand, bestand = geheelBestand }: Readonly<Partial<Record<string, string>>>, path: string): SiteFile {
    const downloads = this.#options.editions.downloadsUpTo(this.edition)!;
    const { name, bytes, sha256 } = downloads.files.find((file) => file.name === bestand)!;
    return { path, tag: null, content: { kind: 'copy', source: join(downloads.folder, name), bytes, sha256 } };
  }

  #listsOfObjects(): readonly ObjectList[] {
    return [...COLLECTIONS.map((id) => featureList(id, this.#crss)), ...Object.values(ROOTS).map(({ path }) => documentList(path))];
  }

  /** Returns the mean bytes of the files of one object, of the first ones. */
  async #bytesOfObject(of: ObjectList): Promise<number> {
    const { bytes } = await this.#ask({ path: of.path, params: of.params, query: of.queryOf({ page: 1 }), form: of.forms[0]!.form });
    const ids = of.idsIn(bytes).slice(0, SAMPLED);
    let sum = 0;
    for (const id of ids) {
      for (const { form, crss } of of.forms) {
        const made = await this.#ask({ path: of.object, params: { ...of.params, [of.idName]: id }, form });
        sum += crss.length * made.bytes.length;
      }
    }
    return sum / ids.length;
  }
}

/** Files that do not depend on the number of objects, about, and their bytes. */
const [FIXED_FILES, FIXED_BYTES] = [1_500, 30_000_000];

/** A list of features or documents, and the resource of one of them. */
interface ObjectList {
  readonly series: string;
  readonly path: string;
  readonly object: string;
  readonly idName: string;
  readonly params: Readonly<Record<string, string>>;
  readonly size: number;
  readonly isNumbered: boolean;
  readonly forms: readonly { readonly form: Form; readonly crss: readonly PublishedCrs[] }[];
  queryOf(page: { readonly crs?: string | undefined; readonly cursor?: string | undefined; readonly page: number }): string;
  idsIn(bytes: Buffer): readonly string[];
}

function featureList(id: string, crss: readonly PublishedCrs[]): ObjectList {
  return {
    series: id, path: '/collections/:collectionId/items', object: '/collections/:collectionId/items/:featureId', idName: 'featureId',
    params: { collectionId: id }, size: PAGE_FEATURES, isNumbered: false,
    forms: [{ form: 'geojson', crss }, { form: 'html', crss: ['CRS84'] }],
    queryOf: ({ crs, cursor }) => formatQuery([
      ['limit', String(PAGE_FEATURES)], ...crs === undefined ? [] : [['crs', crs] as const], ...cursor === undefined ? [] : [['cursor', cursor] as const],
    ]),
    idsIn: (bytes) => (JSON.parse(bytes.toString()) as { features: readonly { id: string }[] }).features.map((feature) => feature.id),
  };
}

function documentList(path: string): ObjectList {
  return {
    series: path, path: `/${path}`, object: `/${path}/:id`, idName: 'id', params: {}, size: LIMITS.resourcesDefault, isNumbered: true,
    forms: [{ form: 'json', crss: ['CRS84'] }, { form: 'html', crss: ['CRS84'] }],
    queryOf: ({ page }) => (page === 1 ? '' : `pagina=${page}`),
    idsIn: (bytes) => (JSON.parse(bytes.toString()) as Record<string, readonly { id: string }[]>)[arrayNameOf(path)]!.map(({ id }) => id),
  };
}

/** Documents and pages that are found by links, each once in each of its forms. */
class FixedTargets {
  readonly #addresses: SiteAddresses;
  readonly #seen = new Set<string>();
  readonly #waiting: (Target & { readonly query: string })[] = [];

  constructor(addresses: SiteAddresses) {
    this.#addresses = addresses;
  }

  add({ resource: { path, forms, parameter } }: Target, address: string): void {
    if (OBJECTS.has(path) || LISTS_OF_OBJECTS.has(path)) return;
    const [url = '', given = ''] = address.split('#', 1).join().split('?', 2);
    const query = parameter === undefined ? '' : given;
    for (const form of forms.length === 0 ? [undefined] : forms) {
      const target = this.#addresses.targetOf(query === '' ? url : `${url}?${query}`, { usual: form })!;
      if (this.#seen.has(target.file)) continue;
      this.#seen.add(target.file);
      this.#waiting.push({ ...target, query });
    }
  }

  addUrl(url: string): void {
    this.add(this.#addresses.targetOf(url)!, url);
  }

  next(): (Target & { readonly query: string }) | undefined {
    return this.#waiting.shift();
  }
}

function madeFile(path: string, { tag }: ServiceResponse, bytes: Buffer): SiteFile {
  return { path, tag: tag ?? null, content: { kind: 'bytes', bytes } };
}

function addressOf({ path, params = {}, query = '' }: Asked): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!));
  return query === '' ? filled : `${filled}?${query}`;
}

async function bytesIn({ body, long, file }: ServiceResponse): Promise<Buffer> {
  if (file !== undefined) return readFileSync(join(file.root, file.name));
  if (long === undefined) return Buffer.concat([...body]);
  const slices: Buffer[] = [];
  for await (const chunk of long.chunks()) {
    slices.push(Buffer.concat([...chunk.body]));
  }
  return Buffer.concat(slices);
}
