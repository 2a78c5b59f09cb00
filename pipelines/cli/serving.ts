/** Commands that serve: `ev serve` and `ev demo`. */
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { RETENTION } from '../../publisher/write/retention.ts';
import { BASE_URL_FORM, readBaseUrl } from '../../schemas/base-url.ts';
import type { Profile } from '../../schemas/profile.ts';
import { termsOf } from '../../schemas/terms.ts';
import type { ServeArguments } from '../commands/serve.ts';
import { Misconfigured } from '../configuration/misconfigured.ts';
import type { Settings } from '../configuration/settings.ts';
import { pipelinesPath } from '../schedule/pipelines-path.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { settingsFor } from './options.ts';
import { runSet, type Common, type World } from './world.ts';

const DEMO = 'data/state/demo';
const DEMO_FOLDER = resolve(import.meta.dirname, '../..', DEMO);

export function servingCommands(args: Common, world: World): Common {
  return args
    .command('serve', 'answer from the newest edition and take up what is handed in', (inner) => settingsFor(inner, 'serve'), (asked) =>
      runSet(asked, world, async (terminal, settings) => (await import('../commands/serve.ts')).serve({
        ...servingOf(settings, 'default', world), isScheduling: settings.schedule,
      }, world.listen, terminal)))
    .command('demo', 'deliver, check, publish and serve the examples', (inner) => settingsFor(inner, 'demo')
      // An option of its own: made-up examples must not come into a register that the environment names.
      .option('data', { type: 'string', default: DEMO_FOLDER, defaultDescription: DEMO, describe: 'folder of the register and editions of the demo' }), (asked) =>
      runSet(asked, world, async (terminal, settings) =>
        (await import('../commands/demo.ts')).demo(servingOf(settings, 'demo', world), world.listen, terminal)));
}

/** Addresses that mean every address of the machine; a link needs one that can be asked. */
const EVERY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * The address in every published link: the setting, else the address on which the service listens. Throws Misconfigured when that is no
 * address for a link, such as `fe80::1%eth0`.
 */
export function baseUrlOf({ baseUrl, host, port }: Pick<Settings, 'baseUrl' | 'host' | 'port'>): string {
  if (baseUrl !== null) return baseUrl;
  const address = EVERY_ADDRESS[host] ?? host;
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}/v1`;
  if (!URL.canParse(url)) throw new Misconfigured([`--host ${host} is no address for links; give --base-url too: ${BASE_URL_FORM}`]);
  return readBaseUrl(url);
}

function servingOf(settings: Settings, usual: Profile, { cacheFolder, isAwaited, clock }: World): ServeArguments {
  const { data, port, host, profile, origin, keepDays, drift, mode, requireIfMatch, opsPort, logLevel, drainSeconds } = settings;
  return {
    data, port, host, baseUrl: baseUrlOf(settings), profile: profile ?? usual, origins: origin, terms: termsOf(settings), cacheFolder,
    retention: { allDays: keepDays ?? RETENTION.allDays }, drift: driftLimit(drift), mode, requireIfMatch, opsPort, logLevel, drainSeconds,
    pipelines: pipelinesPath(settings), isScheduling: false, isAwaited, clock,
  };
}
