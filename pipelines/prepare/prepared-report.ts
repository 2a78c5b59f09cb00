/** The report of a delivery as prepare.ts makes it: its long lists as JSON, block by block, until somebody looks at them. */
import type { Finding, ObjectVerdict, Report } from '../../schemas/finding.ts';
import type { Verdicts } from './verdicts.ts';
import type { FindingList } from './written.ts';

export type PreparedReport = Report<Verdicts, FindingList>;

/** The report with its findings in an array, for who shows them. */
export function withFindingList<Objects>(report: Report<Objects, Iterable<Finding>>): Report<Objects> {
  return { ...report, findings: [...report.findings] };
}

/** The same with its verdicts too, for who keeps it or changes them. */
export function withLists(report: Report<Iterable<ObjectVerdict>, Iterable<Finding>>): Report {
  return { ...withFindingList(report), objects: [...report.objects] };
}
