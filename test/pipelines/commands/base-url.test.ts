/** The address in published links, when no base URL is set. */
import { expect, test } from 'vitest';
import { baseUrlOf } from '../../../pipelines/commands/options.ts';
import { Misconfigured } from '../../../pipelines/configuration/misconfigured.ts';

test.each([
  ['127.0.0.1', 'http://127.0.0.1:8081/v1'], ['::1', 'http://[::1]:8081/v1'], ['ev.example', 'http://ev.example:8081/v1'],
  ['192.0.2.7', 'http://192.0.2.7:8081/v1'], ['0.0.0.0', 'http://127.0.0.1:8081/v1'], ['::', 'http://[::1]:8081/v1'],
])('links follow the host %s: %s', (host, url) => {
  expect(baseUrlOf({ baseUrl: null, host, port: 8081 })).toBe(url);
});

test('a base URL that is set is taken as it is', () => {
  expect(baseUrlOf({ baseUrl: 'https://ev.example/v1', host: '::1', port: 8081 })).toBe('https://ev.example/v1');
});

test('an address that no link can hold is wrong usage that names --base-url', () => {
  expect(() => baseUrlOf({ baseUrl: null, host: 'fe80::1%eth0', port: 8081 })).toThrow(Misconfigured);
  expect(() => baseUrlOf({ baseUrl: null, host: 'fe80::1%eth0', port: 8081 })).toThrow('--base-url');
});
