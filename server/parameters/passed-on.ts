/**
 * Passed on: parameters that a client sets once, in the address of the service. Pages that lead to features validate them and pass them on
 * in their links. So everything opened from such an address has the same moment, kind of geometry and language.
 *
 * Invariant: links have the parameters as the request wrote them, adjacent and in their order. GDAL and QGIS append the query of the
 * service's address to each link that lacks it literally, and a repeated parameter is refused. Parameters of a body come last.
 * Not here: the other parameters of lists (list-query.ts) and objects (object-query.ts), which accept these too.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import type { GeometryKind } from '../../schemas/geometry.ts';
import type { Moment } from '../../schemas/time.ts';
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
  text: '', ofObject: '', at: null, beschikbaarOp: null, kind: undefined, lang: undefined, says: undefined,
};

/** Reads the parameters of a request to `url`, which accepts no others; or returns the problem with them. */
export function readPassedOn(query: Query, url: string, now: Date): PassedOn | Problem {
  if (query.text === '') return NOTHING_PASSED;
  const faults: ParameterFault[] = [];
  const passedOn = passedOnOf(parseParameters(query, [...PASSED_ON, FORM_PARAMETER], faults), { query, now, faults });
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
    ofObject: textOf(OF_OBJECT),
    at: readGeldigOp(geldigOp, now, faults),
    beschikbaarOp: readBeschikbaarOp(beschikbaarOp, now, faults),
    kind,
    lang: readLang(lang, faults),
    says: joint(sentence(geldigOp, beschikbaarOp), kind),
  };
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
