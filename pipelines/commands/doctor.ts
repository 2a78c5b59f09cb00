/** `ev doctor`: says of each thing the software needs whether it is there and sound, and how to mend it. Changes nothing unless it is asked to. */
import { setTimeout as sleep } from 'node:timers/promises';
import { resultOf, type CheckResult, type DoctorContext } from '../doctor/check.ts';
import { CHECKS } from '../doctor/checks.ts';
import { mend, type Mended } from '../doctor/mend.ts';
import { mendClock, type FutureStamps } from '../doctor/mend-clock.ts';
import { clean } from '../prepare/report/index.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { acceptClock } from '../state/outcomes/submit.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';

/** A look that takes no longer shows no progress. */
const QUIET_MS = 1_000;

export interface DoctorArguments extends Pick<DoctorContext, 'data' | 'cacheFolder' | 'pipelines' | 'nodeVersion' | 'clock'> {
  /** Whether the operator says that the clock is right, however far it went ahead. */
  readonly acceptClock: boolean;
  /** Whether what follows from the register is made again where it is damaged or lost. */
  readonly mend: boolean;
  /** Whether stamps of the future are brought back. */
  readonly mendClock: boolean;
}

/** Exits 3 when the machine lacks something that the program needs, 1 when something in the data folder must be mended. */
export async function doctor(asked: DoctorArguments, terminal: Terminal): Promise<ExitCode> {
  if (asked.acceptClock) acceptClock(asked.data, asked.clock);
  if (asked.mend) tellMade(mend(asked.data), terminal);
  if (asked.mendClock) tellMended(mendClock(asked.data, asked.clock()), terminal);
  const checks: CheckResult[] = [];
  for (const check of CHECKS) {
    const shown = showing(check.name, terminal);
    const result = await resultOf(check, { ...asked, sleep, progress: shown.progress });
    shown.done();
    tell(result, terminal);
    checks.push(result);
  }
  terminal.answer({ checks });
  const wrong = checks.filter(({ ok }) => !ok);
  if (wrong.some(({ about }) => about === 'machine')) return EXIT.environment;
  return wrong.length > 0 ? EXIT.errors : EXIT.fine;
}

function tellMended({ heads, tokens, seen }: FutureStamps, { say }: Terminal): void {
  if (heads.length > 0) say(`heads ${heads.join(', ')} are available from now on; for moments before, \`beschikbaarOp\` answers as it did`);
  if (tokens.length > 0) say(`tokens ${tokens.join(', ')} are made now, and hold as many days as before`);
  if (seen !== null) say(`the time ${inAmsterdam(seen)} is forgotten`);
}

function tellMade({ made, left }: Mended, { say }: Terminal): void {
  for (const what of made) say(`made again: ${what}`);
  for (const what of left) say(`still damaged: ${what}`);
  if (made.length + left.length === 0) say('nothing had to be made again');
}

function tell({ name, ok, detail, remarks }: CheckResult, { say }: Terminal): void {
  say(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${clean(detail)}`);
  for (const { severity, what, mend } of remarks) say(`      ${severity === 'note' ? 'note: ' : ''}${clean(what).replace(/\.$/, '')}. ${mend}`);
}

/** Progress of a look, once it turns out to be long. */
function showing(name: string, terminal: Terminal): { readonly progress: DoctorContext['progress']; readonly done: () => void } {
  const startedMs = performance.now();
  let shown: Progress | null = null;
  return {
    progress(done, total) {
      if (performance.now() - startedMs < QUIET_MS) return;
      shown ??= terminal.progress(name, total);
      shown.to(done);
    },
    done: () => shown?.done(),
  };
}
