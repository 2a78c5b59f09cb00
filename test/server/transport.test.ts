/** Transport: a server that ends TLS itself: versions, ciphers, what is no handshake, and another certificate while it runs. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { serve, type Serving } from '../../server/main.ts';
import { loadCertificate } from '../../pipelines/configuration/certificate.ts';
import { makeCertificate } from '../certificates.ts';
import { aRegister, NOW } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'ev-certificate-'));
const [first, second] = [makeCertificate(folder, 'eerste'), makeCertificate(folder, 'tweede')];
let server: Serving;
const faults: Error[] = [];

beforeAll(async () => {
  const app = buildApp({
    editions: aRegister(), desk: null, baseUrl: 'https://127.0.0.1/v1', profile: 'default', credentials: () => undefined, clock: () => NOW,
    certificate: loadCertificate(first), onFault: (error) => { faults.push(error); },
  });
  server = await serve({ app, port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

/** Returns the socket after the handshake. */
function shaken(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', rejectUnauthorized: false, ...options }, () => { resolve(socket); });
    socket.on('error', reject);
  });
}

/** Returns the status of a GET over TLS by a client that trusts only this certificate. */
function statusBy(certificate: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ port: server.port, host: '127.0.0.1', path: '/v1', agent: false, ca: readFileSync(certificate) }, (response) => {
      response.resume();
      resolve(response.headers['strict-transport-security'] === undefined ? 0 : response.statusCode ?? 0);
    }).on('error', reject).end();
  });
}

describe('IR-auth-1: a connection', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('by %s has forward secrecy', async (version) => {
    const socket = await shaken({ minVersion: version, maxVersion: version });
    expect([socket.getProtocol(), /^ECDHE-|^TLS_/.test(socket.getCipher().name), socket.alpnProtocol]).toEqual([version, true, false]);
    socket.destroy();
  });

  test.each([
    ['TLS 1.1', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' }],
    ['TLS 1.2 without forward secrecy', { maxVersion: 'TLSv1.2', ciphers: 'AES256-GCM-SHA384:AES128-SHA:@SECLEVEL=0' }],
    ['TLS 1.2 with CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-SHA384:ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0' }],
    ['another protocol', { ALPNProtocols: ['h2'] }],
  ] as const)('by %s is refused', async (_, options) => {
    await expect(shaken({ ...options, ALPNProtocols: 'ALPNProtocols' in options ? [...options.ALPNProtocols] : [] })).rejects.toThrow();
    expect(await statusBy(first.certificate)).toBe(200);
  });

  test.each([['HTTP without TLS', 'GET /v1 HTTP/1.1\r\nHost: a\r\n\r\n'], ['noise', '\u0016\u0003\u0001\u0000\u0005noise']])('that begins with %s is closed, and others are answered', async (_, bytes) => {
    const closed = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connectPlain(server.port, '127.0.0.1', () => { socket.write(bytes, 'latin1'); });
      socket.on('data', (chunk) => { text += chunk.toString('latin1'); }).on('close', () => { resolve(text); }).on('error', () => {});
    });
    expect(closed).not.toContain('HTTP/1.1');
    expect([await statusBy(first.certificate), faults]).toEqual([200, []]);
  });
});

test('another certificate counts for the next connection, and an open one goes on', async () => {
  const open = await shaken({});
  expect(await statusBy(first.certificate)).toBe(200);
  server.renew(loadCertificate(second));
  expect(await statusBy(second.certificate)).toBe(200);
  await expect(statusBy(first.certificate)).rejects.toThrow(/self-signed|certificate/);
  const answered = new Promise<string>((resolve) => { open.once('data', (chunk: Buffer) => { resolve(chunk.toString()); }); });
  open.write('GET /v1/conformance HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(await answered).toContain('HTTP/1.1 200');
  open.destroy();
});
