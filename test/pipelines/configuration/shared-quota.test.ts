/** Shared quota: when the start and `ev doctor` warn that all readers behind a proxy share one quota. */
import { expect, test } from 'vitest';
import { sharesOneQuota } from '../../../pipelines/configuration/shared-quota.ts';

const BEHIND = { baseUrl: 'https://ev.example/v1', certificate: null, rateLimits: { perFrame: 3_000, perMonth: null }, trustedProxies: [] };

test('readers share one quota behind a proxy that ends TLS and is not trusted', () => {
  expect(sharesOneQuota(BEHIND)).toBe(true);
  expect(sharesOneQuota({ ...BEHIND, trustedProxies: ['127.0.0.1'] })).toBe(false);
  expect(sharesOneQuota({ ...BEHIND, certificate: { certificate: 'c.pem', key: 'k.pem' } })).toBe(false);
  expect(sharesOneQuota({ ...BEHIND, rateLimits: { perFrame: null, perMonth: null } })).toBe(false);
  expect(sharesOneQuota({ ...BEHIND, baseUrl: 'http://127.0.0.1:8080/v1' })).toBe(false);
  expect(sharesOneQuota({ ...BEHIND, baseUrl: null })).toBe(false);
});
