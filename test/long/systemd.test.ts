/** Under systemd: it hears that the service is ready, once it answers (`Type=notify`). */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../demo-process.ts';
import { resolveSettings } from '../../pipelines/configuration/resolve.ts';
import { PROJECT } from '../shared-data.ts';
import { start } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

test('systemd is notified when the service responds, and not before', async () => {
  const [folder, port] = [temporaryFolder(), await freePort()];
  const [told, notify] = [join(folder, 'told'), join(folder, 'systemd-notify')];
  // Stands in for `systemd-notify`: it requests /v1, and records its own arguments and the status.
  writeFileSync(notify, `#!/bin/sh\n'${process.execPath}' -e "fetch('http://127.0.0.1:${port}/v1').then(({ status }) => require('fs').writeFileSync('${told}', '$* ' + status))"\n`);
  chmodSync(notify, 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('NOTIFY_SOCKET', join(folder, 'socket'));
  onTestFinished(() => { vi.unstubAllEnvs(); });
  const child = start(['serve', '--data', temporaryFolder(), '--port', String(port)]);
  onTestFinished(() => { child.kill('SIGKILL'); });
  await expect.poll(() => existsSync(told) && readFileSync(told, 'utf8'), { timeout: 60_000 }).toMatch(/^--ready \d{3}$/);
});

test('the unit starts what is there: the command line, with settings that it knows', async () => {
  const unit = readFileSync(join(PROJECT, 'pipelines/operations/ev-register.service'), 'utf8');
  const [node = '', cli = '', ...args] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ') ?? [];
  expect(existsSync(join(PROJECT, node.replace('/opt/ev-register/', ''))), node).toBe(true);
  expect(existsSync(join(PROJECT, cli)), cli).toBe(true);
  expect(args).toEqual(['serve']);
  const environment = Object.fromEntries([...unit.matchAll(/\b(EV_[A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!]));
  const { settings } = resolveSettings({ flags: {}, environment, folder: PROJECT });
  expect(settings).toMatchObject({ data: /^StateDirectory=(.*)$/m.exec(unit)?.[1]?.replace(/^/, '/var/lib/'), opsPort: 9090, schedule: true });
});
