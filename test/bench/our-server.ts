/** Our server over an edition folder (argument 1), for the benchmark; reads only. `counting` (argument 2): it counts the requests of each client. */
import { openEditions } from '../../publisher/read/editions-reader.ts';
import { buildApp } from '../../server/app.ts';
import { serve } from '../../server/main.ts';
import { BASE_URL } from './edition.ts';
import { reportTo } from './load.ts';

const [folder, counting] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: our-server.ts FOLDER [counting]');
const app = buildApp({
  editions: openEditions(folder, 'public', { readsAhead: true }), desk: null, baseUrl: BASE_URL, profile: 'demo',
  rateLimits: { perFrame: counting === 'counting' ? 1_000_000_000 : null, perMonth: null },
  credentials: () => undefined, clock: () => new Date(),
});
const { port } = await serve({ app, port: 0, host: '127.0.0.1' });
reportTo(process, `http://127.0.0.1:${port}`);
