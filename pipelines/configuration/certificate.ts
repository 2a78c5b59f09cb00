/** Certificate: the files of the settings `tlsCertificate` and `tlsKey`, which belong together, and of `tlsClientCa`. */
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import { Fault } from '../../schemas/fault.ts';
import { certificatesIn, type TransportCertificate } from '../../schemas/transport.ts';
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

/** Returns the path of the authorities of clients; null: no client certificate counts. Throws Misconfigured when no connection could have one. */
export function clientCaFile(
  { tlsClientCa, tlsCertificate, trustedProxy }: Pick<Settings, 'tlsClientCa' | 'tlsCertificate' | 'trustedProxy'>,
): string | null {
  if (tlsClientCa !== null && tlsCertificate === null && trustedProxy.length === 0) {
    throw new Misconfigured(['tlsClientCa needs tlsCertificate, or a trustedProxy that passes certificates on: give one of them']);
  }
  return tlsClientCa;
}

/** Reads the certificates of the authorities of clients. Throws a Fault when they cannot be read, or one of them is no authority. */
export function loadClientCa(path: string): Buffer {
  const bytes = bytesOf(path);
  try {
    const authorities = certificatesIn(bytes);
    if (authorities.length === 0) throw new Error('it has no certificate');
    const other = authorities.find(({ ca }) => !ca);
    if (other !== undefined) throw new Error(`the certificate of ${other.subject.replaceAll('\n', ', ')} is none of an authority`);
    return bytes;
  } catch (error) {
    throw new Fault('the certificates of authorities cannot be used', {
      step: 'Certificate:Read', path, actual: (error as Error).message, hint: 'Check `tlsClientCa`: PEM, only certificates of authorities.', cause: error,
    });
  }
}

function bytesOf(path: string): Buffer {
  const hint = 'Check `tlsCertificate`, `tlsKey` and `tlsClientCa`, and the rights of the files.';
  try {
    const bytes = readSmallFile(path, BYTES_MAX);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    throw new Fault('a file of the certificate cannot be read', { step: 'Certificate:Read', path, actual: (error as Error).message, hint });
  }
  throw new Fault('a file of the certificate is not there', { step: 'Certificate:Read', path, hint });
}
