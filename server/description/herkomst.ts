/**
 * Herkomst: description of the provenance of one root. Everybody may know the holder and the periods of each version that the edition
 * lists; the source holder of the object gets its whole account (schemas/account.ts).
 * Invariant: the public description comes from the edition alone, so it is the same for every reader.
 */
import type { ListedVersion } from '../../publisher/read/types.ts';
import { periodTexts, type AccountVersion, type OwnAccount } from '../../schemas/account.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { isRootType, ROOTS, type RootType } from '../../schemas/names.ts';

/** Path of the provenance, below its root. */
export const HERKOMST = '/herkomst';

interface Link {
  readonly href: string;
}

interface Described {
  /** Number of all versions; the newest of them are listed. */
  readonly numberOfVersions: number;
  readonly _links: Readonly<Record<string, Link>>;
}

export type PublicVersion = Pick<AccountVersion<never>, 'valid' | 'recorded' | 'bronhoudercode'>;

export interface PublicHerkomst extends Described {
  readonly id: string;
  readonly entityType: RootType;
  readonly bronhoudercode: string;
  /** Oldest first. */
  readonly versions: readonly PublicVersion[];
}

export type OwnHerkomst = OwnAccount & Described;

/** Address of a root. */
interface RootAddress {
  readonly baseUrl: string;
  readonly path: string;
  readonly id: string;
}

/** Describes a root by the versions that an edition lists; undefined when it lists none of this resource. */
export function publicHerkomst(all: readonly ListedVersion[], address: RootAddress): PublicHerkomst | undefined {
  const [first] = all;
  if (first === undefined || ROOTS[first.type].path !== address.path) return undefined;
  const present = all.find(({ isPresent }) => isPresent) ?? all.at(-1)!;
  return {
    id: address.id, entityType: first.type, bronhoudercode: present.holder,
    numberOfVersions: all.length, versions: newest(all).map(publicVersion), _links: linksOf(address, true),
  };
}

function publicVersion({ holder, ...periods }: ListedVersion): PublicVersion {
  return { ...periodTexts(periods), bronhoudercode: holder };
}

/** Describes a root by its account. */
export function ownHerkomst(account: OwnAccount, address: RootAddress): OwnHerkomst {
  const { versions, entityType } = account;
  return { ...account, numberOfVersions: versions.length, versions: newest(versions), _links: linksOf(address, entityType !== null) };
}

/** Whether an account is of a registered root of this resource. */
export function isRegisteredAt({ entityType, root }: OwnAccount, path: string): boolean {
  return root === null && entityType !== null && isOfPath(entityType, path);
}

/** Whether an account is of an object that is in submissions only, and that may be of this resource. */
export function isAttemptAt({ entityType, waiting, refused }: OwnAccount, path: string): boolean {
  const types = [...waiting, ...refused === null ? [] : [refused]].flatMap((attempt) => attempt.entityType ?? []);
  return entityType === null && types.every((type) => isOfPath(type, path));
}

function isOfPath(type: string, path: string): boolean {
  return isRootType(type) && ROOTS[type].path === path;
}

function newest<Version>(versions: readonly Version[]): readonly Version[] {
  return versions.slice(-LIMITS.resourcesMax);
}

function linksOf({ baseUrl, path, id }: RootAddress, isRegistered: boolean): Described['_links'] {
  const root = `${baseUrl}/${path}/${encodeURIComponent(id)}`;
  return {
    self: { href: root + HERKOMST }, ...(isRegistered ? { document: { href: root }, versies: { href: `${root}/versies` } } : {}),
  };
}
