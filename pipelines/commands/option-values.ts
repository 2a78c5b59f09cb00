/** Parsers of option values: each returns the value, or throws an Error that names the option, the given value and the allowed values. */
import { DOWNLOAD_FORMS, type DownloadForm } from '../../schemas/download-forms.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { CRS_NAMES, CRS_NAMES_MOST, crsByName } from '../../schemas/crs.ts';
import { ORGANISATION_FORMS, ORGANISATION_PATTERN } from '../../schemas/derived/holders-schema.ts';
import { HOLDER_CODE, OBJECT_TYPES, ROOT_TYPES, type EntityType, type RootType } from '../../schemas/names.ts';
import { reasonFault } from '../../schemas/refusal-reason.ts';
import { shown } from '../../schemas/shown-values.ts';
import { parseMoment, parseRfc3339, periodOfDay, type Moment } from '../../schemas/time.ts';

const UNBOUNDED = 2 ** 32 - 1;

/** Returns a parser for whole numbers from `least` to `most`. Give the option no type: yargs would turn a wrong value into NaN. */
export function whole(name: string, least: number, most = UNBOUNDED): (value: unknown) => number {
  const expected = most === UNBOUNDED ? `a whole number, ${least} or more` : `a whole number from ${least} to ${most}`;
  return (value) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`${name} ${shown(value)} is wrong: expected ${expected}`);
  };
}

/** Returns a parser for moments. `more`: the source of such moments, for the message. */
export function momentOf(option: string, more = ''): (text: string) => Moment {
  return (text) => {
    const moment = parseRfc3339(text) ?? parseMoment(text);
    if (moment !== undefined) return moment;
    throw new Error(`${option} ${text} is no moment: expected one such as 2026-11-01T12:00:00Z${more}`);
  };
}

export function holderCode(code: string, option = '--holder'): string {
  if (HOLDER_CODE.test(code)) return code;
  throw new Error(`${option} ${code} is no bronhoudercode: 3 to 6 characters from A-Z, 0-9 and comma`);
}

/** Returns a day YYYY-MM-DD. */
export function dayText(text: string, option = '--at'): string {
  if (periodOfDay(text) !== undefined) return text;
  throw new Error(`${option} ${text} is no day: expected one such as 2026-01-01`);
}

/** Returns the reason. Throws an Error when it is not one line of readable text. */
export function refusalReason(reason: string): string {
  const fault = reasonFault(reason);
  if (fault === null) return reason;
  throw new Error(`--reason: ${fault}`);
}

/** Returns the last characters of a token. The value is not repeated in the Error: a whole token may have been typed. */
export function tokenEnd(text: string): string {
  if (/^[0-9a-f]{4,8}$/.test(text)) return text;
  throw new Error('--token takes the last characters of a token: 4 to 8 hexadecimal digits, as `ev tokens list` has them');
}

export function organisationId(id: string): string {
  if (new RegExp(ORGANISATION_PATTERN).test(id)) return id;
  throw new Error(`${id} is no organisation: expected ${ORGANISATION_FORMS}`);
}

/** Returns the URI of the CRS with this name, URI or EPSG code. */
export function crsUri(name: string): string {
  const crs = crsByName(name);
  if (crs !== undefined) return crs.uri;
  const near = nearest(name, CRS_NAMES);
  const known = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Most deliveries are in ${CRS_NAMES_MOST.join(', ')}; \`ev help CRSs\` lists the others.`;
  throw new Error(`--crs ${name} is no CRS of this service. ${known}`);
}

/** Returns a parser for types in a list with commas. */
export function rootTypes(option: string): (names: string) => readonly RootType[] {
  return (names) => names.split(',').map((name) => {
    const type = ROOT_TYPES.find((one) => one === name.trim());
    if (type !== undefined) return type;
    const [near] = nearest(name, ROOT_TYPES, 1);
    throw new Error(`${option} ${name} is no type of a root. ${near === undefined ? '' : `Did you mean ${near}? `}It takes ${ROOT_TYPES.join(', ')}, with commas between.`);
  });
}

/** Returns a parser for forms of downloads in a list with commas. */
export function downloadForms(option: string): (text: string) => readonly DownloadForm[] {
  return (text) => text.split(',').map((name) => {
    const form = DOWNLOAD_FORMS.find((one) => one === name.trim());
    if (form === undefined) throw new Error(`${option} ${name} is no form of a download. It takes ${DOWNLOAD_FORMS.join(', ')}, with commas between.`);
    return form;
  });
}

/** Returns a parser for types, root or nested, in a list with commas. */
export function objectTypes(option: string): (names: string) => readonly EntityType[] {
  return (names) => names.split(',').map((name) => {
    const type = OBJECT_TYPES.find((one) => one === name.trim());
    if (type !== undefined) return type;
    const [near] = nearest(name, OBJECT_TYPES, 1);
    throw new Error(`${option} ${name} is no type of the model. ${near === undefined ? '' : `Did you mean ${near}? `}It takes types such as KwetsbaarGebouw and Windturbine, with commas between.`);
  });
}
