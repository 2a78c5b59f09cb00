/** Paths about the service: landing page, this document, conformance, CRSs, errors. */
import type { Text } from '../../schemas/finding.ts';
import { CONTEXT_PATH } from '../description/json-ld-context.ts';
import { DIFFERENCE_PARAMETERS, PUBLICATION_PARAMETERS } from '../parameters/difference-query.ts';
import { MEDIA_TYPES, OPENAPI_FORMS } from '../request/negotiate.ts';
import { ofDifferences } from './parameters.ts';
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
    '/': passingPath('startpagina', { tag, summary: { nl: 'Startpagina', en: 'landing page' }, success: landing }),
    '/openapi.json': passingPath('openapi', {
      tag, summary: { nl: 'Dit document', en: 'this document' }, success: jsonContent('OpenApi', { mediaType: MEDIA_TYPES.openapi, page: false }),
    }),
    '/api': redirect('api', { tag, summary: { nl: 'Leidt naar dit document', en: 'leads to this document' }, forms: OPENAPI_FORMS }),
    '/conformance': passingPath('conformiteit', { tag, summary: { nl: 'Standaarden', en: 'conformance classes' }, success: jsonContent('Conformiteit') }),
    '/documentatie/versies': plainPath('toonVersiesVanDeInterface', {
      tag, summary: { nl: 'Versies van de interface: wanneer zij vervallen, en wat er veranderde', en: 'versions of the interface: when they end, and what changed' },
      success: jsonContent('Interfaceversies'),
    }),
    [CONTEXT_PATH]: plainPath('jsonLdContext', {
      tag, summary: { nl: 'Betekenis van de velden als JSON-LD', en: 'meaning of the fields as JSON-LD' },
      success: jsonContent('JsonLdContext', { mediaType: MEDIA_TYPES.jsonld, page: false }),
    }),
    '/functions': plainPath('functies', {
      tag, summary: { nl: 'Functies voor filters, naast die van CQL2', en: 'functions for filters, beyond those of CQL2' }, success: jsonContent('Functies'),
    }),
    '/collections': {
      ...passingPath('collecties', {
        tag, summary: { nl: 'Alle collecties', en: 'all collections' }, success: jsonContent('Collecties', { extra: ['Content-Language'] }), failures: [410, 503],
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
      tag, summary: { nl: 'Het register in DCAT-AP-NL 3.0', en: 'the register in DCAT-AP-NL 3.0' }, success: jsonContent('Catalogus', { mediaType: MEDIA_TYPES.jsonld, page: false }),
    }),
    '/sitemap.xml': plainPath('sitemap', { tag, summary: { nl: 'Pagina’s voor zoekmachines', en: 'pages for search engines' }, success: file('application/xml') }),
    '/robots.txt': plainPath('robots', { tag, summary: { nl: 'Wat zoekmachines mogen lezen', en: 'what search engines may read' }, success: file('text/plain') }),
  };
}

export function editionPaths(): ApiObject {
  return {
    '/edities': {
      get: get('edities', {
        tag, summary: { nl: 'Wat er wanneer is gepubliceerd, nieuwste eerst', en: 'what was published when, newest first' }, takes: ['paginaGrootte', 'pagina'],
        success: jsonContent('Edities', { hal: 'EditiesHal', extra: ['Link', ...TOTALS] }), failures: [400, 401, 406, 500],
      }),
    },
    '/edities/{nummer}': {
      get: get('editie', {
        tag, summary: { nl: 'Eén editie: haar moment, aantallen en links', en: 'one edition: its moment, counts and links' }, takes: ['nummer'],
        success: jsonContent('Editie'), failures: [400, 401, 404, 406, 410, 500, 503],
      }),
    },
    '/verschillen': {
      get: get('verschillen', {
        tag, summary: { nl: 'Wat er anders is tussen twee edities of tijdstippen', en: 'what is different between two editions or moments' },
        takes: DIFFERENCE_PARAMETERS.map(ofDifferences), success: differencesContent(), failures: [400, 401, 403, 406, 410, 500, 503],
      }),
    },
    '/kwaliteit': qualityPath('kwaliteit', { nl: 'Hoe volledig, oud en juist de objecten van elke bronhouder zijn', en: 'how complete, old and sound the objects of each source holder are' }),
    '/kwaliteit/{bronhoudercode}': qualityPath('kwaliteitVanBronhouder', { nl: 'De kwaliteit van één bronhouder, met haar verloop', en: 'the quality of one source holder, with its trend' }),
    '/publicaties': {
      get: get('publicaties', {
        tag, summary: { nl: 'Wat er na een publicatie is gepubliceerd, als lijst of als stroom', en: 'what was published after a publication, as a list or as a stream' },
        takes: [...PUBLICATION_PARAMETERS, 'Last-Event-ID'], success: publicationsContent(), failures: [400, 401, 403, 406, 500, 503],
      }),
    },
    '/verschillen/feed': plainPath('verschillenFeed', {
      tag, takes: ['lang'], success: feedContent(), summary: {
        nl: 'De laatste publicaties van het hele register als Atom-feed, zonder filters', en: 'the latest publications of the whole register as an Atom feed, without filters',
      },
    }),
  };
}

/** Returns the success of /verschillen in its forms. */
function differencesContent(): ApiObject {
  const { content, ...rest } = jsonContent('Verschillen', { extra: ['Link', 'Content-Crs', 'Content-Language'] });
  const text = { schema: { type: 'string' } };
  return { ...rest, content: { ...content as ApiObject, [MEDIA_TYPES.geojson]: { schema: ref('schemas', 'VerschillenFeatures') }, 'text/csv': text } };
}

function qualityPath(operationId: 'kwaliteit' | 'kwaliteitVanBronhouder', summary: Text): ApiObject {
  const { content, ...rest } = jsonContent(operationId === 'kwaliteit' ? 'Kwaliteit' : 'KwaliteitVanBronhouder');
  const takes = operationId === 'kwaliteit' ? [] : ['bronhoudercode.pad'];
  const success = { ...rest, content: { ...content as ApiObject, 'text/csv': { schema: { type: 'string' } } } };
  return { get: get(operationId, { tag, summary, takes, success, failures: [400, 401, 404, 406, 500, 503] }) };
}

/** Returns the success of /publicaties in its forms. */
function publicationsContent(): ApiObject {
  const { content, ...rest } = jsonContent('Publicaties', { extra: ['Link'], page: false, mediaType: MEDIA_TYPES.cloudevents });
  return { ...rest, content: { ...content as ApiObject, [MEDIA_TYPES.sse]: { schema: { type: 'string' } } } };
}

function feedContent(): ApiObject {
  const { headers, description } = jsonContent('OpenApi', { extra: ['Content-Language'] });
  return { description, headers, content: { 'application/atom+xml': { schema: { type: 'string' } } } };
}

export function crsPaths(): ApiObject {
  const one = jsonContent('Crs');
  const gml = { [MEDIA_TYPES.gml]: { schema: { type: 'string' } } };
  return {
    '/crss': plainPath('crss', { tag, summary: { nl: 'De CRS’en van de dienst', en: 'the CRSs of the service' }, success: jsonContent('Crss') }),
    '/crss/{code}': plainPath('crs', {
      tag, summary: { nl: 'Wat een CRS is, als GML', en: 'what a CRS is, as GML' }, takes: ['code'],
      success: { ...one, content: { ...gml, ...one['content'] as ApiObject } },
    }),
  };
}

export function problemPaths(): ApiObject {
  const all = jsonContent('Fouten', { hal: 'LijstHal' });
  const one = (name: string) => plainPath(name, {
    tag, summary: { nl: 'Wat een foutcode betekent', en: 'what an error code means' }, takes: [name], success: jsonContent('FoutSoort', { hal: 'FoutSoort' }),
  });
  return {
    '/fouten': plainPath('fouten', {
      tag, summary: { nl: 'Alle foutcodes, en alle regels van de controle', en: 'all error codes, and all rules of the checks' },
      success: { ...all, content: { ...all['content'] as ApiObject, 'text/csv': { schema: { type: 'string' } } } },
    }),
    '/fouten/ev/{fout}': one('fout'),
    '/fouten/ev/parameter/{parameterFout}': one('parameterFout'),
    '/fouten/ev/regel/{regel}': one('regel'),
  };
}
