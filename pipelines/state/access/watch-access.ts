/** Watch access: reports which file of access control cannot be used. Not here: the files (holders.ts, tokens.ts, keys.ts). */
import { Fault } from '../../../schemas/fault.ts';
import { watchOrganisations } from './holders.ts';
import { watchKeys } from './keys.ts';
import { watchTokens } from './tokens.ts';

/** Returns a function that returns the Fault in the current `holders.json` or `tokens.json`, or null. While it has one no token is accepted. */
export function watchAccess(data: string): () => Fault | null {
  return faultIn([watchOrganisations(data), watchTokens(data)]);
}

/** Returns a function that returns the Fault in the current `keys.json`, or null. While it has one no API key is accepted. */
export function watchKeyAccess(data: string): () => Fault | null {
  return faultIn([watchKeys(data)]);
}

function faultIn(files: readonly (() => unknown)[]): () => Fault | null {
  return () => {
    try {
      for (const read of files) read();
      return null;
    } catch (error) {
      if (error instanceof Fault) return error;
      throw error;
    }
  };
}
