/** Commands that serve: `ev serve` and `ev demo`. */
import type { Profile } from '../../schemas/profile.ts';
import type { ServeArguments } from '../commands/serve.ts';
import { DEMO_FOLDER, inFolder, serving } from './options.ts';
import { run, type Common, type World } from './world.ts';

export function servingCommands(args: Common, world: World): Common {
  return args
    .command('serve', 'answer from the newest edition and take up what is handed in', (inner) => serving(inFolder(inner)), (asked) =>
      run(asked, async (terminal) => (await import('../commands/serve.ts')).serve(servingOf(asked, 'default', world), world.listen, terminal)))
    .command('demo', 'deliver, check, publish and serve the examples', (inner) => serving(inFolder(inner, DEMO_FOLDER)), (asked) =>
      run(asked, async (terminal) => (await import('../commands/demo.ts')).demo(servingOf(asked, 'demo', world), world.listen, terminal)));
}

interface ServingOptions {
  readonly data: string;
  readonly port: number;
  readonly host: string;
  readonly baseUrl?: string | undefined;
  readonly profile?: Profile | undefined;
  readonly origin: readonly string[];
  readonly keepDays: number;
  readonly drift: number;
  readonly opsPort?: number | undefined;
}

function servingOf(
  { data, port, host, baseUrl, profile, origin, keepDays, drift, opsPort }: ServingOptions, usual: Profile,
  { cacheFolder, isAwaited, clock }: World,
): ServeArguments {
  return {
    data, port, host, baseUrl: baseUrl ?? `http://127.0.0.1:${port}/v1`, profile: profile ?? usual, origins: origin,
    cacheFolder, retention: { allDays: keepDays }, driftShare: drift, opsPort: opsPort ?? null, isAwaited, clock,
  };
}
