/**
 * Wiring: a conductor on a data folder with its real parts: lock, state file, grids, publisher.
 * Used by the conductor's thread and by a batch in the foreground.
 */
import type { Audience } from '../../publisher/format/layout.ts';
import { configurationHash, type Configuration } from '../../publisher/format/manifest.ts';
import { newestHead } from '../../publisher/read/heads.ts';
import { openStore } from '../../publisher/store.ts';
import { publish } from '../../publisher/write/publish.ts';
import { setAsideDamagedHeads } from '../../publisher/write/recover.ts';
import { Fault } from '../../schemas/fault.ts';
import { codeListsHash } from '../../schemas/codelists.ts';
import { schemaHash } from '../../schemas/json-schema.ts';
import { Conductor, type ConductorParts, type Publisher } from '../conductor.ts';
import { loadGrids } from '../coordinates/grids.ts';
import { reproject } from '../coordinates/reproject.ts';
import { foldersOf, openState } from '../state/database.ts';
import { sweepPayloads } from '../state/payload.ts';
import { takeLock } from '../state/lock.ts';

const AUDIENCE: Audience = 'public';

export interface OpenConductor {
  readonly conductor: Conductor;
  /** Closes the state file and frees the lock. */
  close(): void;
}

export type ConductorWiring = Pick<ConductorParts, 'data' | 'prepare' | 'clock' | 'onEvent' | 'onHead' | 'onSettled'>
  & { readonly baseUrl: string };

/** Throws a Fault when another conductor works on this folder, or when grids or state file are not sound. */
export function openConductor(wiring: ConductorWiring): OpenConductor {
  const lock = takeLock(wiring.data);
  try {
    const grids = loadGrids();
    const configuration = configurationOf(wiring.baseUrl, grids.sha256);
    const db = openState(wiring.data);
    sweepPayloads(wiring.data, db, wiring.clock());
    for (const { message } of setAsideDamagedHeads({ folder: foldersOf(wiring.data).editions, audience: AUDIENCE })) {
      wiring.onEvent({ kind: 'Edition:Damage', message });
    }
    const conductor = new Conductor({
      ...wiring, db, configuration,
      publisher: publisherOf({ data: wiring.data, configuration, clock: wiring.clock }),
      project: (document, crs) => reproject(document, crs, grids),
    });
    return {
      conductor,
      close() {
        db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Everything that shapes the bytes of an edition, apart from the register. `grids`: SHA-256 of the packed grids. */
function configurationOf(baseUrl: string, grids: string): Configuration {
  return { baseUrl, grids, model: schemaHash(), codeLists: codeListsHash() };
}

function publisherOf(
  { data, configuration, clock }: { data: string; configuration: Configuration; clock: () => Date },
): Publisher {
  const { editions } = foldersOf(data);
  const store = openStore(editions);
  const hash = configurationHash(configuration);
  return {
    newest() {
      const standing = newestHead(editions, AUDIENCE);
      return standing === undefined ? undefined
        : { ...standing, sameConfiguration: standing.configurationHash === hash };
    },
    async publish(request) {
      try {
        return publish(request, store, clock());
      } catch (error) {
        if (error instanceof Fault || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
        throw new Fault('the edition cannot be written', {
          step: 'Edition:Publish', path: editions, actual: String(error), cause: error,
          hint: 'Check the disk; the newest edition stays and it is tried again.',
        });
      }
    },
  };
}
