/**
 * Tags: every ETag of the service (RFC 9110, 8.8.3). All are strong: equal tags mean equal bytes.
 *
 * A tag comes from hashes that the publisher made, or from bytes that are made once or are few; never from the body of a list or an object.
 * Not here: what a tag is compared with (conditional.ts, if-match.ts).
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../schemas/profile.ts';
import type { Coding } from './response/coding.ts';
import type { Form } from './request/negotiate.ts';

/** FNV-1a, 32 bits, hex: tells texts apart that differ by mistake; no protection, and none needed. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** Tag of bytes that are at hand; the same bytes under another media type have another tag. */
export function bytesTag(bytes: Buffer, form: Form): string {
  return `"${createHash('sha256').update(bytes).digest('hex').slice(0, 20)}.${form}"`;
}

interface ListTag {
  /** Of the content of the series (seriesTag). */
  readonly series: string;
  /** Hash of the question. */
  readonly question: string;
  readonly form: Form;
  readonly service: string;
}

/** Tag of a page of a list. */
export function listTag({ series, question, form, service }: ListTag): string {
  return `"${series}-${question}-${form}-${service}"`;
}

/** Part of the tags of lists, and of cursors: the content of a series, with the head and moment that first had it. All are in the bytes. */
export function seriesTag(hash: string, { head, since }: { readonly head: number; readonly since: Date }): string {
  return [hash.slice(0, 16), head.toString(36), since.getTime().toString(36)].join('-');
}

interface ObjectTag {
  /** Of the state of the object. */
  readonly hash: string;
  readonly crs: string;
  readonly form: Form;
  /** Hash of the configuration of the edition. */
  readonly configuration: string;
  readonly service: string;
  /** The fields that were asked for; undefined: all. */
  readonly picked: string | undefined;
}

/** Tag of a feature or document as it is sent. */
export function objectTag({ hash, crs, form, configuration, service, picked }: ObjectTag): string {
  return `"${hash}.${crs}.${form}.${configuration.slice(0, 8)}${service}${picked === undefined ? '' : `.${shortHash(picked)}`}"`;
}

/** Tag of the state of an object, for If-Match: shorter than an ETag, which also names CRS, form and configuration. */
export function writersTag(hash: string): string {
  return `"${hash}"`;
}

/** Tag of the coding that is sent: each coding has a tag of its own (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: Coding): string {
  return coding === 'gzip' ? `${tag.slice(0, -1)}.gzip"` : tag;
}

/** Part of other tags: the configuration, this folder's own source and zlib. A changed program must not answer 304. */
export function serviceTag(baseUrl: string, profile: Profile): string {
  const hash = createHash('sha256').update(`${baseUrl} ${profile} ${process.versions.zlib}`);
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts')).sort()) {
    hash.update(readFileSync(join(import.meta.dirname, file)));
  }
  return hash.digest('hex').slice(0, 8);
}
