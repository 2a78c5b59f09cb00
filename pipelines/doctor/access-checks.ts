/** Access checks: the rights on the data folder, and the tokens and API keys of the service. */
import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadCertificate } from '../configuration/certificate.ts';
import { ONE_QUOTA } from '../configuration/shared-quota.ts';
import { dataFaults } from '../schedule/step-folders.ts';
import { HOLDERS_FILE, listOrganisations } from '../state/access/holders.ts';
import { KEYS_FILE, listKeys } from '../state/access/keys.ts';
import { listTokens, TOKENS_FILE } from '../state/access/tokens.ts';
import { SUBSCRIPTIONS_FILE } from '../subscriptions/subscriptions-file.ts';
import { thisUser } from '../state/folder/try-write.ts';
import { DAY_MS } from '../../schemas/time.ts';
import { fault, note, together, type DoctorContext, type CheckFindings, type Remark } from './check.ts';

const SOON_DAYS = 30;
const OTHERS_ENTER = 0o001;
const OTHERS_READ = 0o004;

export function permissions({ data }: DoctorContext): CheckFindings {
  if (!existsSync(data)) {
    return { detail: `${data}, not made yet`, remarks: unwritable(data) };
  }
  const paths = [data, ...readdirSync(data).map((name) => join(data, name))].filter((path) => existsSync(path));
  const owner = statSync(data).uid;
  const shut = paths.filter((path) => !mayUse(path));
  const foreign = paths.filter((path) => statSync(path).uid !== owner);
  return {
    detail: `${data}, owner ${owner}; looked at by ${thisUser()}`,
    remarks: [
      ...together(shut, { what: 'this user may not read and write', mend: 'Run commands as the user of the service, or mend owner and rights (chown, chmod).' }),
      ...together(foreign, { what: 'not of the owner of the data folder', mend: 'Give them to that user (chown); run commands as the user of the service.' }),
      ...unwritable(data),
      ...openToOthers(data),
    ],
  };
}

function unwritable(data: string): readonly Remark[] {
  return dataFaults(data).map(({ what, mend }) => fault(what, mend));
}

/** Reports files that every user of the machine may read. */
function openToOthers(data: string): readonly Remark[] {
  const modeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((modeOf(data) & OTHERS_ENTER) === 0) return [];
  const mend = `Run \`chmod o-rwx ${data}\`.`;
  const paths = [TOKENS_FILE, KEYS_FILE, SUBSCRIPTIONS_FILE].map((name) => join(data, name));
  const secrets = paths.filter((path) => (modeOf(path) & OTHERS_READ) !== 0);
  const kept = ['register.db', 'inbox.db'].filter((name) => (modeOf(join(data, name)) & OTHERS_READ) !== 0);
  return [
    ...secrets.map((path) => fault(`${path} can be read by everybody on this machine`, mend)),
    ...(kept.length === 0 ? [] : [note(`what is not public, in ${kept.join(' and ')}, can be read by everybody on this machine`, mend)]),
  ];
}

function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Counts organisations, tokens and keys. A token that ends soon is only a note: its organisation should know. */
export function tokens({ data, clock, keyRequired = false, fullAudience = false }: DoctorContext): CheckFindings {
  const now = clock();
  const later = new Date(now.getTime() + SOON_DAYS * DAY_MS);
  const validAt = (moment: Date): number => listTokens(data, moment).filter(({ state }) => state === 'valid').length;
  const [valid, lasting] = [validAt(now), validAt(later)];
  const keys = listKeys(data, now).filter(({ state }) => state === 'valid');
  const readers = listOrganisations(data).filter(({ roles }) => roles.includes('reader'));
  const isLost = !existsSync(join(data, HOLDERS_FILE)) && listTokens(data, now).length > 0;
  return {
    detail: `${listOrganisations(data).length} organisations, ${valid} tokens and ${keys.length} API keys that hold`,
    remarks: [
      ...(isLost ? [fault(`${HOLDERS_FILE} is not there, though there are tokens: none of them holds`, 'Put back a copy of it, or make it again with `ev holders add`.')] : []),
      ...(keyRequired && keys.length + valid === 0 ? [note(
        'reading needs an API key or a token (keyRequired), and none holds: nobody can read', '`ev keys add` makes a key.',
      )] : []),
      ...(fullAudience || readers.length === 0 ? [] : [note(
        `${readers.length} organisations have the role reader, and read no more than the public: fullAudience is off`,
        'Set fullAudience, or take the role away in holders.json.',
      )]),
      ...(valid === lasting ? [] : [note(
        `${valid - lasting} tokens end within ${SOON_DAYS} days`, '`ev tokens list` names them; `ev tokens add` makes new ones.',
      )]),
    ],
  };
}

/** Reads the keys of the issuer of JWTs, and names clients that no organisation has. */
export async function issuer({ data, clock, jwt = null }: DoctorContext): Promise<CheckFindings> {
  if (jwt === null) return { detail: 'none: only tokens of `ev tokens` are accepted', remarks: [] };
  const { IssuerKeys } = await import('../state/access/issuer-keys.ts');
  const count = await new IssuerKeys(jwt.keys, { clock, onChange: () => {} }).count();
  const isUnused = jwt.organisationClaim === null && listOrganisations(data).every(({ clients = [] }) => clients.length === 0);
  return {
    detail: `${jwt.issuer}, ${count} keys`,
    remarks: [
      ...(count === 0 ? [fault('the issuer has no keys: no JWT is accepted', 'Check `jwksUrl` or `jwksFile`.')] : []),
      ...(isUnused ? [note('no organisation has a client: no JWT is accepted', '`ev holders add --client`, or `clients` in holders.json, names them.')] : []),
    ],
  };
}

/** Reads the certificate of the service, and reports when it ends soon. Without one, whether the proxy that ends TLS is named. */
export function certificate({ clock, certificate: paths = null, sharesOneQuota = false }: DoctorContext): CheckFindings {
  if (paths === null) {
    const remarks = sharesOneQuota ? [note(ONE_QUOTA.what, `${ONE_QUOTA.mend}.`)] : [];
    return { detail: 'none: the service speaks HTTP, behind a proxy that ends TLS', remarks };
  }
  const { ends } = loadCertificate(paths);
  const days = Math.floor((ends.getTime() - clock().getTime()) / DAY_MS);
  const mend = 'Put a new one in its place, and send SIGHUP to the server.';
  return {
    detail: `${paths.certificate} ends ${ends.toISOString()}`,
    remarks: days < 0 ? [fault('the certificate has ended', mend)] : days < SOON_DAYS ? [note(`the certificate ends within ${SOON_DAYS} days`, mend)] : [],
  };
}
