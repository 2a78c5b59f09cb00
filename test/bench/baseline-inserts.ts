/** Baseline for writing: a plain server that stores each body in its own synced SQLite transaction (folder: argument 1). */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reportTo } from './load.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: baseline-inserts.ts FOLDER');
const db = new DatabaseSync(join(folder, 'inserts.db'));
db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE IF NOT EXISTS body (uuid TEXT PRIMARY KEY, body BLOB) STRICT');
const insert = db.prepare('INSERT INTO body VALUES (?, ?)');

const server = createServer((request, response) => {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => { pieces.push(piece); });
  request.on('end', () => {
    insert.run(randomUUID(), Buffer.concat(pieces));
    response.writeHead(201).end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) reportTo(process, `http://127.0.0.1:${address.port}`);
});
