/**
 * Pipelines schema: the file with scheduled pipelines, as JSON Schema 2020-12 with closed objects.
 * Not here: rules beyond a schema, such as a cron line that never matches (pipelines/schedule/pipelines-file.ts).
 */
import { DOWNLOAD_FORMS } from '../download-forms.ts';
import type { JsonObject } from '../json.ts';
import { MODEL_VERSIONS, ROOT_TYPES } from '../names.ts';

/** Name of the schema beside those of the model. */
export const PIPELINES = 'pipelines';

/** Handling of runs that were missed while the service was stopped: one run for all of them, or none. */
export const MISSED = ['once', 'skip'] as const;
export type Missed = (typeof MISSED)[number];

const NAME: JsonObject = { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$', description: 'a name of at most 40 small letters, digits and -, a letter first' };
const FOLDER: JsonObject = { type: 'string', pattern: String.raw`^\P{Cc}{1,1000}$`, description: 'the path of a folder; a relative one begins at this file' };

const CRS: JsonObject = { type: 'string', description: 'a CRS as `--crs` takes it: RD, EPSG:28992 …' };

/** Settings for reading the files of one holder. An unknown type has its own message (pipelines-file.ts). */
const HOLDER: JsonObject = {
  type: 'object', additionalProperties: false, minProperties: 1, description: 'how files of one holder are read: crs, model, strict, full',
  properties: {
    crs: CRS,
    model: { enum: [...MODEL_VERSIONS], description: `the model of its files as a text, when it is not to be recognised per object: ${MODEL_VERSIONS.map((one) => `"${one}"`).join(' or ')}` },
    strict: { type: 'boolean', description: 'true: one refused object refuses the whole file' },
    full: {
      type: 'array', minItems: 1, uniqueItems: true, maxItems: ROOT_TYPES.length, items: { type: 'string', description: `a type: ${ROOT_TYPES.join(', ')}` },
      description: 'types of which each file holds all objects of the holder, each once: those that it leaves out are ended',
    },
  },
};

/** Settings of each step, by its name. */
const STEPS: Readonly<Record<string, { readonly properties: JsonObject; readonly required: readonly string[] }>> = {
  'collect': {
    properties: {
      folder: FOLDER, crs: CRS,
      holders: { type: 'object', additionalProperties: HOLDER, description: 'settings by bronhoudercode: {"AB12": {"crs": "RD", "strict": true}}' },
    },
    required: ['folder'],
  },
  'batch': { properties: {}, required: [] },
  'repack-and-gc': { properties: {}, required: [] },
  'rebuild-derived': { properties: {}, required: [] },
  'downloads': {
    properties: {
      forms: {
        type: 'array', minItems: 1, uniqueItems: true, description: 'one form or more, each once',
        items: { type: 'string', enum: [...DOWNLOAD_FORMS], description: `a form: ${DOWNLOAD_FORMS.join(', ')}` },
      },
    },
    required: [],
  },
  'quality': { properties: {}, required: [] },
  'verify': { properties: {}, required: [] },
  'backup': {
    properties: { folder: FOLDER, keep: { type: 'integer', minimum: 1, maximum: 10_000, description: 'how many backups stay: 1 or more' } },
    required: ['folder'],
  },
};

/** The steps that a pipeline may have. */
export const STEP_NAMES: readonly string[] = Object.keys(STEPS);
const STEP_WORDS = `a step: ${STEP_NAMES.join(', ')}`;

const STEP: JsonObject = {
  type: 'object', required: ['step'], description: STEP_WORDS, discriminator: { propertyName: 'step' },
  oneOf: Object.entries(STEPS).map(([step, { properties, required }]) => ({
    type: 'object', additionalProperties: false, required: ['step', ...required],
    properties: { step: { const: step, description: STEP_WORDS }, ...properties },
  })),
};

const PIPELINE: JsonObject = {
  type: 'object', additionalProperties: false, required: ['name', 'cron', 'missed', 'steps'], description: 'a pipeline: name, cron, missed, steps',
  properties: {
    name: NAME,
    cron: { type: 'string', maxLength: 200, description: 'a cron line of five fields, read in Europe/Amsterdam: 30 2 * * *' },
    missed: { enum: [...MISSED], description: '"once": times that passed while nothing ran are made up for once; or "skip"' },
    steps: { type: 'array', minItems: 1, maxItems: 20, items: STEP, description: 'one step or more, at most 20' },
  },
};

const ON_FAILURE: JsonObject = {
  type: 'object', additionalProperties: false, minProperties: 1, maxProperties: 1, description: 'either "command" or "webhook"',
  properties: {
    command: {
      type: 'array', minItems: 1, maxItems: 100, items: { type: 'string', maxLength: 10_000, description: 'a text' },
      description: 'a program and its arguments, each a text: no shell reads them',
    },
    webhook: { type: 'string', maxLength: 2_000, pattern: '^https?://', description: 'an address without user name and password, https://…' },
  },
};

/** The schema of `pipelines.json`. */
export function pipelinesSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Wat vanzelf loopt / pipelines by schedule',
    type: 'object', additionalProperties: false, required: ['pipelines'], description: 'an object with "pipelines"',
    properties: {
      $schema: { type: 'string', description: 'address of this schema, for an editor' },
      onFailure: ON_FAILURE,
      pipelines: { type: 'array', maxItems: 100, items: PIPELINE, description: 'pipelines, at most 100' },
    },
  };
}
