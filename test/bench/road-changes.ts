/**
 * Changes to a register that has gone the road: all of it delivered again with one object changed, some thousands of its objects, and one by
 * PUT to a running server. Each delivery has other values than the one before.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { JsonObject } from '../../schemas/json.ts';
import type { Timed } from './rounds.ts';
import { travel, type RoadRun } from './travel.ts';
import { quantile, Written } from './writers.ts';

/** Objects in a delivery of some; as many as there are when the register has fewer. */
export const PART = 10_000;
const CHANGED_TYPE = 'KwetsbaarGebouw';
const WARMING = 20;
const PUTS = 40;

export interface ChangedRegister {
  /** The whole register, in which one object has another number of people than before. */
  deliverAll(): Promise<RoadRun>;
  /** PART objects, each with another number of people than before. */
  deliverPart(): Promise<RoadRun>;
  /** Median time from the PUT of a changed object to its answer, which comes when it can be read. */
  changeOne(): Promise<Timed>;
}

/** Publishes a register in a new folder. */
export async function openChangedRegister(register: string, folder: string): Promise<ChangedRegister> {
  await mkdir(folder);
  await travel(register, { folder, isNew: true });
  const file = join(folder, 'delivery.ndjson');
  let delivery = 0;
  const deliver = async (of: { readonly isWhole: boolean; readonly changes: number }): Promise<RoadRun> => {
    delivery += 1;
    await writeChanged(register, file, { ...of, people: 100 + delivery });
    return travel(file, { folder, isNew: false });
  };
  return {
    deliverAll: () => deliver({ isWhole: true, changes: 1 }),
    deliverPart: () => deliver({ isWhole: false, changes: PART }),
    changeOne: async () => {
      const [building] = await buildings(register, 1);
      const server = await Written.start('writing-server.ts', join(folder, 'data'));
      try {
        const times: number[] = [];
        for (let put = 0; put < WARMING + PUTS; put += 1) times.push((await server.put({ ...building, populatie: 1_000 + put })).ms);
        return { seconds: quantile(times.slice(WARMING), 0.5) / 1000 };
      } finally {
        await server.stop();
      }
    },
  };
}

/** Writes the first `changes` buildings with this number of people, and the other roots as they are when `isWhole`. */
async function writeChanged(
  register: string, path: string, { isWhole, changes, people }: { readonly isWhole: boolean; readonly changes: number; readonly people: number },
): Promise<void> {
  const file = createWriteStream(path);
  let left = changes;
  const source = await open(register);
  for await (const line of source.readLines()) {
    const isChanged = left > 0 && isBuilding(line);
    if (isChanged) left -= 1;
    else if (!isWhole) continue;
    const text = isChanged ? JSON.stringify({ ...JSON.parse(line) as JsonObject, populatie: people }) : line;
    if (!file.write(`${text}\n`)) await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

async function buildings(register: string, count: number): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const source = await open(register);
  for await (const line of source.readLines()) {
    if (isBuilding(line)) found.push(JSON.parse(line) as JsonObject);
    if (found.length === count) break;
  }
  await source.close();
  return found;
}

function isBuilding(line: string): boolean {
  return line.startsWith(`{"entityType":"${CHANGED_TYPE}"`);
}
