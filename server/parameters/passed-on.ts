/**
 * Passed on: the parameters that a client can set once, in the address of the service. Pages that lead to features check them and
 * pass them on in their links, so that everything that is opened from such an address is of the same moment and kind of geometry,
 * and in the same language.
 *
 * Invariant: links hold the parameters as they were written, side by side in their order. GDAL and QGIS add the query of the
 * service's address to each link that does not hold it literally, and a repeated parameter is refused. Those of a body come last.
 * Not here: the other parameters of lists (list.ts) and objects (object.ts), which take these too.
 */
import type { Language, Text } from '../../schemas/finding.ts';
import type { GeometryKind } from '../../schemas/geometry.ts';
import type { Moment } from '../../schemas/time.ts';
import { readGeometrieSoort } from './geometrie-soort.ts';
import { readLang } from './lang.ts';
import { readBeschikbaarOp, readGeldigOp } from './moments.ts';
import { and, closed, FORM_PARAMETER, joined, parameterProblem, written, type ParameterFault, type Query } from './query.ts';
import type { Problem } from '../response/problem.ts';

/** Their names, in the order in which messages list them. */
export const PASSED_ON = ['geldigOp', 'beschikbaarOp', 'geometrieSoort', 'lang'] as const;
/** Those that one object takes: it has no kinds to choose from. */
const OF_OBJECT: readonly string[] = ['geldigOp', 'beschikbaarOp', 'lang'];
/** The form that is passed on too: what is linked to has it. Others stay in the links of their own list (list.ts). */
export const PASSED_FORM = 'json';

export interface PassedOn {
  /** The parameters as they stand in an address; empty without any. */
  readonly text: string;
  /** The same for the address of one object. */
  readonly ofObject: string;
  /** The moment at which the data must be valid; null: now. */
  readonly at: Moment | null;
  /** The moment at which the data must have been available; null: now. */
  readonly beschikbaarOp: Moment | null;
  /** The kind of geometry that features must have; undefined: all kinds. */
  readonly kind: GeometryKind | undefined;
  /** The language that texts must be in; undefined: that of the headers. */
  readonly lang: Language | undefined;
  /** Sentences that name the moments and the kind; undefined without any. */
  readonly says: Text | undefined;
}

/** The parameters of a request without any. */
export const NOTHING_PASSED: PassedOn = {
  text: '', ofObject: '', at: null, beschikbaarOp: null, kind: undefined, lang: undefined, says: undefined,
};

/** The parameters of a request to `url`, which takes no others; or the problem with them. */
export function readPassedOn(query: Query, url: string, now: Date): PassedOn | Problem {
  if (query.text === '') return NOTHING_PASSED;
  const faults: ParameterFault[] = [];
  const passedOn = passedOnOf(closed(query, [...PASSED_ON, FORM_PARAMETER], faults), { query, now, faults });
  return faults.length === 0 ? passedOn : parameterProblem(faults, query, url);
}

/** The same of parameters that were taken apart already; those with faults count as left out. */
export function passedOnOf(
  { geldigOp, beschikbaarOp, geometrieSoort, lang, f }: Readonly<Partial<Record<string, string>>>,
  { query, now, faults }: { readonly query: Query; readonly now: Date; readonly faults: ParameterFault[] },
): PassedOn {
  if ([geldigOp, beschikbaarOp, geometrieSoort, lang].every((value) => value === undefined) && f !== PASSED_FORM) return NOTHING_PASSED;
  const form = f === PASSED_FORM ? [FORM_PARAMETER] : [];
  const textOf = (names: readonly string[]): string => (
    and(written(query, [...names, ...form]), joined([...query.body ?? []].filter(([name]) => names.includes(name))))
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
