/** Command `ev help`: what no single command explains. */
import { TOPICS } from '../commands/topics.ts';
import { run, type Common } from './world.ts';

export function isTopic(word: string): boolean {
  return Object.keys(TOPICS).includes(word.toLowerCase());
}

export function helpCommand(args: Common): Common {
  const names = Object.keys(TOPICS);
  return args.command('help [topic]', `explain ${names.join(', ')}; or the command that is named`, (inner) => inner
    .positional('topic', { type: 'string', describe: `${names.join(', ')}, or a command` }), (asked) =>
    run(asked, (terminal) => {
      const name = asked.topic?.toLowerCase() ?? '';
      const text = TOPICS[name]?.() ?? '';
      terminal.say(text);
      terminal.answer({ topic: name, text });
      return 0;
    }));
}
