/**
 * Translate: rewrites the links in a response from addresses of the service to files of the site. Only openapi.json differs from its
 * response in more than that (description.ts).
 *
 * - In JSON a link to a file of the site leads to that file. A link of a list of links that leads to no file is left out. Any other address
 *   of the service that is in no file, such as one in the data, stays as it is.
 * - In a page a link that leads to no file becomes plain text, and forms are left out, because files answer no questions.
 * - In a script, names of other scripts end in `.js`, by which web servers know them.
 * - In GML there are no links: its addresses identify.
 * Links in pages are relative. Links in JSON begin with the address of the site, when it is known, and are relative otherwise.
 * Not here: which file an address has (addresses.ts).
 */
import type { Form } from '../request/negotiate.ts';
import type { PageOf, SiteAddresses, Target } from './addresses.ts';

/** The file that a response becomes. */
export interface Written {
  readonly file: string;
  readonly form: Form | undefined;
  readonly pageOf?: PageOf;
}

/** Stands for a link that is left out. JSON has no raw control characters. */
const GONE = '\u0001';
const IMPORT = /(['"])\.\/([\w-]+)\.ts\1/g;

export class Translator {
  readonly #addresses: SiteAddresses;
  readonly #baseUrl: string;
  readonly #siteUrl: string | null;
  readonly #onTarget: (target: Target, address: string) => void;
  readonly #json: RegExp;
  readonly #attribute: RegExp;

  /** `onTarget` is called with each file that a link leads to. */
  constructor({ addresses, baseUrl, siteUrl, onTarget }: {
    readonly addresses: SiteAddresses; readonly baseUrl: string; readonly siteUrl: string | null;
    readonly onTarget: (target: Target, address: string) => void;
  }) {
    this.#addresses = addresses;
    this.#baseUrl = baseUrl;
    this.#siteUrl = siteUrl;
    this.#onTarget = onTarget;
    const [base, path] = [escaped(baseUrl), escaped(new URL(baseUrl).pathname)];
    const member = String.raw`,"\w+":(?:"(?:[^"\\]|\\.)*"|[\d.]+|true|false)`;
    // A link with its members, or any other text that is an address.
    this.#json = new RegExp(String.raw`\{"href":"(${base}(?:[/?#][^"\\]*)?)"((?:${member})*)\}|(?<![\\])"(${base}(?:[/?#][^"\\]*)?)"`, 'g');
    this.#attribute = new RegExp(`\\s(href|src)="((?:${base}|${path})(?:[/?#][^"]*)?)"`, 'g');
  }

  /** Returns the bytes of the file. */
  translate(bytes: Buffer, written: Written): Buffer {
    const { form, file } = written;
    if (form === 'html') return Buffer.from(this.#page(bytes.toString(), written));
    if (form === 'gml') return bytes;
    if (form !== undefined) return Buffer.from(this.#jsonText(bytes.toString(), written));
    return file.endsWith('.js') ? Buffer.from(bytes.toString().replaceAll(IMPORT, '$1./$2.js$1')) : bytes;
  }

  #jsonText(text: string, written: Written): string {
    const translated = text.replace(this.#json, (whole: string, href: string | undefined, members: string, other: string | undefined) => {
      const type = href === undefined ? undefined : /,"type":"([^"]*)"/.exec(members)?.[1];
      const found = this.#hrefTo(href ?? other!, written, type);
      if (href === undefined) return found === undefined ? whole : `"${found}"`;
      if (found !== undefined) return `{"href":"${found}"${members}}`;
      return members.includes(',"rel":') ? GONE : whole;
    });
    return translated.includes(GONE) ? translated.replaceAll(`,${GONE}`, '').replaceAll(`${GONE},`, '').replaceAll(GONE, '') : translated;
  }

  #page(text: string, written: Written): string {
    return withoutForms(text).replace(this.#attribute, (_, name: string, escaped: string) => {
      const given = escaped.replaceAll('&amp;', '&');
      const address = given.startsWith('/') ? new URL(given, this.#baseUrl).href : given;
      const found = this.#hrefTo(address, written, undefined);
      return found === undefined ? '' : ` ${name}="${found}"`;
    });
  }

  /** Returns the link to the file of an address; undefined: it has none. */
  #hrefTo(address: string, { file, form, pageOf }: Written, type: string | undefined): string | undefined {
    const usual = type === undefined && form !== undefined ? form : undefined;
    const target = this.#addresses.targetOf(address, { type, usual, ...pageOf === undefined ? {} : { pageOf } });
    if (target === undefined) return undefined;
    this.#onTarget(target, address);
    const fragment = address.includes('#') ? address.slice(address.indexOf('#')) : '';
    const path = target.file.split('/').map(encodeURIComponent).join('/');
    return (form === 'html' || this.#siteUrl === null ? relative(file, path) : `${this.#siteUrl}/${path}`) + fragment;
  }
}

/** Returns a pattern that matches a base URL, whose only special characters are these (schemas/base-url.ts). */
function escaped(url: string): string {
  return url.replaceAll(/[.[\]]/g, String.raw`\$&`);
}

/** Returns a page without its forms, which a site cannot answer. Forms are not nested. */
function withoutForms(page: string): string {
  const [before = '', ...others] = page.split('<form ');
  return before + others.map((part) => part.slice(part.indexOf(FORM_END) + FORM_END.length)).join('');
}

const FORM_END = '</form>';

/** Returns the relative link from one file to another. */
export function relative(from: string, to: string): string {
  const [there, here] = [to.split('/'), from.split('/').map(encodeURIComponent)];
  let shared = 0;
  while (shared < here.length - 1 && shared < there.length - 1 && here[shared] === there[shared]) shared += 1;
  return [...Array.from({ length: here.length - 1 - shared }, () => '..'), ...there.slice(shared)].join('/');
}
