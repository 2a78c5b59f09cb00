/**
 * The process that the kill test kills: a desk with all its threads, and four writers beside each other. Each line it prints is one fact
 * for the log of the test's own process: `try`, `ack`, `no` with an id. Writers never end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDesk } from '../../pipelines/desk.ts';
import { submit } from '../../pipelines/state/outcomes/submit.ts';
import type { SubmissionInput } from '../../schemas/submission.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';

const [data = '', run = ''] = process.argv.slice(2);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function input(method: 'POST' | 'LEVERING'): SubmissionInput {
  const target = '/kwetsbare-gebouwen';
  return { holder: 'AB12', method, target, crs: null, mediaType: 'application/json', ifMatch: null };
}

const desk = await openDesk({
  data, baseUrl: 'http://127.0.0.1:8080/v1', spatialPath: () => Promise.resolve(''), threads: 1, clock: () => new Date(), onHead: () => {},
  preparation: new URL('../pipelines/state/small-preparation.ts', import.meta.url),
  onEvent: (event) => { if (event.kind === 'Conductor:Fail') say(`fail ${event.message}`); },
});
say('ready');

/** Posts new objects, and each third one once more: that one must be refused. */
async function poster(writer: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const id = `w${writer}-${run}-${n}`;
    say(`try ${id}`);
    const answer = await desk.submit(input('POST'), payloadOf(building(id, { populatie: 1 })), { wait: n % 5 !== 0 });
    const isWrong = answer.kind === 'refused' || (answer.kind === 'settled' && answer.outcome.status !== 201);
    say(isWrong ? `fail ${id} refused` : `ack ${id}`);
    if (n % 3 !== 0) continue;
    const again = await desk.submit(input('POST'), payloadOf(building(id, { populatie: 2 })), { wait: true });
    if (again.kind === 'settled' && again.outcome.status === 409) say(`no ${id}`);
    else if (again.kind !== 'pending') say(`fail ${id} was accepted twice`);
  }
}

/** Hands in deliveries as another process would; each fourth one is large enough to be a file. */
async function deliverer(writer: number): Promise<never> {
  for (let n = 0; ; n += 1) {
    const id = `w${writer}-${run}-${n}`;
    say(`try ${id}`);
    const payload = payloadOf(building(id, { populatie: 1 }), building('shared', { populatie: n % 7 }));
    const bytes = n % 4 === 0 ? Buffer.concat([payload, Buffer.alloc(1_100_000, ' ')]) : payload;
    await submit(data, { input: input('LEVERING'), payload: { bytes } }, () => new Date());
    say(`ack ${id}`);
    await sleep(50);
  }
}

await Promise.all([poster(0), poster(1), poster(2), deliverer(3)]);
