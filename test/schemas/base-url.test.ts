/** The base URL: an address whose path ends in the major version of the interface. */
import { expect, test } from 'vitest';
import { readBaseUrl } from '../../schemas/base-url.ts';
import { API_VERSION } from '../../schemas/interface-versions.ts';

test.each([
  ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'], ['https://ev.example/register/v1', 'https://ev.example/register/v1'],
  ['HTTPS://EV.example:443/v1', 'https://ev.example/v1'],
])('IR-version-1: %s is read as %s', (text, expected) => {
  expect(readBaseUrl(text)).toBe(expected);
});

test.each([
  'https://ev.example', 'https://ev.example/', 'https://ev.example/v2', 'https://ev.example/V1', 'https://ev.example/v1.0',
  'https://ev.example/v1/', 'https://ev.example//v1', 'https://ev.example/v1/api', 'https://ev.example/a%20b/v1',
  'https://ev.example/v1?', 'https://ev.example/v1#', 'https://me@ev.example/v1', 'ftp://ev.example/v1', 'ev.example/v1', '/v1', '',
])('IR-version-1: "%s" is refused, with the expected form', (text) => {
  expect(() => readBaseUrl(text)).toThrow(`${text} is no base URL: expected http or https, a host, and a path that ends in /v1`);
});

test('IR-version-1: the path has only the major number of the version', () => {
  expect(`/v${API_VERSION.replace(/\..*/, '')}`).toBe(new URL(readBaseUrl('https://ev.example/v1')).pathname);
});
