/**
 * Rebuild: makes a dropped edition again, from nothing, under its number. Its head, tags and cursors are valid again. When objects have
 * been hidden since then, the content differs, and neither the old tags nor the old cursors match.
 */
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Head } from '../format/head.ts';
import { configurationHash, type Configuration } from '../format/manifest.ts';
import { configurationOf } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import type { EditionStore } from '../store.ts';
import { sortedChanges } from './changes.ts';
import { writeEdition } from './edition-writer.ts';
import { passGate } from './gate.ts';
import type { PublishRequest } from './input.ts';
import { Spool } from './spool.ts';

export interface EditionContent {
  /** Hash of its configuration. */
  readonly configuration: string;
  readonly contentId: string;
}

export interface Rebuild {
  /** A head that named it. */
  readonly head: Head;
  /** Its content in this format: from the manifest in the folder, else from the head; null: an older program made it. */
  readonly was: EditionContent | null;
  /** Whether the rows lack objects hidden since then, so that the content must differ. */
  readonly isLess: boolean;
  /** Wall clock. */
  readonly now: Date;
}

/**
 * Returns the contentId. Throws a Fault when the content would differ for any other reason, or cannot be written; then the existing files
 * stay as they were.
 */
export function rebuildEdition(request: PublishRequest, store: EditionStore, { head, was, isLess, now }: Rebuild): string {
  const { audience } = request;
  const configuration = configurationHash(request.configuration);
  if (was !== null && configuration !== was.configuration) {
    throw different(head, was, hintFor(configurationOf({ folder: store.folder, audience }, was.configuration)));
  }
  store.prepare(audience, now);
  const packs = new Packs({ folder: store.folder, audience });
  const spool = new Spool(store.folder);
  try {
    const { changes } = sortedChanges(request, null, spool);
    const header = { audience, configuration, number: store.freePack(audience, null) };
    const { manifest } = writeEdition(changes, {
      request, store, packs, spool, parent: null, number: head.edition, changed: null, shownAt: head.moment as Moment, header,
      replaces: head.manifest, rebuilt: now.toISOString(),
    });
    passGate(store, { manifest, pack: header.number }, {
      parent: null, changes,
      accept: ({ contentId }) => {
        if (isLess || was === null || contentId === was.contentId) return;
        throw different(head, was, 'The register no longer holds what it showed; nothing was changed.');
      },
    });
    return manifest.contentId;
  } finally {
    spool.close();
    packs.close();
  }
}

/** The configuration is that of the edition, when a stored edition has it. */
function hintFor(configuration: Configuration | undefined): string {
  const { baseUrl, epoch } = configuration ?? {};
  const ofEpoch = epoch === undefined ? '' : ` --epoch ${epoch}`;
  return baseUrl === undefined
    ? 'It was made with another base URL or epoch, or by a program with another model, grids or code lists: give its --base-url, or use that program. '
      + 'An edition that is kept is made with the configuration of today by `ev editions rebuild --all`.'
    : `Its links begin with ${baseUrl}: give --base-url ${baseUrl}${ofEpoch}. If that is what you gave, another program made it, with another model, grids or code lists: use that.`;
}

function different({ edition }: Head, { contentId }: EditionContent, hint: string): Fault {
  return new Fault(`edition ${edition} would not say what it said`, {
    step: 'Edition:Rebuild', expected: `contentId ${contentId}`, hint,
  });
}
