/** `ev doctor`: checks what the program needs, and prints how to mend what is wrong. Changes nothing without an option that says so. */
import { setTimeout as sleep } from 'node:timers/promises';
import { rateLimitsOf } from '../../schemas/rate-limits.ts';
import { inAmsterdam } from '../../schemas/time.ts';
import { certificateFiles } from '../configuration/certificate.ts';
import { sharesOneQuota } from '../configuration/shared-quota.ts';
import { tokenIssuer } from '../configuration/token-issuer.ts';
import { resultOf, type CheckResult, type DoctorContext } from '../doctor/check.ts';
import { CHECKS } from '../doctor/checks.ts';
import { mendClock, type FutureStamps } from '../doctor/mend-clock.ts';
import { mend, type Mended } from '../doctor/mend.ts';
import { clean } from '../prepare/report/index.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { acceptClock } from '../state/outcomes/submit.ts';
import { settingsFor } from './options.ts';
import { EXIT, type ExitCode, type Progress, type Terminal } from './terminal.ts';
import { runSet, type Define } from './world.ts';

/** A check that takes no longer shows no progress. */
const QUIET_MS = 1_000;

export interface DoctorArguments extends Pick<
  DoctorContext,
  'data' | 'cacheFolder' | 'pipelines' | 'nodeVersion' | 'clock' | 'keyRequired' | 'fullAudience' | 'jwt' | 'certificate' | 'sharesOneQuota'
> {
  /** Whether to accept the clock, however far it went ahead. */
  readonly acceptClock: boolean;
  /** Whether to make again what is damaged or lost and follows from the register. */
  readonly mend: boolean;
  /** Whether to set stamps of the future to the present time. */
  readonly mendClock: boolean;
}

/** Exits 3 when the machine lacks something, 1 when something in the data folder must be mended. */
export async function doctor(argv: DoctorArguments, terminal: Terminal): Promise<ExitCode> {
  if (argv.acceptClock) acceptClock(argv.data, argv.clock);
  if (argv.mend) printMade(mend(argv.data), terminal);
  if (argv.mendClock) printMended(mendClock(argv.data, argv.clock()), terminal);
  const checks: CheckResult[] = [];
  for (const check of CHECKS) {
    const shown = showing(check.name, terminal);
    const result = await resultOf(check, { ...argv, sleep, progress: shown.progress });
    shown.done();
    printResult(result, terminal);
    checks.push(result);
  }
  terminal.printJson({ checks });
  const wrong = checks.filter(({ ok }) => !ok);
  if (wrong.some(({ about }) => about === 'machine')) return EXIT.environment;
  return wrong.length > 0 ? EXIT.errors : EXIT.fine;
}

function printMended({ heads, tokens, keys, seen }: FutureStamps, { print }: Terminal): void {
  if (heads.length > 0) print(`heads ${heads.join(', ')} are available from now on; for moments before, \`beschikbaarOp\` answers as it did`);
  if (tokens.length > 0) print(`tokens ${tokens.join(', ')} are made now, and hold as many days as before`);
  if (keys.length > 0) print(`API keys ${keys.join(', ')} are made now, and hold as many days as before`);
  if (seen !== null) print(`the time ${inAmsterdam(seen)} is forgotten`);
}

function printMade({ made, left }: Mended, { print }: Terminal): void {
  for (const what of made) print(`made again: ${what}`);
  for (const what of left) print(`still damaged: ${what}`);
  if (made.length + left.length === 0) print('nothing had to be made again');
}

function printResult({ name, ok, detail, remarks }: CheckResult, { print }: Terminal): void {
  print(`${ok ? 'ok  ' : 'FAIL'}  ${name}: ${clean(detail)}`);
  for (const { severity, what, mend } of remarks) print(`      ${severity === 'note' ? 'note: ' : ''}${clean(what).replace(/\.$/, '')}. ${mend}`);
}

/** Returns the progress of one check, shown once the check turns out to be long. */
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

export const define: Define = (args, line, world) => args.command(...line, (inner) => settingsFor(inner, 'doctor')
  .option('accept-clock', { type: 'boolean', default: false, describe: 'accept the clock as right, however far it went ahead' })
  .option('mend', {
    type: 'boolean', default: false,
    describe: 'make damaged or lost files again from the register (heads, folders, a lock, indexes, derived tables), without a server on the folder',
  })
  .option('mend-clock', {
    type: 'boolean', default: false, describe: 'set stamps in the future to the present time, without a server on the folder',
  }), (argv) =>
  runSet(argv, world, (terminal, settings) => doctor({
    data: settings.data, pipelines: pipelinesPath(settings), cacheFolder: world.cacheFolder, clock: world.clock,
    keyRequired: settings.keyRequired, fullAudience: settings.fullAudience, jwt: tokenIssuer(settings),
    certificate: certificateFiles(settings),
    sharesOneQuota: sharesOneQuota({
      baseUrl: settings.baseUrl, certificate: certificateFiles(settings), trustedProxies: settings.trustedProxy,
      rateLimits: rateLimitsOf(settings, settings.profile ?? 'default'),
    }),
    nodeVersion: process.versions.node, acceptClock: argv.acceptClock, mend: argv.mend, mendClock: argv.mendClock,
  }, terminal)));
