/** Steps: types of work that runs in steps (turns.ts). */
/** A generator that pauses between units of work. It yields a promise to wait for, or undefined. */
export type Steps<Result> = Generator<Promise<unknown> | undefined, Result, void>;

/** Row numbers, as Pages counts them. */
export type Selected = Uint32Array<ArrayBuffer>;
