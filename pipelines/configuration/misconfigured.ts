/** Misconfigured: thrown for wrong settings in a flag, a variable or the file; wrong usage, so exit code 2. */
export class Misconfigured extends Error {
  /** One line each: location, value, and what was expected. */
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.name = 'Misconfigured';
    this.mistakes = mistakes;
  }
}
