/**
 * Quality: measures the active public edition, with what the rules find in its documents, and keeps that beside the edition. One process at
 * a time; editions are not dropped meanwhile.
 *
 * The documents of a holder are checked in groups, as deliveries without a register: links to other groups are not checked.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, syncFolder } from '../../publisher/durable-file.ts';
import { allDownloads, downloadsOf } from '../../publisher/format/downloads.ts';
import { encodeQuality, holderFile, qualityOf, totalsFile } from '../../publisher/format/quality.ts';
import { Packs } from '../../publisher/read/bytes/index.ts';
import { EditionReader } from '../../publisher/read/edition-reader.ts';
import { newestHead, readManifest } from '../../publisher/read/heads.ts';
import { readTotals } from '../../publisher/read/quality.ts';
import { isStored, removeGoneDownloads } from '../../publisher/write/downloads.ts';
import { measureQuality } from '../../publisher/write/quality.ts';
import { CRSS } from '../../schemas/crs.ts';
import { Fault } from '../../schemas/fault.ts';
import { totalsOf, type FindingQuality, type HolderQuality, type QualityTotals } from '../../schemas/quality.ts';
import { ruleRowOf, type RuleId } from '../../schemas/rules.ts';
import type { Moment } from '../../schemas/time.ts';
import { checkerInThread, NOT_CHECKED, type BlockChecker } from '../prepare/check/index.ts';
import { lazySpatial } from '../prepare/geometry/index.ts';
import { prepare } from '../prepare/prepare.ts';
import { foldersOf } from '../state/database/database.ts';
import { pinEditions, takeAlone } from '../state/folder/lock.ts';
import { soundFolderAt } from '../state/folder/sound-folder.ts';

export interface QualityOptions {
  readonly spatialPath: () => Promise<string>;
  readonly clock: () => Date;
  /** Called after each holder. */
  readonly onHolder?: (holder: HolderQuality) => void;
}

export interface MadeQuality {
  readonly totals: QualityTotals;
  /** Whether this call measured it; false: it was stored already. */
  readonly isNew: boolean;
}

const DOCUMENTS_TOGETHER = 1_000;
/** Findings that every published document gives: it has the moment of its registration, and its links lead to other groups. */
const NOT_OF_DOCUMENT: ReadonlySet<RuleId> = new Set(['regel.registratie-door-register', NOT_CHECKED.rule]);

/** Returns null when no edition was published. Throws a Fault when the edition is withdrawn meanwhile. */
export async function makeActiveQuality(data: string, options: QualityOptions): Promise<MadeQuality | null> {
  const of = { folder: foldersOf(data).editions, audience: 'public' } as const;
  const head = newestHead(of.folder, of.audience);
  if (head === undefined) return null;
  mkdirSync(allDownloads(of), { recursive: true });
  const path = join(allDownloads(of), 'quality.lock');
  const release = takeAlone(path, () => new Fault('another process is measuring the quality', {
    step: 'Quality:Make', path, hint: 'Wait until it ends, then try again.',
  }));
  const unpin = pinEditions(data);
  try {
    const manifest = readManifest(of, head.edition);
    const folder = qualityOf(of, manifest);
    const there = readTotals(folder, manifest);
    if (there !== null) return { totals: there, isNew: false };
    mkdirSync(folder, { recursive: true });
    const packs = new Packs(of);
    try {
      const measured = options.clock().getTime() as Moment;
      const holders = await holdersOf(new EditionReader(manifest, packs), measured, options);
      for (const holder of holders) replaceFile(holderFile(folder, holder.holder), encodeQuality(holder), { isFolderSynced: false });
      const { number, contentId, moment } = manifest;
      const totals = { edition: number, contentId, moment, measured, holders: holders.map(totalsOf) };
      replaceFile(totalsFile(folder), encodeQuality(totals));
      syncFolder(downloadsOf(of, manifest));
      syncFolder(allDownloads(of));
      if (!isStored(of, manifest)) {
        removeGoneDownloads(of, soundFolderAt(data));
        throw new Fault('the edition is withdrawn or dropped, so its quality is gone', { step: 'Quality:Make', actual: `edition ${number}` });
      }
      return { totals, isNew: true };
    } finally {
      packs.close();
    }
  } finally {
    unpin();
    release();
  }
}

async function holdersOf(
  edition: EditionReader, now: Moment, { spatialPath, onHolder = () => {} }: QualityOptions,
): Promise<readonly HolderQuality[]> {
  const roots = new Map<string, string[]>();
  const measured = measureQuality(edition, {
    now,
    onRoot: (holder, id) => {
      const ids = roots.get(holder);
      if (ids === undefined) roots.set(holder, [id]);
      else ids.push(id);
    },
  });
  const spatial = lazySpatial(spatialPath, 2);
  const folder = mkdtempSync(join(tmpdir(), 'ev-quality-'));
  try {
    const checker = checkerInThread(spatial);
    const holders: HolderQuality[] = [];
    for (const quality of measured) {
      const findings = await findingsIn(edition, roots.get(quality.holder) ?? [], { holder: quality.holder, now, checker, folder });
      const whole = { ...quality, findings };
      onHolder(whole);
      holders.push(whole);
    }
    return holders;
  } finally {
    spatial.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function findingsIn(edition: EditionReader, ids: readonly string[], { holder, now, checker, folder }: {
  holder: string; now: Moment; checker: BlockChecker; folder: string;
}): Promise<readonly FindingQuality[]> {
  const found = new Map<string, FindingQuality>();
  const path = join(folder, 'documents.ndjson');
  for (let at = 0; at < ids.length; at += DOCUMENTS_TOGETHER) {
    writeFileSync(path, ids.slice(at, at + DOCUMENTS_TOGETHER).map((id) => `${documentOf(edition, id)}\n`).join(''));
    const options = { source: holder, crs: CRSS['28992'].uri, model: '4.0', strict: false, now } as const;
    const report = await prepare({ path }, options, { checker, sink: null });
    for (const { rule, severity, count } of report.counts.rules) {
      if (NOT_OF_DOCUMENT.has(rule) || ruleRowOf(rule).level === 'delivery') continue;
      const key = `${rule} ${severity}`;
      found.set(key, { rule, severity, count: (found.get(key)?.count ?? 0) + count });
    }
  }
  return [...found.values()];
}

function documentOf(edition: EditionReader, id: string): string {
  const { slices, release } = edition.document(id, '28992')!;
  const text = Buffer.concat([...slices]).toString();
  release?.();
  return text;
}
