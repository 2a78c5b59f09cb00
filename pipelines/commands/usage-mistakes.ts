/**
 * Usage mistakes: turns the messages of yargs into messages that name the argument and the help to read. The names of arguments, options
 * and commands are read from the help of the command.
 */
import { nearest } from '../../schemas/check/nearest.ts';

/** The command line as typed, and the help of its command. */
interface TypedCommand {
  readonly words: readonly string[];
  readonly help: string;
}

/** Returns the message for people: the mistake, and where the help is. */
export function explained(message: string, { words, help }: TypedCommand): string {
  const command = commandIn(help);
  return `${repeatedOption({ words, help }) ?? rephrased(message, { words, help })}\nSee \`${command} --help\`.`;
}

function rephrased(message: string, typed: TypedCommand): string {
  const { help } = typed;
  const [, got] = /^Not enough non-option arguments: got (\d+)/.exec(message) ?? [];
  if (got !== undefined) return positionalsIn(help).slice(Number(got)).map(({ name, does }) => `${name.toUpperCase()} is missing: ${does}`).join('\n');
  const [, missing] = /^Missing required arguments?: (.*)$/.exec(message) ?? [];
  if (missing !== undefined) return missing.split(', ').map((name) => `--${name} is missing`).join('\n');
  const [, unfilled] = /^Not enough arguments following: (.*)$/.exec(message) ?? [];
  if (unfilled !== undefined) return `--${unfilled} needs a value`;
  const [, one, other] = /^Arguments (\S+) and (\S+) are mutually exclusive$/.exec(message) ?? [];
  if (one !== undefined) return `--${one} and --${other} exclude each other: give one of them`;
  const [, name = '', given = '', choices = ''] = /^Invalid values:\s+Argument: (\S+), Given: (.*), Choices: (.*)$/.exec(message) ?? [];
  if (name !== '') return `--${name} ${bare(given)} is none of ${bare(choices)}${suggestionFor(bare(given), bare(choices).split(', '))}`;
  const [, unknown] = /^Unknown (?:arguments?|commands?): (.*)$/.exec(message) ?? [];
  return unknown === undefined ? message : unknownWords(unknown.split(', '), typed);
}

/** Describes unknown commands and options, and words too many. */
function unknownWords(unknown: readonly string[], { words, help }: TypedCommand): string {
  const command = commandIn(help);
  const commands = commandsIn(help);
  const [word = ''] = unknown;
  if (commands.length > 0 && !isOption(word, words)) {
    return `${word} is no command of ${command}${suggestionFor(word, commands)}${nearest(word, commands, 1).length > 0 ? '' : `: it has ${commands.join(', ')}`}`;
  }
  return unknown.map((one) => (
    isOption(one, words) ? `--${one} is no option of ${command}${suggestionFor(one, optionsIn(help), '--')}` : `${one} is a word too many for ${command}`
  )).join('\n');
}

/** Describes an option that takes one value and was given twice. Yargs makes a list of the values, which no parser of a value expects. */
function repeatedOption({ words, help }: TypedCommand): string | null {
  const options = words.flatMap((word) => /^--([a-z-]+)/.exec(word)?.[1] ?? []);
  const name = options.find((one, index) => options.indexOf(one) < index && optionLine(help, one)?.includes('[array]') === false);
  return name === undefined ? null : `--${name} is given twice, and takes one value`;
}

function isOption(name: string, words: readonly string[]): boolean {
  return words.some((word) => word === `--${name}` || word.startsWith(`--${name}=`));
}

/** Returns `ev editions activate` for the help of `ev editions activate <edition>`. */
function commandIn(help: string): string {
  return /^ev(?: [a-z-]+)*/.exec(help)?.[0] ?? 'ev';
}

/** Names of the subcommands of this command. */
function commandsIn(help: string): readonly string[] {
  const command = commandIn(help);
  return [...help.matchAll(/^ {2}(ev(?: [a-z-]+)+)/gm)].flatMap(([, path = '']) => (path.startsWith(`${command} `) ? [path.slice(command.length + 1)] : []));
}

function positionalsIn(help: string): readonly { readonly name: string; readonly does: string }[] {
  const [, section = ''] = /^Positionals:\n([^]*?)(?:\n\n|$)/m.exec(help) ?? [];
  // Behind the words stand, after two spaces or more, the type and the like: `  [string]`.
  return [...section.matchAll(/^ {2}(\w+) +(.*)$/gm)].map(([, name = '', row = '']) => ({ name, does: row.split('  [', 1)[0]!.trimEnd() }));
}

function optionsIn(help: string): readonly string[] {
  return [...help.matchAll(/^ +(?:-\w, )?--([a-z-]+)/gm)].map(([, name = '']) => name);
}

/** Returns the text of an option in the help, with its continuation lines. */
function optionLine(help: string, name: string): string | undefined {
  return new RegExp(`^ +(?:-\\w, )?--${name} [^]*?(?=\\n +(?:-\\w, )?--|\\n\\n|$)`, 'm').exec(`${help}\n\n`)?.[0];
}

function suggestionFor(word: string, candidates: readonly string[], before = ''): string {
  return nearest(word, candidates, 1).map((near) => `. Did you mean ${before}${near}?`).join('');
}

/** Drops the quotes that yargs puts around values. */
function bare(values: string): string {
  return values.replaceAll('"', '');
}
