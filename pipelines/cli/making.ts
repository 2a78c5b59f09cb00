/** `ev schema`: the model to take away. */
import { settingsFor } from './options.ts';
import { baseUrlOf } from './serving.ts';
import { runSet, type Common, type World } from './world.ts';

export function makingCommands(args: Common, world: World): Common {
  return args
    .command('schema [type]', 'the model as JSON Schema 2020-12, for your own validator', (inner) => settingsFor(inner, 'schema')
      .positional('type', { type: 'string', describe: 'one concrete type, such as KwetsbaarGebouw, `report`, `holders`, `pipelines` or `settings` (default: any root)' })
      .option('out', { type: 'string', describe: 'folder to write to: the asked type, or all' }), (asked) =>
      runSet(asked, world, async (terminal, settings) => (await import('../commands/schema.ts')).schemaCommand({
        type: asked.type ?? null, out: asked.out ?? null, baseUrl: baseUrlOf(settings),
      }, terminal)));
}
