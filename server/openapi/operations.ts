/** Operations: GET, POST, search, and changes of one object, with their common parameters and responses. */
import type { Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { arrayNameOf } from '../../schemas/names.ts';
import { formsIn } from '../request/form.ts';
import { FORMS, type Form } from '../request/negotiate.ts';
import { DELIVERY_PARAMETERS, UNDO_PARAMETERS, WRITE_PARAMETERS } from '../parameters/delivery-query.ts';
import { PASSED_ON } from '../parameters/passed-on.ts';
import { DELIVERY_TYPES, typesOf, type Write } from '../request/request-body.ts';
import { changed, created, problems, SHARED_HEADERS } from './responses.ts';
import { DELIVERY_CRS, formComponent, ofForm } from './parameters.ts';
import { ref, type ApiObject } from './components.ts';

export function get(operationId: string, { tag, summary, takes = [], success, failures }: {
  tag: string; summary: Text; takes?: readonly string[]; success: ApiObject; failures: readonly number[];
}) {
  return {
    operationId, tags: [tag], summary,
    parameters: taking([...takes, ...wordingName(takes, success), formName(success), ...headersOf(takes, success)]),
    responses: { 200: success, 304: ref('responses', 'NietGewijzigd'), ...problems(failures) },
  };
}

interface Plain {
  readonly tag: string;
  readonly summary: Text;
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
  operationId: string, { tag, summary, forms }: { tag: string; summary: Text; forms: readonly Form[] },
): ApiObject {
  const leads = { description: { nl: 'Staat op een ander adres', en: 'is at another address' }, headers: { ...SHARED_HEADERS, Location: ref('headers', 'Location') } };
  const parameters = taking([...PASSED_ON, formComponent(FORMS.filter((form) => forms.includes(form))), 'API-Version']);
  return { get: { operationId, tags: [tag], summary, parameters, responses: { 307: leads, ...problems([400, 401, 403, 406, 500]) } } };
}

function taking(names: readonly string[]) {
  return names.map((name) => ref('parameters', name));
}

/** Returns `lang` for an operation with a page among its responses, unless it is among `takes` already. */
function wordingName(takes: readonly string[], { content }: ApiObject): readonly string[] {
  return 'text/html' in (content as ApiObject) && !takes.includes('lang') && !takes.includes(ofForm('lang')) ? ['lang'] : [];
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
const BODY_LIMITS: Text = {
  nl: `Hoogstens ${requestBodyBytesMax} bytes; een object zonder geneste objecten en coördinaten ${objectBytesMax} bytes, een tekst `
    + `${textCharsMax} tekens`,
  en: `at most ${requestBodyBytesMax} bytes; an object without nested ones and coordinates ${objectBytesMax} bytes, `
    + `a text ${textCharsMax} characters`,
};

interface Sent {
  readonly tag: string;
  readonly summary: Text;
  /** Details beside the summary. */
  readonly description?: Text | undefined;
  readonly takes: readonly string[];
  /** Largest sizes of the body. */
  readonly limits: Text;
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
  return { ...sent(operationId, { ...rest, takes: [...takes, ...WRITE_PARAMETERS, 'Prefer'], limits: BODY_LIMITS }), security: [{ bearer: [] }] };
}

export function post(operationId: string, { mediaType, ...rest }: {
  tag: string; summary: Text; description?: Text; takes: readonly string[]; mediaType: string; schema: string; example: ApiObject;
}) {
  return written(operationId, { ...rest, types: [mediaType], responses: { 201: ADDED, 202: LATER, ...problems(CHANGE_FAILURES) } });
}

interface Change {
  readonly tag: string;
  /** End of the operation ids: `DocumentWegen`. */
  readonly name: string;
  /** The object in words. */
  readonly what: Text;
  readonly description?: Text;
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
      ...shared, summary: { nl: `Vervang ${what.nl}`, en: `replace ${what.en}` }, types: typesOf({ method: 'PUT', form }), schema, example,
      responses: { 200: CHANGED, 201: ADDED, 202: LATER, ...problems(OVERWRITE_FAILURES) },
    }),
    patch: written(`wijzig${name}`, {
      ...shared, summary: { nl: `Wijzig delen van ${what.nl} (RFC 7396)`, en: `change parts of ${what.en} (RFC 7396)` }, types: typesOf({ method: 'PATCH', form }), schema: 'Wijziging',
      example: form === 'feature' ? { properties: PATCH } : PATCH, responses: { 200: CHANGED, 202: LATER, ...problems(OVERWRITE_FAILURES) },
    }),
    delete: {
      operationId: `verwijder${name}`, tags: [tag], summary: { nl: `Verwijder ${what.nl}`, en: `delete ${what.en}` },
      parameters: taking([...takes, ...WRITE_PARAMETERS, 'If-Match', 'API-Version', 'Prefer']),
      responses: {
        204: { description: { nl: 'Verwijderd; wat eerder beschikbaar was blijft te vragen', en: 'deleted; what was available stays' }, headers: SHARED_HEADERS },
        202: LATER, ...problems(CHANGE_FAILURES.filter((status) => ![413, 415, 422].includes(status))),
      },
      security: [{ bearer: [] }],
    },
  };
}

const PATCH = { comment: ['Gecontroleerd in 2026.'] };
const CHANGE_FAILURES = [400, 401, 403, 404, 405, 406, 409, 412, 413, 415, 422, 500, 503];
const ADDED = created({ nl: 'Toegevoegd en te lezen', en: 'added and readable' });
/** Failures of PUT and PATCH, which may require If-Match. */
const OVERWRITE_FAILURES = [...CHANGE_FAILURES, 428].toSorted((one, other) => one - other);
const CHANGED = changed({ nl: 'Gewijzigd en te lezen', en: 'changed and readable' });
const LATER = created({ nl: 'Ontvangen, nog niet verwerkt', en: 'received, not yet processed' });

const DELIVERY_LIMITS: Text = {
  nl: `Eén object of meer, als JSON, één per regel of als GeoJSON, ook ingepakt met gzip; hoogstens ${LIMITS.deliveryBytesMax} bytes, `
    + 'ook uitgepakt',
  en: `one object or more, as JSON, one a line or as GeoJSON, compressed with gzip or not; at most ${LIMITS.deliveryBytesMax} bytes, also uncompressed`,
};

const REHEARSED: Text = {
  nl: 'Met proef=true: het rapport dat de levering nu zou krijgen, in de vorm van f of Accept; er is niets bewaard. Alleen een proef neemt f en lang',
  en: 'with proef=true: the report that the delivery would get now, in the form of f or Accept; nothing was stored. Only a rehearsal takes f and lang',
};

/** Returns the POST of a delivery; `example`: one object, `report`: the response to a rehearsal, which alone takes `f` and `lang`. */
export function deliver(
  operationId: string, { tag, summary, example, report }: { tag: string; summary: Text; example: ApiObject; report: ApiObject },
) {
  const takes = [...DELIVERY_PARAMETERS, 'lang', formName(report), DELIVERY_CRS, 'Content-Encoding', 'Accept-Crs', 'API-Version', 'Prefer'];
  const text = { schema: { type: 'string' } };
  const [json, geojson, lines, gzip] = DELIVERY_TYPES;
  const done = changed({ nl: 'Verwerkt, en te lezen wat eraan goed was', en: 'processed, and what was right of it is readable' });
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
      200: { ...report, description: REHEARSED },
      201: { ...done, headers: { ...done['headers'] as ApiObject, Location: ref('headers', 'Location') } }, 202: LATER,
      ...problems([400, 401, 403, 405, 406, 408, 412, 413, 415, 500, 503]),
    },
    security: [{ bearer: [] }],
  };
}

/** Returns the DELETE of a submission, which undoes it; `report`: the response to a rehearsal, which alone takes `f` and `lang`. */
export function undo(operationId: string, { tag, summary, report }: { tag: string; summary: Text; report: ApiObject }) {
  const { content, headers } = report as Readonly<Record<'content' | 'headers', ApiObject>>;
  const done: Text = {
    nl: 'Herroepen, en te lezen. Met proef=true: het rapport dat het herroepen nu zou krijgen, in de vorm van f of Accept; er is niets veranderd',
    en: 'undone, and readable. With proef=true: the report that the undo would get now, in the form of f or Accept; nothing was changed',
  };
  const either = { 'application/json': { schema: { anyOf: [ref('schemas', 'Indiening'), ref('schemas', 'Rapport')] } } };
  return {
    operationId, tags: [tag], summary,
    description: {
      nl: 'Ieder object dat de indiening heeft gewijzigd krijgt zijn toestand van ervoor; de geschiedenis houdt beide. Alleen zolang er sindsdien niets van '
        + 'gewijzigd is: anders 409, met ieder object en de indiening die het wijzigde. De herroeping is zelf een indiening, met een rapport.',
      en: 'Each object that the submission changed gets its state of before; history keeps both. Only while nothing of it was changed since: else 409, '
        + 'with each object and the submission that changed it. The undo is a submission itself, with a report.',
    },
    parameters: taking(['uuid', ...UNDO_PARAMETERS, 'lang', formName(report), 'API-Version', 'Prefer']),
    responses: {
      200: { description: done, headers, content: { ...content, ...either } }, 202: LATER,
      ...problems([400, 401, 403, 404, 405, 406, 409, 412, 500, 503]),
    },
    security: [{ bearer: [] }],
  };
}

const QUESTION_LIMITS = { nl: `Hoogstens ${LIMITS.searchBodyBytesMax} bytes`, en: `at most ${LIMITS.searchBodyBytesMax} bytes` };

/** Returns a search by POST, which changes nothing and needs no token. */
export function ask(operationId: string, { success, form = formName(success), more = {}, ...rest }: {
  tag: string; summary: Text; takes: readonly string[]; schema: string; success: ApiObject;
  /** The component of `f`; absent: that of the response. */
  form?: string;
  /** Responses beside the usual ones. */
  more?: ApiObject;
}) {
  const { ETag: _, ...answered } = success['headers'] as ApiObject;
  return sent(operationId, {
    ...rest, takes: [...rest.takes, form], limits: QUESTION_LIMITS, types: ['application/json'],
    responses: { 200: { ...success, headers: answered }, ...more, ...problems([400, 401, 403, 406, 410, 412, 413, 415, 500, 503]) },
  });
}

export function pascal(path: string): string {
  const name = arrayNameOf(path);
  return name.charAt(0).toUpperCase() + name.slice(1);
}
