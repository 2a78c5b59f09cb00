/**
 * Paths of pages for people: resources that have the form of a page only.
 *
 * Not here: `/documentatie/{operationId}`, whose parameters are those of the operation that it describes.
 */
import { MAP_PARAMETERS } from '../parameters/map-query.ts';
import { PAGE_SEARCH_PARAMETERS } from '../parameters/search-query.ts';
import { ofForm } from './parameters.ts';
import { pageContent } from './responses.ts';
import { get, passingPath } from './operations.ts';
import type { ApiObject } from './components.ts';

export const PAGES_TAG = 'paginas';

/** Returns the pages; `writable`: whether the service takes deliveries. */
export function pagePaths(writable: boolean): ApiObject {
  const shared = { tag: PAGES_TAG, success: pageContent() };
  const searched = { ...shared, failures: [400, 401, 403, 406, 410, 500, 503] };
  return {
    '/kaart': {
      get: get('kaart', {
        ...shared, summary: { nl: 'Kaart waarvan elk beeld een adres heeft', en: 'map whose every view has an address' },
        takes: MAP_PARAMETERS.map(ofForm), failures: [400, 401, 403, 406, 500],
      }),
    },
    '/zoeken': {
      get: get('zoeken', {
        ...searched, summary: { nl: 'Objecten van alle collecties waarin woorden voorkomen', en: 'objects of all collections that have words' },
        takes: PAGE_SEARCH_PARAMETERS.map(ofForm),
      }),
    },
    '/beheren': {
      get: get('beheren', {
        ...shared, summary: { nl: 'Wat iedereen over de dienst mag weten', en: 'what everybody may know about the service' }, failures: [400, 401, 403, 406, 500, 503],
      }),
    },
    ...(writable ? {
      '/aanleveren': {
        get: get('aanleveren', {
          ...shared, summary: { nl: 'Bestanden aanleveren vanaf een bladzijde', en: 'deliver files from a page' }, failures: [400, 401, 403, 406, 500],
        }),
      },
    } : {}),
    '/documentatie': passingPath('documentatie', {
      ...shared, summary: { nl: 'Documentatie van de API, met een bladzijde per aanroep', en: 'documentation of the API, with a page for each operation' },
    }),
    '/documentatie/recepten': passingPath('toonRecepten', {
      ...shared, summary: { nl: 'Recepten voor curl, JavaScript, Python, GDAL en QGIS', en: 'recipes for curl, JavaScript, Python, GDAL and QGIS' },
    }),
  };
}
