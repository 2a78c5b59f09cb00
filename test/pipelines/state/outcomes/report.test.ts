/** The report after the register had its say: new verdicts, exact figures, and nothing that no longer holds. */
import { expect, test } from 'vitest';
import { countsOf } from '../../../../pipelines/prepare/delivery/counts.ts';
import { cutRules } from '../../../../pipelines/prepare/delivery/findings.ts';
import type { LinkSuggestions } from '../../../../pipelines/prepare/delivery/unresolved-links.ts';
import type { Submission } from '../../../../pipelines/state/inbox/inbox.ts';
import { amendReport, type RegisterVerdicts } from '../../../../pipelines/state/outcomes/report.ts';
import type { Finding, Report, RuleCount } from '../../../../schemas/finding.ts';
import type { RuleId } from '../../../../schemas/rules.ts';
import { reportMistakes } from '../../../report-agrees.ts';

const WORDS = { message: { nl: 'n', en: 'e' }, mend: { nl: 'h', en: 'm' } };
const SUBMISSION = { holder: 'AB12', uuid: '00000000-0000-4000-8000-000000000000', received: 1_760_000_000_000_000 } as unknown as Submission;

function finding(rule: RuleId, more: Partial<Finding> = {}): Finding {
  return { rule, severity: 'error', pointer: '', ...WORDS, ...more };
}

/** A report of preparation in which `count` locations with one activity each are accepted. */
function prepared(count: number, rules: readonly RuleCount[] = []): Report {
  const objects = Array.from({ length: count }, (_, index) => ({
    id: `l${index}`, entityType: 'LocatieActiviteit', pointer: `/${index}`, verdict: 'accepted' as const, nested: { TankenLPG: 1 },
  }));
  const kept = rules.flatMap(({ rule, severity, count: found }) =>
    Array.from({ length: Math.min(found, 1_000) }, () => finding(rule, { severity })));
  return {
    source: 'l.json', model: '4.0', crs: 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992', objects, changes: [],
    findings: [...kept, ...cutRules(rules, kept)], counts: countsOf(objects, rules),
  };
}

function amended(report: Report, more: Partial<RegisterVerdicts>, suggestions: LinkSuggestions = new Map()): Report {
  const result = amendReport({ report, suggestions }, { refused: new Map(), unchanged: new Set(), hidden: new Map(), notes: [], leftOut: [], ended: { roots: 0, parts: 0 }, ...more }, SUBMISSION);
  expect(reportMistakes(result)).toEqual([]);
  return result;
}

test('what the register holds already is unchanged, per type with what is nested in it', () => {
  const { counts } = amended(prepared(3), { unchanged: new Set(['/1', '/2']) });
  expect(counts).toMatchObject({ objects: 3, accepted: 1, refused: 0, unchanged: 2 });
  expect(counts.types.map(({ entityType, nested, accepted, unchanged }) => [entityType, nested, accepted, unchanged])).toEqual(
    [['LocatieActiviteit', false, 1, 2], ['TankenLPG', true, 1, 2]],
  );
});

test('refusals are counted to the last, and the report says that it keeps only the first', () => {
  const refused = new Map(Array.from({ length: 1_300 }, (_, index) => [`/${index}`, [finding('houder.andere-bronhouder')]]));
  const { counts, findings } = amended(prepared(1_301), { refused });
  expect(counts).toMatchObject({ accepted: 1, refused: 1_300, errors: 1_300 });
  expect(counts.rules).toEqual([{ rule: 'houder.andere-bronhouder', severity: 'error', count: 1_300 }]);
  expect(findings).toHaveLength(1_001);
  expect(findings.at(-1)).toMatchObject({ rule: 'rapport.ingekort', found: 'houder.andere-bronhouder' });
});

test('a link that was warned of and leads nowhere is one mistake: the refusal names both sides', () => {
  const rule = 'verwijzing.anders-dan-plaats';
  const report = prepared(2, [{ rule, severity: 'warning', count: 2 }]);
  const findings = report.findings.map((found, index) => ({ ...found, pointer: `/${index}/voertUit/0/heeft/0/resulteertIn/0/hoortBij` }));
  const refusal = (at: number) => finding('verwijzing.onbekend', { pointer: `/1/voertUit/0/heeft/0/resulteertIn/0/hoortBij/${at}/href`, expected: '#r' });
  const result = amended({ ...report, findings }, { refused: new Map([['/1', [refusal(0), refusal(1)]]]) });
  expect(result.findings.map((found) => [found.rule, found.pointer.slice(0, 2)])).toEqual([[rule, '/0'], ['verwijzing.onbekend', '/1'], ['verwijzing.onbekend', '/1']]);
  expect(result.counts).toMatchObject({ warnings: 1, errors: 2 });
});

test('the refusal of a link names the id that preparation took it for', () => {
  const href = '/0/voertUit/0/heeft/0/resulteertIn/0/hoortBij/1/href';
  const refusal = finding('verwijzing.onbekend', { pointer: href });
  const refused = new Map([['/0', [refusal, finding('houder.andere-bronhouder')]]]);
  const result = amended(prepared(1), { refused }, new Map([[href, ['#r']]]));
  expect(result.findings.map(({ rule, suggestions }) => [rule, suggestions])).toEqual([['verwijzing.onbekend', ['#r']], ['houder.andere-bronhouder', undefined]]);
});

test('a rule that both preparation and the register found broken has one cap and one total', () => {
  const rule = 'verwijzing.verkeerde-soort';
  const refused = new Map(Array.from({ length: 300 }, (_, index) => [`/${index}`, [finding(rule)]]));
  for (const before of [900, 1_200]) {
    const { counts, findings } = amended(prepared(300, [{ rule, severity: 'warning', count: before }]), { refused });
    expect(counts).toMatchObject({ errors: 300, warnings: before });
    expect(findings.filter((found) => found.rule === rule)).toHaveLength(1_000);
    const remarks = findings.filter((found) => found.rule === 'rapport.ingekort');
    expect(remarks.map(({ message }) => message.nl)).toEqual([expect.stringContaining(`${before + 300} keer`)]);
  }
});
