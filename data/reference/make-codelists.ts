/**
 * Makes `codelists.json` in our own form from the collected code lists of the earlier model and its working
 * version. Usage: `node data/reference/make-codelists.ts PATH/codelists.json`, then commit the result.
 *
 * Values are copied letter for letter, odd spellings too, those of an older version beside them; `labels` are what
 * the source writes beside the values. TooiWaardelijst is an external, open list: it has a shape instead of values.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Origin {
  readonly version: string;
  readonly source: string;
}

interface Collected extends Origin {
  readonly values: readonly string[];
  readonly older?: Origin & { readonly values: readonly string[] };
  /** An older version that has the same values. */
  readonly alsoIn?: Origin;
  readonly codes?: readonly string[];
  readonly note?: string;
}

const TOOI = {
  version: 'open list, no fixed version',
  source: 'https://standaarden.overheid.nl/tooi/waardelijsten (rwc_gemeenten_compleet, rwc_samenwerkingsorganisaties_compleet)',
  values: [],
  shape: '^(gm|pv|ws|mnre|oorg|so)[0-9]+$',
  note: 'External and open: any text is accepted, one of another shape with a warning.',
};

function ownForm({ source, version, values, codes, older, alsoIn, note }: Collected): object {
  const sameValues = alsoIn === undefined ? undefined : { ...alsoIn, values };
  return { version, source, values, labels: codes, older: inOrder(older ?? sameValues), note };
}

function inOrder(older: Collected['older']): object | undefined {
  return older === undefined ? undefined : { version: older.version, source: older.source, values: older.values };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node data/reference/make-codelists.ts PATH/codelists.json');
const collected = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Collected>;
const lists = Object.fromEntries(Object.entries(collected).map(([name, list]) => [name, ownForm(list)]));
const target = join(import.meta.dirname, 'codelists.json');
writeFileSync(target, `${JSON.stringify({ ...lists, TooiWaardelijst: TOOI }, null, 1)}\n`);
