/** Certificate: the two settings and their files. */
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { certificateFiles, clientCaFile, loadCertificate, loadClientCa } from '../../../pipelines/configuration/certificate.ts';
import { certificate as examine } from '../../../pipelines/doctor/access-checks.ts';
import type { DoctorContext } from '../../../pipelines/doctor/check.ts';
import { makeCertificate, makeIssued } from '../../certificates.ts';
import { temporaryFolder } from '../state/register-bench.ts';

test('certificate and key are given both or not at all', () => {
  expect(certificateFiles({ tlsCertificate: null, tlsKey: null })).toBeNull();
  expect(certificateFiles({ tlsCertificate: 'a', tlsKey: 'b' })).toEqual({ certificate: 'a', key: 'b' });
  for (const one of [{ tlsCertificate: 'a', tlsKey: null }, { tlsCertificate: null, tlsKey: 'b' }]) expect(() => certificateFiles(one)).toThrow('belong together');
});

test('a file that is not there, is none, or is of another certificate is refused with its path and without its content', () => {
  const [one, other] = [makeCertificate(temporaryFolder(), 'a'), makeCertificate(temporaryFolder(), 'b')];
  expect(loadCertificate(one).ends.getTime()).toBeGreaterThan(Date.now());
  expect(() => loadCertificate({ ...one, key: other.key })).toThrow(/^Certificate:Read failed: certificate and key cannot be used.*the key is that of another certificate/);
  expect(() => loadCertificate({ ...one, key: '/not/there' })).toThrow(/^Certificate:Read failed: a file of the certificate is not there, file \/not\/there/);
  writeFileSync(other.certificate, 'geheim');
  expect(() => loadCertificate(other)).toThrow(/^Certificate:Read failed/);
  expect(() => loadCertificate(other)).not.toThrow(/geheim/);
});

test('authorities of clients are given with a certificate or a proxy, and the file has nothing else', () => {
  const none = { tlsClientCa: 'c', tlsCertificate: null, trustedProxy: [] };
  expect(() => clientCaFile(none)).toThrow('tlsClientCa needs tlsCertificate');
  expect([clientCaFile({ ...none, tlsCertificate: 'a' }), clientCaFile({ ...none, trustedProxy: ['127.0.0.1'] }), clientCaFile({ ...none, tlsClientCa: null })]).toEqual(['c', 'c', null]);
  const { ca, clients } = makeIssued(temporaryFolder(), 'uitgever', { client: { subject: '/CN=client' } });
  expect(loadClientCa(ca).length).toBeGreaterThan(100);
  expect(() => loadClientCa(clients['client']!.certificate)).toThrow(/none of an authority/);
  expect(() => loadClientCa(clients['client']!.key)).toThrow(/it has no certificate/);
});

test('`ev doctor` reports a certificate that ends soon, and one that has ended', () => {
  const paths = makeCertificate(temporaryFolder(), 'a', { days: 90 });
  const at = (days: number) => examine({ certificate: paths, clock: () => new Date(Date.now() + days * 86_400_000) } as DoctorContext).remarks.map(({ severity, what }) => [severity, what]);
  expect([at(0), at(61), at(91)]).toEqual([[], [['note', 'the certificate ends within 30 days']], [['fault', 'the certificate has ended']]]);
});
