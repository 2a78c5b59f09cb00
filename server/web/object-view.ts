/** Object view: all that the page of one object shows. Not here: reading it (handlers/object-views.ts), the page (object-page.ts). */
import type { JsonObject } from '../../schemas/json.ts';
import type { Versie } from '../edition/versie.ts';
import type { CrsOffer } from '../parameters/crs.ts';
import type { Form } from '../request/negotiate.ts';
import type { Addresses } from '../response/object-links.ts';
import type { Neighbour, Neighbourhood } from './neighbours.ts';
import type { PageRequest, Trail } from './page.ts';
import type { DocumentOf } from './time-line.ts';

/** Whether the shown version is valid at the moment of its edition; `then`: a moment was requested. */
export type Standing = { readonly kind: 'now' | 'future' | 'then' } | { readonly kind: 'ended'; readonly end: Date | undefined };

export interface ObjectView {
  /** The members of the object: properties of a feature, or fields of a document. */
  readonly object: JsonObject;
  readonly id: string;
  readonly context: PageRequest;
  readonly addresses: Addresses;
  readonly trail: Trail;
  readonly standing: Standing;
  /** The object as it is now, where another moment or an earlier edition is shown: `gone`, `ended`, or neither. */
  readonly sinceThen: 'gone' | 'ended' | undefined;
  readonly drawn: readonly Neighbour[];
  readonly neighbourhood: Neighbourhood | undefined;
  /** The root: its address, and its versions, the newest first; `total`: their number. */
  readonly root: { readonly url: string; readonly id: string };
  readonly history: { readonly versies: readonly Versie[]; readonly total: number; readonly documentOf: DocumentOf } | undefined;
  /** Address of exactly this version, that never shows another. */
  readonly permalink: string;
  /** Forms for programs, and the CRSs in which they are beside those of every edition. */
  readonly forms: readonly Form[];
  readonly offer: CrsOffer;
  /** Links to other forms of the object: the whole document, the feature, its lists. */
  readonly others: readonly (readonly [label: string, href: string])[];
  /** Address of a nested object of a document, by its id and type; absent for a feature. */
  readonly partUrl?: (id: string, entityType: string) => string | undefined;
}
