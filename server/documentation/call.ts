/**
 * Call: the request that a reader composes in the form of an operation. Empty values count as absent, because a form sends every field.
 * A required parameter without a value has its example, so a call is always complete.
 */
import { withQuery } from '../response/object-links.ts';
import { encodeValue, formatQuery } from '../parameters/query.ts';
import { readableJson, type ExampleRequest } from './client-code.ts';
import type { ApiParameter, Operation } from './operations.ts';

/** Prefix of the fields of the form. Without it they would be parameters of the page, which has `lang` and `f` too. */
const PREFIX = 'p.';

/** Returns the name of the form field of a parameter. */
export function formField({ name }: ApiParameter): string {
  return PREFIX + name;
}

/** Values of parameters by name, as a reader typed them. */
export type CallValues = Readonly<Partial<Record<string, string>>>;

/** Returns the values of the form fields among the parameters of a request. */
export function callValues(given: CallValues, parameters: readonly ApiParameter[]): CallValues {
  const filled = parameters.map((one) => [one.name, given[formField(one)] ?? ''] as const).filter(([, value]) => value !== '');
  return Object.fromEntries(filled);
}

/** Returns the value of a parameter in the form and in the request; empty: it is left out. */
export function valueIn(values: CallValues, { name, isRequired, example }: ApiParameter): string {
  return values[name] ?? (isRequired ? valueText(example) : '');
}

/** Returns a value as it is written in an address. */
export function valueText(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Returns the request that an operation and these values make. */
export function requestOf({ method, path, parameters, credential, body }: Operation, values: CallValues, baseUrl: string): ExampleRequest {
  const given = (kind: ApiParameter['in']) => parameters.filter((one) => one.in === kind).flatMap((one) => {
    const value = valueIn(values, one);
    return value === '' ? [] : [[one.name, value] as const];
  });
  const filled = given('path').reduce((address, [name, value]) => (
    address.replace(`{${name}}`, () => encodeValue(value).replaceAll('/', '%2F'))
  ), path === '/' ? '' : path);
  const [content] = body?.contents ?? [];
  const typed = content === undefined ? [] : [['Content-Type', content.mediaType] as const];
  return {
    method, url: withQuery(baseUrl + filled, formatQuery(given('query'))), headers: [...typed, ...given('header')], credential,
    ...(content === undefined ? {} : { body: { text: bodyText(content.example) } }),
  };
}

/** Returns an example body as it is shown and sent: JSON over several lines. */
export function bodyText(example: unknown): string {
  return typeof example === 'string' ? example : readableJson(example);
}
