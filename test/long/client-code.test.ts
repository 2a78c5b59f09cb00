/** Client code run by curl, Node and Python: each sends exactly the request, whatever its values hold. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CODE_OF, CODE_TOOLS, readableJson, type CodeTool, type ExampleRequest } from '../../server/documentation/client-code.ts';

const run = promisify(execFile);
const COMMANDS: Readonly<Record<CodeTool, (code: string) => readonly [string, ...string[]]>> = {
  curl: (code) => ['bash', '-euc', code],
  javascript: (code) => [process.execPath, '--input-type=module', '-e', code],
  python: (code) => ['python3', '-c', code],
};

interface Received {
  readonly method: string | undefined;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly header: string | undefined;
  readonly body: string;
}

let received: Received[] = [];
let echo: Server;
let base: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ev-code-'));
  writeFileSync(join(folder, 'levering.json'), '{"van": "schijf"}\n');
  echo = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method, headers } = request;
      received.push({ method, url: request.url ?? '', authorization: headers.authorization, header: headers['x-waarde'] as string | undefined, body });
      response.end('ok');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => { echo.once('listening', resolve); });
  base = `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
});
afterAll(() => {
  echo.close();
  rmSync(folder, { recursive: true });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function sent(tool: CodeTool, request: ExampleRequest): Promise<Received> {
  received = [];
  const [command, ...args] = COMMANDS[tool](CODE_OF[tool](request));
  await run(command, args, { cwd: folder, env: { ...process.env, TOKEN: 'geheim' } });
  expect(received).toHaveLength(1);
  return received[0]!;
}

const NASTY = `'"\`$(touch gehackt)\${TOKEN}\\'; touch gehackt #`;

describe.each(CODE_TOOLS)('%s', (tool) => {
  test('sends a plain GET to the address', async () => {
    expect(await sent(tool, { method: 'GET', url: `${base}/items?bbox=1,2&filter=a%20%3E%201` })).toMatchObject({ method: 'GET', url: '/items?bbox=1,2&filter=a%20%3E%201', body: '' });
  });

  test('sends a header and a body as they are, and runs nothing in them', async () => {
    const text = readableJson({ naam: NASTY, drie: '"""', regel: 'a\nb\\n', plaats: [5.1, 52.2], leeg: null, waar: true, 'één': 'ë€' });
    const request = { method: 'PUT', url: `${base}/x`, headers: [['X-Waarde', NASTY]] as const, credential: 'token' as const, body: { text } };
    const { method, authorization, header, body } = await sent(tool, request);
    expect([method, authorization, header, JSON.parse(body)]).toEqual(['PUT', 'Bearer geheim', NASTY, JSON.parse(text)]);
    await expect(run('ls', [folder])).resolves.toMatchObject({ stdout: 'levering.json\n' });
  });

  test('sends one line of text, and a file', async () => {
    expect(await sent(tool, { method: 'POST', url: base, body: { text: `{"naam": ${JSON.stringify(NASTY)}}` } })).toMatchObject({ body: `{"naam": ${JSON.stringify(NASTY)}}` });
    expect(await sent(tool, { method: 'POST', url: base, body: { file: 'levering.json' } })).toMatchObject({ body: '{"van": "schijf"}\n' });
  });
});
