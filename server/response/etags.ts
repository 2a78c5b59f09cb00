/**
 * ETags: makes every ETag of the service (RFC 9110, 8.8.3). All are strong: equal tags mean equal bytes.
 *
 * A tag comes from hashes that the publisher made, or from small or cached bytes; never from the body of a list or an object.
 * Not here: comparing tags (conditional.ts, if-match.ts).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../../schemas/profile.ts';
import type { Coding } from './coding.ts';
import type { Form } from '../request/negotiate.ts';

/** FNV-1a hash, 32 bits, hex. It detects mistakes, not attacks. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** ETag of bytes in memory. The same bytes with another media type have another tag. */
export function bytesTag(bytes: Buffer, form: Form): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.${form}"`;
}

interface ListTag {
  /** Tag of the series content (seriesTag). */
  readonly series: string;
  /** Hash of the query. */
  readonly question: string;
  readonly form: Form;
  readonly service: string;
}

/** ETag of a page of a list. */
export function listTag({ series, question, form, service }: ListTag): string {
  return `"${series}-${question}-${form}-${service}"`;
}

/** Tag of a series' content, with the head and moment that first had this content. Tags of lists and cursors contain the result. */
export function seriesTag(hash: string, { head, since }: { readonly head: number; readonly since: Date }): string {
  return [hash.slice(0, 16), head.toString(36), since.getTime().toString(36)].join('-');
}

interface ObjectTag {
  /** Hash of the object's state. */
  readonly hash: string;
  readonly crs: string;
  readonly form: Form;
  /** Hash of the edition's configuration. */
  readonly configuration: string;
  readonly service: string;
  /** The requested fields; undefined: all. */
  readonly picked: string | undefined;
}

/** ETag of a feature or document. */
export function objectTag({ hash, crs, form, configuration, service, picked }: ObjectTag): string {
  return `"${hash}.${crs}.${form}.${configuration.slice(0, 8)}${service}${picked === undefined ? '' : `.${shortHash(picked)}`}"`;
}

/** ETag for If-Match: only the object's state, without CRS, form and configuration. */
export function writersTag(hash: string): string {
  return `"${hash}"`;
}

/** ETag of a response in a content coding. Each coding has its own tag (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: Coding): string {
  return coding === 'gzip' ? `${tag.slice(0, -1)}.gzip"` : tag;
}

/**
 * Hash of the configuration, the source of the server, the assets and the version of zlib; part of other tags. A changed program must not
 * answer 304.
 */
export function serviceTag(baseUrl: string, profile: Profile, assets: string): string {
  const hash = createHash('sha256').update(`${baseUrl} ${profile} ${assets} ${process.versions.zlib}`);
  const folder = join(import.meta.dirname, '..');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(readFileSync(join(folder, file)));
  }
  return hash.digest('hex').slice(0, 8);
}
