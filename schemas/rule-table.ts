/**
 * Rule table: all rules for their readers, in words. `/fouten`, `ev rules list` and RULES.md show it.
 * Not here: levels, severities, fields and sources (rules.ts), the words of findings (rule-words/).
 */
import type { CsvCell } from './csv.ts';
import type { FindingText, Text } from './finding.ts';
import { RULE_IDS, RULE_TITLES, ruleRowOf, type RuleId, type RuleLevel, type RuleSeverity } from './rules.ts';
import { RULE_WORDS } from './rule-words/index.ts';

export interface RuleRow {
  readonly rule: RuleId;
  readonly level: RuleLevel;
  readonly severity: RuleSeverity;
  /** Fields that a finding is about; empty when it can be any field, or none. */
  readonly fields: readonly string[];
  /** The title of the rule; without one, the message of its findings. */
  readonly text: Text;
  /** The words of a finding, for a rule whose findings have fixed or nearly fixed words. */
  readonly example?: FindingText;
  readonly source: string;
}

/** Names of the severities, for people. */
export const SEVERITY_WORDS: Readonly<Record<RuleSeverity, Text>> = {
  'error': { nl: 'Fout', en: 'error' },
  'warning': { nl: 'Waarschuwing', en: 'warning' },
  'info': { nl: 'Opmerking', en: 'remark' },
  'error-or-warning': { nl: 'Fout, soms waarschuwing', en: 'error, sometimes warning' },
  'warning-or-info': { nl: 'Waarschuwing, soms opmerking', en: 'warning, sometimes remark' },
};

/** Names of the levels, for people. */
export const LEVEL_WORDS: Readonly<Record<RuleLevel, Text>> = {
  delivery: { nl: 'de levering als bestand', en: 'the delivery as a file' },
  json: { nl: 'JSON', en: 'JSON' },
  schema: { nl: 'het schema', en: 'the schema' },
  geometry: { nl: 'geometrie', en: 'geometry' },
  links: { nl: 'verwijzingen en id’s', en: 'links and ids' },
  domain: { nl: 'de inhoud', en: 'the content' },
  authority: { nl: 'wie mag schrijven', en: 'who may write' },
  request: { nl: 'het verzoek', en: 'the request' },
  register: { nl: 'besluiten van het register', en: 'decisions of the register' },
};

export const RULE_TABLE: readonly RuleRow[] = RULE_IDS.map((rule) => {
  const { level, severity, fields = [], source } = ruleRowOf(rule);
  const words = RULE_WORDS[rule];
  const text = RULE_TITLES.get(rule) ?? words!.message;
  return { rule, level, severity, fields, text, ...(words === undefined ? {} : { example: words }), source };
});

const COLUMNS = ['regel', 'niveau', 'ernst', 'velden', 'tekst', 'text', 'herstel', 'fix', 'bron'] as const;

/** Rows of the table as CSV, with a header row. */
export const RULE_CSV_ROWS: readonly (readonly CsvCell[])[] = [
  COLUMNS,
  ...RULE_TABLE.map(({ rule, level, severity, fields, text, example, source }) =>
    [rule, level, severity, fields.join(' '), text.nl, text.en, example?.mend.nl, example?.mend.en, source]),
];
