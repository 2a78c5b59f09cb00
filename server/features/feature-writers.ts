/** Feature writers: the forms of features that are made when they are asked for, each in one entry. */
import type { FeatureRow } from './feature-rows.ts';
import type { EditionCrs } from '../../schemas/crs.ts';
import type { Listing } from '../edition/listing.ts';
import type { RequestedCrs } from '../parameters/crs.ts';
import type { RequestedFields } from '../parameters/fields.ts';
import type { WrittenForm } from '../request/negotiate.ts';
import type { Service } from '../service.ts';
import type { PageWriter } from './feature-writer.ts';
import { csvPage, csvSingle } from './csv.ts';
import { gmlPage, gmlSingle } from './gml.ts';
import { fgCrss, fgFeature, fgMembers, fgPage } from './json-fg.ts';

/** One feature, alone in a response. */
export interface SingleFeature {
  readonly collection: string;
  readonly crs: RequestedCrs;
  readonly fields: RequestedFields | undefined;
  readonly baseUrl: string;
}

export interface FeatureForm {
  readonly page: (listing: Listing, service: Service) => PageWriter;
  /** The CRSs of the geometries of a row, in order. */
  readonly crss: (crs: RequestedCrs) => readonly EditionCrs[];
  readonly feature: (row: FeatureRow, of: SingleFeature) => readonly Buffer[];
}

export const FEATURE_WRITERS: Readonly<Record<WrittenForm, FeatureForm>> = {
  jsonfg: {
    page: fgPage,
    crss: (crs) => fgCrss(crs).read,
    feature: (row, { collection, crs, fields, baseUrl }) => (
      fgFeature(row, fields, fgMembers(collection, { baseUrl, placeUri: fgCrss(crs).placeUri }))
    ),
  },
  gmlsf0: {
    page: gmlPage,
    crss: (crs) => [crs.bytes],
    feature: (row, { collection, crs, fields, baseUrl }) => gmlSingle(row, { collection, baseUrl, crsUri: crs.uri }, fields),
  },
  csv: { page: csvPage, crss: (crs) => [crs.bytes], feature: csvSingle },
};
