/**
 * The report as a table, for spreadsheets: a header, a row for the report as a whole, then one row for each finding and each effect. The
 * row for the whole has the figures, and the program, rules and moment of the check. Not here: writing a table (csv.ts, xlsx.ts).
 */
import type { Finding, Report } from '../../../schemas/finding.ts';
import { endingOf } from '../../../schemas/report-ending.ts';
import { effectDetails, EFFECT_WORDS } from '../../../schemas/effect-words.ts';
import { SEVERITY_WORDS } from '../../../schemas/rule-table.ts';
import { clockOf, earlierOf, groupsOf, summaryOf } from './groups.ts';

export type Cell = string | number | undefined;

/** Cells of a finding in the columns that only the whole report uses. */
const WHOLE_ONLY: readonly Cell[] = [undefined, undefined, undefined, undefined];

/** Column names. `regel` is the line in the file, `code` the rule; x and y are in `crs`, as delivered. The last four are for the whole report. */
const HEADER = [
  'nummer', 'ernst', 'code', 'bestand', 'regel', 'pointer', 'object', 'type', 'hoofdobject', 'melding', 'message',
  'herstel', 'mend', 'gevonden', 'verwacht', 'bedoeld', 'crs', 'x', 'y', 'eerder',
  'programma', 'regelset', 'gecontroleerd', 'sha256',
];

export function tableOf(report: Report): readonly (readonly Cell[])[] {
  const rows = groupsOf(report).flatMap((group) => group.findings)
    .map((finding, index) => [index + 1, ...cellsOf(finding, report.source)]);
  return [HEADER, reportRow(report), ...rows, ...effectRows(report)];
}

/** The row of the report as a whole, with number 0. Its message has the ended objects, then the figures. */
function reportRow(report: Report): readonly Cell[] {
  const ending = endingOf(report);
  const summary = (lang: 'nl' | 'en'): string => [ending?.[lang], summaryOf(report)[lang]].filter((part) => part !== undefined).join(' ');
  const { source, checkedBy, checkedAt, sha256 } = report;
  const cells = new Map<string, Cell>([
    ['nummer', 0], ['ernst', 'Geheel'], ['code', 'rapport'], ['bestand', source], ['melding', summary('nl')], ['message', summary('en')],
    ['programma', checkedBy && `${checkedBy.program} ${checkedBy.version}`], ['regelset', checkedBy?.ruleSet], ['gecontroleerd', checkedAt && clockOf(checkedAt)], ['sha256', sha256],
  ]);
  return HEADER.map((name) => cells.get(name));
}

/** A row for each detail of a root that changes, and for each other listed root. Such a row has no number. */
function effectRows({ effects, source }: Report): readonly (readonly Cell[])[] {
  return (effects?.roots ?? []).flatMap((root) => {
    const details = effectDetails(root);
    const { id, entityType, effect } = root;
    return (details.length === 0 ? [undefined] : details).map((words) => {
      const told = (lang: 'nl' | 'en'): string => [EFFECT_WORDS[effect][lang], words?.[lang]].filter((part) => part !== undefined).join('; ');
      const cells = new Map<string, Cell>([
        ['ernst', 'Verandert'], ['code', `effect.${effect}`], ['bestand', source], ['object', id], ['type', entityType], ['hoofdobject', id],
        ['melding', told('nl')], ['message', told('en')],
      ]);
      return HEADER.map((name) => cells.get(name));
    });
  });
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
