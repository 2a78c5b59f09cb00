/** Steps: a piece of work that is done step by step (turns.ts), and what the longest of them gives. */
export type Steps<Result> = Generator<void, Result, void>;

/** Numbers of rows, as Pages counts them. */
export type Selected = Uint32Array<ArrayBuffer>;
