/**
 * Own edition: an edition of one root, whole, for its holder. The publisher makes it, so that every response has the form of a public one.
 *
 * Invariants:
 *  - It lies in a folder of its own outside the data folder, which only this account can read. The reader removes the folder.
 *  - The data folder is only read.
 * Not here: which root (state/register/own-root.ts), reading it (own-editions.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Sound } from '../../publisher/sound.ts';
import { openStore } from '../../publisher/store.ts';
import { rowsOf } from '../../publisher/write/derive.ts';
import { publish } from '../../publisher/write/publish.ts';
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Grids } from '../coordinates/grids.ts';
import { reproject } from '../coordinates/reproject.ts';
import type { Reader } from '../state/database/database.ts';
import type { FoundRoot } from '../state/register/own-root.ts';
import { changesBetween } from '../state/register/snapshot.ts';
import { versionsBetween } from '../state/register/versions-between.ts';
import { configurationOf } from '../configuration/edition-configuration.ts';

/** The audience of an own edition: nothing of its root is redacted. */
export const OWN_AUDIENCE = 'full';

/** The whole folder is removed at the end, and no file before. */
const NO_PROOF = Sound.none(new Fault('an own edition has no data folder', { step: 'Own:Publish' }));

interface OwnEdition extends FoundRoot {
  readonly holders: readonly string[];
  readonly moment: Moment;
  readonly baseUrl: string;
  readonly epoch: number | undefined;
  readonly grids: Grids;
}

/** Writes the edition; returns its folder. */
export function writeOwnEdition(db: Reader, { root, decision, since, holders, moment, baseUrl, epoch, grids }: OwnEdition): string {
  const between = { parent: null, next: { decision, moment }, whole: { own: { root, holders } } };
  const folder = mkdtempSync(join(tmpdir(), 'ev-own-'));
  try {
    const changes = changesBetween(db, between, (document, crs) => reproject(document, crs, { grids, epoch }));
    const rows = rowsOf(changes, { moment, baseUrl, epoch });
    const configuration = configurationOf(baseUrl, grids.sha256, epoch);
    const request = { audience: OWN_AUDIENCE, configuration, moment, rows, versions: () => versionsBetween(db, between) } as const;
    publish(request, openStore(folder, NO_PROOF), new Date(since));
    return folder;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
