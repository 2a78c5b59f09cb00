/**
 * A section of the runbook, for tests that go through an incident: runs its commands as the page has them, with its placeholders filled in.
 * Not here: the incidents (incidents.test.ts), and whether each command and option exists (runbook.test.ts).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ev, type Ran } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';

/** The value of each placeholder, such as `UUID`, in a command. */
export type Placeholders = Readonly<Record<string, string>>;

const PLACEHOLDER = /^[A-Z][A-Z0-9]*(,[A-Z])?$/;

export class RunbookSection {
  readonly #data: string;
  readonly #notRun: Set<string>;
  readonly text: string;

  constructor(title: string, data: string) {
    const page = readFileSync(join(PROJECT, 'pipelines/operations/RUNBOOK.md'), 'utf8');
    const text = page.split(/^## /m).find((section) => section.startsWith(`${title}\n`));
    if (text === undefined) throw new Error(`the runbook has no section "${title}"`);
    this.text = text;
    this.#data = data;
    this.#notRun = new Set([...text.matchAll(/`(ev [a-z][^`]*)`/g)].map(([, command]) => command!));
  }

  /** Commands of the section that `run` did not get. */
  get notRun(): readonly string[] {
    return [...this.#notRun];
  }

  /** Runs a command of the section on the data folder of the test. Throws when the page does not have it, or a placeholder has no value. */
  async run(command: string, values: Placeholders = {}): Promise<Ran> {
    if (!this.text.includes(`\`${command}\``)) throw new Error(`the section does not have \`${command}\``);
    this.#notRun.delete(command);
    const [, ...args] = command.split(' ').map((word) => {
      if (PLACEHOLDER.test(word) && values[word] === undefined) throw new Error(`\`${command}\`: ${word} has no value`);
      return values[word] ?? word;
    });
    return await ev(args.includes('--data') ? args : [...args, '--data', this.#data]);
  }
}
