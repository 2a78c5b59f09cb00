/** Tests for any proxy in front of the service: how it must treat the headers that name a client. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { expect, onTestFinished } from 'vitest';
import { loadClientCa } from '../../pipelines/configuration/certificate.ts';
import { openCertified } from '../../pipelines/state/access/certified.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import { makeCertificate, makeIssued, type CertificateOnDisk } from '../certificates.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { fakeDesk } from '../server/fake-desk.ts';
import { aRegister, started } from '../server/harness.ts';

const OINS = { first: '00000001234567890000', second: '00000001234567890001' } as const;
const UUID = '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10';
const LIMIT = 20;

export interface Before {
  /** Port of the service on 127.0.0.1. */
  readonly port: number;
  /** Certificate of the proxy. */
  readonly own: CertificateOnDisk;
  /** Authority of the certificates of clients. */
  readonly ca: string;
}

interface Asked {
  readonly certificate?: CertificateOnDisk;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Expects of a proxy that it names clients truly; `start` starts it and returns the port on which it has TLS. */
export async function expectTrueNames(start: (before: Before) => Promise<number>): Promise<void> {
  const folder = temporaryFolder();
  const { ca, clients } = makeIssued(folder, 'uitgever', {
    first: { subject: `/O=Gemeente/serialNumber=${OINS.first}` }, second: { subject: `/O=Provincie met een lange naam/serialNumber=${OINS.second}`, isLong: true },
  });
  const { clients: others } = makeIssued(folder, 'ander', { first: { subject: `/O=Gemeente/serialNumber=${OINS.first}` } });
  addOrganisation(folder, { id: `OIN:${OINS.first}`, name: 'Gemeente', codes: ['AB12'], roles: ['writer'] });
  addOrganisation(folder, { id: `OIN:${OINS.second}`, name: 'Provincie', codes: ['CD34'], roles: ['writer'] });
  const holders: string[] = [];
  const desk = fakeDesk({
    submit({ holder }) {
      holders.push(holder);
      const receipt = { uuid: UUID, received: '2026-11-21T12:00:00.0Z', holder, bytes: 2, sha256: 'ab' };
      return Promise.resolve({ kind: 'settled', outcome: { receipt, state: 'settled', status: 200, roots: [], report: null } });
    },
  });
  const server = await started({
    editions: aRegister(), desk, clock: () => new Date(), clientCa: loadClientCa(ca), certifiedOrganisations: openCertified(folder),
    trustedProxies: ['127.0.0.1'], rateLimits: { perFrame: LIMIT, perMonth: null },
  });
  onTestFinished(() => server.close());
  const port = await start({ port: server.port, own: makeCertificate(folder, 'proxy'), ca });
  const write = (asked: Asked, code = 'AB12') => (
    ask(port, { ...asked, headers: { 'content-type': 'application/merge-patch+json', ...asked.headers } }, JSON.stringify({ bronhoudercode: code }))
  );
  const forged = { 'client-cert': headerOf(clients['first']!.certificate) };
  expect(await write({ certificate: clients['first']! })).toBe(200);
  expect(await write({ certificate: clients['second']! }, 'CD34')).toBe(200);
  expect(await write({})).toBe(403);
  expect(await write({ headers: forged }), 'a header of the client names nobody').toBe(403);
  expect(await write({ certificate: clients['second']!, headers: forged }, 'CD34'), 'nor beside a certificate').toBe(200);
  expect(await write({ certificate: others['first']! }).catch(() => 'no connection'), 'a certificate of another authority').not.toBe(200);
  expect(holders).toEqual(['AB12', 'CD34', 'CD34']);
  // All requests of this test come from one address, whatever they write in the header.
  let refused = 0;
  for (let sent = 0; sent < LIMIT; sent += 1) {
    if (await ask(port, { headers: { forwarded: `for=192.0.2.${sent}` } }) === 429) refused += 1;
  }
  expect(refused).toBeGreaterThan(0);
}

function headerOf(path: string): string {
  return `:${new X509Certificate(readFileSync(path)).raw.toString('base64')}:`;
}

/** Resolves to the status. With a body it is a PATCH. */
function ask(port: number, { certificate, headers }: Asked, body?: string): Promise<number> {
  const shown = certificate === undefined ? {} : { cert: readFileSync(certificate.certificate), key: readFileSync(certificate.key) };
  return new Promise((resolve, reject) => {
    request({
      port, host: '127.0.0.1', path: '/v1/kwetsbare-gebouwen/gebouw-0000', method: body === undefined ? 'GET' : 'PATCH', agent: false, rejectUnauthorized: false, ...shown,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
    }, (response) => {
      response.resume().on('end', () => { resolve(response.statusCode ?? 0); }).on('error', reject);
    }).on('error', reject).end(body);
  });
}
