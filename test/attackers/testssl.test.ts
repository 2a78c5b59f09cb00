/** TLS of a running service, judged by testssl.sh: protocols, ciphers, forward secrecy, known weaknesses. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { KEY_KINDS, makeCertificate } from '../certificates.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { servedWith } from './served.ts';

/** `.ci/run` installs it; without it these tests fail, they never skip. */
const TESTSSL = process.env['EV_TESTSSL'] ?? 'testssl';
const QUIET = ['--quiet', '--color', '0', '--warnings', 'off', '--nodns', 'none'];
const PROTOCOLS = ['--protocols', '--std', '--fs'];
/**
 * With each kind of key: protocols, cipher categories, forward secrecy. With one also the preferences of the server, its certificate,
 * headers, and the known weaknesses. Left out are the simulated clients and each cipher by itself, which take minutes.
 */
const CHECKS = { rsa: PROTOCOLS, ec: [...PROTOCOLS, '--server-preference', '--server-defaults', '--headers', '--vulnerable'] } as const;

/** Accepted findings above LOW, by their id, with the reason. */
const EXPECTED: Readonly<Record<string, string>> = {
  cert_chain_of_trust: 'the certificate of this test is signed by itself',
  cert_revocation: 'and nobody revokes it',
  BREACH: 'needs a secret in a compressed response that another site can cause: there are no cookies and no form tokens, and a page of another site gets no rights by a client certificate',
};

/** Weaknesses that must have been looked for and not found; a check that fails by itself (WARN) is no verdict. */
const LOOKED_FOR = [
  'heartbleed', 'CCS', 'ticketbleed', 'ROBOT', 'secure_renego', 'secure_client_renego', 'CRIME_TLS', 'POODLE_SSL', 'fallback_SCSV', 'SWEET32', 'FREAK', 'DROWN', 'LOGJAM', 'BEAST', 'LUCKY13', 'RC4',
];

interface Finding {
  readonly id: string;
  readonly severity: string;
  readonly finding: string;
}

/** Findings of testssl.sh about the service at a port. */
async function judged(port: number, checks: readonly string[]): Promise<readonly Finding[]> {
  const file = join(temporaryFolder(), 'findings.json');
  await promisify(execFile)(TESTSSL, [...QUIET, ...checks, '--jsonfile', file, `127.0.0.1:${port}`], { maxBuffer: 2 ** 26 }).catch((error: NodeJS.ErrnoException) => {
    // Its exit status counts findings; only its absence is a failure here.
    if (error.code === 'ENOENT') throw new Error(`${TESTSSL} is not there: install testssl.sh, or name it in EV_TESTSSL`, { cause: error });
  });
  return JSON.parse(readFileSync(file, 'utf8')) as readonly Finding[];
}

test.each(KEY_KINDS)('IR-auth-1: testssl.sh finds TLS 1.2 and 1.3 only, forward secrecy, and nothing above LOW, with a key of kind %s', async (kind) => {
  const files = makeCertificate(temporaryFolder(), 'dienst', { kind });
  const findings = await judged((await servedWith(['--tls-certificate', files.certificate, '--tls-key', files.key])).port, CHECKS[kind]);
  const said = new Map(findings.map(({ id, finding }) => [id, finding]));
  expect(['SSLv2', 'SSLv3', 'TLS1', 'TLS1_1', 'TLS1_2', 'TLS1_3'].filter((protocol) => said.get(protocol)?.startsWith('offered') === true)).toEqual(['TLS1_2', 'TLS1_3']);
  // Version 3.2 names it FS.
  expect(said.get('FS') ?? said.get('PFS')).toMatch(/^offered/);
  const sound = findings.filter(({ severity }) => severity === 'OK').map(({ id }) => id);
  if (kind === 'ec') expect(LOOKED_FOR.filter((id) => !sound.includes(id))).toEqual([]);
  const severe = findings.filter(({ severity }) => ['MEDIUM', 'HIGH', 'CRITICAL', 'FATAL'].includes(severity));
  expect(severe.filter(({ id }) => !Object.hasOwn(EXPECTED, id))).toEqual([]);
});
