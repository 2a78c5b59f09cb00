/** Commands for a delivery: `ev validate` and `ev submit`. */
import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { MODEL_VERSIONS, type ModelVersion, type RootType } from '../../schemas/names.ts';
import { driftLimit } from '../state/decide/drift.ts';
import { settingsFor } from './options.ts';
import { reported, reportProblem } from './report-option.ts';
import { crsUri, holderCode, rootTypes } from './values.ts';
import { runSet, type Common, type World } from './world.ts';

const KINDS = 'JSON, newline-delimited JSON or GeoJSON, plain or packed with gzip';

export function deliveryCommands(args: Common, world: World): Common {
  const { cacheFolder, clock } = world;
  return args
    .command('validate <files..>', 'check deliveries and say in plain words what is wrong', (inner) => reading(settingsFor(inner, 'validate'))
      .positional('files', { type: 'string', array: true, demandOption: true, describe: KINDS })
      .option('data', {
        type: 'string', coerce: (path: string) => resolve(path),
        describe: 'also ask the register in this folder: links, ids, what is unchanged',
      })
      .option('holder', { type: 'string', describe: 'with --data: who would deliver', coerce: holderCode })
      .check(({ data, holder }) => (data === undefined) === (holder === undefined) || '--data and --holder go together')
      .check(({ data, full }) => data !== undefined || full === undefined || '--full needs --data: what is left out, only a register knows')
      .check(({ data, correct }) => data !== undefined || !correct || '--correct needs --data: what is corrected, only a register knows')
      .check(({ files, report }) => reportProblem(report, files ?? [])), (asked) =>
      runSet(asked, world, async (terminal, { lang, drift }) => (await import('../commands/validate.ts')).validate({
        ...readingOf(asked), lang, files: asked.files, reports: asked.report, cacheFolder,
        against: asked.data === undefined || asked.holder === undefined ? null
          : { data: asked.data, holder: asked.holder, drift: driftLimit(drift) },
        clock,
      }, terminal)))
    .command('submit <file>', 'hand in a delivery, durably, and print its receipt', (inner) => reading(settingsFor(inner, 'submit'))
      .positional('file', { type: 'string', demandOption: true, describe: KINDS })
      .option('holder', {
        type: 'string', demandOption: true, describe: 'who delivers: the bronhoudercode in the objects', coerce: holderCode,
      })
      .option('create', { type: 'boolean', default: false, describe: 'make a new register when the folder has none; without it, such a folder is refused' })
      .option('wait', { type: 'boolean', default: false, describe: 'wait until it has taken effect and print the report; beside a server in mode scheduled: until the next batch, for which it does not call' })
      .check(({ file, report, wait }) => (report.length > 0 && !wait ? '--report needs --wait' : reportProblem(report, [file]))), (asked) =>
      runSet(asked, world, async (terminal, { data, lang, drift, baseUrl, keepDays }) => (await import('../commands/submit.ts')).submitCommand({
        ...readingOf(asked), file: asked.file, holder: asked.holder, create: asked.create, wait: asked.wait, reports: asked.report,
        lang, data, cacheFolder, clock, baseUrl, drift: driftLimit(drift), retention: keepDays === null ? undefined : { allDays: keepDays },
      }, terminal)));
}

/** Options of every command that reads a delivery. */
function reading<T>(args: Argv<T>) {
  return reported(args)
    .option('crs', {
      type: 'string',
      describe: 'CRS of the delivery: RD, RDNAP, ETRS89, CRS84, EPSG:28992, or a URI (default: CRS84 for model 4.0.0, RD for 3.0.x)',
      coerce: crsUri,
    })
    .option('model', {
      // Without its type, yargs reads 3.0 as the number 3.
      type: 'string', choices: MODEL_VERSIONS, describe: 'model of the delivery (default: recognised per root)',
    })
    .option('strict', { type: 'boolean', default: false, describe: 'one refused root refuses the whole delivery' })
    .option('correct', {
      type: 'boolean', default: false,
      describe: 'each object replaces its newest version with all of its period, for example to mend a wrong beginGeldigheid',
    })
    .option('full', {
      type: 'string', describe: 'types, with commas between, of which the delivery holds all your roots: those that it leaves out are ended', coerce: rootTypes,
    });
}

interface ReadingOptions {
  readonly crs?: string | undefined;
  readonly model?: ModelVersion | undefined;
  readonly strict: boolean;
  readonly correct: boolean;
  readonly full?: readonly RootType[] | undefined;
}

function readingOf({ crs, model, strict, correct, full }: ReadingOptions) {
  return { crs: crs ?? null, model: model ?? null, strict, correct, full: full ?? [] };
}
