/**
 * Comparison section: which findings are new, gone and left since the previous delivery, on the pages of a report and of a submission.
 * Not here: the words (schemas/comparison-words.ts).
 */
import type { ComparedFinding, RuleComparison } from '../../schemas/comparison.ts';
import { comparedLine, comparisonSentences, COMPARISON_TITLE, GONE_FINDINGS, NEW_FINDINGS } from '../../schemas/comparison-words.ts';
import type { Report, Text } from '../../schemas/finding.ts';
import { html, type Html } from '../../schemas/html.ts';
import { RULE_TABLE } from '../../schemas/rule-table.ts';
import { clean, type PageTexts } from '../../schemas/page-texts.ts';

/** Findings of each list on the page. */
const FINDINGS_MAX = 100;

/** Returns the section; undefined without a comparison. */
export function comparisonSection({ comparison }: Report, pageTexts: PageTexts): Html | undefined {
  if (comparison === undefined) return undefined;
  const { both, label } = pageTexts;
  return html`<section aria-labelledby="vergeleken"><h2 id="vergeleken">${label(COMPARISON_TITLE.nl, COMPARISON_TITLE.en)}</h2>
${comparisonSentences(comparison).map((sentence) => html`<p>${both(sentence)}</p>`)}
${comparison.kind !== 'compared' ? '' : [
    rulesTable(comparison.rules, pageTexts), list(NEW_FINDINGS, comparison.new, pageTexts), list(GONE_FINDINGS, comparison.gone, pageTexts),
  ]}</section>`;
}

function rulesTable(rules: readonly RuleComparison[], pageTexts: PageTexts): Html | '' {
  if (rules.length === 0) return '';
  const { one } = pageTexts;
  const columns = [one('Regel', 'Rule'), one('Nieuw', 'New'), one('Verdwenen', 'Gone'), one('Gebleven', 'Remaining')];
  return html`<div class="scroll" tabindex="0" role="region" aria-labelledby="vergeleken"><table class="figures"><thead><tr>
${columns.map((column) => html`<th scope="col">${column}</th>`)}
</tr></thead><tbody>${rules.map(({ rule, new: added, gone, left }) => html`<tr><th scope="row">${clean(rule)}${titleOf(rule, pageTexts)}</th>${
  [added, gone, left].map((figure) => html`<td>${figure}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** The text of a rule below its name. An older program may have had a rule that this one lacks. */
function titleOf(rule: string, { both }: PageTexts): Html | '' {
  const row = RULE_TABLE.find((known) => known.rule === rule);
  return row === undefined ? '' : html`<br>${both(row.text)}`;
}

function list(title: Text, findings: readonly ComparedFinding[], { label }: PageTexts): Html | '' {
  if (findings.length === 0) return '';
  const more = findings.length - FINDINGS_MAX;
  return html`<h3>${label(title.nl, title.en)}</h3>
<ul class="findings">${findings.slice(0, FINDINGS_MAX).map((finding) => html`<li>${clean(comparedLine(finding))}</li>`)}</ul>
${more > 0 ? html`<p class="note">${label(`${more} meer: zie het JSON-rapport.`, `${more} more: see the JSON report.`)}</p>` : ''}`;
}
