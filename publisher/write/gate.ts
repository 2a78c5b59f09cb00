/**
 * Gate: the checks that an edition must pass before its manifest gets its name. The added bytes are read back from the disk and compared
 * with their hashes. The totals must be those of the parent with the changes.
 *
 * Invariants:
 * - An edition that fails a check, or whose manifest cannot be written, leaves no file; a manifest of the same number stays as it was.
 * - No manifest names a pack that is removed here.
 *
 * Not here: bytes shared with the parent, which were read back when the parent was published; the background verification reads everything
 * again (pipelines/editions/verification.ts).
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { SERIES } from '../../schemas/names.ts';
import { Fault } from '../../schemas/fault.ts';
import { Damage } from '../format/damage.ts';
import { sha256 } from '../format/hash.ts';
import { fileOf, folderOf, type AudienceFolder, type FileKind } from '../format/layout.ts';
import { encodeManifest, type Manifest, type RootEntry } from '../format/manifest.ts';
import { readManifest } from '../read/heads.ts';
import { damagesOfAdded } from '../read/verify.ts';
import { syncFolder } from '../durable-file.ts';
import type { EditionStore } from '../store.ts';

/** The edition failed a check, so its manifest was not named. */
export class Refused extends Fault {}

export interface WrittenFiles {
  readonly manifest: Manifest;
  /** Number of the added pack; null: none. */
  readonly pack: number | null;
}

export interface Expected {
  readonly parent: Manifest | null;
  readonly changes: Changes;
  /** Throws when an edition with this manifest may not be published. */
  readonly accept?: ((manifest: Manifest) => void) | undefined;
}

/** The rows to remove and add. */
interface Changes {
  /** Per target: twice the index of a series; plus one: *other*. */
  readonly rows: readonly (readonly { readonly isRemoval: boolean }[])[];
  readonly versions: readonly { readonly kind: 'open' | 'end' | 'remove' }[];
}

/** Gives the manifest its name, durably. Returns the SHA-256 by which heads name it, hex. Throws Refused, or the error of the disk. */
export function passGate(store: EditionStore, { manifest, pack }: WrittenFiles, { parent, changes, accept }: Expected): string {
  const of = { folder: store.folder, audience: manifest.audience };
  const before = manifestBytes(of, manifest.number);
  try {
    accept?.(manifest);
    const added = pack === null ? [] : damagesOfAdded(of, manifest, pack);
    requireNone([...added, ...wrongTotals(manifest, parent, changes)], manifest);
    const bytes = encodeManifest(manifest);
    store.putManifest(of.audience, manifest.number, bytes);
    const check = manifest.replaces ?? sha256(bytes).toString('hex');
    requireNone(damagesOfManifest(of, manifest.number, check), manifest);
    return check;
  } catch (error) {
    undo(store, { manifest, pack }, before);
    throw error;
  }
}

/** Null: the manifest does not exist. */
function manifestBytes(of: AudienceFolder, number: number): Buffer | null {
  const path = fileOf(of, 'manifests', number);
  return existsSync(path) ? readFileSync(path) : null;
}

function damagesOfManifest(of: AudienceFolder, number: number, check: string): readonly Fault[] {
  try {
    readManifest(of, number, check);
    return [];
  } catch (error) {
    if (error instanceof Damage) return [error];
    throw error;
  }
}

function requireNone([first, ...more]: readonly Fault[], { number, replaces }: Manifest): void {
  if (first === undefined) return;
  const { path, expected, actual } = first.detail;
  const left = replaces === null ? 'It was not activated and is removed; the edition before it serves on.' : 'It is removed; what had this number before stays as it was.';
  throw new Refused(`edition ${number} is not what was to be published (${first.message}${more.length === 0 ? '' : `; ${more.length} more`})`, {
    step: 'Edition:Activate', ...(path === undefined ? {} : { path }), ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }), cause: first,
    hint: `${left} When this comes back, check the disk.`,
  });
}

/**
 * Restores the previous manifest of this number, in case the new one got its name before it was durable. The pack is removed last, and
 * stays when the restore fails; on a full disk each attempt would otherwise leave one more pack.
 */
function undo(store: EditionStore, { manifest: { audience, number }, pack }: WrittenFiles, before: Buffer | null): void {
  const of = { folder: store.folder, audience };
  const present = manifestBytes(of, number);
  if (before === null) remove(of, 'manifests', number);
  else if (present === null || !present.equals(before)) store.putManifest(audience, number, before);
  if (pack !== null) remove(of, 'packs', pack);
}

function remove(of: AudienceFolder, kind: FileKind, number: number): void {
  rmSync(fileOf(of, kind, number), { force: true });
  syncFolder(folderOf(of, kind));
}

function wrongTotals(manifest: Manifest, parent: Manifest | null, { rows, versions }: Changes): readonly Fault[] {
  const count = (is: (one: Changes['versions'][number]) => boolean): number => versions.filter(is).length;
  return [
    ...rows.flatMap((list, target) => {
      const removed = list.filter(({ isRemoval }) => isRemoval).length;
      const [before, after] = [rootOf(parent, target), rootOf(manifest, target)];
      return wrongTotal(`the rows of ${SERIES[target >> 1]}`, { before, after, removed, added: list.length - removed });
    }),
    ...wrongTotal('the versions', {
      before: parent?.versions, after: manifest.versions,
      removed: count(({ kind }) => kind === 'remove'), added: count(({ kind }) => kind === 'open'),
    }),
  ];
}

function wrongTotal(what: string, { before, after, removed, added }: {
  before: RootEntry | null | undefined; after: RootEntry | null | undefined; removed: number; added: number;
}): readonly Fault[] {
  const [earlier, actual] = [before?.count ?? 0, after?.count ?? 0];
  const expected = earlier - removed + added;
  return expected === actual ? [] : [new Fault(`${what} do not add up`, {
    step: 'Edition:Count', expected: `${earlier} - ${removed} + ${added} = ${expected}`, actual: `${actual}`,
  })];
}

function rootOf(manifest: Manifest | null, target: number): RootEntry | undefined {
  const series = manifest?.series[target >> 1];
  return (target & 1) === 0 ? series?.now : series?.other;
}
