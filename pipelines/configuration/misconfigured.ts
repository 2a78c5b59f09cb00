/** Misconfigured: thrown for settings that are wrong, wherever they stand; wrong usage, so exit code 2. */
export class Misconfigured extends Error {
  /** One line each: its place, what was found there, what was expected. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'Misconfigured';
    this.mistakes = mistakes;
  }
}
