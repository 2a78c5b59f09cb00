/**
 * Version documents: the parsed documents of the recorded versions of a root, in RD, read on demand. A version that is recorded now
 * comes from the edition itself; a corrected one from the first stored edition that shows it, else from a version with the same content.
 */
import type { Edition, Editions, ListedVersion } from '../../publisher/read/types.ts';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import type { Moment } from '../../schemas/time.ts';

/** Returns a function that reads the document of a version by its number, 1 for the first; undefined when no stored edition shows it. */
export function versionDocuments(
  id: string, versions: readonly ListedVersion[], { edition, editions }: { readonly edition: Edition; readonly editions: Editions },
): (versie: number) => JsonObject | undefined {
  const known = new Map<number, JsonObject | undefined>();
  const read = (version: ListedVersion): JsonObject | undefined => {
    const shows = version.recorded.until === null ? edition : editionShowing(id, version, editions);
    const found = shows?.document(id, '28992', version.valid.from);
    const document = found === undefined ? null : JSON.parse(Buffer.concat([...found.slices]).toString()) as Json;
    return isObject(document) ? document : undefined;
  };
  // A later begin ends a version, which is then recorded again with that end and no other change.
  const sameAs = (index: number): readonly ListedVersion[] => (
    versions.filter(({ comparedWith, changed }) => comparedWith === index && changed.length === 0)
  );
  return (versie) => {
    const version = versions[versie - 1];
    if (!known.has(versie) && version !== undefined) known.set(versie, read(version) ?? sameAs(versie - 1).map(read).find(isRead));
    return known.get(versie);
  };
}

function isRead(document: JsonObject | undefined): document is JsonObject {
  return document !== undefined;
}

function editionShowing(id: string, version: ListedVersion, editions: Editions): Edition | undefined {
  const [showing] = editions.showing(id, [version]);
  if (showing === null || showing === undefined) return undefined;
  const found = editions.at(showing.activated.getTime() as Moment);
  return typeof found === 'object' && 'edition' in found ? found.edition : undefined;
}
