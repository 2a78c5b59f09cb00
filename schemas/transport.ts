/** Transport: the certificate with which a server ends TLS, and the options of every TLS connection. Not here: reading the files. */
import { X509Certificate } from 'node:crypto';

export interface TransportCertificate {
  /** The certificate and its chain, PEM. */
  readonly cert: Buffer;
  /** The private key, PEM. */
  readonly key: Buffer;
  /** The certificates of the authorities that issue certificates to clients, PEM; absent: no client certificate is asked for. */
  readonly ca?: Buffer;
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Returns the certificates in a PEM file. Throws an Error when one of them cannot be read. */
export function certificatesIn(pem: Buffer): readonly X509Certificate[] {
  return (pem.toString('latin1').match(PEM) ?? []).map((text) => new X509Certificate(text));
}

/**
 * TLS 1.3, and 1.2 as fallback. Every cipher has forward secrecy and authenticated encryption, as the guideline of the NCSC asks; the first
 * three are those of TLS 1.3.
 */
export const TRANSPORT = {
  minVersion: 'TLSv1.2', maxVersion: 'TLSv1.3', honorCipherOrder: true, ecdhCurve: 'X25519:P-256:P-384', ALPNProtocols: ['http/1.1'],
  ciphers: [
    'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
  /** Milliseconds for a handshake. */
  handshakeTimeout: 5_000,
} as const;
