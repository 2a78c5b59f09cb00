/** Paths of whole documents, and of submissions. */
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import { ROOTS, WRITABLE_COLLECTIONS, type RootType } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { SUBMISSIONS } from '../description/submission.ts';
import { CORRECTION_PARAMETERS } from '../parameters/delivery-query.ts';
import { RESOURCES } from '../parameters/list-query.ts';
import { DOCUMENT_PARAMETERS, VERSION_PARAMETERS } from '../parameters/object-query.ts';
import { jsonContent } from './responses.ts';
import type { FieldParameters } from './fields.ts';
import { changes, deliver, formName, get, pascal, post } from './operations.ts';
import { idOf } from './parameters.ts';
import { ref, type ApiObject } from './components.ts';

export function documentPaths(writable: boolean, fields: FieldParameters): ApiObject {
  return Object.fromEntries(Object.entries(ROOTS).flatMap(([type, { path }]) => {
    const tag = 'documenten';
    const name = pascal(path);
    const list = {
      get: get(`documenten${type}`, {
        tag, summary: `Documenten van ${type} / whole documents`,
        takes: [...RESOURCES.names.map((name) => fields.component(name, path)), ...fields.of.get(path) ?? []],
        success: jsonContent(name, { hal: `${name}Hal`, extra: ['Content-Crs', 'Last-Modified', 'Link', ...TOTALS] }),
        failures: [400, 401, 403, 406, 410, 500, 503],
      }),
    };
    const add = {
      post: post(`voegToe${type}`, {
        tag, summary: `Voeg een ${type} toe / add a document`, takes: [],
        mediaType: MEDIA_TYPES.json,
        schema: WRITABLE_COLLECTIONS.includes(path) ? 'NieuwDocument' : 'NieuwDocumentZonderGeometrie', example: exampleDocument(type as RootType),
      }),
    };
    const one = {
      get: get(`document${type}`, {
        tag, summary: `Eén ${type} met alles erin / one whole document`, takes: [idOf(path), ...DOCUMENT_PARAMETERS],
        success: jsonContent('Document', { hal: 'Document', extra: ['Content-Crs', 'Last-Modified', 'Link'] }),
        failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    };
    const change = writable ? changes('document', {
      tag, name: `Document${type}`, what: `een ${type} / one document`, takes: [idOf(path)], changing: CORRECTION_PARAMETERS,
      schema: WRITABLE_COLLECTIONS.includes(path) ? 'NieuwDocument' : 'NieuwDocumentZonderGeometrie', example: exampleDocument(type as RootType),
    }) : {};
    const versions = {
      get: get(`versies${type}`, {
        tag, summary: `Alle versies van één ${type}: geldigheid, registratie en wat er wijzigde / all recorded versions of one document`,
        takes: [idOf(path), ...VERSION_PARAMETERS],
        success: jsonContent('Versies', { hal: 'VersiesHal', extra: ['Link', ...TOTALS] }), failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    };
    return [
      [`/${path}`, writable ? { ...list, ...add } : list], [`/${path}/{id}`, { ...one, ...change }], [`/${path}/{id}/versies`, versions],
    ] as const;
  }));
}

export const TOTALS = ['X-Total-Count', 'X-Pagination-Count', 'X-Pagination-Page', 'X-Pagination-Limit'];

export function submissionPaths(writable: boolean): ApiObject {
  if (!writable) return {};
  const success = withReportForms(jsonContent('Indiening'));
  const { parameters: _, responses, ...operation } = get('indiening', {
    tag: 'indieningen', summary: 'Wat van een indiening werd / outcome of a submission', takes: [],
    success, failures: [400, 401, 403, 404, 406, 500],
  });
  const { 304: __, ...answers } = responses;
  const taken = ['uuid', formName(success), 'API-Version'].map((name) => ref('parameters', name));
  const deliveries = deliver('leverAan', {
    tag: 'indieningen', summary: 'Lever een bestand aan / hand in a delivery', example: exampleDocument('KwetsbaarGebouw'),
  });
  return {
    [SUBMISSIONS]: { post: deliveries },
    [`${SUBMISSIONS}/{uuid}`]: { get: { ...operation, parameters: taken, responses: answers, security: [{ bearer: [] }] } },
  };
}

/** Adds the other forms of a report: points on a map, a table and a workbook. Clients never cache a report, so it has no ETag. */
function withReportForms({ headers, ...success }: ApiObject): ApiObject {
  const { ETag: _, ...others } = headers as ApiObject;
  const places = { [MEDIA_TYPES.geojson]: { schema: { type: 'object' } } };
  const tables = { 'text/csv': { schema: { type: 'string' } }, [MEDIA_TYPES.xlsx]: { schema: { type: 'string', format: 'binary' } } };
  return { ...success, headers: others, content: { ...success['content'] as ApiObject, ...places, ...tables } };
}
