/** Operations: GET, POST, search, and changes of one object, with their common parameters and responses. */
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf } from '../../schemas/names.ts';
import { formsIn } from '../request/form.ts';
import { FORMS, type Form } from '../request/negotiate.ts';
import { DELIVERY_PARAMETERS } from '../parameters/delivery-query.ts';
import { PASSED_ON } from '../parameters/passed-on.ts';
import { DELIVERY_TYPES, typesOf, type Write } from '../request/request-body.ts';
import { changed, created, problems, VERSION_HEADER } from './responses.ts';
import { DELIVERY_CRS, formComponent } from './parameters.ts';
import { ref, type ApiObject } from './components.ts';

export function get(operationId: string, { tag, summary, takes = [], success, failures }: {
  tag: string; summary: string; takes?: readonly string[]; success: ApiObject; failures: readonly number[];
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: taking([...takes, formName(success), ...headersOf(takes, success)]),
    responses: { 200: success, 304: ref('responses', 'NietGewijzigd'), ...problems([...failures, ADDRESS_TOO_LONG]) },
  };
}

/** Status of an address longer than LIMITS.addressBytesMax. */
const ADDRESS_TOO_LONG = 414;

interface Plain {
  readonly tag: string;
  readonly summary: string;
  readonly takes?: readonly string[];
  readonly success: ApiObject;
}

/** Returns the path of a GET without parameters outside its path, for resources that are made once, or once per edition. */
export function plainPath(operationId: string, { takes = [], ...rest }: Plain): ApiObject {
  return { get: get(operationId, { ...rest, takes, failures: takes.length === 0 ? [400, 401, 406, 500] : [400, 401, 404, 406, 500] }) };
}

/** Returns the path of a GET with the passed-on parameters; `failures`: statuses beside those of plainPath. */
export function passingPath(
  operationId: string, { takes = [], failures = [], ...rest }: Plain & { readonly failures?: readonly number[] },
): ApiObject {
  const all = new Set([400, 401, 403, ...(takes.length === 0 ? [] : [404]), 406, 500, ...failures]);
  return { get: get(operationId, { ...rest, takes: [...takes, ...PASSED_ON], failures: [...all].toSorted((one, other) => one - other) }) };
}

/** Returns the path of a GET that redirects, with the passed-on parameters. */
export function redirect(
  operationId: string, { tag, summary, forms }: { tag: string; summary: string; forms: readonly Form[] },
): ApiObject {
  const leads = { description: 'Staat elders / is elsewhere', headers: { ...VERSION_HEADER, Location: ref('headers', 'Location') } };
  const parameters = taking([...PASSED_ON, formComponent(FORMS.filter((form) => forms.includes(form))), 'API-Version']);
  return { get: { operationId, tags: [tag], summary, parameters, responses: { 307: leads, ...problems([400, 401, 403, 406, 500]) } } };
}

function taking(names: readonly string[]) {
  return names.map((name) => ref('parameters', name));
}

/** Returns the component of `f` for an operation with this response. */
export function formName({ content }: ApiObject): string {
  return formComponent(formsIn(Object.keys(content as ApiObject)));
}

/** Returns the request headers: dates for a list or an object, the CRS for geometry. */
function headersOf(takes: readonly string[], { headers: answered }: ApiObject): readonly string[] {
  const isDated = 'Last-Modified' in (answered as ApiObject);
  return ['API-Version', 'If-None-Match', ...(isDated ? ['If-Modified-Since'] : []), ...(takes.includes('crs') ? ['Accept-Crs'] : [])];
}

const { requestBodyBytesMax, objectBytesMax, textCharsMax } = LIMITS;
const BODY_LIMITS = `Hoogstens ${requestBodyBytesMax} bytes; een object zonder geneste objecten en coördinaten ${objectBytesMax} bytes, een tekst `
  + `${textCharsMax} tekens / at most ${requestBodyBytesMax} bytes; an object without nested ones and coordinates ${objectBytesMax} bytes, `
  + `a text ${textCharsMax} characters`;

interface Sent {
  readonly tag: string;
  readonly summary: string;
  /** Details beside the summary, Dutch and English. */
  readonly description?: string | undefined;
  readonly takes: readonly string[];
  /** Largest sizes of the body, Dutch and English. */
  readonly limits: string;
  readonly types: readonly string[];
  readonly schema: string;
  /** Example of the body; absent: the example of the schema. */
  readonly example?: ApiObject;
  readonly responses: ApiObject;
}

/** Returns an operation with a body. */
function sent(operationId: string, { tag, summary, description, takes, limits, types, schema, example, responses }: Sent) {
  const media = { schema: ref('schemas', schema), ...(example === undefined ? {} : { example }) };
  return {
    operationId, tags: [tag], summary, ...(description === undefined ? {} : { description }),
    parameters: taking([...takes, 'Content-Crs', 'Accept-Crs', 'API-Version']),
    requestBody: { required: true, description: limits, content: Object.fromEntries(types.map((type) => [type, media])) },
    responses,
  };
}

/** Returns an operation that writes, and so needs a token. */
function written(operationId: string, { takes, ...rest }: Omit<Sent, 'limits'>) {
  return { ...sent(operationId, { ...rest, takes: [...takes, 'Prefer'], limits: BODY_LIMITS }), security: [{ bearer: [] }] };
}

export function post(operationId: string, { mediaType, ...rest }: {
  tag: string; summary: string; description?: string; takes: readonly string[]; mediaType: string; schema: string; example: ApiObject;
}) {
  return written(operationId, { ...rest, types: [mediaType], responses: { 201: ADDED, 202: LATER, ...problems(CHANGE_FAILURES) } });
}

interface Change {
  readonly tag: string;
  /** End of the operation ids: `DocumentWegen`. */
  readonly name: string;
  /** The object in words, Dutch and English. */
  readonly what: string;
  readonly description?: string;
  readonly takes: readonly string[];
  /** Parameters of PUT and PATCH alone. */
  readonly changing?: readonly string[];
  readonly schema: string;
  readonly example: ApiObject;
}

/** Returns PUT, PATCH and DELETE of one object; `form` decides their media types. */
export function changes(form: Write['form'], { tag, name, what, description, takes, changing = [], schema, example }: Change): ApiObject {
  const shared = { tag, description, takes: [...takes, ...changing, 'If-Match'] };
  return {
    put: written(`vervang${name}`, {
      ...shared, summary: `Vervang ${what}`, types: typesOf({ method: 'PUT', form }), schema, example,
      responses: { 200: CHANGED, 201: ADDED, 202: LATER, ...problems(OVERWRITE_FAILURES) },
    }),
    patch: written(`wijzig${name}`, {
      ...shared, summary: `Wijzig delen van ${what} (RFC 7396)`, types: typesOf({ method: 'PATCH', form }), schema: 'Wijziging',
      example: form === 'feature' ? { properties: PATCH } : PATCH, responses: { 200: CHANGED, 202: LATER, ...problems(OVERWRITE_FAILURES) },
    }),
    delete: {
      operationId: `verwijder${name}`, tags: [tag], summary: `Verwijder ${what}`,
      parameters: taking([...takes, 'If-Match', 'API-Version', 'Prefer']),
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
const ADDED = created('Toegevoegd en te lezen / added and readable');
/** Failures of PUT and PATCH, which may require If-Match. */
const OVERWRITE_FAILURES = [...CHANGE_FAILURES, 428].toSorted((one, other) => one - other);
const CHANGED = changed('Gewijzigd en te lezen / changed and readable');
const LATER = created('Ontvangen, nog niet verwerkt / received, not yet processed');

const DELIVERY_LIMITS = `Eén object of meer, als JSON, één per regel of als GeoJSON, ook ingepakt met gzip; hoogstens ${LIMITS.deliveryBytesMax} bytes, `
  + 'ook uitgepakt / one object or more, as JSON, one a line or as GeoJSON, compressed with gzip or not; at most as many bytes, also when uncompressed';

/** Returns the POST of a delivery; `example`: one object. */
export function deliver(operationId: string, { tag, summary, example }: { tag: string; summary: string; example: ApiObject }) {
  const takes = [...DELIVERY_PARAMETERS, DELIVERY_CRS, 'Content-Encoding', 'Accept-Crs', 'API-Version', 'Prefer'];
  const text = { schema: { type: 'string' } };
  const [json, geojson, lines, gzip] = DELIVERY_TYPES;
  const done = changed('Verwerkt, en te lezen wat eraan goed was / processed, and what was right of it is readable');
  return {
    operationId, tags: [tag], summary,
    parameters: takes.map((name) => ref('parameters', name)),
    requestBody: {
      required: true, description: DELIVERY_LIMITS,
      content: {
        [json]: { schema: ref('schemas', 'Levering'), example: [example] },
        [geojson]: { schema: { type: 'object' }, example: { type: 'FeatureCollection', features: [] } },
        [lines]: { ...text, example: `${JSON.stringify(example)}\n` }, [gzip]: { ...text, example: '' },
      },
    },
    responses: {
      201: { ...done, headers: { ...done['headers'] as ApiObject, Location: ref('headers', 'Location') } }, 202: LATER,
      ...problems([400, 401, 403, 405, 406, 408, 412, 413, 415, 500, 503]),
    },
    security: [{ bearer: [] }],
  };
}

const QUESTION_LIMITS = `Hoogstens ${LIMITS.searchBodyBytesMax} bytes / at most ${LIMITS.searchBodyBytesMax} bytes`;

/** Returns a search by POST, which changes nothing and needs no token. */
export function ask(operationId: string, { success, ...rest }: {
  tag: string; summary: string; takes: readonly string[]; schema: string; success: ApiObject;
}) {
  const { ETag: _, ...answered } = success['headers'] as ApiObject;
  return sent(operationId, {
    ...rest, takes: [...rest.takes, formName(success)], limits: QUESTION_LIMITS, types: ['application/json'],
    responses: { 200: { ...success, headers: answered }, ...problems([400, 401, 403, 406, 410, 412, 413, 415, 500, 503]) },
  });
}

export function pascal(path: string): string {
  const name = arrayNameOf(path);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
