/** Twelve holders who deliver night after night as holders do: in time, late, half, twice, broken, for others; and what must become of each file. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../generate/random.ts';
import { addOrganisation } from '../../pipelines/state/access/holders.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { PROJECT } from '../shared-data.ts';

export const HOLDERS = Array.from({ length: 12 }, (_, index) => `HB${String(index + 1).padStart(2, '0')}`);
const STRANGER = 'ZZ99';
const SCHOOL = JSON.parse(readFileSync(join(PROJECT, 'data/examples/school-zwolle.json'), 'utf8')) as JsonObject;

export const PIPELINES = {
  pipelines: [
    { name: 'nightly', cron: '30 2 * * *', missed: 'once', steps: [{ step: 'collect', folder: 'in', crs: 'RD' }, { step: 'batch' }, { step: 'repack-and-gc' }] },
    { name: 'verify', cron: '0 5 * * *', missed: 'skip', steps: [{ step: 'verify' }] },
  ],
};

/** Expected folder of a file in the end. */
export interface Expected {
  readonly holder: string;
  readonly name: string;
  readonly sha256: string;
  readonly verdict: 'done' | 'refused' | 'stays';
}

export class Holders {
  readonly expected: Expected[] = [];
  /** Ids of roots that must be in the register, each once. */
  readonly accepted = new Set<string>();
  readonly #data: string;
  readonly #random: Random;
  /** Actions of holders that complete their work the next evening. */
  #later: ((at: Date) => void)[] = [];

  constructor(data: string, random: Random) {
    this.#data = data;
    this.#random = random;
  }

  /** Makes the folders, gives the holders access, and writes pipelines.json. */
  settle(): void {
    for (const holder of [...HOLDERS, STRANGER]) mkdirSync(join(this.#data, 'in', holder), { recursive: true });
    addOrganisation(this.#data, { id: 'KVK:12345678', name: 'Twaalf bronhouders', codes: HOLDERS, roles: ['writer'] });
    writeFileSync(join(this.#data, 'pipelines.json'), JSON.stringify(PIPELINES));
  }

  /** Actions of holders in the evening before a night. */
  evening(night: number, at: Date): void {
    const later = this.#later;
    this.#later = [];
    for (const end of later) end(at);
    for (const holder of HOLDERS) if (this.#random.chance(0.8)) this.#deliver(holder, night, at);
  }

  /** They end what they began. */
  end(at: Date): void {
    for (const end of this.#later) end(at);
    this.#later = [];
  }

  #deliver(holder: string, night: number, at: Date): void {
    const id = `NL.IMEV.${holder}.school-${night}`;
    const whole = bytesOf(id, holder);
    const way = this.#random.pick(['fine', 'fine', 'fine', 'late', 'half', 'growing', 'double', 'broken', 'empty', 'other', 'stranger']);
    switch (way) {
      case 'fine': return this.#put(holder, 'levering.json', whole, { at, id });
      // After the night's run: it is for the next.
      case 'late': { this.#later.push((next) => this.#put(holder, 'laat.json', whole, { at: next, id })); return; }
      case 'half': return this.#half(holder, whole, { at, id, first: 'half.json.part', name: 'half.json' });
      case 'growing': return this.#half(holder, whole, { at: new Date(at.getTime() + 86_400_000), id, first: `growing-${night}.json`, name: `growing-${night}.json` });
      case 'double': {
        this.#put(holder, 'levering.json', whole, { at, id });
        return this.#put(holder, 'levering (1).json', whole, { at, id });
      }
      case 'broken': return this.#put(holder, 'kapot.json', whole.subarray(0, whole.length / 2), { at, verdict: 'refused' });
      // It waits until something is in it.
      case 'empty': return this.#put(holder, `leeg-${night}.json`, Buffer.alloc(0), { at, verdict: 'stays' });
      case 'other': return this.#put(holder, 'van-een-ander.json', bytesOf(`${id}-other`, other(holder)), { at, verdict: 'refused' });
      case 'stranger': return this.#put(STRANGER, `vreemd-${holder}-${night}.json`, whole, { at, verdict: 'stays' });
    }
  }

  #put(
    holder: string, name: string, bytes: Buffer,
    { at, id = null, verdict = 'done' }: { readonly at: Date; readonly id?: string | null; readonly verdict?: Expected['verdict'] },
  ): void {
    const path = join(this.#data, 'in', holder, name);
    writeFileSync(path, bytes, { flag: 'wx' });
    utimesSync(path, at, at);
    this.expected.push({ holder, name, sha256: createHash('sha256').update(bytes).digest('hex'), verdict });
    if (id !== null) this.accepted.add(id);
  }

  /** Half of it now, the rest in the next evening. */
  #half(
    holder: string, whole: Buffer, { at, id, first, name }: { readonly at: Date; readonly id: string; readonly first: string; readonly name: string },
  ): void {
    const [begun, ended] = [first, name].map((one) => join(this.#data, 'in', holder, one)) as [string, string];
    // Between two members, where what is added meanwhile changes nothing that it says.
    const cut = whole.indexOf(',"', whole.length / 2) + 1;
    writeFileSync(begun, whole.subarray(0, cut), { flag: 'wx' });
    utimesSync(begun, at, at);
    this.#later.push((next) => {
      appendFileSync(begun, whole.subarray(cut));
      const bytes = readFileSync(begun);
      utimesSync(begun, next, next);
      renameSync(begun, ended);
      this.expected.push({ holder, name, sha256: createHash('sha256').update(bytes).digest('hex'), verdict: 'done' });
      this.accepted.add(id);
    });
  }
}

function bytesOf(id: string, holder: string): Buffer {
  const local = id.slice('NL.IMEV.'.length);
  const document = { ...SCHOOL, id, identificatie: { namespace: 'NL.IMEV', lokaalID: local }, bronobjectID: local, bronhoudercode: holder };
  return Buffer.from(JSON.stringify(document));
}

function other(holder: string): string {
  return HOLDERS[(HOLDERS.indexOf(holder) + 1) % HOLDERS.length]!;
}
