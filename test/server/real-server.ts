/** Real server: serves a real edition on disk, in its own folder; new editions may be published while it runs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import { day, recordedBy, request, type Changed } from '../publisher/registry.ts';
import { started, type Client } from './harness.ts';
import { SOUND } from '../always-sound.ts';

export interface Publication {
  readonly changes: readonly Changed[];
  /** Moment of the edition, in days of the registry. */
  readonly on: number;
  /** Moment of the previous edition. */
  readonly after?: number;
  /** Epoch of ITRF2014. */
  readonly epoch?: number;
  /** Activation; absent: the moment of the edition. */
  readonly activated?: Date;
}

export interface RealServer extends Client {
  readonly folder: string;
  readonly editions: Editions;
  /** Publishes the next edition, which is served once `editions` looks for it. */
  publish(publication: Publication): void;
  /** Stops the server and removes its folder. */
  close(): Promise<void>;
}

/** Publishes editions one after the other and serves the last. */
export async function realServer(...publications: readonly Publication[]): Promise<RealServer> {
  const folder = mkdtempSync(join(tmpdir(), 'ev-server-'));
  const recorded = new Map<string, number>();
  const put = ({ changes, on, after, epoch, activated = new Date(day(on)) }: Publication): void => {
    const versions = recordedBy(changes, day(on), recorded);
    const wanted = request(changes, { moment: day(on), epoch, ...(after === undefined ? {} : { parentMoment: day(after) }) });
    publish({ ...wanted, versions: () => versions }, openStore(folder, SOUND), activated);
  };
  publications.forEach(put);
  const editions = openEditions(folder, 'public');
  const client = await started({ editions });
  return {
    ...client, folder, editions, publish: put,
    close: async () => {
      await client.close();
      editions.close();
      rmSync(folder, { recursive: true });
    },
  };
}
