/** Paths about the service: landing page, this document, conformance, CRSs, errors. */
import { MEDIA_TYPES, OPENAPI_FORMS } from '../request/negotiate.ts';
import { jsonContent } from './responses.ts';
import { addFeatures } from './collection-paths.ts';
import { TOTALS } from './document-paths.ts';
import { get, passingPath, plainPath, redirect } from './operations.ts';
import { ref, type ApiObject } from './components.ts';

const tag = 'dienst';

export function servicePaths(writable: boolean): ApiObject {
  const page = jsonContent('Startpagina', { extra: ['Content-Language'] });
  const landing = { ...page, content: { ...page['content'] as ApiObject, [MEDIA_TYPES.openapi]: { schema: ref('schemas', 'OpenApi') } } };
  return {
    '/': passingPath('startpagina', { tag, summary: 'Startpagina / landing page', success: landing }),
    '/openapi.json': passingPath('openapi', {
      tag, summary: 'Dit document / this document', success: jsonContent('OpenApi', { mediaType: MEDIA_TYPES.openapi, page: false }),
    }),
    '/api': redirect('api', { tag, summary: 'Leidt naar dit document / leads to this document', forms: OPENAPI_FORMS }),
    '/conformance': passingPath('conformiteit', { tag, summary: 'Standaarden / conformance classes', success: jsonContent('Conformiteit') }),
    '/functions': plainPath('functies', {
      tag, summary: 'Functies van filters naast die van CQL2 / functions of filters beside those of CQL2', success: jsonContent('Functies'),
    }),
    '/collections': {
      ...passingPath('collecties', {
        tag, summary: 'Alle collecties / all collections', success: jsonContent('Collecties', { extra: ['Content-Language'] }), failures: [410, 503],
      }),
      ...(writable ? { post: addFeatures() } : {}),
    },
  };
}

/** Paths for catalogues and search engines. */
export function cataloguePaths(): ApiObject {
  const file = (mediaType: string) => {
    const { headers, description } = jsonContent('OpenApi');
    return { description, headers, content: { [mediaType]: { schema: { type: 'string' } } } };
  };
  return {
    '/catalogus': plainPath('catalogus', {
      tag, summary: 'Het register in DCAT-AP-NL 3.0 / the register in DCAT-AP-NL 3.0', success: jsonContent('Catalogus', { mediaType: MEDIA_TYPES.jsonld, page: false }),
    }),
    '/sitemap.xml': plainPath('sitemap', { tag, summary: 'Pagina’s voor zoekmachines / pages for search engines', success: file('application/xml') }),
    '/robots.txt': plainPath('robots', { tag, summary: 'Wat zoekmachines mogen lezen / what search engines may read', success: file('text/plain') }),
  };
}

export function editionPaths(): ApiObject {
  return {
    '/edities': {
      get: get('edities', {
        tag, summary: 'Wat er wanneer is gepubliceerd, nieuwste eerst / what was published when, newest first', takes: ['paginaGrootte', 'pagina'],
        success: jsonContent('Edities', { hal: 'EditiesHal', extra: ['Link', ...TOTALS] }), failures: [400, 401, 406, 500],
      }),
    },
  };
}

export function crsPaths(): ApiObject {
  const one = jsonContent('Crs');
  const gml = { [MEDIA_TYPES.gml]: { schema: { type: 'string' } } };
  return {
    '/crss': plainPath('crss', { tag, summary: 'De CRS’en die te vragen zijn / the CRSs that can be asked for', success: jsonContent('Crss') }),
    '/crss/{code}': plainPath('crs', {
      tag, summary: 'Wat een CRS is, als GML / what a CRS is, as GML', takes: ['code'],
      success: { ...one, content: { ...gml, ...one['content'] as ApiObject } },
    }),
  };
}

export function problemPaths(): ApiObject {
  const one = (name: string) => plainPath(name, {
    tag, summary: 'Wat een foutcode betekent / what an error code means', takes: [name], success: jsonContent('FoutSoort', { hal: 'FoutSoort' }),
  });
  return {
    '/fouten': plainPath('fouten', { tag, summary: 'Alle foutcodes / all error codes', success: jsonContent('Fouten', { hal: 'LijstHal' }) }),
    '/fouten/ev/{fout}': one('fout'),
    '/fouten/ev/parameter/{parameterFout}': one('parameterFout'),
    '/fouten/ev/regel/{regel}': one('regel'),
  };
}
