/**
 * Roles: the roles of an organisation, and the roles that each kind of request needs (Interface Rules, Authentication 10).
 *
 * Invariant: this is the only table of roles. Each route names one of its rights; DELIVERING.md, OpenAPI and the help of `ev holders add`
 * print the table.
 * Not here: the roles of each organisation (pipelines/state/access/holders.ts), the refusal of a request (server/request/access.ts), the
 * holder of an object (pipelines/state/decide/forbidden.ts).
 */
import type { Text } from './finding.ts';

export const ROLES = ['reader', 'writer', 'full', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** The rights of an organisation with the role, in words. */
export const ROLE_TEXTS: Readonly<Record<Role, Text>> = {
  reader: {
    nl: 'alles lezen wat het register heeft, ook geheime objecten en persoonsgegevens, als de beheerder dat publiceert (instelling fullAudience)',
    en: 'reads all that the register has, secret objects and personal data included, when the operator publishes that (setting fullAudience)',
  },
  writer: {
    nl: 'objecten met de eigen bronhoudercodes aanleveren, wijzigen en verwijderen, en lezen wat daarvan werd',
    en: 'delivers, changes and deletes objects with its own bronhoudercodes, and reads the outcomes',
  },
  full: {
    nl: 'naast writer: volledige leveringen (volledig=…), die beëindigen wat er niet in staat',
    en: 'in addition to writer: full deliveries (volledig=…), which end the objects that they leave out',
  },
  operator: {
    nl: 'ontvangstbewijs en rapport van iedere indiening lezen, van alle bronhouders; vrijgeven of weigeren wat op een besluit wacht; een indiening herroepen; zelf geen objecten schrijven',
    en: 'reads receipt and report of every submission, of all holders; releases or refuses those that wait for a decision; undoes submissions; writes no objects itself',
  },
};

/** The organisation, codes and roles that a token stands for. */
export interface Principal {
  /** `OIN:`, `KVK:` or `EIDAS:`, and the number in that register. */
  readonly organisation: string;
  /** The last characters of the token, as `ev tokens list` has them, or of the SHA-256 of a JWT or certificate. */
  readonly tokenEnd: string;
  /** The bronhoudercodes under which the token writes; empty when it writes nothing. */
  readonly holders: readonly string[];
  readonly roles: readonly Role[];
  /** The source of the geometry that the organisation draws; absent when it has named none. */
  readonly bronregistratie?: string | undefined;
}

interface RightKind {
  /** The roles of which one is needed; null when no token is needed. */
  readonly roles: readonly Role[] | null;
  /** The requests that need the right. */
  readonly requests: Text;
}

export const RIGHTS = {
  read: {
    roles: null,
    requests: {
      nl: 'alles wat gepubliceerd is: GET, HEAD, OPTIONS, POST /_search, POST /{resources}/_zoek, POST /collections/{collectionId}/_zoek en …/_bestand',
      en: 'all that is published: GET, HEAD, OPTIONS, POST /_search, POST /{resources}/_zoek, POST /collections/{collectionId}/_zoek and …/_bestand',
    },
  },
  readAll: {
    roles: ['reader'],
    requests: {
      nl: 'dezelfde adressen, met alles wat het register heeft (als fullAudience aan staat)',
      en: 'the same addresses, with all that the register has (when fullAudience is on)',
    },
  },
  write: {
    roles: ['writer'],
    requests: {
      nl: 'POST, PUT, PATCH en DELETE van objecten, POST /indieningen, POST en DELETE van overdrachten',
      en: 'POST, PUT, PATCH and DELETE of objects, POST /indieningen, POST and DELETE of overdrachten',
    },
  },
  deliverFull: {
    roles: ['full'], requests: { nl: 'POST /indieningen met volledig, naast writer', en: 'POST /indieningen with volledig, in addition to writer' },
  },
  own: {
    roles: ['writer'],
    requests: {
      nl: 'GET /indieningen/eigen-gegevens: de eigen objecten, ook geheime; GET van een eigen object met zijn id, ook van een geheim object: '
        + 'document, deel, feature en versies',
      en: 'GET /indieningen/eigen-gegevens: its own objects, secret ones included; GET of an own object by its id, also of a secret one: '
        + 'document, part, feature and versions',
    },
  },
  outcome: {
    roles: ['writer', 'operator'],
    requests: {
      nl: 'GET /indieningen, GET /indieningen/{uuid}, GET /jobs/{uuid} en GET van overdrachten: een writer de eigen, een operator alle; '
        + 'GET /{resources}/{id}/herkomst: een writer alles van eigen objecten',
      en: 'GET /indieningen, GET /indieningen/{uuid}, GET /jobs/{uuid} and GET of overdrachten: a writer its own, an operator all; '
        + 'GET /{resources}/{id}/herkomst: a writer all of its own objects',
    },
  },
  undo: {
    roles: ['writer', 'operator'],
    requests: {
      nl: 'DELETE /indieningen/{uuid}: een writer een eigen indiening, een operator iedere', en: 'DELETE /indieningen/{uuid}: a writer an own submission, an operator any',
    },
  },
  operate: {
    roles: ['operator'],
    requests: {
      nl: 'GET /beheren/overzicht, POST /indieningen/{uuid}/besluit', en: 'GET /beheren/overzicht, POST /indieningen/{uuid}/besluit',
    },
  },
} as const satisfies Readonly<Record<string, RightKind>>;

export type Right = keyof typeof RIGHTS;

export function hasRole({ roles }: Principal, role: Role): boolean {
  return roles.includes(role);
}

export function hasRight({ roles }: Principal, right: Right): boolean {
  const needed: readonly Role[] | null = RIGHTS[right].roles;
  return needed === null || needed.some((role) => roles.includes(role));
}
