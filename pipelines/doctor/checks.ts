/** Checks: all checks of `ev doctor`, in the order in which it prints them. */
import { certificate, issuer, permissions, tokens } from './access-checks.ts';
import type { Check } from './check.ts';
import { files, headAndRegister, heads, newestEdition } from './edition-checks.ts';
import { clockOf, disk, grids, node, packages, spatial } from './machine-checks.ts';
import { olderEditions } from './older-editions-check.ts';
import { derivedTables, documents, geometries, idsOfSeveral, payloads, stateFiles, twins } from './register-checks.ts';
import { schedule } from './schedule-check.ts';
import { stamps } from './stamps-check.ts';
import { startOf } from './start-check.ts';
import { subscriptions } from './subscriptions-check.ts';

export const CHECKS: readonly Check[] = [
  { name: 'Node', about: 'machine', look: node },
  { name: 'packages', about: 'machine', look: packages },
  { name: 'DuckDB with spatial', about: 'machine', look: spatial },
  { name: 'grids of RDNAPTRANS2018', about: 'machine', look: grids },
  { name: 'clock', about: 'machine', look: clockOf },
  { name: 'disk', about: 'machine', look: disk },
  { name: 'permissions', about: 'data', look: permissions },
  { name: 'organisations and tokens', about: 'data', look: tokens },
  { name: 'certificate', about: 'machine', look: certificate },
  { name: 'token issuer', about: 'machine', look: issuer },
  { name: 'schedule', about: 'data', look: schedule },
  { name: 'subscriptions', about: 'data', look: subscriptions },
  { name: 'start', about: 'data', look: startOf },
  { name: 'inbox and register', about: 'data', look: stateFiles },
  { name: 'stamps', about: 'data', look: stamps },
  { name: 'payloads', about: 'data', look: payloads },
  { name: 'documents', about: 'data', look: documents },
  { name: 'geometries', about: 'data', look: geometries },
  { name: 'derived tables', about: 'data', look: derivedTables },
  { name: 'ids', about: 'data', look: twins },
  { name: 'shared ids', about: 'data', look: idsOfSeveral },
  { name: 'head and register', about: 'data', look: headAndRegister },
  { name: 'heads', about: 'data', look: heads },
  { name: 'newest edition', about: 'data', look: newestEdition },
  { name: 'older editions', about: 'data', look: olderEditions },
  { name: 'files of editions', about: 'data', look: files },
];
