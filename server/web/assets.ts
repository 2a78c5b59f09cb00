/**
 * Assets: the one table of files that pages load: style sheet, icon, scripts, and files of packages as they come.
 *
 * Invariants:
 * - Nothing outside the table is served; a name is looked up, never joined to a path.
 * - An address has the hash of all assets in it. Its content never changes, and a relative import between scripts has the same hash.
 * - Files are read for their hash at start and are then opened only on request; their bytes are not kept.
 * - Scripts are TypeScript without their types (`stripTypeScriptTypes`); there is no build step.
 * Not here: the response (handlers/assets.ts), the policy of pages (page.ts).
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EFFECTS_STYLE } from '../../publisher/difference/effects-section.ts';
import { MAP_STYLE } from '../../schemas/map.ts';
import { DENSITY_STYLE } from './density-map.ts';
import { GEOMETRY_STYLE } from './map.ts';

interface Asset {
  readonly type: string;
  readonly file: string;
  /** Text after the content of the file. */
  readonly appended?: string;
  /** Whether the types of the file are stripped before it is sent. */
  readonly isTypeScript?: true;
}

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const SVG = 'image/svg+xml';

const packages = createRequire(import.meta.url);

function own(url: URL, type: string): Asset {
  return { type, file: fileURLToPath(url) };
}

function script(url: URL): Asset {
  return { ...own(url, JAVASCRIPT), isTypeScript: true };
}

function ofPackage(path: string, type: string): Asset {
  return { type, file: packages.resolve(path) };
}

const ASSETS = {
  'style.css': { ...own(new URL('./assets/style.css', import.meta.url), CSS), appended: MAP_STYLE + GEOMETRY_STYLE + EFFECTS_STYLE + DENSITY_STYLE },
  'favicon.svg': own(new URL('./assets/favicon.svg', import.meta.url), SVG),
  'copy.ts': script(new URL('./client/copy.ts', import.meta.url)),
  'deliver.css': own(new URL('./assets/deliver.css', import.meta.url), CSS),
  'deliver.ts': script(new URL('./client/deliver.ts', import.meta.url)),
  'deliver-app.ts': script(new URL('./client/deliver-app.ts', import.meta.url)),
  'deliver-controls.ts': script(new URL('./client/deliver-controls.ts', import.meta.url)),
  'deliver-files.ts': script(new URL('./client/deliver-files.ts', import.meta.url)),
  'deliver-form.ts': script(new URL('./client/deliver-form.ts', import.meta.url)),
  'deliver-form-words.ts': script(new URL('./client/deliver-form-words.ts', import.meta.url)),
  'deliver-geometry.ts': script(new URL('./client/deliver-geometry.ts', import.meta.url)),
  'deliver-groups.ts': script(new URL('./client/deliver-groups.ts', import.meta.url)),
  'deliver-map.ts': script(new URL('./client/deliver-map.ts', import.meta.url)),
  'deliver-parts.ts': script(new URL('./client/deliver-parts.ts', import.meta.url)),
  'deliver-past.ts': script(new URL('./client/deliver-past.ts', import.meta.url)),
  'deliver-report.ts': script(new URL('./client/deliver-report.ts', import.meta.url)),
  'deliver-schema.ts': script(new URL('./client/deliver-schema.ts', import.meta.url)),
  'deliver-service.ts': script(new URL('./client/deliver-service.ts', import.meta.url)),
  'deliver-source.ts': script(new URL('./client/deliver-source.ts', import.meta.url)),
  'deliver-texts.ts': script(new URL('./client/deliver-texts.ts', import.meta.url)),
  'field-words.ts': script(new URL('../description/field-words.ts', import.meta.url)),
  'type-words.ts': script(new URL('../description/type-words.ts', import.meta.url)),
  'operate.ts': script(new URL('./client/operate.ts', import.meta.url)),
  'operate-texts.ts': script(new URL('./client/operate-texts.ts', import.meta.url)),
  'map.css': own(new URL('./assets/map.css', import.meta.url), CSS),
  'map.ts': script(new URL('./client/map.ts', import.meta.url)),
  'map-address.ts': script(new URL('./client/map-address.ts', import.meta.url)),
  'elements.ts': script(new URL('./client/elements.ts', import.meta.url)),
  'map-conditions.ts': script(new URL('./client/map-conditions.ts', import.meta.url)),
  'map-literals.ts': script(new URL('./client/map-literals.ts', import.meta.url)),
  'map-files.ts': script(new URL('./client/map-files.ts', import.meta.url)),
  'map-list.ts': script(new URL('./client/map-list.ts', import.meta.url)),
  'map-load.ts': script(new URL('./client/map-load.ts', import.meta.url)),
  'map-location.ts': script(new URL('./client/map-location.ts', import.meta.url)),
  'map-question.ts': script(new URL('./client/map-question.ts', import.meta.url)),
  'map-rd.ts': script(new URL('./client/map-rd.ts', import.meta.url)),
  'map-ol.ts': script(new URL('./client/map-ol.ts', import.meta.url)),
  'map-style.ts': script(new URL('./client/map-style.ts', import.meta.url)),
  'map-texts.ts': script(new URL('./client/map-texts.ts', import.meta.url)),
  'map-view.ts': script(new URL('./client/map-view.ts', import.meta.url)),
  'outline.ts': script(new URL('../../schemas/outline.ts', import.meta.url)),
  'provinces.ts': script(new URL('../../schemas/provinces.ts', import.meta.url)),
  'ol.js': ofPackage('ol/dist/ol.js', JAVASCRIPT),
  'ol.css': ofPackage('ol/ol.css', CSS),
  'proj4.js': ofPackage('proj4/dist/proj4.js', JAVASCRIPT),
} as const satisfies Readonly<Record<string, Asset>>;

export type AssetName = keyof typeof ASSETS;

export const ASSET_NAMES = Object.keys(ASSETS) as readonly AssetName[];

/** Hash of the names and contents of all assets. */
export const ASSETS_HASH = hashOf(ASSETS);

function hashOf(assets: Readonly<Record<string, Asset>>): string {
  const hash = createHash('sha256');
  for (const [name, { file, appended = '' }] of Object.entries(assets)) hash.update(`${name}\n`).update(readFileSync(file)).update(appended);
  return hash.digest('hex').slice(0, 16);
}

/** Returns the path of an asset on the host of the service, so that the policy `'self'` allows it on every name of the host. */
export function assetPath(name: AssetName, baseUrl: string): string {
  return `${new URL(baseUrl).pathname}/assets/${ASSETS_HASH}/${name}`;
}

export function isAsset(name: string): name is AssetName {
  return Object.hasOwn(ASSETS, name);
}

/** An asset as it is sent: a file that is streamed, or bytes that are made from a file. */
export type SentAsset = { readonly type: string } & (
  { readonly file: { readonly root: string; readonly name: string; readonly bytes: number } } | { readonly body: Buffer }
);

export function readAsset(name: AssetName): SentAsset {
  const { type, file, appended, isTypeScript }: Asset = ASSETS[name];
  if (isTypeScript === true) return { type, body: Buffer.from(stripTypeScriptTypes(readFileSync(file, 'utf8'))) };
  if (appended !== undefined) return { type, body: Buffer.concat([readFileSync(file), Buffer.from(appended)]) };
  return { type, file: { root: dirname(file), name: basename(file), bytes: statSync(file).size } };
}
