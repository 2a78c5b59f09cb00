/**
 * Batch: some roots of a delivery on their way through the checks, judged on validity together.
 *
 * Roots leave in the order in which they came. An id that an earlier object of the delivery has is refused
 * here, because only the delivery as a whole can know it.
 */
import type { Crs } from '../../schemas/crs.ts';
import type { Finding } from '../../schemas/finding.ts';
import type { Checked, CheckOptions } from './check.ts';
import { check, placed } from './check.ts';
import type { DeliveryReport } from './delivery-report.ts';
import { explain } from './explain.ts';
import { finish } from './finish.ts';
import { shown } from './findings.ts';
import type { Piece } from './frames.ts';
import type { PlacedGeometry } from './geometry.ts';
import type { PrepareDeps } from './prepare.ts';
import { readPiece } from './roots.ts';
import type { ReadPiece } from './roots.ts';

const PIECES_MAX = 2_000;
const BYTES_MAX = 8 * 1024 * 1024;

interface Entry {
  readonly read: ReadPiece;
  readonly checked: Checked | undefined;
  readonly findings: Finding[];
}

export class Batch {
  readonly #options: CheckOptions;
  readonly #report: DeliveryReport;
  readonly #entries: Entry[] = [];
  #bytes = 0;

  constructor(options: CheckOptions, report: DeliveryReport) {
    this.#options = options;
    this.#report = report;
  }

  get full(): boolean {
    return this.#entries.length >= PIECES_MAX || this.#bytes >= BYTES_MAX;
  }

  /** Reads and checks one piece; all but the validity of its geometry. */
  add(piece: Piece): void {
    const read = readPiece(piece);
    const checked = read.root === undefined ? undefined : check(read.root, this.#options);
    // What is no strict JSON is said once: the schema has nothing to add about the same value.
    const said = new Set(read.findings.map(({ pointer }) => pointer));
    const findings = [...read.findings, ...(checked?.findings ?? []).filter(({ pointer }) => !said.has(pointer))];
    if (checked !== undefined) findings.push(...this.#repeatedIds(checked));
    this.#entries.push({ read, checked, findings });
    this.#bytes += piece.bytes.length;
  }

  /** Judges the geometries of all its roots at once, then hands over each root, or says why not. */
  async judge({ spatial, sink }: PrepareDeps): Promise<void> {
    const queue = this.#entries.flatMap((entry) =>
      (entry.checked?.geometries ?? []).map((geometry) => ({ entry, geometry })));
    for (const index of await spatial.invalid(queue.map(({ geometry }) => geometry.vertices))) {
      const { entry, geometry } = queue[index]!;
      entry.findings.push(...placed([invalid(geometry, entry.checked!.crs)], entry.checked!));
    }
    for (const { read, checked, findings } of this.#entries) {
      const accepted = checked !== undefined && findings.every(({ severity }) => severity !== 'error');
      this.#report.piece({ read, checked, findings, accepted });
      if (accepted) sink(finish({ ...checked, inFile: checked.root.inFile }));
    }
  }

  #repeatedIds(checked: Checked): readonly Finding[] {
    const repeated = checked.objects.filter(({ id }) => id !== undefined && this.#report.isKnownId(id));
    return placed(repeated.map(({ id, pointer }) => ({
      rule: 'id.dubbel', severity: 'error', pointer: `${pointer}/id`, found: shown(id), ...REPEATED,
    })), checked);
  }
}

function invalid(geometry: PlacedGeometry, crs: Crs): Finding {
  const { place, ...reason } = explain(geometry.vertices);
  return {
    ...reason, severity: 'error', pointer: geometry.pointer,
    ...(place === undefined ? {} : { place: { crs: crs.uri, coordinates: place } }),
  };
}

const REPEATED = {
  message: {
    nl: 'Deze id is in de levering al door een ander object gebruikt.',
    en: 'Another object of the delivery has this id already.',
  },
  mend: { nl: 'Geef elk object een eigen id.', en: 'Give every object an id of its own.' },
};
