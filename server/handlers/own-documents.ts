/**
 * Own documents: the documents of the holder of a token, secret ones included, as a delivery has them. Delivered again in the same CRS,
 * all of them are unchanged.
 *
 * Invariants:
 *  - The documents are those of one moment, however long the client reads.
 *  - One part of them is in memory, and nothing is kept between two parts.
 * Not here: one document of the published data (item.ts).
 */
import type { Desk } from '../../schemas/desk.ts';
import { OWN_FORMS, type OwnPart } from '../../schemas/own-documents.ts';
import { OWN_DOCUMENTS } from '../../schemas/target.ts';
import { PLAIN_OFFER, withCrsFaults } from '../parameters/crs.ts';
import { readOwnDocumentsQuery } from '../parameters/own-documents-query.ts';
import { parameterProblem, type ParameterFault } from '../parameters/query.ts';
import { formOf } from '../request/form.ts';
import { MEDIA_TYPES, OWN_DOCUMENT_FORMS } from '../request/negotiate.ts';
import { writerOf } from '../request/writer.ts';
import type { Compressible } from '../response/gzip.ts';
import { contentHeaders, NO_STORE } from '../response/response.ts';
import type { HandlerResult, Service, ServiceRequest } from '../service.ts';

/** GET /indieningen/eigen-gegevens */
export async function ownDocuments(request: ServiceRequest, { desk, service }: { desk: Desk; service: Service }): Promise<HandlerResult> {
  const { query } = request;
  const url = `${service.baseUrl}${OWN_DOCUMENTS}`;
  const form = formOf(request, OWN_DOCUMENT_FORMS, url);
  if (typeof form === 'object') return form;
  const faults: ParameterFault[] = [];
  const { selection, code, crs } = readOwnDocumentsQuery(query, { profile: service.profile, now: service.clock(), faults });
  const offer = { profile: service.profile, offer: PLAIN_OFFER };
  const all = withCrsFaults(faults, [crs], offer);
  if (all.length > 0) return parameterProblem(all, query, url);
  const writer = writerOf(request, { code, isThere: () => true, url });
  if ('problem' in writer) return writer;
  const { start, between, end } = OWN_FORMS[form];
  const asked = { selection: { ...selection, holder: writer.holder }, crs: crs.crs.code, between };
  const read = (after: OwnPart['next']): Promise<OwnPart> => desk.own({ ...asked, after });
  // The first part is read before the head of the response, so that a failure has its own status.
  const first = await read(null);

  async function* chunks(): AsyncGenerator<Compressible, void> {
    yield { body: [Buffer.from(start), Buffer.from(first.bytes)] };
    for (let { next } = first; next !== null;) {
      const part = await read(next);
      yield { body: [Buffer.from(between), Buffer.from(part.bytes)] };
      next = part.next;
    }
    if (form === 'json' || first.bytes.length > 0) yield { body: [Buffer.from(end)] };
  }
  const headers = [...contentHeaders(MEDIA_TYPES[form]), 'Content-Crs', `<${crs.uri}>`, ...NO_STORE];
  return { status: 200, headers, body: [], long: { bytes: undefined, chunks } };
}
