/**
 * Gate: what an edition must pass before a head names it. What it added is read back from the disk and compared with its hashes; its
 * totals must be those of its parent with the changes. An edition that does not pass is removed: no head ever named it.
 *
 * Not here: what it shares with its parent, which was read back when that was published; all of it together is read again in the
 * background (pipelines/verification.ts).
 */
import { rmSync } from 'node:fs';
import { SERIES } from '../../schemas/names.ts';
import { Fault } from '../../schemas/fault.ts';
import { fileOf, folderOf, type AudienceFolder } from '../format/layout.ts';
import type { Manifest, RootEntry } from '../format/manifest.ts';
import { damagesOfAdded } from '../read/verify.ts';
import { syncFolder } from '../store.ts';

/** An edition that is not what it should be, and so was not activated. */
export class Refused extends Fault {}

export interface WrittenFiles {
  readonly manifest: Manifest;
  /** SHA-256 of the manifest's file, hex. */
  readonly check: string;
  /** The pack that it added. */
  readonly pack: number;
}

/** What was to be removed and added. */
interface Changes {
  /** Per target: twice the index of a series; plus one: *other*. */
  readonly rows: readonly (readonly { readonly isRemoval: boolean }[])[];
  readonly versions: readonly { readonly kind: 'open' | 'end' | 'remove' }[];
}

/** Throws Refused; then nothing is left of the edition. */
export function passGate(
  of: AudienceFolder, written: WrittenFiles, { parent, changes }: { readonly parent: Manifest | null; readonly changes: Changes },
): void {
  const { manifest, check, pack } = written;
  const [first, ...more] = [...damagesOfAdded(of, { number: manifest.number, check }, pack), ...wrongTotals(manifest, parent, changes)];
  if (first === undefined) return;
  remove(of, { manifest: manifest.number, pack });
  const { path, expected, actual } = first.detail;
  throw new Refused(`edition ${manifest.number} is not what was to be published (${first.message}${more.length === 0 ? '' : `; ${more.length} more`})`, {
    step: 'Edition:Activate', ...(path === undefined ? {} : { path }), ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }), cause: first,
    hint: 'It was not activated and is removed; the edition before it serves on. When this comes back, check the disk.',
  });
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
  const [held, actual] = [before?.count ?? 0, after?.count ?? 0];
  const expected = held - removed + added;
  return expected === actual ? [] : [new Fault(`${what} do not add up`, {
    step: 'Edition:Count', expected: `${held} - ${removed} + ${added} = ${expected}`, actual: `${actual}`,
  })];
}

function rootOf(manifest: Manifest | null, target: number): RootEntry | undefined {
  const series = manifest?.series[target >> 1];
  return (target & 1) === 0 ? series?.now : series?.other;
}

function remove(of: AudienceFolder, { manifest, pack }: { manifest: number; pack: number }): void {
  rmSync(fileOf(of, 'manifests', manifest), { force: true });
  syncFolder(folderOf(of, 'manifests'));
  rmSync(fileOf(of, 'packs', pack), { force: true });
  syncFolder(folderOf(of, 'packs'));
}
