/** Paths about the service: landing page, this document, conformance, CRSs, errors. */
import { MEDIA_TYPES } from '../negotiate.ts';
import { jsonContent } from './answers.ts';
import { get } from './operations.ts';
import type { Named } from './parts.ts';

export function servicePaths(): Named {
  const plain = (id: string, summary: string, schema: string) => ({
    get: get(id, { tag: 'dienst', summary, success: jsonContent(schema), failures: [400, 401, 406, 500] }),
  });
  return {
    '/': plain('startpagina', 'Startpagina / landing page', 'Startpagina'),
    '/openapi.json': {
      get: get('openapi', {
        tag: 'dienst', summary: 'Dit document / this document',
        success: jsonContent('OpenApi', { mediaType: MEDIA_TYPES.openapi, page: false }), failures: [400, 401, 406, 500],
      }),
    },
    '/conformance': plain('conformiteit', 'Standaarden / conformance classes', 'Conformiteit'),
    '/collections': plain('collecties', 'Alle collecties / all collections', 'Collecties'),
  };
}

export function crsPaths(): Named {
  const tag = 'dienst';
  const one = jsonContent('Crs');
  const gml = { [MEDIA_TYPES.gml]: { schema: { type: 'string' } } };
  return {
    '/crss': {
      get: get('crss', {
        tag, summary: 'De CRS’en die te vragen zijn / the CRSs that can be asked for', success: jsonContent('Crss'), failures: [400, 401, 406, 500],
      }),
    },
    '/crss/{code}': {
      get: get('crs', {
        tag, summary: 'Wat een CRS is, als GML / what a CRS is, as GML', takes: ['code'],
        success: { ...one, content: { ...gml, ...one['content'] as Named } }, failures: [400, 401, 404, 406, 500],
      }),
    },
  };
}

export function problemPaths(): Named {
  const one = (id: string, name: string) => get(id, {
    tag: 'dienst', summary: 'Wat een foutcode betekent / what an error code means', takes: [name],
    success: jsonContent('FoutSoort'), failures: [400, 401, 404, 406, 500],
  });
  return {
    '/fouten': {
      get: get('fouten', {
        tag: 'dienst', summary: 'Alle foutcodes / all error codes', success: jsonContent('Fouten'),
        failures: [400, 401, 406, 500],
      }),
    },
    '/fouten/ev/{fout}': { get: one('fout', 'fout') },
    '/fouten/ev/parameter/{parameterFout}': { get: one('parameterFout', 'parameterFout') },
    '/fouten/ev/regel/{regel}': { get: one('regel', 'regel') },
  };
}
