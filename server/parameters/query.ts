/**
 * Query: parses the query string into pairs, and checks names against the closed list of a path (Interface Rules, Query parameters).
 *
 * Faults of all parameters are collected and reported together, each with the allowed values and a corrected example. The framework's
 * parser is not used, because it hides repeated parameters and invalid percent-encoding.
 */
import type { Text } from '../../schemas/finding.ts';
import { PROBLEMS, type ProblemName } from '../../schemas/problems.ts';
import { shown } from '../../schemas/shown-values.ts';
import { parseRfc3339 } from '../../schemas/time.ts';
import { crsByLegacyName, LEGACY_CRS_NAMES } from '../request/legacy-crs.ts';
import type { Problem } from '../response/problem.ts';
import { lostPlusHint, withPlus } from './lost-plus.ts';
import { suggestionFor } from './suggestions.ts';

/** The raw query string, without its question mark, and the legacy header Accept-Crs, which means `crs`. */
export interface Query {
  readonly text: string;
  readonly acceptCrs?: string;
  /** Parameters that are in a body instead, by name (body-parameters.ts). */
  readonly body?: ReadonlyMap<string, string>;
}

interface Pairs {
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Whether all percent-encoding is valid. */
  readonly sound: boolean;
}

/** Parses a query string, `+` as a space, as HTML forms write it. Never throws. */
function pairsOf({ text }: Query): Pairs {
  try {
    return { pairs: text.split('&').filter((part) => part !== '').map(pairOf), sound: true };
  } catch {
    return { pairs: [], sound: false };
  }
}

function pairOf(part: string): [string, string] {
  const equals = part.indexOf('=');
  return equals < 0 ? [decoded(part), ''] : [decoded(part.slice(0, equals)), decoded(part.slice(equals + 1))];
}

function decoded(text: string): string {
  return ENCODED.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
}

/** A text without these characters means itself. */
const ENCODED = /[%+]/;

export interface ParameterFault {
  readonly problem: ProblemName;
  readonly name: string;
  readonly reason: Text;
  readonly allowed?: readonly string[];
  /** A corrected value; null: leave the parameter out. */
  readonly correct: string | null;
  /** Whether the request lacks the parameter. */
  readonly isMissing?: true;
}

/** The parameter that every readable resource accepts (server/request/form.ts). */
export const FORM_PARAMETER = 'f';

/** A cheap test before the pairs are parsed. The name may be percent-encoded. */
const MAY_NAME_FORM = /(?:^|&)(?:f|%66)(?:[=&]|$)/;

/** Splits an address at its first question mark; a query may hold others. */
export function splitAddress(address: string): { readonly url: string; readonly query: string } {
  const at = address.indexOf('?');
  return at < 0 ? { url: address, query: '' } : { url: address.slice(0, at), query: address.slice(at + 1) };
}

/** Returns the first value of FORM_PARAMETER; undefined without it. */
export function formIn(query: Query): string | undefined {
  return MAY_NAME_FORM.test(query.text) ? pairsOf(query).pairs.find(([name]) => name === FORM_PARAMETER)?.[1] : undefined;
}

/** Returns the first value of a parameter; undefined without it. Most queries are not parsed: the name may be percent-encoded. */
export function firstValue(query: Query, name: string): string | undefined {
  if (!query.text.includes(name) && !query.text.includes('%')) return undefined;
  return pairsOf(query).pairs.find(([one]) => one === name)?.[1];
}

/** Returns the fault of an invalid value: found and expected. */
export function wrongValue(
  name: string, found: string, { expected, ...rest }: { expected: Text } & Pick<ParameterFault, 'allowed' | 'correct'>,
): ParameterFault {
  const plus = lostPlusHint(found);
  return {
    problem: 'OngeldigeParameter', name, ...rest,
    reason: {
      nl: `Gevonden ‘${shown(found)}’; verwacht ${expected.nl}.${plus.nl}`, en: `Found ‘${shown(found)}’; expected ${expected.en}.${plus.en}`,
    },
    ...(parseRfc3339(withPlus(found) ?? '') === undefined ? {} : { correct: withPlus(found)! }),
  };
}

/** Returns the fault of two parameters that exclude each other; `name` is the one to leave out. */
export function mutuallyExclusive(name: string, other: string): ParameterFault {
  return {
    problem: 'OngeldigeParameter', name, correct: null,
    reason: { nl: `Geef ${name} of ${other}, niet allebei.`, en: `Give ${name} or ${other}, not both.` },
  };
}

/** Names of our parameters in OGC API Features Part 6 and 8. */
const SECOND_NAMES: Readonly<Record<string, string>> = { sortby: 'sorteer', properties: 'fields' };

/** Returns our name of a parameter. */
export function canonicalName<Name extends string>(name: Name): Name {
  return (SECOND_NAMES[name] ?? name) as Name;
}

/** Returns the name that the request, with these names, used for a parameter with two names. */
function asWritten(name: string, names: ReadonlySet<string>): string {
  return names.has(name) ? name : Object.keys(SECOND_NAMES).find((one) => SECOND_NAMES[one] === name && names.has(one)) ?? name;
}

/** Returns the values by our names, `crs` also from its header. Unknown and repeated names become faults. */
export function parseParameters<Name extends string>(
  query: Query, allowed: readonly Name[], faults: ParameterFault[],
): Partial<Readonly<Record<Name, string>>> {
  const given: Partial<Record<Name, string>> = {};
  if (query.text === '' && query.acceptCrs === undefined && query.body === undefined) return given;
  const { pairs, sound } = pairsOf(query);
  if (!sound) faults.push(UNSOUND);
  for (const [name, value] of [...pairs, ...query.body ?? []]) {
    const rawParameters = allowed.find((candidate) => candidate === name);
    const known = rawParameters === undefined ? undefined : canonicalName(rawParameters);
    if (known === undefined) faults.push(unknown(name, allowed, faults.length < FAULTS_SHOWN_MAX));
    else if (given[known] !== undefined) faults.push(repeated(known, given[known]));
    else given[known] = value;
  }
  const crs = allowed.find((candidate) => candidate === 'crs');
  if (crs === undefined || given[crs] !== undefined || query.acceptCrs === undefined) return given;
  const suggested = crsByLegacyName(query.acceptCrs);
  if (suggested === undefined) faults.push(unknownLegacyName(query.acceptCrs));
  else given[crs] = suggested.uri;
  return given;
}

function unknownLegacyName(found: string): ParameterFault {
  return {
    ...wrongValue('Accept-Crs', found, {
      expected: { nl: 'een van deze namen, of de parameter crs in plaats van deze kop', en: 'one of these names, or the parameter crs instead of this header' },
      allowed: LEGACY_CRS_NAMES, correct: null,
    }),
    problem: 'CrsNietLeverbaar',
  };
}

const UNSOUND: ParameterFault = {
  problem: 'OngeldigeAanvraag',
  name: '?',
  reason: { nl: 'Een procentcode in de vraag is onjuist.', en: 'A percent code in the query is wrong.' },
  correct: null,
};

const NO_HISTORY: Pick<ParameterFault, 'problem' | 'reason'> = {
  problem: 'TijdreizenNietOndersteund',
  reason: { nl: 'Een ander tijdstip dan nu kan hier niet worden gevraagd.', en: 'No other moment than now can be asked for here.' },
};

/** Parameters for time travel, and their fault where they are not accepted. */
const TIME_TRAVEL: Readonly<Record<string, Pick<ParameterFault, 'problem' | 'reason'>>> = {
  geldigOp: NO_HISTORY, beschikbaarOp: NO_HISTORY,
  inWerkingOp: {
    problem: 'InWerkingTredingNietOndersteund',
    reason: { nl: 'Van inwerkingtreding is niets bekend.', en: 'Nothing is known of legal effect.' },
  },
};

/** Returns the faults of a write. A parameter with a moment is invalid there, because the past is read-only. */
export function faultsOfWrite(faults: readonly ParameterFault[]): readonly ParameterFault[] {
  return faults.map((fault) => (fault.name === 'datetime' || Object.hasOwn(TIME_TRAVEL, fault.name) ? { ...fault, ...WRITES_PRESENT } : fault));
}

const WRITES_PRESENT: Pick<ParameterFault, 'problem' | 'reason'> = {
  problem: 'OngeldigeParameter',
  reason: {
    nl: 'Het verleden is alleen te lezen. Laat deze parameter weg: geschreven wordt naar wat nu geregistreerd is.',
    en: 'The past is read only. Leave this parameter out: a write goes to what is registered now.',
  },
};

/** `suggests`: with the name that may be meant. To look for it in faults that are not shown would take most of the time. */
function unknown(name: string, allowed: readonly string[], suggests: boolean): ParameterFault {
  if (Object.hasOwn(TIME_TRAVEL, name)) return { ...TIME_TRAVEL[name]!, name, correct: null };
  const hint = suggests ? suggestionFor(name, allowed) : undefined;
  return {
    problem: 'OnbekendeParameter',
    name: name.slice(0, NAME_CHARS_SHOWN),
    reason: {
      nl: `${allowed.length === 0 ? 'Dit adres kent geen parameters.' : 'Deze parameter bestaat hier niet.'} ${hint?.nl ?? ''}`.trimEnd(),
      en: `${allowed.length === 0 ? 'This address knows no parameters.' : 'This parameter does not exist here.'} ${hint?.en ?? ''}`.trimEnd(),
    },
    allowed,
    correct: null,
  };
}

function repeated(name: string, first: string): ParameterFault {
  return {
    problem: 'HerhaaldeParameter',
    name,
    reason: {
      nl: 'Gevonden: meer dan eens. Geef deze parameter één keer.', en: 'Found: more than once. Give this parameter once.',
    },
    correct: first,
  };
}

/** Returns the parts of a query with these names, as written; empty when the query is malformed. */
export function rawParameters({ text }: Query, names: readonly string[]): string {
  try {
    return text.split('&').filter((part) => names.includes(pairOf(part)[0])).join('&');
  } catch {
    return '';
  }
}

/** Returns the other parts of a query than those with these names, as written; empty when the query is malformed. */
export function withoutParameters({ text }: Query, names: readonly string[]): string {
  try {
    return text.split('&').filter((part) => part !== '' && !names.includes(pairOf(part)[0])).join('&');
  } catch {
    return '';
  }
}

/** Returns the problem of a request to `url` that has other parameters than the form, or undefined. */
export function parameterless(query: Query, url: string): Problem | undefined {
  const faults: ParameterFault[] = [];
  parseParameters(query, [FORM_PARAMETER], faults);
  return faults.length === 0 ? undefined : parameterProblem(faults, query, url);
}

const NAME_CHARS_SHOWN = 100;
const FAULTS_SHOWN_MAX = 20;

/** Returns one problem for all faults; its type is that of the first fault. `url`: absolute, without query. */
export function parameterProblem(found: readonly ParameterFault[], query: Query, url: string): Problem {
  const given = new Set(pairsOf(query).pairs.map(([name]) => name));
  const faults = found.map((fault) => ({ ...fault, name: asWritten(fault.name, given) }));
  const example = corrected(faults, query, url);
  const names = [...new Set(faults.map(({ name }) => name))].slice(0, FAULTS_SHOWN_MAX).join(', ');
  return {
    problem: faults[0]?.problem ?? 'OngeldigeParameter',
    detail: { nl: `Niet in orde: ${names}. Wel goed is ${example}`, en: `not right: ${names}; see invalid-params` },
    params: faults.slice(0, FAULTS_SHOWN_MAX).map(({ problem, name, reason, allowed }) => ({
      type: PROBLEMS[problem].path, name, reason, ...(allowed === undefined ? {} : { allowed }), example,
    })),
  };
}

/** Returns the request with every fault corrected. */
function corrected(faults: readonly ParameterFault[], query: Query, url: string): string {
  const fixed = new Map(faults.map(({ name, correct }) => [name, correct]));
  const seen = new Set<string>();
  const parts: string[] = [];
  for (const [name, value] of pairsOf(query).pairs) {
    if (seen.has(canonicalName(name))) continue;
    seen.add(canonicalName(name));
    const shown = name.slice(0, NAME_CHARS_SHOWN);
    const key = fixed.has(shown) ? shown : canonicalName(shown);
    const right = fixed.has(key) ? fixed.get(key) : value;
    if (typeof right === 'string') parts.push(`${encodeURIComponent(name)}=${encodeValue(right)}`);
  }
  const missing = faults.filter(({ isMissing }) => isMissing === true).map(({ name, correct }): [string, string] => [name, correct ?? '']);
  const all = joinQueries(parts.join('&'), formatQuery(missing));
  return all === '' ? url : `${url}?${all}`;
}

/** Returns pairs as a query. */
export function formatQuery(pairs: Iterable<readonly [name: string, value: string]>): string {
  return [...pairs].map(([name, value]) => `${name}=${encodeValue(value)}`).join('&');
}

/** Joins two parts of a query, either of which may be empty. */
export function joinQueries(one: string, other: string): string {
  return one === '' || other === '' ? one + other : `${one}&${other}`;
}

/** Percent-encodes a value, but leaves commas, colons and slashes readable. */
export function encodeValue(text: string): string {
  return PLAIN.test(text) ? text : encodeURIComponent(text.isWellFormed() ? text : '').replace(/%(?:2C|3A|2F)/g, decodeURIComponent);
}

/** A text that is its own encoding. */
const PLAIN = /^[\w.!~*'(),:/-]*$/;
