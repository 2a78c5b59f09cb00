/** How much of what is drawn by chance, large or walked to the end is tested: in `npm test` a part, in test/long.config.ts all of it. */
export const IS_FULL = process.env['EV_RUNS'] === 'full';

/** The runs of a property: in `npm test` a tenth, or the `share` of them. Only where that part finds every mistake that was planted for it. */
export const drawn = (runs: number, share = 10): number => (IS_FULL ? runs : Math.ceil(runs / share));
