/**
 * Own documents query: the parameters of the own documents of a holder, by the meaning of the options of `ev export`, under the names of
 * this interface. Not here: the documents (handlers/own-documents.ts).
 */
import type { Profile } from '../../schemas/profile.ts';
import type { OwnSelection } from '../../schemas/own-documents.ts';
import type { Moment } from '../../schemas/time.ts';
import { readHolderCode } from './holder-code.ts';
import { readCrs, type RequestedCrs } from './crs.ts';
import { readTypes } from './delivery-query.ts';
import { readBeschikbaarOp, readGeldigOp } from './moments.ts';
import { FORM_PARAMETER, parseParameters, type ParameterFault, type Query } from './query.ts';

export const OWN_DOCUMENT_PARAMETERS = ['type', 'crs', 'geldigOp', 'beschikbaarOp', 'bronhouder'] as const;

export interface OwnDocumentsQuery {
  readonly selection: Omit<OwnSelection, 'holder'>;
  /** The bronhoudercode that the request names; null: none. */
  readonly code: string | null;
  readonly crs: RequestedCrs;
}

/** Reads the parameters. The request is invalid when there are faults. */
export function readOwnDocumentsQuery(query: Query, { profile, now, faults }: {
  readonly profile: Profile; readonly now: Date; readonly faults: ParameterFault[];
}): OwnDocumentsQuery {
  const given = parseParameters(query, [...OWN_DOCUMENT_PARAMETERS, FORM_PARAMETER], faults);
  const types = readTypes('type', given.type, {
    faults, expected: { nl: 'typen van objecten, met komma’s ertussen', en: 'types of objects, with commas between' },
  });
  const day = readGeldigOp(given.geldigOp, now, faults);
  // Today means now. Without a day every version counts.
  const at = given.geldigOp === undefined ? null : day ?? now.getTime() as Moment;
  const knownAt = readBeschikbaarOp(given.beschikbaarOp, now, faults);
  const code = readHolderCode('bronhouder', given.bronhouder, faults);
  return { selection: { types, at, knownAt }, code, crs: readCrs(given.crs, 'crs', { profile, faults }) };
}
