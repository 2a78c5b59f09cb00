/**
 * The report as a table, for spreadsheets: titles, the row of the report as a whole (its figures, and by which program and rules it was
 * checked, as of when), then one row a finding. Not here: how a table is written (csv.ts, xlsx.ts).
 */
import type { Finding, Report } from '../../../schemas/finding.ts';
import { endingOf } from '../../../schemas/report-ending.ts';
import { clockOf, earlierOf, groupsOf, SEVERITY_WORDS, summaryOf } from './groups.ts';

export type Cell = string | number | undefined;

/** The cells of a finding in the columns of the whole. */
const WHOLE_ONLY: readonly Cell[] = [undefined, undefined, undefined, undefined];

/** `regel` is the line in the file, `code` the rule; x and y are in `crs`, as delivered. The last four are of the row of the whole. */
const HEADER = [
  'nummer', 'ernst', 'code', 'bestand', 'regel', 'pointer', 'object', 'type', 'hoofdobject', 'melding', 'message',
  'herstel', 'mend', 'gevonden', 'verwacht', 'bedoeld', 'crs', 'x', 'y', 'eerder',
  'programma', 'regelset', 'gecontroleerd', 'sha256',
];

export function tableOf(report: Report): readonly (readonly Cell[])[] {
  const rows = groupsOf(report).flatMap((group) => group.findings)
    .map((finding, index) => [index + 1, ...cellsOf(finding, report.source)]);
  return [HEADER, wholeOf(report), ...rows];
}

/** The row of the report as a whole, with number 0: what ends, then the figures. */
function wholeOf(report: Report): readonly Cell[] {
  const ending = endingOf(report);
  const said = (lang: 'nl' | 'en'): string => [ending?.[lang], summaryOf(report)[lang]].filter((part) => part !== undefined).join(' ');
  const { source, checkedBy, checkedAt, sha256 } = report;
  const cells = new Map<string, Cell>([
    ['nummer', 0], ['ernst', 'Geheel'], ['code', 'rapport'], ['bestand', source], ['melding', said('nl')], ['message', said('en')],
    ['programma', checkedBy && `${checkedBy.program} ${checkedBy.version}`], ['regelset', checkedBy?.ruleSet], ['gecontroleerd', checkedAt && clockOf(checkedAt)], ['sha256', sha256],
  ]);
  return HEADER.map((name) => cells.get(name));
}

function cellsOf(finding: Finding, source: string): readonly Cell[] {
  const { rule, severity, line, pointer, objectId, objectType, rootId, message, mend, found, expected } = finding;
  const place = finding.place ?? finding.near;
  return [
    SEVERITY_WORDS[severity].nl, rule, source, line, pointer, objectId, objectType, rootId,
    message.nl, message.en, mend.nl, mend.en, found, expected, finding.suggestions?.join(' | '),
    place?.crs, place?.coordinates[0], place?.coordinates[1], finding.earlier && earlierOf(finding.earlier).nl,
    ...WHOLE_ONLY,
  ];
}
