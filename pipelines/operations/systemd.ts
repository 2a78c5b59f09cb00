/**
 * systemd: notifies systemd that the service is ready (sd_notify(3)), so that dependent services start after it. Node has no Unix datagram
 * sockets, so this runs `systemd-notify`.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Sends the notice. Rejects when `systemd-notify` is absent or fails. */
export async function notifyReady(): Promise<void> {
  await promisify(execFile)('systemd-notify', ['--ready']);
}
