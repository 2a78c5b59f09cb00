/** Activate: makes an edition the active one with a new head. The edition is new, or an older one (a roll-back). */
import { UsageFault } from '../../schemas/fault.ts';
import { encodeHead, type Head, type Since } from '../format/head.ts';
import type { Audience } from '../format/layout.ts';
import type { Manifest } from '../format/manifest.ts';
import { FORMAT_VERSION } from '../format/version.ts';
import { freeNumber, hasManifest, readManifest, readNamedManifest } from '../read/heads.ts';
import type { EditionStore } from '../store.ts';

export interface Activation {
  readonly audience: Audience;
  readonly edition: number;
  /** Wall clock. */
  readonly now: Date;
}

/**
 * Makes a stored edition the active one; returns the number of the new head. Throws a Fault when the edition is missing, or when no head
 * ever named it: then it was built for a later moment, or left by a crash.
 */
export function activate(store: EditionStore, { audience, edition, now }: Activation): number {
  const of = { folder: store.folder, audience };
  const last = activeIn(store, audience);
  if (!hasManifest(of, edition) || edition > (last?.head.newest ?? 0)) {
    throw new UsageFault('no edition of this number is kept', {
      step: 'Edition:Activate', actual: String(edition), hint: '`ev editions list` lists those that are.',
    });
  }
  return addHead(store, { ...readNamedManifest(of, edition), last, now });
}

/** The active edition as its head names it, with its series. */
export interface Active {
  readonly head: Head;
  readonly series: Manifest['series'];
}

export function activeIn(store: EditionStore, audience: Audience): Active | null {
  const head = store.newestHead(audience);
  return head === undefined ? null : { head, series: readManifest({ folder: store.folder, audience }, head.edition).series };
}

export interface NewHead {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's file, hex. */
  readonly check: string;
  readonly last: Active | null;
  /** Wall clock. */
  readonly now: Date;
}

/** Another process may take the next number first; then the number after it is tried. */
export function addHead(store: EditionStore, { last, ...wanted }: NewHead): number {
  const { audience } = wanted.manifest;
  const of = { folder: store.folder, audience };
  for (let before = last; ; before = activeIn(store, audience)) {
    const head = headAfter(before, { ...wanted, number: freeNumber(of, 'heads', before?.head.number ?? 0) });
    if (store.createHead(audience, head.number, encodeHead(head))) return head.number;
  }
}

function headAfter(before: Active | null, { now, ...named }: Omit<NewHead, 'last'> & { readonly number: number }): Head {
  const last = before?.head;
  // Readers look for the last head up to some time, so no two heads have the same time, whatever the clock does.
  const activated = new Date(Math.max(now.getTime(), last === undefined ? 0 : Date.parse(last.activated) + 1)).toISOString();
  return headOf({ ...named, activated, newest: Math.max(last?.newest ?? 0, named.manifest.number) }, before);
}

export interface NamedHead extends Pick<NewHead, 'manifest' | 'check'>, Pick<Head, 'number' | 'activated' | 'newest'> {}

/**
 * Returns the head with these names. `before` is the previous head with the series of its edition; series with equal content keep their
 * `since`.
 */
export function headOf({ manifest, check, number, activated, newest }: NamedHead, before: Active | null): Head {
  const last = before?.head;
  const present: Since = [number, activated];
  const previous = new Map(before?.series.map((series) => [series.name, series]));
  const since = manifest.series.map(({ name, now: { hash }, other }) => {
    const earlier = last?.since[name];
    return [name, {
      now: earlier !== undefined && previous.get(name)?.now.hash === hash ? earlier.now : present,
      other: earlier !== undefined && previous.get(name)?.other.hash === other.hash ? earlier.other : present,
    }] as const;
  });
  return {
    format: FORMAT_VERSION, audience: manifest.audience, number, edition: manifest.number, manifest: check,
    newest, moment: manifest.moment, contentId: manifest.contentId,
    configuration: manifest.configurationHash,
    activated, since: Object.fromEntries(since),
  };
}
