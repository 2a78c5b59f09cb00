/**
 * ev: the command line, and the one place that joins pipelines and server. Reads the clock and the environment;
 * which commands there are is in commands/program.ts. Not here: finding a Node that can run this (../ev).
 */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Listen } from './commands/service.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');
const clock = (): Date => new Date();
const PACKAGE = join(import.meta.dirname, '../package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
standWhereTyped();

enableCompileCache(join(CACHE, 'compiled'));
// Threads take it from here.
process.env['NODE_COMPILE_CACHE'] = join(CACHE, 'compiled');

// Loaded when the cache is there: what is imported above it is compiled each time.
const { runProgram } = await import('./commands/program.ts');
const { letReadersLeave } = await import('./commands/terminal.ts');

const listen: Listen = async ({ baseUrl, profile, origins, terms, requireIfMatch, port, host, drainSeconds }, served) => {
  const { buildApp } = await import('../server/app.ts');
  const { serve: listenOn } = await import('../server/main.ts');
  const app = buildApp({ ...served, baseUrl, profile, origins, terms, requireIfMatch, drainMs: drainSeconds * 1_000, clock });
  return await listenOn({ app, port, host });
};

letReadersLeave();
await runProgram(process.argv.slice(2), {
  cacheFolder: CACHE, clock, listen, isAwaited: process.env['NOTIFY_SOCKET'] !== undefined, environment: process.env, version,
});

/** `npm run` starts a script in the folder of the program; paths are relative to where its user stands. */
function standWhereTyped(): void {
  const { npm_package_json: ofScript, npm_lifecycle_event: script = '', INIT_CWD: typedIn } = process.env;
  const isScript = ofScript === PACKAGE && ['ev', 'start', 'demo'].includes(script) && process.cwd() === dirname(PACKAGE);
  if (isScript && typedIn !== undefined) process.chdir(typedIn);
}
