/** Request rules: what refuses a request beside its object is the first error of each root in it. */
import { expect, test } from 'vitest';
import { countsOf } from '../../../pipelines/prepare/delivery/index.ts';
import { withRequestRules } from '../../../pipelines/requests/request-rules.ts';
import type { Report } from '../../../schemas/finding.ts';
import { reportMistakes } from '../../report-agrees.ts';

test('two objects in one request: both are refused, and say why', () => {
  const objects = ['/0', '/1'].map((pointer) => ({ id: pointer, entityType: 'KwetsbaarGebouw', pointer, verdict: 'accepted' as const }));
  const report: Report = { source: '/kwetsbare-gebouwen', model: '4.0', crs: '', objects, findings: [], changes: [], counts: countsOf(objects, []) };
  const refused = withRequestRules(report, '/kwetsbare-gebouwen');
  expect(reportMistakes(refused)).toEqual([]);
  for (const { firstError } of refused.objects) expect(firstError).toEqual({ rule: 'verzoek.een-object', pointer: '' });
});
