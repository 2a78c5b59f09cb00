/** Levels: the status of a request whose errors are of one rule, and the rules after which a full delivery ends nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusesAtOnce } from '../../../../pipelines/state/decide/levels.ts';
import type { Report, Severity } from '../../../../schemas/finding.ts';
import { leavesObjectsUnknown, levelOf, RULE_IDS, type RuleId } from '../../../../schemas/rules.ts';
import { PROJECT } from '../../../shared-data.ts';

/** Sections of RULES.md of which an error is 400, and of which it is 422 or what the register answers. */
const AT_ONCE = /^## (?:The delivery as a file|Level [123]:)/;
const LATER = /^## Level [45]:/;
/** In the section of levels that differ: the form of a request. */
const REQUEST = /^verzoek\./;
/** In the section of files: what the register says of a whole delivery, after every check. */
const OF_REGISTER: ReadonlySet<string> = new Set(['levering.geheel-geweigerd', 'levering.terzijde', 'levering.geweigerd']);

/** Rules that can refuse, with the heading under which RULES.md has them. */
const REFUSING = readFileSync(join(PROJECT, 'pipelines/prepare/rules/RULES.md'), 'utf8').split(/^(?=## )/m).flatMap((section) =>
  [...section.matchAll(/^\| `([\w.-]+)` \| error/gm)].map(([, id]) => ({ rule: id as RuleId, heading: section })));

function reportOf(rule: RuleId, severity: Severity): Report {
  const words = { message: { nl: '', en: '' }, mend: { nl: '', en: '' } };
  return { findings: [{ rule, severity, pointer: '', ...words }], counts: { errors: severity === 'error' ? 1 : 0 } } as unknown as Report;
}

describe('an error refuses a request at once, before anything is stored', () => {
  test('when its rule is of levels 1 to 3, of the file or of the form of a request; no other does', () => {
    expect(REFUSING.length).toBeGreaterThan(100);
    for (const { rule, heading } of REFUSING) {
      const isAtOnce = !OF_REGISTER.has(rule) && (AT_ONCE.test(heading) || !LATER.test(heading) && REQUEST.test(rule));
      expect([rule, refusesAtOnce(reportOf(rule, 'error'))]).toEqual([rule, isAtOnce]);
    }
  });

  test('a warning never does', () => {
    for (const rule of RULE_IDS) expect([rule, refusesAtOnce(reportOf(rule, 'warning'))]).toEqual([rule, false]);
  });
});

test('every error of reading bytes and records leaves unknown what a delivery holds; no other does', () => {
  for (const { rule } of REFUSING) expect([rule, leavesObjectsUnknown(rule)]).toEqual([rule, ['delivery', 'json'].includes(levelOf(rule))]);
  expect(REFUSING.filter(({ rule }) => leavesObjectsUnknown(rule)).map(({ rule }) => rule)).toContain('levering.na-einde');
});
