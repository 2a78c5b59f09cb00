/** Serving: the real server and desk over a data folder, for fault tests. */
import type { FastifyInstance } from 'fastify';
import { openEditions } from '../../publisher/read/editions-reader.ts';
import type { Editions } from '../../publisher/read/types.ts';
import { openDesk, type DeskHandle } from '../../pipelines/desk.ts';
import { provideSpatial } from '../../pipelines/prepare/spatial-extension.ts';
import { foldersOf } from '../../pipelines/state/database/database.ts';
import { buildApp } from '../../server/app.ts';
import { CACHE_FOLDER } from '../pipelines/prepare/spatial-for-tests.ts';
import { BASE_URL } from './life.ts';

export interface Serving {
  readonly app: FastifyInstance;
  readonly desk: DeskHandle;
  readonly editions: Editions;
  close(): Promise<void>;
}

/** Any token writes for AB12. It does not listen yet. `isReal`: with the real preparation, which takes longer to start. */
export async function serving(data: string, { isReal = false } = {}): Promise<Serving> {
  const editions = openEditions(foldersOf(data).editions, 'public');
  const desk = await openDesk({
    data, baseUrl: BASE_URL, spatialPath: () => isReal ? provideSpatial({ cacheFolder: CACHE_FOLDER, log: console.info }) : Promise.resolve(''), threads: 1, clock: () => new Date(), onHead: () => editions.refresh(), onEvent: () => {},
    ...(isReal ? {} : { preparation: new URL('../pipelines/state/small-preparation.ts', import.meta.url) }),
  });
  const app = buildApp({ editions, desk, baseUrl: BASE_URL, profile: 'default', credentials: () => ({ organisation: 'KVK:12345678', tokenEnd: '01234567', holders: ['AB12'], roles: ['writer'] }), clock: () => new Date() });
  return {
    app, desk, editions,
    async close() {
      await app.close();
      await desk.close();
      editions.close();
    },
  };
}
