/**
 * ev: the command line, and the one place that joins pipelines and server. Reads the clock and the environment;
 * commands/program.ts lists the commands. Not here: finding a Node that can run this (../ev).
 */
import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Listen } from './commands/service.ts';
import type { World } from './commands/world.ts';
import type { OpenSite } from './site/open-site.ts';

const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');
const clock = (): Date => new Date();
const PACKAGE = join(import.meta.dirname, '../package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
enterTypedFolder();

enableCompileCache(join(CACHE, 'compiled'));
// Worker threads read the cache folder from this variable.
process.env['NODE_COMPILE_CACHE'] = join(CACHE, 'compiled');

// Imported after the cache is enabled: modules imported before that are compiled at each start.
const { runProgram } = await import('./commands/program.ts');
const { ignoreBrokenPipe } = await import('./commands/terminal.ts');

const listen: Listen = async ({ port, host, drainSeconds, ...argv }, served) => {
  const { baseUrl, profile, origins, terms, basemap, requireIfMatch, keyRequired, certificate, clientCa } = argv;
  const { deprecation, rateLimits, trustedProxies } = argv;
  const { buildApp } = await import('../server/app.ts');
  const { loadCertificate, loadClientCa } = await import('./configuration/certificate.ts');
  const { positionInRd } = await import('./coordinates/position-in-rd.ts');
  const { serve: listenOn } = await import('../server/main.ts');
  const app = buildApp({
    certificate: certificate === null ? null : loadCertificate(certificate),
    clientCa: clientCa === null ? null : loadClientCa(clientCa),
    ...served, baseUrl, profile, origins, terms, basemap, requireIfMatch, keyRequired, deprecation, rateLimits, trustedProxies,
    drainMs: drainSeconds * 1_000, clock, toRd: positionInRd,
  });
  const { publicationSource } = await import('../server/publication-source.ts');
  return { ...await listenOn({ app, port, host }), publications: publicationSource({ editions: served.editions, baseUrl, profile }) };
};

const requireFilters: World['requireFilters'] = async (filters) => {
  const server = await import('../server/publication-source.ts');
  server.requireFilters(filters, 'default');
};

const answerQuestion: World['answerQuestion'] = async (question, from) => {
  const server = await import('../server/question-source.ts');
  const { positionInRd } = await import('./coordinates/position-in-rd.ts');
  return await server.answerQuestion(question, { ...from, clock, toRd: positionInRd });
};

const openSite: OpenSite = async (given) => {
  const { openSite: open } = await import('../server/site/site.ts');
  return open({ ...given, version });
};

ignoreBrokenPipe();
await runProgram(process.argv.slice(2), {
  cacheFolder: CACHE, clock, listen, requireFilters, answerQuestion, openSite,
  isAwaited: process.env['NOTIFY_SOCKET'] !== undefined, environment: process.env, version,
});

/** Enters the folder in which `npm run` was typed, because npm starts scripts in the folder of the program. */
function enterTypedFolder(): void {
  const { npm_package_json: ofScript, npm_lifecycle_event: script = '', INIT_CWD: typedIn } = process.env;
  const isScript = ofScript === PACKAGE && ['ev', 'start', 'demo'].includes(script) && process.cwd() === dirname(PACKAGE);
  if (isScript && typedIn !== undefined) process.chdir(typedIn);
}
