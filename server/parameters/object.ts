/**
 * Object: all parameters of one feature or one document, read together (Interface Rules, Query parameters).
 *
 * Its version is that of a moment, as in lists (moments.ts, datetime.ts). Not here: which edition answers (available.ts).
 */
import { CRSS } from '../../schemas/crs.ts';
import type { FieldTree } from '../../schemas/derived/published-fields.ts';
import type { Profile } from '../../schemas/profile.ts';
import type { Moment } from '../../schemas/time.ts';
import { readCrs, type AskedCrs } from './crs.ts';
import { readInstant } from './datetime.ts';
import { readFields, type AskedFields } from './fields.ts';
import { PASSED_FORM, passedOnOf, type PassedOn } from './passed-on.ts';
import { and, closed, FORM_PARAMETER, joined, notTogether, type ParameterFault, type Query } from './query.ts';

const BOTH_TAKE = ['crs', 'fields', 'properties', 'geldigOp', 'beschikbaarOp', 'lang'];

/** What one feature can be asked by. `inWerkingOp` is refused wherever it stands (query.ts). */
export const FEATURE_PARAMETERS: readonly string[] = [...BOTH_TAKE, 'datetime', 'skipGeometry'];

/** What one document can be asked by. */
export const DOCUMENT_PARAMETERS: readonly string[] = BOTH_TAKE;

/** What the versions of one root can be asked by. */
export const VERSION_PARAMETERS = ['pagina', 'paginaGrootte', 'beschikbaarOp'] as const;

export interface ObjectQuery {
  readonly crs: AskedCrs;
  readonly fields: AskedFields | undefined;
  /** The version valid then; `present`: at the moment of the edition that answers; null: no moment was asked for. */
  readonly at: Moment | 'present' | null;
  /** Of the edition that answers; null: the present one. */
  readonly beschikbaarOp: Moment | null;
  /** The question as understood, in fixed order, as it stands in an address; empty without one. */
  readonly canonical: string;
  /** The same without `fields` and `f`: what can be asked in the same words of what belongs to the object. */
  readonly carried: string;
  /** The moments of it, those of availability in UTC. */
  readonly moments: string;
  /** What can be asked of the lists that the object stands in too. */
  readonly passedOn: PassedOn;
}

/** With faults the query is of no use. `known`: the fields that `fields` may name. */
export function readObjectQuery(query: Query, { names, known, profile, now }: {
  readonly names: readonly string[]; readonly known: FieldTree; readonly profile: Profile; readonly now: Date;
}): { readonly query: ObjectQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const given = closed<string>(query, [...names, FORM_PARAMETER], faults);
  const { crs, geldigOp, datetime, f } = given;
  const isMomentAsked = geldigOp !== undefined || datetime !== undefined;
  const passedOn = passedOnOf(given, { query, now, faults });
  const { beschikbaarOp } = passedOn;
  const at = passedOn.at ?? readInstant(datetime, now, faults);
  const read = {
    crs: readCrs(crs, 'crs', { profile, faults }),
    fields: readFields(given, known, faults),
    at: isMomentAsked ? at ?? 'present' as const : null,
    beschikbaarOp,
  };
  const moments = joined([
    ...pairOf('geldigOp', geldigOp), ...pairOf('datetime', datetime),
    ...pairOf('beschikbaarOp', beschikbaarOp === null ? undefined : new Date(beschikbaarOp).toISOString()),
  ]);
  // The default is left out, or the answer to who names it by Accept-Crs would differ from the plain one under one tag.
  const own = joined([...pairOf('crs', crs === CRSS.CRS84.uri ? undefined : crs), ...pairOf('datetime', datetime)]);
  const carried = and(own, passedOn.text);
  const form = pairOf(FORM_PARAMETER, f === PASSED_FORM ? undefined : f);
  const canonical = and(carried, joined([...pairOf('fields', read.fields?.text), ...pairOf('skipGeometry', given['skipGeometry']), ...form]));
  if (geldigOp !== undefined && datetime !== undefined) faults.push(notTogether('datetime', 'geldigOp'));
  return { query: { ...read, canonical, carried, moments, passedOn }, faults };
}

function pairOf(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}
