/**
 * Pipelines file: `pipelines.json`, in which the operator lists pipelines, their times, and whom a failed run notifies. A file with any
 * mistake is refused. Not here: the steps (steps.ts).
 */
import { existsSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { CRS_NAMES, crsByName } from '../../schemas/crs.ts';
import { nearest } from '../../schemas/check/nearest.ts';
import { pipelinesSchema, type Missed } from '../../schemas/derived/pipelines-schema.ts';
import type { DownloadForm } from '../../schemas/download-forms.ts';
import { Fault } from '../../schemas/fault.ts';
import { HOLDER_CODE, isRootType, ROOT_TYPES, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { mistakesInJsonFile, readJsonFile, watchJsonFile, type FileKind } from '../state/folder/json-file.ts';
import { cronMistake } from './cron-times.ts';

/** How to read the files of one holder, with the meaning of the options of `ev submit`. */
export interface HolderSettings {
  /** Name of a CRS; absent: that of the step. */
  readonly crs?: string;
  /** Absent: recognised per root. */
  readonly model?: ModelVersion;
  /** Whether one refused root refuses the whole file. */
  readonly strict?: boolean;
  /** Types of which each file has all roots of the holder. */
  readonly full?: readonly RootType[];
}

export interface CollectSettings {
  readonly folder: string;
  /** Name of a CRS; absent: the default of the model. */
  readonly crs?: string;
  /** Settings of one holder, by bronhoudercode. */
  readonly holders?: Readonly<Record<string, HolderSettings>>;
}

export type StepSettings =
  | { readonly step: 'collect' } & CollectSettings
  | { readonly step: 'batch' }
  | { readonly step: 'repack-and-gc' }
  | { readonly step: 'rebuild-derived' }
  | { readonly step: 'downloads'; readonly forms?: readonly DownloadForm[] }
  | { readonly step: 'quality' }
  | { readonly step: 'verify' }
  | { readonly step: 'backup'; readonly folder: string; readonly keep?: number };

export interface Pipeline {
  readonly name: string;
  /** A cron line in Europe/Amsterdam. */
  readonly cron: string;
  readonly missed: Missed;
  readonly steps: readonly StepSettings[];
}

/** Receiver of failures: a program with its arguments, or an address. */
export type OnFailure = { readonly command: readonly string[] } | { readonly webhook: string };

export interface Pipelines {
  readonly pipelines: readonly Pipeline[];
  readonly onFailure?: OnFailure;
}

/** Reads the file, with absolute folders. Throws a Fault when it is absent, or with the location of each mistake. */
export function readPipelines(path: string): Pipelines {
  requireThere(path);
  return withAbsoluteFolders(readJsonFile(dirname(path), kindOf(path)), path);
}

/** Returns the mistakes in the file, each with location and value. Throws a Fault when the file is absent. */
export function pipelinesMistakes(path: string): readonly string[] {
  requireThere(path);
  return mistakesInJsonFile(dirname(path), kindOf(path));
}

/** Returns a reader that reads the file again after a change, else gives the same object. It throws a Fault while the file is damaged. */
export function watchPipelines(path: string): () => Pipelines {
  const read = watchJsonFile(dirname(path), kindOf(path));
  let last: { readonly content: Pipelines; readonly pipelines: Pipelines } | null = null;
  return () => {
    requireThere(path);
    const content = read();
    if (last?.content !== content) last = { content, pipelines: withAbsoluteFolders(content, path) };
    return last.pipelines;
  };
}

const SCHEMA = pipelinesSchema();

function kindOf(path: string): FileKind<Pipelines> {
  return {
    name: basename(path), noun: 'Pipelines', schema: SCHEMA, empty: { pipelines: [] }, isSecret: false,
    hides: (place) => place.startsWith('/onFailure'),
    mistakesIn: (pipelines) => mistakesIn(withAbsoluteFolders(pipelines, path)),
    hint: 'Mend it, and let `ev schedule check` look; `ev schema pipelines` says what it may hold.',
  };
}

function requireThere(path: string): void {
  if (existsSync(path)) return;
  throw new Fault('there is no such file', {
    step: 'Pipelines:Read', path, hint: 'Write it: OPERATING.md shows one, and `ev schema pipelines` says what it may hold.',
  });
}

/** Makes the folders of steps absolute, relative to the file. */
function withAbsoluteFolders({ pipelines, ...rest }: Pipelines, path: string): Pipelines {
  const place = (step: StepSettings): StepSettings => ('folder' in step ? { ...step, folder: resolve(dirname(path), step.folder) } : step);
  return { ...rest, pipelines: pipelines.map((pipeline) => ({ ...pipeline, steps: pipeline.steps.map(place) })) };
}

function mistakesIn({ pipelines, onFailure }: Pipelines): readonly string[] {
  const names = new Map<string, string>();
  const watched: { readonly folder: string; readonly at: string }[] = [];
  const mistakes = pipelines.flatMap(({ name, cron, steps }, index) => {
    const place = `/pipelines/${index}`;
    const cronWrong = cronMistake(cron);
    const found = [
      ...(names.has(name) ? [`${place}/name: ${name} is the name of ${names.get(name)} already; give each its own`] : []),
      ...(cronWrong === null ? [] : [`${place}/cron: ${cron}: ${cronWrong}`]),
      ...steps.flatMap((step, at) => (step.step === 'collect' ? collectMistakes(step, { at: `${place}/steps/${at}`, watched }) : [])),
    ];
    names.set(name, place);
    return found;
  });
  return [...mistakes, ...callMistakes(onFailure)];
}

function collectMistakes(
  { folder, crs, holders = {} }: CollectSettings, { at, watched }: { at: string; watched: { folder: string; at: string }[] },
): readonly string[] {
  const other = watched.find((one) => isWithin(folder, one.folder) || isWithin(one.folder, folder));
  watched.push({ folder, at });
  return [
    ...(other === undefined ? [] : [`${at}/folder: ${folder} is, holds or lies in the folder of ${other.at}; a watch folder belongs to one step`]),
    ...crsMistakes(crs, at),
    ...Object.entries(holders).flatMap(([code, settings]) => holderMistakes(code, settings, `${at}/holders/${code}`)),
  ];
}

function holderMistakes(code: string, { crs, full = [] }: HolderSettings, at: string): readonly string[] {
  // The schema allows any text.
  const types: readonly string[] = full;
  return [
    ...(HOLDER_CODE.test(code) ? [] : [`${at}: ${code} is no bronhoudercode: 3 to 6 characters from A-Z, 0-9 and comma`]),
    ...crsMistakes(crs, at),
    ...types.filter((type) => !isRootType(type)).map((type) => `${at}/full: ${type} is no type of a root${suggestionOf(nearest(type, ROOT_TYPES, 1))}`),
  ];
}

function crsMistakes(crs: string | undefined, at: string): readonly string[] {
  if (crs === undefined || crsByName(crs) !== undefined) return [];
  return [`${at}/crs: ${crs} is no CRS of this service${suggestionOf(nearest(crs, CRS_NAMES))}`];
}

function suggestionOf(near: readonly string[]): string {
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;
}


/** Whether a folder is the other, or is inside it. */
function isWithin(folder: string, other: string): boolean {
  const way = relative(other, folder);
  return way === '' || !(way === '..' || way.startsWith('../'));
}

/** Returns the mistakes in `onFailure`, without its address, which may have a key. */
function callMistakes(onFailure: OnFailure | undefined): readonly string[] {
  if (onFailure === undefined || 'command' in onFailure) return [];
  const at = '/onFailure/webhook';
  if (!URL.canParse(onFailure.webhook)) return [`${at}: this is no address; expected one such as https://example.nl/hook`];
  const { username, password } = new URL(onFailure.webhook);
  if (username === '' && password === '') return [];
  return [`${at}: this address has a user name or password in front of its host, and cannot be called with those; use an address whose path or query `
    + 'holds the key, or give a "command" that knows the password, such as curl with --config and a file'];
}
