/**
 * Makes `codelists.json` in our own form from the collected code lists of the earlier model and its working
 * version. Usage: `node data/reference/make-codelists.ts PATH/codelists.json`, then commit the result.
 *
 * Values are copied letter for letter, odd spellings too; values that only an older version has go to
 * `legacy`. TooiWaardelijst is an external, open list: it has a shape instead of values.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Collected {
  readonly source: string;
  readonly version: string;
  readonly values: readonly string[];
  readonly older?: { readonly version: string; readonly values: readonly string[] };
  readonly note?: string;
}

const TOOI = {
  version: 'open list, no fixed version',
  source: 'https://standaarden.overheid.nl/tooi/waardelijsten (rwc_gemeenten_compleet, rwc_samenwerkingsorganisaties_compleet)',
  values: [],
  shape: '^(gm|pv|ws|mnre|so)[0-9]{4}$',
  note: 'External and open: any text is accepted, one of another shape with a warning.',
};

function ownForm({ source, version, values, older, note }: Collected): object {
  const legacy = older?.values.filter((value) => !values.includes(value)) ?? [];
  return {
    version,
    source,
    values,
    ...(older === undefined || legacy.length === 0 ? {} : { legacy: { version: older.version, values: legacy } }),
    ...(note === undefined ? {} : { note }),
  };
}

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: node data/reference/make-codelists.ts PATH/codelists.json');
const collected = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Collected>;
const lists = Object.fromEntries(Object.entries(collected).map(([name, list]) => [name, ownForm(list)]));
const target = join(import.meta.dirname, 'codelists.json');
writeFileSync(target, `${JSON.stringify({ ...lists, TooiWaardelijst: TOOI }, null, 1)}\n`);
