/** Certificate: the files of the settings `tlsCertificate` and `tlsKey`, which belong together. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Fault } from '../../schemas/fault.ts';
import type { TransportCertificate } from '../../schemas/transport.ts';
import { Misconfigured } from './misconfigured.ts';
import type { Settings } from './settings.ts';
import { readSmallFile } from './small-file.ts';

const BYTES_MAX = 1024 * 1024;

/** Paths of the certificate with its chain, and of its private key. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

export interface LoadedCertificate extends TransportCertificate {
  readonly ends: Date;
}

/** Returns the files, or null when the service speaks HTTP. Throws Misconfigured when one of the two is missing. */
export function certificateFiles({ tlsCertificate, tlsKey }: Pick<Settings, 'tlsCertificate' | 'tlsKey'>): CertificateFiles | null {
  if (tlsCertificate === null && tlsKey === null) return null;
  if (tlsCertificate === null || tlsKey === null) throw new Misconfigured(['tlsCertificate and tlsKey belong together: give both, or none']);
  return { certificate: tlsCertificate, key: tlsKey };
}

/** Reads the files. Throws a Fault when one cannot be read, or when they do not belong together. */
export function loadCertificate({ certificate, key: keyPath }: CertificateFiles): LoadedCertificate {
  const [cert, key] = [bytesOf(certificate), bytesOf(keyPath)];
  try {
    const parsed = new X509Certificate(cert);
    if (!parsed.checkPrivateKey(createPrivateKey(key))) throw new Error('the key is that of another certificate');
    createSecureContext({ cert, key });
    return { cert, key, ends: new Date(parsed.validTo) };
  } catch (error) {
    throw new Fault('certificate and key cannot be used', {
      step: 'Certificate:Read', path: certificate, actual: (error as Error).message, hint: 'Check `tlsCertificate` and `tlsKey`: PEM, the key without a password.', cause: error,
    });
  }
}

function bytesOf(path: string): Buffer {
  const hint = 'Check `tlsCertificate` and `tlsKey`, and the rights of the files.';
  try {
    const bytes = readSmallFile(path, BYTES_MAX);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    throw new Fault('a file of the certificate cannot be read', { step: 'Certificate:Read', path, actual: (error as Error).message, hint });
  }
  throw new Fault('a file of the certificate is not there', { step: 'Certificate:Read', path, hint });
}
