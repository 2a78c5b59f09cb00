/**
 * Provenance: the submission that made each recorded version of a root, and the public edition that showed the version first.
 *
 * Invariants:
 *  - Nothing is copied: `version.decision` leads to the decision, and the decision to the inbox.
 *  - A value that an older program did not record is null.
 *  - A version that the same decision opened and closed was never recorded, and is left out.
 *  - No public edition shows a hidden version, nor any version of a root that is hidden now: its editions are withdrawn.
 * Not here: the effect of a whole submission (outcomes/decisions.ts).
 */
import type { SubmissionProvenance } from '../../../schemas/provenance.ts';
import { formatReceived, type Moment, type Period, type Received } from '../../../schemas/time.ts';
import type { Reader } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { HidingVersion } from './hidden.ts';
import { hidesRoot } from './hidden-mark.ts';
import { HiddenObjects, LAST } from './hidden-objects.ts';
import type { RootNumber } from './register.ts';

export interface VersionProvenance {
  readonly valid: Period;
  readonly recorded: { readonly from: Received; readonly until: Received | null };
  /** The bronhoudercode in the document. */
  readonly bronhoudercode: string;
  /** The field that keeps the document, or its personal data, from the public; null when all of it is public. */
  readonly hidden: string | null;
  readonly madeBy: SubmissionProvenance;
  /** The submission that replaced, cut or withdrew the version; null while the version is current. */
  readonly endedBy: SubmissionProvenance | null;
  /** The public edition that showed the version first; null when none did, or when those that did were withdrawn. */
  readonly firstEdition: number | null;
}

interface VersionRow extends HidingVersion {
  readonly val_from: Moment;
  readonly val_to: Moment | null;
  readonly rec_from: Received;
  readonly rec_to: Received | null;
  readonly bronhoudercode: string;
}

/** Returns the recorded versions of a root, oldest first, as they were after the decision `upTo`; as they are now when it is absent. */
export function provenanceOf(db: Reader, root: RootNumber, upTo = Number.MAX_SAFE_INTEGER): readonly VersionProvenance[] {
  const rows = statement(db, `SELECT val_from, val_to, rec_from, iif(closed_by <= ?2, rec_to, NULL) AS rec_to, decision,
    iif(closed_by <= ?2, closed_by, NULL) AS closed_by, hidden, body ->> '$.bronhoudercode' AS bronhoudercode
    FROM version v JOIN doc d ON d.n = v.doc WHERE root = ?1 AND decision <= ?2 ORDER BY rec_from, val_from`)
    .all(root, upTo) as unknown as VersionRow[];
  const submissions = new Map<number, SubmissionProvenance>();
  const submissionOf = (decision: number): SubmissionProvenance => {
    const found = submissions.get(decision) ?? submissionProvenance(db, decision);
    submissions.set(decision, found);
    return found;
  };
  return rows.filter(({ decision, closed_by }) => decision !== closed_by).map((row) => ({
    valid: { from: row.val_from, until: row.val_to },
    recorded: { from: row.rec_from, until: row.rec_to },
    bronhoudercode: row.bronhoudercode,
    hidden: row.hidden,
    madeBy: submissionOf(row.decision),
    endedBy: row.closed_by === null ? null : submissionOf(row.closed_by),
    firstEdition: firstEdition(db, root, row, rows),
  }));
}

interface SubmissionRow extends Omit<SubmissionProvenance, 'received' | 'path' | 'fileName'> {
  readonly received: Received;
  readonly target: string;
}

/** Returns the submission of a decision. */
function submissionProvenance(db: Reader, decision: number): SubmissionProvenance {
  const { received, target, ...row } = statement(db, `SELECT uuid, received, holder, organisation, token_end AS tokenEnd, method, target,
    sha256, rule_set AS ruleSet, decision.n AS decision FROM decision JOIN inbox ON inbox.seq = decision.seq WHERE decision.n = ?`)
    .get(decision) as unknown as SubmissionRow;
  // The target of a delivery is the name of its file, or the path of the request that brought it.
  const isFile = row.method === 'LEVERING' && !target.startsWith('/');
  return { ...row, received: formatReceived(received), path: isFile ? null : target, fileName: isFile && target !== '' ? target : null };
}

/** Returns the first public edition that shows a version; null when there is none. `all`: the versions of its root. */
function firstEdition(db: Reader, root: RootNumber, { decision, hidden }: VersionRow, all: readonly VersionRow[]): number | null {
  const isHiddenAfter = (at: number): boolean => new HiddenObjects(db, at, { hasSecrets: true }).of(root).isWhole;
  if (hidesRoot(hidden) || isHiddenAfter(LAST)) return null;
  const changes = [...new Set(all.flatMap(({ decision: opened, closed_by }) => [opened, closed_by ?? opened]))]
    .filter((change) => change >= decision).sort((a, b) => a - b);
  for (const [index, change] of changes.entries()) {
    if (isHiddenAfter(change)) continue;
    const edition = editionBetween(db, change, changes[index + 1] ?? Number.MAX_SAFE_INTEGER);
    if (edition !== null) return edition;
  }
  return null;
}

/** Returns the first public edition with the decision `from` and without the decision `before`; null when there is none. */
function editionBetween(db: Reader, from: number, before: number): number | null {
  const row = statement(db, `SELECT edition FROM published WHERE audience = 'public' AND decision >= ? AND decision < ?
    ORDER BY decision, edition LIMIT 1`).get(from, before) as { edition: number } | undefined;
  return row?.edition ?? null;
}
