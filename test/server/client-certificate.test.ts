/** Client certificate: an organisation known by mutual TLS, or by the header Client-Cert of a trusted proxy. */
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadCertificate, loadClientCa } from '../../pipelines/configuration/certificate.ts';
import { openCertified } from '../../pipelines/state/access/certified.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { buildApp, type AppOptions } from '../../server/app.ts';
import { serve, type Serving } from '../../server/main.ts';
import { makeCertificate, makeIssued } from '../certificates.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, type Client } from './harness.ts';

const OIN = '00000001234567890000';
const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const ONE = '/v1/kwetsbare-gebouwen/gebouw-0000';
const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'ev-client-certificate-'));
const own = makeCertificate(folder, 'dienst');
const { ca, clients } = makeIssued(folder, 'uitgever', {
  oin: { subject: `/O=Gemeente/serialNumber=${OIN}` },
  kvk: { subject: '/O=Bedrijf/organizationIdentifier=NTRNL-12345678' },
  unknown: { subject: '/O=Onbekend/serialNumber=00000009999999990000' },
  withoutNumber: { subject: '/O=Naamloos/serialNumber=12' },
  twice: { subject: `/O=Gemeente/serialNumber=${OIN}/serialNumber=00000009999999990000` },
  two: { subject: `/O=Gemeente/serialNumber=${OIN}/organizationIdentifier=NTRNL-12345678` },
  ended: { subject: `/O=Gemeente/serialNumber=${OIN}`, days: -1 },
});
const other = makeIssued(folder, 'ander', { oin: { subject: `/O=Gemeente/serialNumber=${OIN}` } });

let inputs: SubmissionInput[] = [];
const desk = fakeDesk({
  submit: (input) => {
    inputs.push(input);
    const receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder: input.holder, bytes: 2, sha256: 'ab' };
    return Promise.resolve({ kind: 'settled', outcome: { receipt, state: 'settled', status: 200, roots: [], report: null } });
  },
});
let now = new Date();
const options = {
  editions: aRegister(), desk, profile: 'default', clock: () => now, overloadMs: Infinity, clientCa: loadClientCa(ca), certifiedOrganisations: openCertified(folder),
  credentials: ({ token }) => [
    { organisation: `OIN:${OIN}`, tokenEnd: 'aaaaaaaa', holders: ['AB12'], roles: ['writer'] as const }, { organisation: 'KVK:12345678', tokenEnd: 'bbbbbbbb', holders: ['CD34'], roles: ['writer'] as const },
  ].find(({ tokenEnd }) => tokenEnd === token),
} satisfies Partial<AppOptions>;

let server: Serving;
let behindProxy: Client;
let withoutProxy: Client;
let strict: Client;
beforeAll(async () => {
  addOrganisation(folder, { id: `OIN:${OIN}`, name: 'Gemeente', codes: ['AB12'], roles: ['writer'] });
  addOrganisation(folder, { id: 'KVK:12345678', name: 'Bedrijf', codes: ['CD34'], roles: ['writer'] });
  server = await serve({ app: buildApp({ ...options, baseUrl: 'https://127.0.0.1/v1', certificate: loadCertificate(own) }), port: 0, host: '127.0.0.1' });
  behindProxy = await started({ ...options, trustedProxies: ['127.0.0.1'] });
  withoutProxy = await started({ ...options, trustedProxies: ['192.0.2.1'] });
  strict = await started({ ...options, trustedProxies: ['127.0.0.1'], keyRequired: true });
});
afterAll(async () => {
  await Promise.all([server.close(), behindProxy.close(), withoutProxy.close(), strict.close()]);
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  inputs = [];
  now = new Date();
});

const PATCH = { method: 'PATCH', headers: { 'content-type': 'application/merge-patch+json' }, body: '{"bronhoudercode": "AB12"}' };

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Returns status and kind of the response to a request with this certificate. */
function answered(paths: { readonly certificate: string; readonly key: string } | null, { path = ONE, body, ...asked }: Asked = {}): Promise<string> {
  const certificate = paths === null ? {} : { cert: readFileSync(paths.certificate), key: readFileSync(paths.key) };
  return new Promise((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path, agent: false, rejectUnauthorized: false, ...certificate, ...asked }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => { text += chunk; }).on('end', () => { resolve(statusOf(response.statusCode ?? 0, text)); });
    }).on('error', reject).end(body);
  });
}

function statusOf(status: number, text: string): string {
  return status < 300 ? String(status) : `${status} ${(JSON.parse(text) as { type: string }).type.replace(/.*\//, '')}`;
}

describe('IR-auth-1: mutual TLS', () => {
  test.each([['OIN', clients['oin']!, 'AB12', `OIN:${OIN}`], ['KVK number', clients['kvk']!, 'CD34', 'KVK:12345678']])('an organisation writes by the %s of its certificate, with its own codes', async (_, paths, holder, organisation) => {
    expect(await answered(paths, { ...PATCH, body: JSON.stringify({ bronhoudercode: holder }) })).toBe('200');
    const end = new X509Certificate(readFileSync(paths.certificate)).fingerprint256.replaceAll(':', '').toLowerCase().slice(-8);
    expect(inputs).toMatchObject([{ holder, organisation, tokenEnd: end }]);
  });

  test('an organisation that is not in holders.json reads, and is refused by the table of statuses', async () => {
    expect(await answered(clients['unknown']!)).toBe('200');
    expect(await answered(clients['unknown']!, PATCH)).toBe('401 NietGeautoriseerd');
    expect(await answered(clients['unknown']!, { ...PATCH, path: '/v1/kwetsbare-gebouwen/er-is-niets' })).toBe('403 GeenToegang');
    expect(inputs).toEqual([]);
  });

  test('without a certificate everybody reads, and nobody writes', async () => {
    expect([await answered(null), await answered(null, PATCH)]).toEqual(['200', '403 GeenToegang']);
  });

  test.each([
    ['has ended', clients['ended']!], ['is of another issuer', other.clients['oin']!], ['signed itself', own], ['has no number', clients['withoutNumber']!], ['has two numbers of a kind', clients['twice']!], ['is of two organisations', clients['two']!],
  ])('a certificate that %s is 401, also on public reads', async (_, paths) => {
    expect([await answered(paths), await answered(paths, PATCH)]).toEqual(['401 CertificaatOngeldig', '401 CertificaatOngeldig']);
    expect(inputs).toEqual([]);
  });

  test.each([['ends', 31], ['begins', -1]])('a certificate counts by the clock at each request: when it %s', async (_, days) => {
    now = new Date(Date.now() + days * DAY_MS);
    expect(await answered(clients['oin']!)).toBe('401 CertificaatOngeldig');
  });

  test('OPEN-certificate-and-token: a token beside it is of the same organisation, and an invalid one stays 401', async () => {
    const withToken = (token: string): Promise<string> => answered(clients['oin']!, { ...PATCH, headers: { ...PATCH.headers, authorization: `Bearer ${token}` } });
    expect([await withToken('aaaaaaaa'), await withToken('bbbbbbbb'), await withToken('cccccccc')]).toEqual(['200', '401 CertificaatOngeldig', '401 TokenOngeldig']);
    expect(inputs).toMatchObject([{ tokenEnd: 'aaaaaaaa' }]);
  });

  test.each(['cross-site', 'same-site'])('OPEN-certificate-pages: a page of another site (%s) does not write with the certificate of its reader', async (site) => {
    expect(await answered(clients['oin']!, { ...PATCH, headers: { ...PATCH.headers, 'sec-fetch-site': site } })).toBe('403 GeenToegang');
  });

  test('the header Client-Cert of a client is refused, also with a certificate of its own', async () => {
    expect(await answered(clients['kvk']!, { headers: { 'client-cert': headerOf(clients['oin']!.certificate) } })).toBe('400 OngeldigeAanvraag');
  });

  test('another file of authorities counts for the next connection', async () => {
    server.renew({ ...loadCertificate(own), ca: loadClientCa(other.ca) });
    expect([await answered(clients['oin']!), await answered(other.clients['oin']!, PATCH)]).toEqual(['401 CertificaatOngeldig', '200']);
    server.renew({ ...loadCertificate(own), ca: loadClientCa(ca) });
  });
});

/** Returns the value of the header Client-Cert (RFC 9440). */
function headerOf(path: string): string {
  return `:${new X509Certificate(readFileSync(path)).raw.toString('base64')}:`;
}

async function asked(client: Client, header: string | string[] | undefined, { path = ONE, ...given }: Asked = PATCH): Promise<string> {
  const reply = await client.ask(path, { ...given, headers: { ...given.headers, ...(header === undefined ? {} : { 'client-cert': header }) } });
  return statusOf(reply.status, reply.text);
}

describe('OPEN-client-cert: the header Client-Cert', () => {
  test('of a trusted proxy identifies an organisation as its certificate does', async () => {
    const results = ['oin', 'unknown', 'ended', 'withoutNumber'].map((name) => asked(behindProxy, headerOf(clients[name]!.certificate)));
    expect(await Promise.all(results)).toEqual(['200', '401 NietGeautoriseerd', '401 CertificaatOngeldig', '401 CertificaatOngeldig']);
    expect(inputs).toMatchObject([{ organisation: `OIN:${OIN}` }]);
    expect(await asked(behindProxy, headerOf(other.clients['oin']!.certificate), {})).toBe('401 CertificaatOngeldig');
    expect([await asked(behindProxy, undefined, {}), await asked(behindProxy, undefined)]).toEqual(['200', '403 GeenToegang']);
  });

  test('from any other address is 400, also on public reads', async () => {
    const header = headerOf(clients['oin']!.certificate);
    expect([await asked(withoutProxy, header), await asked(withoutProxy, header, {})]).toEqual(['400 OngeldigeAanvraag', '400 OngeldigeAanvraag']);
    expect(inputs).toEqual([]);
  });

  test('has no meaning to a service without authorities', async () => {
    const plain = await started({ ...options, clientCa: null, trustedProxies: ['127.0.0.1'] });
    expect(await asked(plain, headerOf(clients['oin']!.certificate))).toBe('403 GeenToegang');
    await plain.close();
  });

  const raw = new X509Certificate(readFileSync(clients['oin']!.certificate)).raw;
  test.each([
    ['empty', ''], ['no base64', ':%%%:'], ['no certificate', ':AAAA:'], ['without colons', raw.toString('base64')], ['PEM', `:${Buffer.from(readFileSync(clients['oin']!.certificate)).toString('base64')}:`],
    ['a certificate and more', `:${Buffer.concat([raw, Buffer.from([0])]).toString('base64')}:`], ['two certificates', `:${Buffer.concat([raw, raw]).toString('base64')}:`],
    ['a list', `:${raw.toString('base64')}:, :${raw.toString('base64')}:`], ['too large', `:${'A'.repeat(8_196)}:`],
  ])('that is %s is 400', async (_, value) => {
    expect(await asked(behindProxy, value)).toBe('400 OngeldigeAanvraag');
    expect(inputs).toEqual([]);
  });

  test('that is there twice is 400', async () => {
    const header = headerOf(clients['oin']!.certificate);
    expect(await asked(behindProxy, [header, header])).toBe('400 HerhaaldeKop');
  });

  test('of an organisation without a role is no credential where reading needs one', async () => {
    const read = { path: '/v1/collections/kwetsbare-gebouwen/items' };
    expect(await asked(strict, headerOf(clients['oin']!.certificate), read)).toBe('200');
    expect(await asked(strict, headerOf(clients['unknown']!.certificate), read)).toBe('403 GeenToegang');
  });
});
