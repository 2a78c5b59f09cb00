/** Paths of the sub-resources of documents: the objects that a root nests. */
import { exampleObject, exampleTypeIn } from '../../schemas/derived/example-document.ts';
import type { Text } from '../../schemas/finding.ts';
import { ROOT_TYPES, ROOTS, SUB_RESOURCES } from '../../schemas/names.ts';
import { MEDIA_TYPES } from '../request/negotiate.ts';
import { DOCUMENT_PARAMETERS } from '../parameters/object-query.ts';
import { SUB_TARGETS, type SubTarget } from '../response/nested-objects.ts';
import { jsonContent } from './responses.ts';
import { exampleIdAbove, exampleIdsAt } from './example-ids.ts';
import { changes, get, pascal, post } from './operations.ts';
import { idOf, subIdOf } from './parameters.ts';
import type { ApiObject } from './components.ts';

export function subResourcePaths(writable: boolean): ApiObject {
  return Object.fromEntries(SUB_TARGETS.flatMap((target) => {
    const { path, sub } = target;
    const [root, name] = [pascal(path), pascal(sub)];
    const extra = ['Content-Crs', 'Last-Modified', 'Link'];
    const tag = 'documenten';
    const shared = { tag, failures: [400, 401, 403, 404, 406, 410, 500, 503] };
    const [list, one] = [[idOf(path)], [idOf(path), subIdOf(target)]];
    const written = { tag, description: ONE_CRS, schema: 'NieuwGenestObject' };
    return [
      [`/${path}/{id}/${sub}`, {
        get: get(`${root}${name}`, {
          ...shared, summary: { nl: `Geneste objecten: ${sub}`, en: `nested objects: ${sub}` }, takes: [...list, ...DOCUMENT_PARAMETERS],
          success: jsonContent(name, { hal: `${name}Hal`, extra }),
        }),
        ...(writable ? { post: post(`voegToe${root}${name}`, {
          ...written, takes: list, mediaType: MEDIA_TYPES.json, example: example(target),
          summary: { nl: `Voeg een genest object toe, waar zijn eigen verwijzing het plaatst: ${sub}`, en: `add a nested object, where its own link places it: ${sub}` },
        }) } : {}),
      }],
      [`/${path}/{id}/${sub}/{subId}`, {
        get: get(`${root}${name}Een`, {
          ...shared, summary: { nl: `Eén genest object: ${sub}`, en: `one nested object: ${sub}` }, takes: [...one, ...DOCUMENT_PARAMETERS],
          success: jsonContent('GenestObject', { hal: 'Document', extra }),
        }),
        ...(writable ? changes('document', {
          ...written, takes: one, name: `${root}${name}`, what: { nl: `een genest object: ${sub}`, en: `a nested object: ${sub}` },
          example: { ...example(target), id: exampleIdsAt(target).own },
        }) : {}),
      }],
    ] as const;
  }));
}

const ONE_CRS: Text = {
  nl: 'Een document heeft één CRS: geef geometrie in het CRS waarin het document is geleverd, en noem dat in Content-Crs.',
  en: 'A document has one CRS: give geometry in the CRS in which the document was delivered, and name that in Content-Crs.',
};

/** Returns a new object that links to an object of the example root. */
function example({ path, sub }: SubTarget): ApiObject {
  const root = ROOT_TYPES.find((type) => ROOTS[type].path === path)!;
  return exampleObject(exampleTypeIn(root, SUB_RESOURCES[sub])!, exampleIdAbove({ path, sub }), root);
}
