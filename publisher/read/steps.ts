/** Steps: a piece of work that is done step by step (turns.ts), and what the longest of them gives. */
/** A promise is waited for before the next step. */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, void>;

/** Numbers of rows, as Pages counts them. */
export type Selected = Uint32Array<ArrayBuffer>;
