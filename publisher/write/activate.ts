/**
 * Activate: makes an edition the active one by a new head, be it a new edition or an older one (a roll-back).
 */
import { Fault } from '../../schemas/fault.ts';
import { encodeHead, type Head } from '../format/head.ts';
import { sha256 } from '../format/hash.ts';
import type { Audience, AudienceFolder } from '../format/layout.ts';
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
  const manifest = readManifest(of, edition);
  const check = sha256(encodeManifest(manifest)).toString('hex');
  return addHead(store, { manifest, check, last: activeIn(of), now });
}

/** The active edition, as its head says, with its series. */
export interface Active {
  readonly head: Head;
  readonly series: Manifest['series'];
}

function activeIn(of: AudienceFolder): Active | null {
  const head = readNewestHead(of);
  return head === undefined ? null : { head, series: readManifest(of, head.edition).series };
}

export interface NewHead {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's file, hex. */
  readonly check: string;
  readonly last: Active | null;
  /** Wall clock. */
  readonly now: Date;
}

/** Another process may take the next number first; then the one after it is tried. */
export function addHead(store: EditionStore, { last, ...wanted }: NewHead): number {
  const { audience } = wanted.manifest;
  for (let before = last; ; before = activeIn({ folder: store.folder, audience })) {
    const head = headAfter(before, wanted);
    if (store.createHead(audience, head.number, encodeHead(head))) return head.number;
  }
}

function headAfter(before: Active | null, { manifest, check, now }: Omit<NewHead, 'last'>): Head {
  const last = before?.head;
  const activated = now.toISOString();
  const held = new Map(before?.series.map((series) => [series.name, series.now.hash]));
  const since = manifest.series.map(({ name, now: { hash } }) => {
    const isAsBefore = held.get(name) === hash;
    return [name, (isAsBefore ? last?.since[name] : undefined) ?? activated] as const;
  });
  return {
    format: FORMAT_VERSION, audience: manifest.audience, number: (last?.number ?? 0) + 1, edition: manifest.number,
    manifest: check, newest: Math.max(last?.newest ?? 0, manifest.number), activated, since: Object.fromEntries(since),
  };
}
