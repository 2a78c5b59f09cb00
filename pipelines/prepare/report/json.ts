/** The report as JSON, for programs: schemas/finding.ts word for word, two spaces, one line end. */
import type { Report } from '../../../schemas/finding.ts';

export function json(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
