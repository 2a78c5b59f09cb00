/** Check: one subject of `ev doctor`, and its result. */
import type { CertificateFiles } from '../configuration/certificate.ts';
import type { JwtSettings } from '../configuration/token-issuer.ts';
import { Fault } from '../../schemas/fault.ts';

export interface DoctorContext {
  readonly data: string;
  readonly cacheFolder: string;
  /** Path of pipelines.json; the file may be absent. */
  readonly pipelines: string;
  /** Version of Node that runs this. */
  readonly nodeVersion: string;
  readonly clock: () => Date;
  /** The files of the certificate; absent or null: the service speaks HTTP. */
  readonly certificate?: CertificateFiles | null;
  /** Whether all readers behind a proxy seem to share one quota; absent: they do not. */
  readonly sharesOneQuota?: boolean;
  /** The issuer of JWTs; absent or null: there is none. */
  readonly jwt?: JwtSettings | null;
  /** Whether reading needs an API key or a token; absent: it does not. */
  readonly keyRequired?: boolean;
  /** Whether the full audience has editions; absent: it has none. */
  readonly fullAudience?: boolean;
  readonly sleep: (ms: number) => Promise<void>;
  /** Reports the progress of a long check. */
  readonly progress: (done: number, total: number) => void;
}

/** A fault or a note of a check. */
export interface Remark {
  /** fault: it must be mended · note: worth knowing, and in order for now. */
  readonly severity: 'fault' | 'note';
  readonly what: string;
  /** How to mend it. */
  readonly mend: string;
}

export interface CheckFindings {
  /** The state found, in one line. */
  readonly detail: string;
  readonly remarks: readonly Remark[];
}

export interface Check {
  readonly name: string;
  /** machine: what the program needs to run · data: the content of the data folder. */
  readonly about: 'machine' | 'data';
  readonly look: (context: DoctorContext) => CheckFindings | Promise<CheckFindings>;
}

export interface CheckResult extends CheckFindings {
  readonly name: string;
  readonly about: Check['about'];
  /** Whether there is no fault; notes do not count. */
  readonly ok: boolean;
}

/** Runs a check. A check that throws is a fault too, with the hint of its error. */
export async function resultOf({ name, about, look }: Check, context: DoctorContext): Promise<CheckResult> {
  try {
    const { detail, remarks } = await look(context);
    return { name, about, ok: remarks.every(({ severity }) => severity === 'note'), detail, remarks };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const hint = error instanceof Fault ? error.detail.hint : undefined;
    const what = hint === undefined ? error.message : error.message.slice(0, -hint.length).trimEnd();
    return { name, about, ok: false, detail: 'cannot be used as it is', remarks: [fault(what, hint ?? 'Report it, with this text.')] };
  }
}

export function fault(what: string, mend: string): Remark {
  return { severity: 'fault', what, mend };
}

export function note(what: string, mend: string): Remark {
  return { severity: 'note', what, mend };
}

const SHOWN_MAX = 5;

/** Makes one remark for many things of one kind: the first few, and the number of the others. */
export function together(things: readonly string[], { what, mend, severity = 'fault' }: Omit<Remark, 'severity'> & Partial<Remark>): readonly Remark[] {
  if (things.length === 0) return [];
  const more = things.length > SHOWN_MAX ? ` and ${things.length - SHOWN_MAX} more` : '';
  return [{ severity, what: `${what}: ${things.slice(0, SHOWN_MAX).join(', ')}${more}`, mend }];
}
