/** Reporters of every suite; with EV_TEST_REPORT set, its result is also written there as JSON for `.ci/run`. */
const report = process.env['EV_TEST_REPORT'];

export const REPORTERS: (string | [string, { outputFile: string }])[] =
  report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]];
