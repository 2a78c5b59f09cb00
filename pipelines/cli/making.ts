/** Commands that make something to take away: `ev generate` and `ev schema`. */
import { settingsFor } from './options.ts';
import { baseUrlOf } from './serving.ts';
import { share, whole } from './values.ts';
import { run, runSet, type Common, type World } from './world.ts';

export function makingCommands(args: Common, world: World): Common {
  return args
    .command('generate', 'write a made-up register; the same seed gives the same bytes', (inner) => inner
      .option('objects', {
        requiresArg: true, demandOption: true, describe: 'how many objects, nested ones counted', coerce: whole('--objects', 1),
      })
      .option('seed', { requiresArg: true, default: 1, describe: 'another seed, another register', coerce: whole('--seed', 0) })
      .option('out', { type: 'string', demandOption: true, describe: 'file, newline-delimited JSON in RD' })
      .option('broken', { requiresArg: true, default: 0, describe: 'share of the objects to break, in fifty ways: 0.1', coerce: share('--broken') })
      .option('key', { type: 'string', describe: 'file for what was broken: line, pointer, id and way' }), (asked) =>
      run(asked, async (terminal) => (await import('../commands/generate.ts')).generateCommand({ ...asked, key: asked.key ?? null }, terminal)))
    .command('schema [type]', 'the model as JSON Schema 2020-12, for your own validator', (inner) => settingsFor(inner, 'schema')
      .positional('type', { type: 'string', describe: 'one concrete type, such as KwetsbaarGebouw, `report`, `holders`, `pipelines` or `settings` (default: any root)' })
      .option('out', { type: 'string', describe: 'folder to write to: the asked type, or all' }), (asked) =>
      runSet(asked, world, async (terminal, settings) => (await import('../commands/schema.ts')).schemaCommand({
        type: asked.type ?? null, out: asked.out ?? null, baseUrl: baseUrlOf(settings),
      }, terminal)));
}
