/** Paths of whole documents, and of submissions. */
import { exampleDocument } from '../../schemas/derived/example-document.ts';
import type { Text } from '../../schemas/finding.ts';
import { ROOTS, WRITABLE_COLLECTIONS, type RootType } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { OWN_DOCUMENTS, SUBMISSIONS } from '../../schemas/target.ts';
import { HERKOMST } from '../description/herkomst.ts';
import { JOBS } from '../description/submission.ts';
import { CORRECTION_PARAMETERS } from '../parameters/delivery-query.ts';
import { RESOURCES } from '../parameters/list-query.ts';
import { DOCUMENT_PARAMETERS, VERSION_PARAMETERS } from '../parameters/object-query.ts';
import { OWN_DOCUMENT_PARAMETERS } from '../parameters/own-documents-query.ts';
import { SUBMISSION_LIST_PARAMETERS } from '../parameters/submissions-query.ts';
import { jsonContent, problems, uncached } from './responses.ts';
import type { FieldParameters } from './fields.ts';
import { changes, deliver, formName, get, pascal, post, undo } from './operations.ts';
import { idOf, ofOwnDocuments, ofSubmissions } from './parameters.ts';
import { ref, type ApiObject } from './components.ts';

export function documentPaths(writable: boolean, fields: FieldParameters): ApiObject {
  return Object.fromEntries(Object.entries(ROOTS).flatMap(([type, { path }]) => {
    const tag = 'documenten';
    const name = pascal(path);
    const list = {
      get: get(`documenten${type}`, {
        tag, summary: { nl: `Documenten van ${type}`, en: `documents of ${type}` },
        takes: [...RESOURCES.names.map((name) => fields.component(name, path)), ...fields.of.get(path) ?? []],
        success: jsonContent(name, { hal: `${name}Hal`, extra: ['Content-Crs', 'Last-Modified', 'Link', ...TOTALS] }),
        failures: [400, 401, 403, 406, 410, 500, 503],
      }),
    };
    const add = {
      post: post(`voegToe${type}`, {
        tag, summary: { nl: `Voeg een ${type} toe`, en: `add a ${type}` }, takes: [],
        mediaType: MEDIA_TYPES.json,
        schema: WRITABLE_COLLECTIONS.includes(path) ? 'NieuwDocument' : 'NieuwDocumentZonderGeometrie', example: exampleDocument(type as RootType),
      }),
    };
    const one = {
      get: get(`document${type}`, {
        tag, summary: { nl: `Eén ${type} met alles erin`, en: `one ${type} with everything in it` }, takes: [idOf(path), ...DOCUMENT_PARAMETERS],
        success: jsonContent('Document', { hal: 'Document', extra: ['Content-Crs', 'Last-Modified', 'Link', 'Memento-Datetime'] }),
        failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    };
    const change = writable ? changes('document', {
      tag, name: `Document${type}`, what: { nl: `een ${type}`, en: `a ${type}` }, takes: [idOf(path)], changing: CORRECTION_PARAMETERS,
      schema: WRITABLE_COLLECTIONS.includes(path) ? 'NieuwDocument' : 'NieuwDocumentZonderGeometrie', example: exampleDocument(type as RootType),
    }) : {};
    const versions = {
      get: get(`versies${type}`, {
        tag, summary: { nl: `Alle versies van één ${type}: geldigheid, registratie en wat er wijzigde`, en: `all versions of one ${type}: validity, registration and what changed` },
        takes: [idOf(path), ...VERSION_PARAMETERS],
        success: jsonContent('Versies', { hal: 'VersiesHal', extra: ['Link', ...TOTALS] }), failures: [400, 401, 403, 404, 406, 410, 500, 503],
      }),
    };
    const provenance = {
      get: {
        ...get(`herkomst${type}`, {
          tag, summary: { nl: `Herkomst van één ${type}`, en: `provenance of one ${type}` }, takes: [idOf(path)],
          success: jsonContent('Herkomst'), failures: [400, 401, 404, 406, 500, 503],
        }),
        description: PROVENANCE, ...(writable ? { security: [{}, { bearer: [] }] } : {}),
      },
    };
    return [
      [`/${path}`, writable ? { ...list, ...add } : list], [`/${path}/{id}`, { ...one, ...change }], [`/${path}/{id}/versies`, versions],
      [`/${path}/{id}${HERKOMST}`, provenance],
    ] as const;
  }));
}

const PROVENANCE: Text = {
  nl: 'Zonder token: de bronhouder en de perioden van iedere versie. Met het token van de bronhouder van het object, ook van een geheim object: waar het staat, '
    + 'waarom het niet op de kaart staat, de indiening achter iedere versie, bevindingen, onderdelen, en wie ernaar verwijst; ook van een object dat alleen in een eigen indiening staat. '
    + 'Van een indiening van een andere bronhouder alleen bronhouder, tijd en methode.',
  en: 'Without a token: the source holder and the periods of each version. With the token of the source holder of the object, also of a secret one: where it stands, '
    + 'why it is not on the map, the submission behind each version, findings, parts, and what links to it; also of an object that is in an own submission only. '
    + 'Of a submission of another source holder only holder, time and method.',
};

export const TOTALS = ['X-Total-Count', 'X-Pagination-Count', 'X-Pagination-Page', 'X-Pagination-Limit'];

export function submissionPaths(writable: boolean): ApiObject {
  if (!writable) return {};
  const success = withReportForms(jsonContent('Indiening'));
  const { parameters: _, responses, ...operation } = get('indiening', {
    tag: 'indieningen', summary: { nl: 'Uitkomst van een indiening', en: 'outcome of a submission' }, takes: [],
    success, failures: [400, 401, 403, 404, 406, 500],
  });
  const { 304: __, ...answers } = responses;
  const secured = (operationId: string, summary: Text, success: ApiObject): ApiObject => ({
    get: {
      operationId, tags: ['indieningen'], summary, parameters: ['uuid', formName(success), 'API-Version'].map((name) => ref('parameters', name)),
      responses: { 200: success, ...problems([400, 401, 403, 404, 406, 500]) }, security: [{ bearer: [] }],
    },
  });
  const taken = ['uuid', formName(success), 'API-Version'].map((name) => ref('parameters', name));
  const deliveries = deliver('leverAan', {
    tag: 'indieningen', summary: { nl: 'Lever een bestand aan', en: 'submit a delivery' }, example: exampleDocument('KwetsbaarGebouw'),
    report: withReportForms(jsonContent('Rapport')),
  });
  return {
    [SUBMISSIONS]: { get: listOfSubmissions(), post: deliveries },
    [OWN_DOCUMENTS]: { get: ownDocuments() },
    [`${SUBMISSIONS}/{uuid}`]: {
      get: { ...operation, parameters: taken, responses: answers, security: [{ bearer: [] }] }, delete: undo('herroep', {
        tag: 'indieningen', summary: { nl: 'Herroep een eigen indiening', en: 'undo a submission of your own' }, report: withReportForms(jsonContent('Rapport')),
      }),
    },
    [`${JOBS}/{uuid}`]: secured('taak', {
      nl: 'Een indiening als taak (OGC API Processes, deel 1): hoe ver zij is', en: 'a submission as a job (OGC API Processes, part 1): its status',
    }, uncached(jsonContent('Taak', { page: false }))),
    [`${JOBS}/{uuid}/results`]: secured('taakResultaat', {
      nl: 'Het rapport van een verwerkte indiening, als resultaat van een taak', en: 'the report of a processed submission, as results of a job',
    }, withReportForms(jsonContent('Rapport', { page: false }))),
  };
}

function listOfSubmissions(): ApiObject {
  const { content, ...success } = uncached(jsonContent('Indieningen', { extra: ['Link'] }));
  const forms = { ...success, content: { ...content as ApiObject, 'text/csv': { schema: { type: 'string' } } } };
  const taken = [...SUBMISSION_LIST_PARAMETERS.map(ofSubmissions), 'lang', formName(forms), 'API-Version'];
  return {
    operationId: 'indieningen', tags: ['indieningen'],
    summary: { nl: 'De indieningen van een bronhouder, de nieuwste eerst, met aantallen', en: 'the submissions of a source holder, newest first, with counts' },
    parameters: taken.map((name) => ref('parameters', name)),
    responses: { 200: forms, ...problems([400, 401, 403, 406, 500]) }, security: [{ bearer: [] }],
  };
}

function ownDocuments(): ApiObject {
  const { content, ...success } = uncached(jsonContent('EigenGegevens', { extra: ['Content-Crs'], page: false }));
  const forms = { ...success, content: { ...content as ApiObject, [MEDIA_TYPES.ndjson]: { schema: ref('schemas', 'Levering') } } };
  const taken = [...OWN_DOCUMENT_PARAMETERS.map(ofOwnDocuments), formName(forms), 'API-Version', 'Accept-Crs'];
  return {
    operationId: 'eigenGegevens', tags: ['indieningen'],
    summary: {
      nl: 'De eigen objecten van een bronhouder, ook geheime, zoals een levering ze heeft', en: 'the own objects of a source holder, secret ones included, as a delivery has them',
    },
    description: {
      nl: 'Opnieuw geleverd, met het CRS van de kop Content-Crs, is ieder object ongewijzigd. Zonder geldigOp staan alle geregistreerde versies erin. '
        + 'Het zijn de objecten van één code van het token.',
      en: 'Delivered again, with the CRS of the header Content-Crs, every object is unchanged. Without geldigOp all recorded versions are there. '
        + 'They are the objects of one code of the token.',
    },
    parameters: taken.map((name) => ref('parameters', name)),
    responses: { 200: forms, ...problems([400, 401, 403, 406, 500, 503]) }, security: [{ bearer: [] }],
  };
}

/** Adds the other forms of a report: points on a map, a table and a workbook. Clients never cache a report, so it has no ETag. */
function withReportForms(success: ApiObject): ApiObject {
  const places = { [MEDIA_TYPES.geojson]: { schema: { type: 'object' } } };
  const tables = { 'text/csv': { schema: { type: 'string' } }, [MEDIA_TYPES.xlsx]: { schema: { type: 'string', format: 'binary' } } };
  return { ...uncached(success), content: { ...success['content'] as ApiObject, ...places, ...tables } };
}
