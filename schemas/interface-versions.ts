/**
 * Versions of the interface: the ones that this program has had, newest first, with what changed for clients. The header `API-Version`, the
 * path of the base URL, the page of versions and its changelog follow from this list and from the setting `deprecation`.
 *
 * One program serves one major version; the next major version is another program at another base URL. At most two are served at once, so
 * the successor of a deprecated version is always the next major one (Interface Rules, Versioning 3).
 */
import type { Text } from './finding.ts';

export interface InterfaceVersion {
  /** major.minor.patch */
  readonly version: string;
  /** Sentences for clients, one for each change. */
  readonly changes: readonly Text[];
}

const FIRST: InterfaceVersion = {
  version: '1.0.0',
  changes: [{ nl: 'Eerste versie van de interface.', en: 'First version of the interface.' }],
};

export const INTERFACE_VERSIONS: readonly [InterfaceVersion, ...(readonly InterfaceVersion[])] = [FIRST];

/** The version that responds. */
export const API_VERSION = INTERFACE_VERSIONS[0].version;
/** Versions that a request may name in `API-Version`. No other version at the same base URL is designated. */
export const SERVED_VERSIONS: readonly string[] = [API_VERSION];

const MAJOR_NUMBER = Number(API_VERSION.split('.', 1)[0]);
/** Last segment of the base URL: `v1`. */
export const MAJOR = `v${MAJOR_NUMBER}`;
/** Last segment of the base URL of the next major version. */
export const NEXT_MAJOR = `v${MAJOR_NUMBER + 1}`;
