/** Certificates: made with openssl for a test; nothing but the test trusts them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface CertificateOnDisk {
  readonly certificate: string;
  readonly key: string;
}

/** Makes a certificate in a folder, for 127.0.0.1, that ends after these days. */
export function makeCertificate(folder: string, name: string, days = 90): CertificateOnDisk {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  execFileSync('openssl', [
    'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', certificate, '-days', String(days),
    '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1',
  ], { stdio: 'pipe' });
  return { certificate, key };
}
