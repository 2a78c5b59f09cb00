/**
 * Site of web maps for tests: pages of this folder and the libraries that they use, on an origin of its own.
 * `.ci/run` installs the libraries and names their `node_modules` in EV_WEB_MAPS; without it the site does not start.
 */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const LIBRARIES = process.env['EV_WEB_MAPS'] ?? 'web-maps-are-not-installed';
const LIBRARIES_PATH = '/libraries/';
const MEDIA_TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css' };

export interface Site { readonly base: string; close(): Promise<void> }

export async function startSite(): Promise<Site> {
  for (const library of ['maplibre-gl', 'ol', 'proj4']) {
    if (!existsSync(join(LIBRARIES, library))) throw new Error(`no ${library} in ${LIBRARIES}: npm install ol maplibre-gl proj4 in a folder, and name its node_modules in EV_WEB_MAPS`);
  }
  const server = createServer((request, response) => { void answer(new URL(request.url ?? '/', 'http://site').pathname, response); });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(path: string, response: ServerResponse): Promise<void> {
  const file = path.startsWith(LIBRARIES_PATH) ? join(LIBRARIES, normalize(path.slice(LIBRARIES_PATH.length))) : join(import.meta.dirname, normalize(path));
  const bytes = await readFile(file).catch(() => undefined);
  response.writeHead(bytes === undefined ? 404 : 200, { 'content-type': MEDIA_TYPES[extname(file)] ?? 'application/octet-stream' }).end(bytes);
}
