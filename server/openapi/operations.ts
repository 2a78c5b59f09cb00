/** Operations: a GET, a POST and changes of one object, with what all of them take and answer. */
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf } from '../../schemas/names.ts';
import { typesOf, type Write } from '../request-body.ts';
import { changed, created, problems, VERSION_HEADER } from './answers.ts';
import { ref, type Named } from './parts.ts';

export function get(operationId: string, { tag, summary, takes = [], success, failures }: {
  tag: string; summary: string; takes?: readonly string[]; success: Named; failures: readonly number[];
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: [...takes, ...headersOf(takes, success)].map((name) => ref('parameters', name)),
    responses: { 200: success, 304: ref('responses', 'NietGewijzigd'), ...problems(failures) },
  };
}

/** What a request may say by header: a list or an object has a date too, what has geometry its CRS. */
function headersOf(takes: readonly string[], { headers: answered }: Named): readonly string[] {
  const isDated = 'Last-Modified' in (answered as Named);
  return ['API-Version', 'If-None-Match', ...(isDated ? ['If-Modified-Since'] : []), ...(takes.includes('crs') ? ['Accept-Crs'] : [])];
}

const { requestBodyBytesMax, objectBytesMax, textCharsMax } = LIMITS;
const BODY_LIMITS = `Hoogstens ${requestBodyBytesMax} bytes; een object zonder geneste objecten en coördinaten ${objectBytesMax} bytes, een tekst `
  + `${textCharsMax} tekens / at most ${requestBodyBytesMax} bytes; an object without nested ones and coordinates ${objectBytesMax} bytes, `
  + `a text ${textCharsMax} characters`;

export function post(operationId: string, { tag, summary, takes, mediaType, schema, example }: {
  tag: string; summary: string; takes: readonly string[]; mediaType: string; schema: string; example: Named;
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: [...takes, 'Content-Crs', 'Accept-Crs', 'API-Version', 'Prefer'].map((name) => ref('parameters', name)),
    requestBody: { required: true, description: BODY_LIMITS, content: { [mediaType]: { schema: ref('schemas', schema), example } } },
    responses: {
      201: created('Toegevoegd en te lezen / added and readable'),
      202: created('Ontvangen, nog niet verwerkt / received, not yet processed'),
      ...problems([400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 500]),
    },
    security: [{ bearer: [] }],
  };
}

interface Change {
  readonly tag: string;
  /** What the operation ids end with: `DocumentWegen`. */
  readonly name: string;
  /** What is written, Dutch and English. */
  readonly what: string;
  readonly takes: readonly string[];
  readonly schema: string;
  readonly example: Named;
}

/** PUT, PATCH and DELETE of one object; `form` says which media types they take. */
export function changes(form: Write['form'], { tag, name, what, takes, schema, example }: Change): Named {
  const change = (
    method: 'PUT' | 'PATCH', operationId: string,
    { summary, schema: body, example: shown, more = {} }: Pick<Change, 'schema' | 'example'> & { summary: string; more?: Named },
  ) => ({
    operationId, tags: [tag], summary,
    parameters: [...takes, 'If-Match', 'Content-Crs', 'Accept-Crs', 'API-Version', 'Prefer'].map((taken) => ref('parameters', taken)),
    requestBody: {
      required: true, description: BODY_LIMITS,
      content: Object.fromEntries(typesOf({ method, form }).map((type) => [type, { schema: ref('schemas', body), example: shown }])),
    },
    responses: { 200: changed('Gewijzigd en te lezen / changed and readable'), ...more, 202: LATER, ...problems(CHANGE_FAILURES) },
    security: [{ bearer: [] }],
  });
  return {
    put: change('PUT', `vervang${name}`, {
      summary: `Vervang ${what}`, schema, example, more: { 201: created('Toegevoegd en te lezen / added and readable') },
    }),
    patch: change('PATCH', `wijzig${name}`, { summary: `Wijzig delen van ${what} (RFC 7396)`, schema: 'Wijziging', example: form === 'feature' ? { properties: PATCH } : PATCH }),
    delete: {
      operationId: `verwijder${name}`, tags: [tag], summary: `Verwijder ${what}`,
      parameters: [...takes, 'If-Match', 'API-Version', 'Prefer'].map((taken) => ref('parameters', taken)),
      responses: {
        204: { description: 'Verwijderd; wat eerder beschikbaar was blijft te vragen / deleted; what was available stays', headers: VERSION_HEADER },
        202: LATER, ...problems(CHANGE_FAILURES.filter((status) => ![413, 415, 422].includes(status))),
      },
      security: [{ bearer: [] }],
    },
  };
}

const PATCH = { comment: ['Gecontroleerd in 2026.'] };
const CHANGE_FAILURES = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 500, 503];
const LATER = created('Ontvangen, nog niet verwerkt / received, not yet processed');

const QUESTION_LIMITS = `Hoogstens ${LIMITS.questionBytesMax} bytes / at most ${LIMITS.questionBytesMax} bytes`;

/** A question in the body of a POST: it changes nothing and needs no token. */
export function ask(operationId: string, { tag, summary, takes, schema, success }: {
  tag: string; summary: string; takes: readonly string[]; schema: string; success: Named;
}) {
  const { ETag: _, ...answered } = success['headers'] as Named;
  return {
    operationId, tags: [tag], summary,
    parameters: [...takes, 'Content-Crs', 'Accept-Crs', 'API-Version'].map((name) => ref('parameters', name)),
    requestBody: { required: true, description: QUESTION_LIMITS, content: { 'application/json': { schema: ref('schemas', schema) } } },
    responses: { 200: { ...success, headers: answered }, ...problems([400, 401, 403, 406, 410, 412, 413, 415, 500, 503]) },
  };
}

export function pascal(path: string): string {
  const name = arrayNameOf(path);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
