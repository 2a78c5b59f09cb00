/** The measure of all things: plain `node:http` that sends one ready Buffer. `/N` sends N bytes, `/304` a bare 304. */
import { createServer } from 'node:http';
import { reportTo } from './load.ts';

const ready = new Map<string, Buffer>();

const server = createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/304') {
    response.writeHead(304).end();
    return;
  }
  let body = ready.get(path);
  if (body === undefined) {
    body = Buffer.alloc(Number(path.slice(1)), 'x');
    ready.set(path, body);
  }
  response.writeHead(200, ['content-type', 'application/geo+json', 'content-length', String(body.length)]).end(body);
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  reportTo(process, `http://127.0.0.1:${address.port}`);
});
