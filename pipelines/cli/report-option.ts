/** The option --report, of commands that write the report of one delivery to files. */
import { resolve } from 'node:path';
import type { Argv } from 'yargs';
import { REPORT_EXTENSIONS, reportExtension } from '../prepare/report-extensions.ts';

const REPORT_NAMES = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(REPORT_EXTENSIONS);

export function reported<T>(args: Argv<T>) {
  return args.option('report', {
    type: 'string', array: true, default: [] as string[], nargs: 1,
    describe: `also write the report to this file: ${REPORT_NAMES}; may be given more than once`,
  });
}

/** What is wrong with these files for a report, or true. `deliveries`: files that are read. */
export function reportProblem(reports: readonly string[], deliveries: readonly string[]): true | string {
  if (reports.length === 0) return true;
  if (deliveries.length > 1) return '--report takes one delivery at a time';
  const other = reports.find((path) => reportExtension(path) === undefined);
  if (other !== undefined) return `--report ${other}: its name must end in ${REPORT_NAMES}`;
  const read = deliveries.map((path) => resolve(path));
  return reports.some((path) => read.includes(resolve(path))) ? '--report would overwrite the delivery' : true;
}
