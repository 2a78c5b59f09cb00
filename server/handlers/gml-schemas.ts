/** GML schemas: the XML schema of a collection's features in GML, at the address that is the namespace of their elements. */
import { isCollection } from '../description/collections.ts';
import { gmlNamespace, gmlSchema } from '../description/gml-schema.ts';
import { ABSENT } from '../response/problem.ts';
import type { Handler, Service } from '../service.ts';
import { fixed } from './fixed.ts';

/** GET /collections/{collectionId}/schema/gml */
export function gmlSchemas({ baseUrl }: Service): Handler {
  const made = new Map<string, Handler>();
  return (request, service) => {
    const collection = request.params['collectionId'] ?? '';
    if (!isCollection(collection)) return ABSENT;
    const handler = made.get(collection) ?? fixed(['xml'], gmlNamespace(collection, baseUrl), { xml: gmlSchema(collection, baseUrl) });
    made.set(collection, handler);
    return handler(request, service);
  };
}
