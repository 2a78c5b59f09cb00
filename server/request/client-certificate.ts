/**
 * Client certificate: identifies an organisation by the certificate of its client (Interface Rules, Authentication 1).
 *
 * Invariants:
 * - A certificate counts when an authority of the setting `tlsClientCa` issued it, and while it is valid; both also on public reads.
 * - From a trusted proxy only the header Client-Cert counts (RFC 9440): the certificate of that connection is the proxy's own. The proxy
 *   has verified that its client has the key. From any other address the header is refused, because certificates are public.
 * - Beside a token the certificate must be of the same organisation; the token then decides what the request may do.
 * - A page of another site gets no rights: a browser sends its certificate by itself, as it would send a cookie.
 * Not here: the numbers of organisations and their roles (pipelines/state/access/certified.ts).
 */
import { X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';
import { unmapped } from '../../schemas/address-range.ts';
import type { CertifiedOrganisations } from '../../schemas/credentials.ts';
import type { Text } from '../../schemas/finding.ts';
import type { Principal } from '../../schemas/roles.ts';
import { certificatesIn } from '../../schemas/transport.ts';
import type { Problem } from '../response/problem.ts';
import type { Authenticated } from './authenticated.ts';

const NAME = 'client-cert';
/** A byte sequence (RFC 9651, 3.3.5) of at most 6 KiB; certificates are 1 to 2 KiB. */
const BYTES = /^:([A-Za-z0-9+/]{1,8192}={0,2}):$/;
/** Values of Sec-Fetch-Site for a request that another site caused. */
const OTHER_SITES = ['cross-site', 'same-site'];
/** Names of the fields of a subject that hold the number of an organisation. */
const NUMBERS = ['serialNumber', 'organizationIdentifier'] as const;

export interface ClientCertificateParts {
  /** The certificates of the authorities, PEM. */
  readonly ca: Buffer;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly organisations: CertifiedOrganisations;
  readonly clock: () => Date;
}

/** A certificate that an accepted authority issued. */
interface ReadCertificate {
  readonly beginsMs: number;
  readonly endsMs: number;
  readonly numbers: readonly string[];
  readonly sha256: string;
}

type Found = ReadCertificate | Problem | null;

export class ClientCertificates {
  readonly #parts: ClientCertificateParts;
  readonly #authorities: readonly X509Certificate[];
  /** Certificates of open connections. */
  readonly #connections = new WeakMap<TLSSocket, Found>();

  constructor(parts: ClientCertificateParts) {
    this.#parts = parts;
    this.#authorities = certificatesIn(parts.ca);
  }

  /** Returns the principal of the certificate of a request, null without one, or the problem of an invalid one. */
  principalOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): Authenticated {
    const header = headers[NAME];
    const isFromProxy = this.#parts.isTrustedProxy(unmapped(socket.remoteAddress ?? ''));
    if (header !== undefined && !isFromProxy) return badHeader(NOT_FROM_HERE);
    const found = header !== undefined ? this.#ofHeader(String(header)) : isFromProxy ? null : this.#ofConnection(socket);
    if (found === null || 'problem' in found) return found;
    const now = this.#parts.clock().getTime();
    if (now < found.beginsMs) return refused(NOT_YET_VALID);
    if (now > found.endsMs) return refused(EXPIRED);
    const principal = this.#parts.organisations(found);
    if (principal === undefined) return refused(WITHOUT_NUMBER);
    return OTHER_SITES.includes(String(headers['sec-fetch-site'])) ? null : principal;
  }

  #ofHeader(text: string): Found {
    const certificate = parsed(text);
    if (certificate === undefined) return badHeader(UNREADABLE);
    const isIssued = this.#authorities.some((ca) => certificate.checkIssued(ca) && certificate.verify(ca.publicKey));
    return isIssued ? readCertificate(certificate) : refused(OTHER_ISSUER);
  }

  #ofConnection(socket: IncomingMessage['socket']): Found {
    if (!(socket instanceof TLSSocket)) return null;
    let found = this.#connections.get(socket);
    if (found === undefined) {
      const certificate = socket.getPeerX509Certificate();
      found = certificate === undefined ? null
        : socket.authorized ? readCertificate(certificate) : refused(REASONS.get(String(socket.authorizationError)) ?? OTHER_ISSUER);
      this.#connections.set(socket, found);
    }
    return found;
  }
}

/** Returns who sends a request by what its token and its certificate say. */
export function agreed(byToken: Authenticated, byCertificate: Authenticated): Authenticated {
  if (byCertificate === null || isProblem(byCertificate)) return byCertificate ?? byToken;
  if (byToken === null) return byCertificate;
  if (isProblem(byToken) || byToken.organisation === byCertificate.organisation) return byToken;
  return refused(OTHER_ORGANISATION);
}

function isProblem(authenticated: Principal | Problem): authenticated is Problem {
  return 'problem' in authenticated;
}

/** Returns the certificate of the header; undefined when the value is anything else than one certificate in DER. */
function parsed(text: string): X509Certificate | undefined {
  const base64 = BYTES.exec(text)?.[1];
  if (base64 === undefined) return undefined;
  const der = Buffer.from(base64, 'base64');
  try {
    const certificate = new X509Certificate(der);
    // The parser also takes PEM, and bytes behind a certificate.
    return certificate.raw.equals(der) ? certificate : undefined;
  } catch {
    return undefined;
  }
}

function readCertificate(certificate: X509Certificate): ReadCertificate {
  const subject = certificate.toLegacyObject().subject as unknown as Readonly<Record<string, string | readonly string[] | undefined>>;
  return {
    beginsMs: certificate.validFromDate.getTime(), endsMs: certificate.validToDate.getTime(),
    // A field that is there twice names no organisation.
    numbers: NUMBERS.map((name) => subject[name]).filter((value) => typeof value === 'string'),
    sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}

function refused(detail: Text): Problem {
  return { problem: 'CertificaatOngeldig', detail };
}

function badHeader(detail: Text): Problem {
  return { problem: 'OngeldigeAanvraag', detail };
}

const EXPIRED: Text = { nl: 'Het clientcertificaat is verlopen. Gebruik het nieuwe.', en: 'The client certificate has expired. Use the new one.' };

const NOT_YET_VALID: Text = { nl: 'Het clientcertificaat is nog niet geldig.', en: 'The client certificate is not valid yet.' };

const OTHER_ISSUER: Text = {
  nl: 'Het clientcertificaat is niet van een uitgever die deze dienst aanvaardt, of is niet voor clients. De beheerder van het register noemt de uitgevers. Lezen kan ook zonder certificaat.',
  en: 'The client certificate is not of an issuer that this service accepts, or is not for clients. The operator of the register names the issuers. Reading needs no certificate.',
};

/** Reasons of OpenSSL that have words of their own. */
const REASONS: ReadonlyMap<string, Text> = new Map([['CERT_HAS_EXPIRED', EXPIRED], ['CERT_NOT_YET_VALID', NOT_YET_VALID]]);

const WITHOUT_NUMBER: Text = {
  nl: 'Het clientcertificaat noemt niet precies één organisatie: verwacht wordt een OIN in serialNumber, of een nummer in organizationIdentifier (NTRNL-12345678).',
  en: 'The client certificate does not name exactly one organisation: expected is an OIN in serialNumber, or a number in organizationIdentifier (NTRNL-12345678).',
};

const OTHER_ORGANISATION: Text = {
  nl: 'Het clientcertificaat en het token zijn van verschillende organisaties. Stuur een van de twee, of twee van dezelfde organisatie.',
  en: 'The client certificate and the token are of different organisations. Send one of them, or two of the same organisation.',
};

const NOT_FROM_HERE: Text = {
  nl: 'De kop Client-Cert wordt alleen aangenomen van een proxy die de beheerder als vertrouwd heeft genoemd. Laat de kop weg.',
  en: 'The header Client-Cert is taken only from a proxy that the operator named as trusted. Leave out the header.',
};

const UNREADABLE: Text = {
  nl: 'De kop Client-Cert bevat geen certificaat; verwacht wordt het certificaat (DER) in base64 tussen dubbele punten, hooguit 8192 tekens.',
  en: 'The header Client-Cert holds no certificate; expected is the certificate (DER) in base64 between colons, at most 8192 characters.',
};
