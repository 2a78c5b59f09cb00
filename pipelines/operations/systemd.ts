/**
 * systemd: says that the service is ready (sd_notify(3)), so that what needs it is started after that. Node has no datagram sockets
 * of Unix, so `systemd-notify` says it.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Rejects when `systemd-notify` is not there or is not heard. */
export async function tellReady(): Promise<void> {
  await promisify(execFile)('systemd-notify', ['--ready']);
}
