/** Kinds of settings: how each is read from text (flag, variable) and from JSON (file), and its JSON Schema. */
import { resolve } from 'node:path';
import { ADDRESS_RANGE_PATTERN, isAddressRange } from '../../schemas/address-range.ts';
import { BASEMAP_PATTERN, basemapOf } from '../../schemas/basemap.ts';
import { BASE_URL_FORM, readBaseUrl } from '../../schemas/base-url.ts';
import { EPOCH_RANGE } from '../../schemas/crs.ts';
import { DEPRECATION_PATTERN, deprecationOf } from '../../schemas/deprecation.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { ANY_ORIGIN, isOrigin } from '../../schemas/origin.ts';
import { isParty, PARTY_PATTERNS } from '../../schemas/terms.ts';

export interface Kind<T> {
  /** Name in messages: "8x is no port". */
  readonly noun: string;
  /** The allowed values, in words. */
  readonly expected: string;
  readonly schema: JsonObject;
  /** Converts a text to a JSON value; returns the text itself when it cannot. */
  readonly ofText: (text: string) => unknown;
  /** Returns the value for use, or undefined when it is not allowed. Paths are relative to `folder`. */
  readonly read: (value: unknown, folder: string) => T | undefined;
  /** Returns the part of a value that is not allowed. */
  readonly misfit?: (value: unknown) => unknown;
  /** Returns allowed values near a text that is not allowed. */
  readonly near?: (text: string) => readonly string[];
  /** Whether a flag may be given more than once. A variable then has several values with spaces or commas between. */
  readonly isList: boolean;
}

/** Whole numbers from `least` up to `most`. */
export function wholeNumber(noun: string, { least, most }: { least: number; most: number }): Kind<number> {
  return {
    noun, expected: `a whole number from ${least} to ${most}`, schema: { type: 'integer', minimum: least, maximum: most }, isList: false,
    ofText: number,
    read: (value) => (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most ? value : undefined),
  };
}

export const SHARE: Kind<number> = {
  noun: 'share', expected: 'a number from 0 to 1', schema: { type: 'number', minimum: 0, maximum: 1 }, isList: false,
  ofText: number,
  read: (value) => (typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined),
};

export const EPOCH: Kind<number> = {
  noun: 'epoch', expected: `a decimal year from ${EPOCH_RANGE.min} to ${EPOCH_RANGE.max}, such as 2025.0`, isList: false,
  schema: { type: 'number', minimum: EPOCH_RANGE.min, maximum: EPOCH_RANGE.max },
  ofText: number,
  read: (value) => (typeof value === 'number' && value >= EPOCH_RANGE.min && value <= EPOCH_RANGE.max ? value : undefined),
};

/** True or false. */
export const SWITCH: Kind<boolean> = {
  noun: 'switch', expected: 'true or false', schema: { type: 'boolean' }, isList: false,
  ofText: (text) => (text === 'true' ? true : text === 'false' ? false : text),
  read: (value) => (typeof value === 'boolean' ? value : undefined),
};

export function choice<const T extends string>(noun: string, choices: readonly T[]): Kind<T> {
  return {
    noun, expected: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(choices), schema: { enum: [...choices] }, isList: false,
    ofText: same, read: (value) => choices.find((one) => one === value), near: (text) => nearest(text, choices, 1),
  };
}

/** A path may not begin with `~`: only a shell reads that as the home folder, and a folder named `~` would be made. */
const PATH = String.raw`^(?!~)\P{Cc}+$`;

/** A path, made absolute. */
export function path(noun: string): Kind<string> {
  return {
    noun, expected: 'a path, written out: no ~', schema: { type: 'string', pattern: PATH }, isList: false, ofText: same,
    read: (value, folder) => (isPath(value) ? resolve(folder, value) : undefined),
  };
}

export const HOST: Kind<string> = {
  noun: 'address', expected: 'a name or number of this machine, such as 127.0.0.1', isList: false,
  schema: { type: 'string', pattern: '^[A-Za-z0-9.:_%-]+$' }, ofText: same,
  read: (value) => (typeof value === 'string' && /^[A-Za-z0-9.:_%-]+$/.test(value) ? value : undefined),
};

export const BASE_URL: Kind<string> = {
  noun: 'base URL', expected: BASE_URL_FORM, isList: false,
  schema: { type: 'string', format: 'uri' }, ofText: same,
  read(value) {
    try {
      return readBaseUrl(String(value));
    } catch {
      return undefined;
    }
  },
};

/** An Origin header of a browser, or `any`: no `*`, no address with a path. */
export const ORIGIN: Kind<string> = {
  noun: 'origin', expected: `scheme, name and port only, such as https://kaart.example, or ${ANY_ORIGIN} for every site`, isList: false,
  schema: { type: 'string', pattern: `^(?:${ANY_ORIGIN}|https?://[^/]+)$` }, ofText: same, read: (value) => (isOrigin(value) ? value : undefined),
};

/** A name followed by addresses; `written`: an example. */
export function party(kind: keyof typeof PARTY_PATTERNS, noun: string, written: string): Kind<string> {
  return {
    noun, expected: written, isList: false, schema: { type: 'string', pattern: PARTY_PATTERNS[kind] }, ofText: same,
    read: (value) => (typeof value === 'string' && isParty(kind, value) ? value : undefined),
  };
}

/** A basemap: an attribution followed by the address of a tile. */
export const BASEMAP: Kind<string> = {
  noun: 'basemap', isList: false, schema: { type: 'string', pattern: BASEMAP_PATTERN }, ofText: same,
  expected: 'an attribution and the address of a tile, such as Kadaster <https://service.pdok.nl/brt/achtergrondkaart/wmts/v2_0/grijs/EPSG:28992/{z}/{x}/{y}.png>',
  read: (value) => (typeof value === 'string' && basemapOf(value) !== undefined ? value : undefined),
};

/** An address or network of a proxy. */
export const ADDRESS_RANGE: Kind<string> = {
  noun: 'address', expected: 'an IP address or a network, such as 127.0.0.1 or 10.0.0.0/8', isList: false,
  schema: { type: 'string', pattern: ADDRESS_RANGE_PATTERN }, ofText: same,
  read: (value) => (typeof value === 'string' && isAddressRange(value) ? value : undefined),
};

/** The last period of this major version. */
export const DEPRECATION: Kind<string> = {
  noun: 'deprecation', isList: false, schema: { type: 'string', pattern: DEPRECATION_PATTERN }, ofText: same,
  expected: 'its first day, the day of the end within a year, and the address of the next major version, such as 2027-01-01 2027-07-01 <https://ev.example/v2>',
  read: (value) => (typeof value === 'string' && deprecationOf(value) !== undefined ? value : undefined),
};

const SENTENCE = String.raw`^(?=.*\S)[^\p{Cc}]{1,500}$`;

/** A text for people, on one line. */
export const TEXT: Kind<string> = {
  noun: 'text', expected: 'a text on one line, at most 500 characters', isList: false, schema: { type: 'string', pattern: SENTENCE }, ofText: same,
  read: (value) => (typeof value === 'string' && new RegExp(SENTENCE, 'u').test(value) ? value : undefined),
};

/** A name without spaces: of an issuer, an audience or a claim. */
export const WORD: Kind<string> = {
  noun: 'name', expected: 'a name without spaces, of at most 500 characters', isList: false, schema: { type: 'string', pattern: '^[!-~]{1,500}$' }, ofText: same,
  read: (value) => (typeof value === 'string' && /^[!-~]{1,500}$/.test(value) ? value : undefined),
};

/** The address of keys: by https, because whoever changes the keys on their way makes tokens; without it only on this machine. */
export const KEYS_URL: Kind<string> = {
  noun: 'address of keys', expected: 'an address that begins with https://, or on this machine with http://127.0.0.1', isList: false,
  schema: { type: 'string', pattern: '^https?://' }, ofText: same,
  read: (value) => (typeof value === 'string' && isKeysUrl(value) ? value : undefined),
};

function isKeysUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return username + password === '' && (protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)));
}

/** A list of one kind. */
export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    ...item, expected: `${item.expected} (in a file: a list of these)`, isList: true, schema: { type: 'array', items: item.schema },
    ofText: (text) => text.split(/[\s,]+/).filter((word) => word !== '').map(item.ofText),
    read(value, folder) {
      if (!Array.isArray(value)) return undefined;
      const items = value.map((one) => item.read(one, folder));
      return items.every((one) => one !== undefined) ? items : undefined;
    },
    misfit: (value) => (Array.isArray(value) ? value.find((one) => item.read(one, '/') === undefined) : value),
  };
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && new RegExp(PATH, 'u').test(value);
}

function number(text: string): unknown {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function same(text: string): unknown {
  return text;
}
