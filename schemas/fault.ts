/**
 * Faults: failures of the environment (disk, extension, corrupt file). Thrown.
 * A mistake in a delivery or a request is data instead: a Finding or a Problem.
 */
import type { NotAccepting } from './not-accepting.ts';

export interface FaultDetail {
  /** The failed step, as Noun:Verb, for example `Edition:Open`. */
  readonly step: string;
  readonly path?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The remedy for the operator. */
  readonly hint?: string;
  /** The message for clients when the fault makes the service refuse writes; absent: a general message. */
  readonly forClients?: NotAccepting;
  readonly cause?: unknown;
}

export class Fault extends Error {
  readonly detail: FaultDetail;
  /** The failure in words, without step, path and values. */
  readonly what: string;

  constructor(message: string, detail: FaultDetail) {
    super(sentence(message, detail), detail.cause === undefined ? undefined : { cause: detail.cause });
    this.name = 'Fault';
    this.detail = detail;
    this.what = message;
  }
}

/** Wrong usage, such as an unknown id or number; no failure of the environment. */
export class UsageFault extends Fault {}

function sentence(message: string, { step, path, expected, actual, hint }: FaultDetail): string {
  const parts = [`${step} failed: ${message}`];
  if (path !== undefined) parts.push(`file ${path}`);
  if (expected !== undefined) parts.push(`expected ${expected}`);
  if (actual !== undefined) parts.push(`found ${actual}`);
  return parts.join(', ') + '.' + (hint === undefined ? '' : ` ${hint}`);
}

/** Whether the system refused an operation: a full disk, no rights, no such file, a port in use. */
export function isOfSystem(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && error.syscall !== undefined;
}

/** Whether the process or the machine has no file descriptor left. The cause of an error counts too. */
export function isOutOfFiles(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE' || isOutOfFiles(error.cause);
}

/** Wraps an error of the system in a Fault that quotes it. Returns any other error, and a Fault, unchanged. */
export function faultOfSystem(error: unknown, message: string, detail: Omit<FaultDetail, 'actual' | 'cause'>): unknown {
  if (!isOfSystem(error)) return error;
  const forClients = SYSTEM_REASONS[(error as NodeJS.ErrnoException).code ?? ''];
  return new Fault(message, { ...detail, actual: String(error), cause: error, ...(forClients === undefined ? {} : { forClients }) });
}

const SYSTEM_REASONS: Readonly<Record<string, NotAccepting>> = {
  EROFS: 'readOnly', EACCES: 'readOnly', EPERM: 'readOnly', ENOSPC: 'full', EDQUOT: 'full', EIO: 'disk', ENOENT: 'lost',
};

/** Marks a branch that the types exclude. */
export function unreachable(value: never): never {
  throw new Error(`unreachable value: ${JSON.stringify(value)}`);
}
