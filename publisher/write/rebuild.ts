/**
 * Rebuild: makes an edition that was dropped once more, from nothing, under its number: its head and what names it by that, tags
 * and cursors, hold again. Without what is hidden since then it says something else, and neither tags nor cursors of before fit.
 */
import { Fault } from '../../schemas/fault.ts';
import type { Moment } from '../../schemas/time.ts';
import type { Head } from '../format/head.ts';
import { configurationHash } from '../format/manifest.ts';
import { baseUrlOf } from '../read/heads.ts';
import { Packs } from '../read/bytes/index.ts';
import type { EditionStore } from '../store.ts';
import { sortedChanges } from './changes.ts';
import { writeEdition } from './edition.ts';
import { passGate } from './gate.ts';
import type { PublishRequest } from './input.ts';
import { Spool } from './spool.ts';

export interface Said {
  /** Hash of its configuration. */
  readonly configuration: string;
  readonly contentId: string;
}

export interface Rebuild {
  /** A head that named it. */
  readonly head: Head;
  /** What it said in this format: by the manifest that is there, else by the head; null: an older program made it. */
  readonly was: Said | null;
  /** Whether the rows lack what is hidden since then, so that it cannot say what it said. */
  readonly isLess: boolean;
  /** Wall clock. */
  readonly now: Date;
}

/**
 * The contentId. Throws a Fault when it would say something else than it said for any other reason, or cannot be written; then what was
 * there stays as it was.
 */
export function rebuildEdition(request: PublishRequest, store: EditionStore, { head, was, isLess, now }: Rebuild): string {
  const { audience } = request;
  const configuration = configurationHash(request.configuration);
  if (was !== null && configuration !== was.configuration) {
    throw different(head, was, hintFor(baseUrlOf({ folder: store.folder, audience }, was.configuration)));
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

/** `baseUrl`: that of the edition, where a kept edition of the same configuration tells it. */
function hintFor(baseUrl: string | undefined): string {
  return baseUrl === undefined
    ? 'It was made with another base URL, or by a program with another model, grids or code lists: give its --base-url, or use that program. '
      + 'An edition that is kept is made with the configuration of today by `ev editions rebuild --all`.'
    : `Its links begin with ${baseUrl}: give --base-url ${baseUrl}. If that is what you gave, another program made it, with another model, grids or code lists: use that.`;
}

function different({ edition }: Head, { contentId }: Said, hint: string): Fault {
  return new Fault(`edition ${edition} would not say what it said`, {
    step: 'Edition:Rebuild', expected: `contentId ${contentId}`, hint,
  });
}
