/**
 * Addresses of a static site: the file of an address of the service. Parameters become parts of a path: `crs` a folder, the page of a list
 * a name. An address whose response is in no file has none.
 *
 * A name in a path becomes the name of a file: letters, digits and some signs as they are, any other character as `~` and the hex of its
 * bytes, so that ids that differ have names that differ. Not here: what is in a site (contents.ts), links in bodies (translate.ts).
 */
import { createHash } from 'node:crypto';
import { parseCrsUri } from '../../schemas/crs.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';
import { ASSET, DOWNLOADS, EXTENSIONS, IN_SITE, type SiteResource } from './contents.ts';

/** Features on a page. The web page of a list shows as many, so both forms have the same pages. */
export const PAGE_FEATURES = 100;

/** The page that a cursor of the list leads to, counted from 1; undefined: the cursor is of another list. */
export type PageOf = (cursor: string) => number | undefined;

/** The default CRS, whose files need no folder of their own. */
const DEFAULT_CRS = 'CRS84';

/** A resource of the site with the values in its path. */
export interface SiteAddress {
  readonly resource: SiteResource;
  readonly params: Readonly<Record<string, string>>;
}

/** A file of the site, and the address that it holds the response of. */
export interface Target extends SiteAddress {
  readonly file: string;
  readonly form: Form | undefined;
}

export class SiteAddresses {
  readonly #baseUrl: string;
  readonly #crss: readonly string[];

  /** `crss`: codes of the CRSs that the site has files of. */
  constructor(baseUrl: string, crss: readonly string[]) {
    this.#baseUrl = baseUrl;
    this.#crss = crss;
  }

  /** Returns the file of an absolute address; undefined: the site has none. `type`: the media type of the link, or a form. */
  targetOf(address: string, { type, usual, pageOf }: {
    readonly type?: string | undefined; readonly usual?: Form | undefined; readonly pageOf?: PageOf;
  } = {}): Target | undefined {
    const [whole = ''] = address.split('#', 1);
    const [url, query] = splitAt(whole, '?');
    if (!url.startsWith(this.#baseUrl)) return undefined;
    const found = resourceAt(url.slice(this.#baseUrl.length));
    const pairs = pairsIn(query);
    if (found === undefined || pairs === undefined) return undefined;
    const { resource, params } = found;
    const form = formOf(resource, { asked: pairs.get('f'), type, usual });
    if (form === undefined && resource.forms.length > 0) return undefined;
    const file = this.#fileOf(found, { form, pairs, pageOf });
    return file === undefined ? undefined : { resource, params, file, form };
  }

  #fileOf({ resource, params }: SiteAddress, { form, pairs, pageOf }: {
    readonly form: Form | undefined; readonly pairs: ReadonlyMap<string, string>; readonly pageOf: PageOf | undefined;
  }): string | undefined {
    const { path, isLeaf, isPaged, isPerCrs, parameter } = resource;
    const known = ['f', ...isPerCrs ? ['crs'] : [], ...isPaged ? ['limit', 'cursor', 'pagina', 'beschikbaarOp'] : [], ...parameter === undefined ? [] : [parameter.name]];
    if ([...pairs.keys()].some((name) => !known.includes(name))) return undefined;
    if (path === ASSET) return folderOf(path, params).replace(/\.ts$/, '.js');
    if (DOWNLOADS.includes(path) || form === 'openapi') return folderOf(path, params);
    const crs = this.#crsFolder(form === 'html' ? undefined : pairs.get('crs'));
    const page = pageIn(pairs, pageOf);
    if (crs === undefined || page === undefined) return undefined;
    const folder = folderOf(crs === '' ? path : path.replace('/items', `/crs/${crs}/items`), params);
    const extension = EXTENSIONS[form!]!;
    if (parameter !== undefined) {
      const value = pairs.get(parameter.name);
      return value !== undefined && parameter.values.includes(value) ? `${folder}/${value}.${extension}` : undefined;
    }
    if (isLeaf) return `${folder}.${extension}`;
    const name = page === 1 ? 'index' : `bladzijde/${page}`;
    return folder === '' ? `${name}.${extension}` : `${folder}/${name}.${extension}`;
  }

  /** Returns the folder of a CRS; empty for the default; undefined: the site has no files in it. */
  #crsFolder(uri: string | undefined): string | undefined {
    const code = uri === undefined ? DEFAULT_CRS : parseCrsUri(uri)?.code;
    if (code === DEFAULT_CRS) return '';
    return code !== undefined && this.#crss.includes(code) ? code : undefined;
  }
}

/** Returns the form of a link: the one that its address asks for, else that of its media type, else the usual one, else the first. */
function formOf({ forms }: SiteResource, { asked, type, usual }: {
  readonly asked: string | undefined; readonly type: string | undefined; readonly usual: Form | undefined;
}): Form | undefined {
  const same = (form: Form): boolean => form === asked || (form === 'schema' && asked === 'json');
  if (asked !== undefined && asked !== '') return forms.find(same);
  const bare = bareType(type ?? '');
  const typed = forms.find((form) => bareType(MEDIA_TYPES[form]) === bare);
  if (type !== undefined) return typed;
  return forms.find((form) => form === usual) ?? forms[0];
}

function bareType(type: string): string {
  return type.split(';', 1)[0]!.trim();
}

function pageIn(pairs: ReadonlyMap<string, string>, pageOf: PageOf | undefined): number | undefined {
  const [cursor, page] = [pairs.get('cursor'), pairs.get('pagina')];
  if (pairs.has('beschikbaarOp') && page === undefined) return undefined;
  if (pairs.has('limit') && pairs.get('limit') !== String(PAGE_FEATURES)) return undefined;
  if (cursor !== undefined) return pageOf?.(cursor);
  return page === undefined ? 1 : Number(page);
}

function folderOf(path: string, params: Readonly<Record<string, string>>): string {
  return path.split('/').slice(1).map((part) => (part.startsWith(':') ? safeName(params[part.slice(1)]!) : part)).join('/');
}

/** Resources by the number of parts of their paths; literal parts come before variable ones. */
const BY_LENGTH = new Map<number, readonly (readonly [parts: readonly string[], resource: SiteResource])[]>();
for (const resource of IN_SITE) {
  const parts = resource.path.split('/');
  BY_LENGTH.set(parts.length, [...BY_LENGTH.get(parts.length) ?? [], [parts, resource]]);
}

function resourceAt(path: string): SiteAddress | undefined {
  const given = path.split('/');
  for (const [parts, resource] of BY_LENGTH.get(given.length) ?? []) {
    const params: Record<string, string> = {};
    const matches = parts.every((part, at) => {
      if (!part.startsWith(':')) return part === given[at];
      const value = decoded(given[at]!);
      if (value === undefined || value === '') return false;
      params[part.slice(1)] = value;
      return true;
    });
    if (matches) return { resource, params };
  }
  return undefined;
}

/** Returns the parameters; undefined when one is repeated or malformed. */
function pairsIn(query: string): Map<string, string> | undefined {
  const pairs = new Map<string, string>();
  for (const text of query === '' ? [] : query.split('&')) {
    const [name, value] = splitAt(text, '=').map((part) => decoded(part.replaceAll('+', ' ')));
    if (name === undefined || value === undefined || pairs.has(name)) return undefined;
    pairs.set(name, value);
  }
  return pairs;
}

function splitAt(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Bytes of a name that leave room for the end of the name and of a temporary file. */
const NAME_BYTES_MAX = 200;
/** Characters that no file system and no web server treats specially. */
const PLAIN = /[^\p{L}\p{N}_.,=@()+{}-]/gu;

/** Returns the name of a file for a name in a path. A name that would be too long ends in a hash. */
export function safeName(text: string): string {
  const escaped = text.replace(PLAIN, hexOf).replace(/^\.|^index$|\.$/g, (found) => `${hexOf(found[0]!)}${found.slice(1)}`);
  if (Buffer.byteLength(escaped) <= NAME_BYTES_MAX) return escaped;
  return `${escaped.replaceAll(/[^\w.~-]/g, '_').slice(0, 100)}~${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}

function hexOf(character: string): string {
  return [...Buffer.from(character)].map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join('');
}
