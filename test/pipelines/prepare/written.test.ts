/** Findings in JSON: what a judge writes is what the report has, whether it is asked for the JSON or for the findings. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonPieces } from '../../../pipelines/prepare/report/json.ts';
import { FindingList, FindingWriter } from '../../../pipelines/prepare/written.ts';
import type { Finding } from '../../../schemas/finding.ts';

const finding: fc.Arbitrary<Finding> = fc.record({
  rule: fc.constantFrom('schema.type', 'json.utf8', 'regel.é'), severity: fc.constantFrom('error', 'warning'),
  pointer: fc.string({ unit: 'binary' }), message: fc.record({ nl: fc.string({ unit: 'grapheme' }), en: fc.string() }),
  mend: fc.constant({ nl: 'Herstel ≤ 5 “m”.', en: 'Mend.' }),
});
/** Of each finding whether it is written by a judge, and whether the report keeps it. */
const made = fc.array(fc.record({ finding, isWritten: fc.boolean(), isKept: fc.boolean() }), { maxLength: 40 });

test('findings, some of them written, come back in their order', () => {
  fc.assert(fc.property(made, (all) => {
    const writer = new FindingWriter();
    for (const [piece, one] of all.entries()) if (one.isWritten) writer.add(piece, [one.finding]);
    const written = writer.written();
    const list = new FindingList();
    let next = 0;
    for (const [piece, one] of all.entries()) {
      if (!one.isWritten) {
        if (one.isKept) list.add(one.finding);
        continue;
      }
      expect(written.pieces[next]).toBe(piece);
      const { rule, severity } = one.finding;
      expect(written.broken[written.kinds[next]!]).toEqual({ rule, severity });
      if (one.isKept) list.addWritten(written, next);
      next++;
    }
    const kept = all.filter(({ isKept }) => isKept).map((one) => one.finding);
    expect([...list]).toEqual(kept);
    const pieces = [...jsonPieces({ findings: list })].map(String);
    expect(pieces.join('')).toBe(JSON.stringify({ findings: kept }));
    expect(JSON.stringify({ findings: list })).toBe(JSON.stringify({ findings: kept }));
  }));
});
