/**
 * Our server over a data folder (argument 1), for the benchmark; a token is the code of the writing holder. Sends the
 * parent process the seconds of each decision of a batch.
 */
import { availableParallelism, homedir } from 'node:os';
import { join } from 'node:path';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { openDesk } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf, makeFolders } from '../../pipelines/state/database/database.ts';
import { buildApp } from '../../server/app.ts';
import { serve } from '../../server/main.ts';
import { BASE_URL } from './edition.ts';
import { reportTo } from './load.ts';

const data = process.argv[2];
if (data === undefined) throw new Error('usage: writing-server.ts FOLDER');
makeFolders(data);
const clock = (): Date => new Date();
const cacheFolder = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ev-register');
const editions = openEditions(foldersOf(data).editions, 'public');
const desk = await openDesk({
  data, baseUrl: BASE_URL, spatialPath: () => provideSpatial({ cacheFolder, log: () => {} }), threads: availableParallelism(), clock,
  onHead: () => editions.refresh(),
  onEvent: (event) => {
    if (event.kind === 'Batch:Decide') process.send?.({ decidedSeconds: event.seconds.decide ?? 0 });
    if (event.kind === 'Conductor:Fail') process.stderr.write(`${event.message}\n`);
  },
});
await desk.warmUp();
const app = buildApp({ editions, desk, baseUrl: BASE_URL, profile: 'demo', credentials: ({ token }) => ({ organisation: 'KVK:12345678', tokenEnd: '01234567', holders: [token], roles: ['writer'] }), clock });
const { port } = await serve({ app, port: 0, host: '127.0.0.1' });
setInterval(() => editions.refresh(), 1_000);
reportTo(process, `http://127.0.0.1:${port}`);
