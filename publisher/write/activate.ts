/**
 * Activate: makes an edition the active one by a new head, be it a new edition or an older one (a roll-back).
 */
import { Fault } from '../../schemas/fault.ts';
import { encodeHead, type Head } from '../format/head.ts';
import { sha256 } from '../format/hash.ts';
import type { Audience } from '../format/layout.ts';
import { encodeManifest, type Manifest } from '../format/manifest.ts';
import { FORMAT_VERSION } from '../format/version.ts';
import { numbersOf, readManifest, readNewestHead } from '../read/heads.ts';
import type { EditionStore } from '../store.ts';

export interface Activation {
  readonly audience: Audience;
  readonly edition: number;
  /** Wall clock. */
  readonly now: Date;
}

/** Makes a kept edition the active one; returns the number of the new head. Throws a Fault when it is not there. */
export function activate(store: EditionStore, { audience, edition, now }: Activation): number {
  const of = { folder: store.folder, audience };
  if (!numbersOf(of, 'manifests').includes(edition)) {
    throw new Fault(`there is no ${audience} edition ${edition}`, {
      step: 'Edition:Activate', hint: '`ev editions` lists the editions that are kept.',
    });
  }
  return addHead(store, readManifest(of, edition), now);
}

/** Another process may take the next number first; then the one after it is tried. */
export function addHead(store: EditionStore, manifest: Manifest, now: Date): number {
  const of = { folder: store.folder, audience: manifest.audience };
  for (;;) {
    const last = readNewestHead(of);
    const head = headAfter(last, { manifest, now, seen: last === undefined ? null : readManifest(of, last.edition) });
    if (store.createHead(manifest.audience, head.number, encodeHead(head))) return head.number;
  }
}

/** `seen`: the manifest of the edition that was active last. */
function headAfter(
  last: Head | undefined, { manifest, now, seen }: { manifest: Manifest; now: Date; seen: Manifest | null },
): Head {
  const activated = now.toISOString();
  const held = new Map(seen?.series.map((series) => [series.name, series.now.hash]));
  const since = manifest.series.map(({ name, now: { hash } }) => {
    const isAsBefore = held.get(name) === hash;
    return [name, (isAsBefore ? last?.since[name] : undefined) ?? activated] as const;
  });
  return {
    format: FORMAT_VERSION, audience: manifest.audience, number: (last?.number ?? 0) + 1, edition: manifest.number,
    manifest: sha256(encodeManifest(manifest)).toString('hex'),
    newest: Math.max(last?.newest ?? 0, manifest.number), activated, since: Object.fromEntries(since),
  };
}
