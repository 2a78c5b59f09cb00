/** `Expect: 100-continue`: when the client gets 100, and when the final response. */
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { DeskAnswer } from '../../schemas/desk.ts';
import { LIMITS } from '../../schemas/limits.ts';
import type { Outcome, Receipt } from '../../schemas/submission.ts';
import { fakeDesk } from './fake-desk.ts';
import { aRegister, started, TOKEN, type Client } from './harness.ts';

const receipt: Receipt = { uuid: '0b5a7f6e-3a55-4d0e-9a53-0d5f5d1f2a10', received: '2026-11-21T12:00:00.0Z', holder: 'AB12', bytes: 2, sha256: 'ab' };
const outcome: Outcome = { receipt, state: 'settled', status: 201, roots: [{ id: 'g1', type: 'KwetsbaarGebouw' }], report: null };
const settled: DeskAnswer = { kind: 'settled', outcome };

let bodies: string[] = [];
const desk = fakeDesk({
  submit: (_, body) => {
    bodies.push(body.toString());
    return Promise.resolve(settled);
  },
  async deliver(_, body) {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    bodies.push(Buffer.concat(pieces).toString());
    return settled;
  },
});

let server: Client;
beforeAll(async () => { server = await started({ editions: aRegister(), desk }); });
afterAll(() => server.close());
beforeEach(() => { bodies = []; });

interface Head {
  readonly method?: string;
  readonly path?: string;
  readonly token?: string | null;
  readonly type?: string;
  readonly length?: number;
}

function headOf({ method = 'POST', path = '/v1/kwetsbare-gebouwen', token = TOKEN, type = 'application/json', length = 2 }: Head): string {
  const authorization = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: ${type}\r\nContent-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`;
}

/** Returns the final status. The body is sent only after 100 (RFC 9110). */
function sent(head: string, body: string): Promise<{ readonly isContinued: boolean; readonly received: string }> {
  return new Promise((resolve, reject) => {
    let received = '';
    let isContinued = false;
    const socket = connect(server.port, '127.0.0.1', () => socket.write(head));
    onTestFinished(() => { socket.destroy(); });
    socket.on('data', (bytes) => {
      received += bytes.toString();
      if (!isContinued && received.startsWith('HTTP/1.1 100 Continue\r\n\r\n')) {
        isContinued = true;
        socket.write(body);
      }
      if (/\r\n\r\n\{/.test(received)) resolve({ isContinued, received });
    });
    socket.on('error', reject);
  });
}

describe('the final response comes without 100, and the connection closes without reading the body', () => {
  test.each<[string, Head, number]>([
    ['no token', { token: null }, 403], ['an invalid token', { token: 'onzin' }, 401], ['no such path', { path: '/v1/onzin' }, 404],
    ['no role', { path: '/v1/indieningen?volledig=Wegen', token: 'ander-token' }, 401], ['a path that takes no PUT', { method: 'PUT', path: '/v1/wegen' }, 405],
    ['a message too large', { length: LIMITS.requestBodyBytesMax + 1 }, 413],
    ['a delivery too large', { path: '/v1/indieningen', length: LIMITS.deliveryBytesMax + 1 }, 413], ['another media type', { type: 'text/plain' }, 415],
    ['a delivery of another media type', { path: '/v1/indieningen', type: 'text/plain' }, 415], ['a wrong parameter', { path: '/v1/indieningen?strikt=x' }, 400],
    ['a question of another media type', { path: '/v1/_search', type: 'text/plain', token: null }, 415],
    ['a question with an invalid token', { path: '/v1/_search', token: 'onzin' }, 401], ['a GET', { method: 'GET', path: '/v1/conformance' }, 200],
  ])('%s: %o', async (_, head, status) => {
    const received = await server.raw(headOf(head));
    expect(received.split('\r\n', 1)[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received.match(/^connection: close\r$/gim)).toHaveLength(1);
    expect(bodies).toEqual([]);
  });
});

describe('100 comes when the body is read next', () => {
  test.each<[string, Head, number]>([
    ['a write', {}, 201], ['a delivery', { path: '/v1/indieningen' }, 201], ['a question', { path: '/v1/_search', token: null }, 400],
  ])('%s', async (_, head, status) => {
    const { isContinued, received } = await sent(headOf(head), '{}');
    expect(isContinued).toBe(true);
    expect(received).toMatch(new RegExp(`^HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 ${status} `));
    expect(received).not.toMatch(/connection: close/i);
    expect(bodies).toEqual(status === 201 ? ['{}'] : []);
  });
});
