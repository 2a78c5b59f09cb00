/**
 * Passed on: parameters that a client sets once, in the address of the service. Pages that lead to features validate them and pass them on
 * in their links. So everything opened from such an address has the same moment, kind of geometry and language.
 *
 * Invariant: links have the parameters as the request wrote them, adjacent and in their order. GDAL and QGIS append the query of the
 * service's address to each link that lacks it literally, and a repeated parameter is refused. Parameters of a body come last.
 * Not here: the other parameters of lists (list-query.ts) and objects (object-query.ts), which accept these too.
 */
import { LANGUAGES, type Language, type Text } from '../../schemas/finding.ts';
import type { GeometryKind } from '../../schemas/geometry.ts';
import { dayOf, formatMoment, type Moment } from '../../schemas/time.ts';
import { readGeometrieSoort } from './geometrie-soort.ts';
import { readLang } from './lang.ts';
import { readBeschikbaarOp, readGeldigOp } from './moments.ts';
import {
  FORM_PARAMETER, formatQuery, joinQueries, parameterProblem, parseParameters, rawParameters, type ParameterFault, type Query,
} from './query.ts';
import type { Problem } from '../response/problem.ts';

/** Names of the parameters, in the order of messages. */
export const PASSED_ON = ['geldigOp', 'beschikbaarOp', 'geometrieSoort', 'lang'] as const;
/** The parameters that one object accepts. One object has one kind of geometry. */
const OF_OBJECT: readonly string[] = ['geldigOp', 'beschikbaarOp', 'lang'];
/** The only form that is passed on to linked resources. Other forms stay in the links of their own list (list-query.ts). */
export const PASSED_FORM = 'json';

export interface PassedOn {
  /** The parameters as a query; empty without any. */
  readonly text: string;
  /** The parameters for the address of one object, as a query. */
  readonly ofObject: string;
  /** The parameters for the address of a feature, or of a list of features, as a query: the only addresses that accept `datetime`. */
  readonly ofFeatures: string;
  /** The language for the address of a resource without features, as a query. */
  readonly ofTexts: string;
  /** Moment at which the data must be valid; null: now. */
  readonly at: Moment | null;
  /** Moment at which the data must have been available; null: now. */
  readonly beschikbaarOp: Moment | null;
  /** Kind of geometry of the features; undefined: all kinds. */
  readonly kind: GeometryKind | undefined;
  /** Language of texts; undefined: by the headers. */
  readonly lang: Language | undefined;
  /** Sentences with the moments and the kind; undefined without any. */
  readonly says: Text | undefined;
}

/** PassedOn of a request without these parameters. */
export const NOTHING_PASSED: PassedOn = {
  text: '', ofObject: '', ofFeatures: '', ofTexts: '', at: null, beschikbaarOp: null, kind: undefined, lang: undefined, says: undefined,
};

/** Returns PassedOn of a request whose only parameter is this language. */
export function withLanguage(lang: Language | undefined): PassedOn {
  if (lang === undefined) return NOTHING_PASSED;
  const text = formatQuery([['lang', lang]]);
  return { ...NOTHING_PASSED, text, ofObject: text, ofFeatures: text, ofTexts: text, lang };
}

/** Returns the language in a query that may have other faults; undefined without a known one. */
export function languageIn(query: Query): Language | undefined {
  const { lang } = parseParameters(query, ['lang'], []);
  return LANGUAGES.find((one) => one === lang);
}

/**
 * Reads the parameters of a request to `url`, which accepts no others; or returns the problem with them. `names`: those that it accepts.
 */
export function readPassedOn(
  query: Query, url: string, now: Date, names: readonly (typeof PASSED_ON)[number][] = PASSED_ON,
): PassedOn | Problem {
  if (query.text === '') return NOTHING_PASSED;
  const faults: ParameterFault[] = [];
  const passedOn = passedOnOf(parseParameters<string>(query, [...names, FORM_PARAMETER], faults), { query, now, faults });
  return faults.length === 0 ? passedOn : parameterProblem(faults, query, url);
}

/** Reads the parameters from parsed values. A value with a fault counts as absent. */
export function passedOnOf(
  { geldigOp, beschikbaarOp, geometrieSoort, lang, f }: Readonly<Partial<Record<string, string>>>,
  { query, now, faults }: { readonly query: Query; readonly now: Date; readonly faults: ParameterFault[] },
): PassedOn {
  if ([geldigOp, beschikbaarOp, geometrieSoort, lang].every((value) => value === undefined) && f !== PASSED_FORM) return NOTHING_PASSED;
  const form = f === PASSED_FORM ? [FORM_PARAMETER] : [];
  const textOf = (names: readonly string[]): string => (
    joinQueries(rawParameters(query, [...names, ...form]), formatQuery([...query.body ?? []].filter(([name]) => names.includes(name))))
  );
  const kind = readGeometrieSoort(geometrieSoort, faults);
  return {
    text: textOf(PASSED_ON),
    ofFeatures: textOf(PASSED_ON),
    ofObject: textOf(OF_OBJECT),
    ofTexts: textOf(['lang']),
    at: readGeldigOp(geldigOp, now, faults),
    beschikbaarOp: readBeschikbaarOp(beschikbaarOp, now, faults),
    kind,
    lang: readLang(lang, faults),
    says: joint(sentence(geldigOp, beschikbaarOp), kind),
  };
}

/**
 * Returns the parameters of a page of one feature that was requested with an instant of `datetime`. Links to features keep the instant.
 * Other resources accept days only, and none after today: their links have the day of the instant as `geldigOp`, or no moment.
 */
export function withInstant(passedOn: PassedOn, { datetime, at, now }: {
  readonly datetime: string | undefined; readonly at: Moment | null; readonly now: Date;
}): PassedOn {
  if (datetime === undefined) return passedOn;
  const [day, today] = [dayOf(at === null ? now : new Date(at)), dayOf(now)];
  const onDay = day > today ? '' : formatQuery([['geldigOp', day]]);
  const available = passedOn.beschikbaarOp === null ? undefined : formatMoment(passedOn.beschikbaarOp);
  return {
    ...passedOn, at,
    text: joinQueries(onDay, passedOn.text),
    ofObject: joinQueries(onDay, passedOn.ofObject),
    ofFeatures: joinQueries(formatQuery([['datetime', datetime]]), passedOn.ofFeatures),
    says: joint(sentence(datetime, available), passedOn.kind),
  };
}

/** Returns the day of validity YYYY-MM-DD: the requested one, else that of the moment of availability, else today. */
export function dayOfValidity({ at, beschikbaarOp }: Pick<PassedOn, 'at' | 'beschikbaarOp'>, now: Date): string {
  return dayOf(new Date(at ?? beschikbaarOp ?? now.getTime()));
}

function joint(moments: Text | undefined, kind: GeometryKind | undefined): Text | undefined {
  if (kind === undefined) return moments;
  const only = { nl: `Alleen objecten met geometrieSoort ${kind}.`, en: `Features with geometrieSoort ${kind} only.` };
  return moments === undefined ? only : { nl: `${moments.nl} ${only.nl}`, en: `${moments.en} ${only.en}` };
}

function sentence(geldigOp: string | undefined, beschikbaarOp: string | undefined): Text | undefined {
  if (geldigOp === undefined && beschikbaarOp === undefined) return undefined;
  const valid = geldigOp === undefined ? undefined : { nl: `Toestand op ${geldigOp}`, en: `State on ${geldigOp}` };
  if (beschikbaarOp === undefined) return { nl: `${valid?.nl}.`, en: `${valid?.en}.` };
  return valid === undefined
    ? { nl: `Zoals beschikbaar op ${beschikbaarOp}.`, en: `As available at ${beschikbaarOp}.` }
    : { nl: `${valid.nl}, zoals beschikbaar op ${beschikbaarOp}.`, en: `${valid.en}, as available at ${beschikbaarOp}.` };
}
