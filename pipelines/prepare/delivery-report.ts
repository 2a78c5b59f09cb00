/**
 * Delivery report: what was found in the whole of one delivery, from the first piece to the last.
 * Invariant: line numbers are sought only for findings that are kept, while their root's text is still at hand.
 */
import type { Crs } from '../../schemas/crs.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Finding, ObjectVerdict, Report, Text } from '../../schemas/finding.ts';
import { LIMITS } from '../../schemas/limits.ts';
import { textOf } from '../../schemas/objects.ts';
import type { Checked } from './check.ts';
import { placed } from './check.ts';
import { countsOf, nestedTypesOf } from './counts.ts';
import { Findings, shown, withRemark } from './findings.ts';
import { hiddenBy } from './finish.ts';
import type { Piece } from './frames.ts';
import type { PrepareOptions } from './prepare.ts';
import type { ReadPiece } from './roots.ts';
import { linesOf } from './roots.ts';
import type { SourceFault } from './source.ts';
import { SOURCE_FAULTS } from './texts.ts';

/** Links to ids not seen yet, kept until the end of the delivery. */
const LINKS_MAX = 100_000;

export interface JudgedPiece {
  readonly read: ReadPiece;
  readonly checked: Checked | undefined;
  readonly findings: readonly Finding[];
  readonly accepted: boolean;
}

export class DeliveryReport {
  readonly #options: PrepareOptions;
  #crs: Crs;
  readonly #findings = new Findings();
  readonly #objects: ObjectVerdict[] = [];
  readonly #ids = new Set<string>();
  readonly #links: { readonly id: string; readonly finding: Finding }[] = [];
  readonly #models = { '3.0': 0, '4.0': 0 };
  #first30: Finding | undefined;
  #unreliable = false;

  constructor(options: PrepareOptions, crs: Crs) {
    this.#options = options;
    this.#crs = crs;
  }

  /** Whether an object read before has this id; from now on one has. */
  isKnownId(id: string): boolean {
    if (this.#ids.has(id)) return true;
    this.#ids.add(id);
    return false;
  }

  piece({ read, checked, findings, accepted }: JudgedPiece): void {
    for (const finding of this.#withLines(read, findings)) this.#findings.add(finding);
    if (checked !== undefined) this.#root(checked, accepted);
    else if (isMeantAsRoot(read.piece)) {
      this.#objects.push({ id: null, entityType: null, pointer: read.piece.pointer, verdict: 'refused' });
    }
  }

  unknownCrs(): void {
    this.#findings.add({
      rule: 'levering.crs-onbekend', severity: 'error', pointer: '', ...WORDS.unknownCrs,
      found: shown(this.#options.crs), suggestions: [CRSS['28992'].uri, CRSS.CRS84.uri],
    });
  }

  tooLarge(): void {
    this.#findings.add({ rule: 'levering.te-groot', severity: 'error', pointer: '', ...WORDS.tooLarge });
  }

  /** Why the bytes stopped, or cannot be trusted: then no root of them is taken. */
  sourceFault(fault: SourceFault): void {
    const { refusesAll, ...words } = SOURCE_FAULTS[fault];
    this.#unreliable ||= refusesAll;
    this.#findings.add({ rule: `levering.${fault}`, severity: 'error', pointer: '', ...words });
  }

  byteOrderMark(): void {
    this.#findings.add({ rule: 'json.bom', severity: 'warning', pointer: '', line: 1, ...WORDS.bom });
  }

  close(): Report {
    this.#closeFindings();
    const refuseAll = this.#unreliable || (this.#options.strict && this.#findings.errors > 0);
    const objects = refuseAll
      ? this.#objects.map((object) => ({ ...object, verdict: 'refused' as const }))
      : this.#objects;
    const { '3.0': old, '4.0': present } = this.#models;
    return {
      source: this.#options.source,
      model: old > 0 && present > 0 ? 'mixed' : old > 0 ? '3.0' : present > 0 ? '4.0' : null,
      crs: this.#crs.uri, objects,
      findings: this.#findings.all(), changes: this.#findings.changes,
      counts: countsOf(objects, this.#findings.rules),
    };
  }

  #root(checked: Checked, accepted: boolean): void {
    const { document, objects, model, crs, root } = checked;
    if (this.#models['3.0'] + this.#models['4.0'] === 0) this.#crs = crs;
    this.#models[model]++;
    if (model === '3.0') this.#first30 ??= recognised(checked);
    for (const change of checked.changes) this.#findings.addChange(change);
    const hidden = accepted ? hiddenBy(document, objects) : null;
    if (hidden !== null) {
      this.#add({ rule: `openbaarheid.${hidden}`, severity: 'info', pointer: '', ...HIDDEN }, checked);
    }
    const nested = nestedTypesOf(objects);
    this.#objects.push({
      id: textOf(document, 'id') ?? null, entityType: textOf(document, 'entityType') ?? null,
      pointer: root.inFile(''), verdict: accepted ? 'accepted' : 'refused',
      ...(root.isFeature ? { isFeature: true } : {}),
      ...(nested === undefined ? {} : { nested }),
      ...(hidden === null ? {} : { published: false }),
    });
    if (accepted) this.#rememberLinks(checked);
  }

  /** Adds a finding about a place in a root's document; its line is that of the root. */
  #add(finding: Finding, checked: Checked): void {
    const { line } = checked.root.piece;
    for (const found of placed([{ ...finding, line }], checked)) this.#findings.add(found);
  }

  #rememberLinks({ links, root, objects, crs }: Checked): void {
    const unknown = links.filter(({ id }) => !this.#ids.has(id)).slice(0, LINKS_MAX - this.#links.length);
    const findings = placed(unknown.map(({ id, pointer }) => ({
      rule: 'verwijzing.niet-gecontroleerd', severity: 'warning', pointer, line: root.piece.line,
      found: shown(id), ...WORDS.link,
    })), { root, objects, crs });
    findings.forEach((finding, index) => this.#links.push({ id: unknown[index]!.id, finding }));
  }

  #closeFindings(): void {
    for (const { id, finding } of this.#links) if (!this.#ids.has(id)) this.#findings.add(finding);
    if (this.#first30 !== undefined) this.#findings.add(counted(this.#first30, this.#models['3.0']));
    if (this.#objects.length === 0 && this.#findings.errors === 0) {
      this.#findings.add({
        rule: 'levering.zonder-objecten', severity: 'warning', pointer: '', ...WORDS.empty,
      });
    }
    if (this.#options.strict && this.#findings.errors > 0) {
      this.#findings.add({ rule: 'levering.alles-of-niets', severity: 'info', pointer: '', ...WORDS.strict });
    }
  }

  #withLines(read: ReadPiece, findings: readonly Finding[]): readonly Finding[] {
    const { root } = read;
    const unplaced = findings.filter(({ rule, line }) => line === undefined && this.#findings.wants(rule));
    if (root === undefined || unplaced.length === 0) return findings;
    const lines = linesOf(root, unplaced.map(({ pointer }) => pointer));
    return findings.map((finding) => (finding.line === undefined
      ? { ...finding, line: lines.get(finding.pointer) ?? root.piece.line }
      : finding));
  }
}

function recognised(checked: Checked): Finding | undefined {
  const found = checked.why30 === undefined ? {} : { found: checked.why30 };
  const { line } = checked.root.piece;
  const finding = { rule: 'model.3.0', severity: 'info' as const, pointer: '', line, ...found, ...WORDS.model30 };
  return placed([finding], checked)[0];
}

function isMeantAsRoot({ kind, fault }: Piece): boolean {
  return kind === 'root' && (fault === undefined || fault === 'te-groot');
}

function counted(finding: Finding, count: number): Finding {
  const remark = { nl: ` (${count} objecten)`, en: ` (${count} objects)` };
  return count === 1 ? finding : { ...finding, message: withRemark(finding.message, remark) };
}

const HIDDEN: { message: Text; mend: Text } = {
  message: {
    nl: 'Dit object wordt bewaard maar niet openbaar gemaakt.',
    en: 'This object is kept but not made public.',
  },
  mend: {
    nl: 'U hoeft niets te doen; is het wel openbaar, zet informatieGeheim of privacyGevoelig dan uit.',
    en: 'Nothing to do; if it is public, switch informatieGeheim or privacyGevoelig off.',
  },
};

const WORDS = {
  unknownCrs: {
    message: {
      nl: 'Dit coördinatenstelsel kennen wij niet; er is niets gelezen.',
      en: 'We do not know this CRS; nothing was read.',
    },
    mend: { nl: 'Geef de URI van een stelsel uit de lijst.', en: 'Give the URI of a CRS of the list.' },
  },
  tooLarge: {
    message: {
      nl: `De levering is groter dan ${LIMITS.deliveryBytesMax / 2 ** 30} GiB; er is niets gelezen.`,
      en: `The delivery is larger than ${LIMITS.deliveryBytesMax / 2 ** 30} GiB; nothing was read.`,
    },
    mend: { nl: 'Verdeel de levering over meer bestanden.', en: 'Divide the delivery over more files.' },
  },
  bom: {
    message: {
      nl: 'Het bestand begint met een byte-order-mark; die is overgeslagen.',
      en: 'The file starts with a byte-order mark; it was skipped.',
    },
    mend: { nl: 'Sla het bestand op als UTF-8 zonder BOM.', en: 'Save the file as UTF-8 without BOM.' },
  },
  empty: {
    message: {
      nl: 'Er staat geen enkel object in deze levering.',
      en: 'There is not one object in this delivery.',
    },
    mend: { nl: 'Controleer of dit het goede bestand is.', en: 'Check whether this is the right file.' },
  },
  strict: {
    message: {
      nl: 'Er is een fout gevonden en de levering is alles of niets: elk object is geweigerd.',
      en: 'An error was found and the delivery is all or nothing: every object is refused.',
    },
    mend: {
      nl: 'Herstel de fouten, of lever zonder --strict.',
      en: 'Mend the errors, or deliver without --strict.',
    },
  },
  link: {
    message: {
      nl: 'Deze verwijzing gaat naar een object buiten de levering; of dat bestaat is hier niet gecontroleerd.',
      en: 'This link names an object outside the delivery; whether that exists was not checked here.',
    },
    mend: {
      nl: 'Controleer met --data tegen een register, of lever het object mee.',
      en: 'Check against a register with --data, or deliver the object too.',
    },
  },
  model30: {
    message: {
      nl: 'Dit is gelezen als model 3.0 en omgezet naar 4.0.0; elke wijziging staat in dit rapport.',
      en: 'This was read as model 3.0 and upgraded to 4.0.0; every change is in this report.',
    },
    mend: {
      nl: 'Is het toch model 4.0? Lever het dan met --model 4.0.',
      en: 'If it is model 4.0 after all, deliver it with --model 4.0.',
    },
  },
} as const satisfies Record<string, { message: Text; mend: Text }>;
