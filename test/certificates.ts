/** Certificates: made with openssl for a test; nothing but the test trusts them. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

export interface CertificateOnDisk {
  readonly certificate: string;
  readonly key: string;
}

const KEYS = { ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], rsa: ['rsa:2048'] } as const;
export const KEY_KINDS = Object.keys(KEYS) as readonly (keyof typeof KEYS)[];

/** Makes a certificate in a folder, for 127.0.0.1, that ends after these days. */
export function makeCertificate(
  folder: string, name: string, { days = 90, kind = 'ec' }: { readonly days?: number; readonly kind?: keyof typeof KEYS } = {},
): CertificateOnDisk {
  const [certificate, key] = [join(folder, `${name}.pem`), join(folder, `${name}-key.pem`)];
  execFileSync('openssl', [
    'req', '-x509', '-newkey', ...KEYS[kind], '-nodes', '-keyout', key, '-out', certificate, '-days', String(days),
    '-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1',
  ], { stdio: 'pipe' });
  return { certificate, key };
}

/** Makes an authority, and a certificate of it for each subject; `isLong`: with a key of 4096 bits. A negative number of days: it ended before today. */
export function makeIssued(
  folder: string, authority: string, clients: Readonly<Record<string, { readonly subject: string; readonly days?: number; readonly isLong?: boolean }>>,
): { readonly ca: string; readonly clients: Readonly<Record<string, CertificateOnDisk>> } {
  const { certificate: ca, key: caKey } = makeCertificate(folder, authority);
  const issued = Object.entries(clients).map(([name, { subject, days = 30, isLong = false }]) => {
    const [certificate, key, request] = [join(folder, `${authority}-${name}.pem`), join(folder, `${authority}-${name}-key.pem`), join(folder, 'request.pem')];
    const kind = isLong ? ['rsa:4096'] : ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    const asked = ['req', '-newkey', ...kind, '-nodes', '-keyout', key, '-out', request, '-subj', subject];
    execFileSync('openssl', asked, { stdio: 'pipe' });
    execFileSync('openssl', ['x509', '-req', '-in', request, '-CA', ca, '-CAkey', caKey, '-days', String(days), '-out', certificate], { stdio: 'pipe' });
    return [name, { certificate, key }];
  });
  return { ca, clients: Object.fromEntries(issued) as Record<string, CertificateOnDisk> };
}
