/** TLS of a running server: `ev serve` with a certificate, another one at SIGHUP, and a wrong one. */
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { expect, onTestFinished, test } from 'vitest';
import { makeCertificate } from '../certificates.ts';
import { freePort } from '../demo-process.ts';
import { ev, start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

test('IR-auth-1: a server ends TLS itself, takes another certificate at SIGHUP, and keeps the old one when that is wrong', async () => {
  const data = temporaryFolder();
  const [used, next] = [makeCertificate(temporaryFolder(), 'eerste'), makeCertificate(temporaryFolder(), 'tweede')];
  const old = readFileSync(used.certificate);
  const port = await freePort();
  const files = ['--tls-certificate', used.certificate, '--tls-key', used.key];
  const serving = start(['serve', '--data', data, '--port', String(port), ...files]);
  onTestFinished(() => { serving.kill('SIGKILL'); });
  let log = '';
  for (const stream of [serving.stdout, serving.stderr]) stream.setEncoding('utf8').on('data', (text: string) => { log += text; });
  await expect.poll(() => log, { timeout: 20_000 }).toContain(`https://127.0.0.1:${port}/v1`);
  const selfBy = (ca: Buffer): Promise<string> => new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/v1', agent: false, ca, headers: { accept: 'application/json' } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => { text += chunk; }).on('end', () => { resolve(text); });
    }).on('error', reject);
  });
  expect(await selfBy(old)).toContain(`"https://127.0.0.1:${port}/v1`);
  writeFileSync(used.certificate, 'geen certificaat');
  serving.kill('SIGHUP');
  await expect.poll(() => log, { timeout: 10_000 }).toContain('the certificate stays as it was');
  expect(await selfBy(old)).toContain('links');
  copyFileSync(next.certificate, used.certificate);
  copyFileSync(next.key, used.key);
  serving.kill('SIGHUP');
  await expect.poll(() => log, { timeout: 10_000 }).toContain('the certificate was read again');
  expect(await selfBy(readFileSync(next.certificate))).toContain('links');
  await expect(selfBy(old)).rejects.toThrow();
  serving.kill('SIGTERM');
  await once(serving, 'close');
  const wrong = await ev(['serve', '--data', data, '--port', String(port), ...files.slice(0, 2)]);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('belong together')]);
});
