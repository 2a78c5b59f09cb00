/**
 * Makes the deliveries of the made-up city that `ev demo` delivers: `node data/demo/make-city.ts`, then commit the result.
 *
 * Invariants: the same program makes the same bytes; one file for each holder and year, and for buildings apart; `deliveries.json` names the
 * holder of each file, in the order of delivery.
 * Not here: the plan and the objects of the city (city/), delivering (pipelines/commands/demo.ts).
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lifeOfBuilding, lifeOfOpenAir } from './city/building.ts';
import { homes } from './city/homes.ts';
import { deliveredDocuments, type DeliveredDocument, type Life } from './city/life.ts';
import { networks } from './city/networks.ts';
import { openAir, publicBuildings } from './city/public-buildings.ts';
import { lifeOfSite } from './city/site.ts';
import { sites } from './city/sites.ts';

const FOLDER = import.meta.dirname;
const LIST = 'deliveries.json';

/** Returns the content of each file, by name, in the order of delivery; the list of them last. */
export function cityFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, { readonly holder: string; readonly lines: string[] }>();
  const add = (kind: string, lives: readonly Life[]): void => {
    for (const { holder, year, document } of lives.flatMap(deliveredDocuments).toSorted(byYear)) {
      const name = `${year}-${holder.slug}-${kind}.ndjson`;
      const file = files.get(name) ?? { holder: holder.code, lines: [] };
      files.set(name, file);
      file.lines.push(JSON.stringify(document));
    }
  };
  add('kwetsbaar', [...[...homes(), ...publicBuildings()].map(lifeOfBuilding), ...openAir().map(lifeOfOpenAir)]);
  add('activiteiten', [...sites().map(lifeOfSite), ...networks()]);
  const inOrder = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const list = Object.fromEntries(inOrder.map(([name, { holder }]) => [name, holder]));
  return new Map([...inOrder.map(([name, { lines }]): [string, string] => [name, `${lines.join('\n')}\n`]), [LIST, `${JSON.stringify(list, null, 2)}\n`]]);
}

function byYear(one: DeliveredDocument, other: DeliveredDocument): number {
  return one.year - other.year;
}

if (import.meta.main) {
  for (const name of readdirSync(FOLDER)) if (/\.(?:ndjson|json)$/.test(name)) rmSync(join(FOLDER, name));
  for (const [name, content] of cityFiles()) writeFileSync(join(FOLDER, name), content);
}
