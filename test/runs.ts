/** How much of what is drawn by chance, large or walked to the end is tested: in `npm test` a tenth or none of it, in test/long.config.ts all. */
export const IS_FULL = process.env['EV_RUNS'] === 'full';

/** The runs of a property: a tenth of these in `npm test`, which finds what test/long.config.ts finds with all, but for the rarest. */
export const drawn = (runs: number): number => (IS_FULL ? runs : Math.ceil(runs / 10));
