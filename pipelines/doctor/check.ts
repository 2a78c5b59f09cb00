/** Check: one thing that `ev doctor` looks at, and what it finds. */
import { Fault } from '../../schemas/fault.ts';

export interface DoctorContext {
  readonly data: string;
  readonly cacheFolder: string;
  /** The file of pipelines, which need not be there. */
  readonly pipelines: string;
  /** Version of Node that runs this. */
  readonly nodeVersion: string;
  readonly clock: () => Date;
  readonly sleep: (ms: number) => Promise<void>;
  /** Tells how far a long look is. */
  readonly progress: (done: number, total: number) => void;
}

/** Something to see to. */
export interface Remark {
  /** fault: it must be mended · note: worth knowing, and in order for now. */
  readonly severity: 'fault' | 'note';
  readonly what: string;
  /** What to do about it. */
  readonly mend: string;
}

export interface Looked {
  /** What is there, in one line. */
  readonly detail: string;
  readonly remarks: readonly Remark[];
}

export interface Check {
  readonly name: string;
  /** machine: what the program needs to work at all · data: what lies in the data folder. */
  readonly about: 'machine' | 'data';
  readonly look: (context: DoctorContext) => Looked | Promise<Looked>;
}

export interface CheckResult extends Looked {
  readonly name: string;
  readonly about: Check['about'];
  /** Whether there is no fault; notes do not count. */
  readonly ok: boolean;
}

/** A look that fails is a fault too: its hint says what to do. */
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

/** One remark for many things of one kind: the first few, and how many there are. */
export function together(things: readonly string[], { what, mend, severity = 'fault' }: Omit<Remark, 'severity'> & Partial<Remark>): readonly Remark[] {
  if (things.length === 0) return [];
  const more = things.length > SHOWN_MAX ? ` and ${things.length - SHOWN_MAX} more` : '';
  return [{ severity, what: `${what}: ${things.slice(0, SHOWN_MAX).join(', ')}${more}`, mend }];
}
