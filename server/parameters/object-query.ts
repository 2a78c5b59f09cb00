/**
 * Object parameters: reads all parameters of one feature or one document (Interface Rules, Query parameters).
 *
 * A moment selects its version, as in lists (moments.ts, datetime.ts). Not here: the edition (edition/available.ts).
 */
import { CRSS } from '../../schemas/crs.ts';
import type { FieldTree } from '../../schemas/derived/published-fields.ts';
import type { Profile } from '../../schemas/profile.ts';
import type { Moment } from '../../schemas/time.ts';
import { PROFILE_PARAMETER, readProfile } from '../request/profile.ts';
import { readCrs, type RequestedCrs } from './crs.ts';
import { readInstant } from './datetime.ts';
import { readFields, type RequestedFields } from './fields.ts';
import { PASSED_FORM, passedOnOf, withInstant, type PassedOn } from './passed-on.ts';
import { joinQueries, parseParameters, FORM_PARAMETER, formatQuery, mutuallyExclusive, type ParameterFault, type Query } from './query.ts';

const BOTH_TAKE = ['crs', 'fields', 'properties', 'geldigOp', 'beschikbaarOp', 'lang'];

/** Parameters of one feature. `inWerkingOp` is refused everywhere (query.ts). */
export const FEATURE_PARAMETERS: readonly string[] = [...BOTH_TAKE, 'datetime', 'skipGeometry', 'profile'];

/** Parameters of one document. */
export const DOCUMENT_PARAMETERS: readonly string[] = BOTH_TAKE;

/** Parameters of the versions of one root. */
export const VERSION_PARAMETERS = ['pagina', 'paginaGrootte', 'beschikbaarOp', 'lang'] as const;

export interface ObjectQuery {
  readonly crs: RequestedCrs;
  readonly fields: RequestedFields | undefined;
  /** Moment of the version; `present`: the moment of the edition; null: no moment was requested. */
  readonly at: Moment | 'present' | null;
  /** Moment of the edition; null: the current edition. */
  readonly beschikbaarOp: Moment | null;
  /** The requested profiles of a feature, as written. */
  readonly profiles: string | undefined;
  /** The query as understood, in fixed order; empty without one. */
  readonly canonical: string;
  /** `canonical` without `fields` and `f`: the part that resources of the object accept too. */
  readonly carried: string;
  /** The parameters of the query that name a moment, as a query string; `beschikbaarOp` is in UTC. */
  readonly moments: string;
  /** Parameters that the lists of the object accept too. */
  readonly passedOn: PassedOn;
  /** The parameters that the page of the object passes on: also the moment of `datetime`. */
  readonly ofPage: PassedOn;
}

/** Reads the parameters. The query is invalid when there are faults. `known`: the fields that `fields` may name. */
export function readObjectQuery(query: Query, { names, known, profile, now }: {
  readonly names: readonly string[]; readonly known: FieldTree; readonly profile: Profile; readonly now: Date;
}): { readonly query: ObjectQuery; readonly faults: readonly ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const given = parseParameters<string>(query, [...names, FORM_PARAMETER], faults);
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
    profiles: given[PROFILE_PARAMETER],
  };
  const moments = formatQuery([
    ...pairOf('geldigOp', geldigOp), ...pairOf('datetime', datetime),
    ...pairOf('beschikbaarOp', beschikbaarOp === null ? undefined : new Date(beschikbaarOp).toISOString()),
  ]);
  // The default CRS is left out. Otherwise its name in Accept-Crs would give another response with the same tag.
  const own = formatQuery([...pairOf('crs', crs === CRSS.CRS84.uri ? undefined : crs), ...pairOf('datetime', datetime)]);
  const carried = joinQueries(own, passedOn.text);
  const form = pairOf(FORM_PARAMETER, f === PASSED_FORM ? undefined : f);
  readProfile(read.profiles, faults);
  const canonical = joinQueries(carried, formatQuery([
    ...pairOf('fields', read.fields?.text), ...pairOf('skipGeometry', given['skipGeometry']), ...pairOf(PROFILE_PARAMETER, read.profiles), ...form,
  ]));
  if (geldigOp !== undefined && datetime !== undefined) faults.push(mutuallyExclusive('datetime', 'geldigOp'));
  const ofPage = withInstant(passedOn, { datetime, at, now });
  return { query: { ...read, canonical, carried, moments, passedOn, ofPage }, faults };
}

function pairOf(name: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[name, value]];
}
