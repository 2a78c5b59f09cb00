/**
 * Check: everything that can be said of one root by itself, but for the validity of its geometry.
 *
 * In order: which model it is, the upgrade, schema (2), geometry (3), links (4), domain rules (5). Every level
 * is run whatever the others found, so that a holder hears everything at once. Never throws on any document.
 * Not here: strict JSON (strict.ts), what only the whole delivery knows (delivery-report.ts), the register (state/).
 */
import { mistakesIn } from '../../schemas/check/compile.ts';
import type { Mistake, SchemaError } from '../../schemas/check/compile.ts';
import type { Crs } from '../../schemas/crs.ts';
import type { Finding, Severity } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { isRootType } from '../../schemas/names.ts';
import { noticesOf } from '../../schemas/check/notices.ts';
import type { Notice } from '../../schemas/check/notices.ts';
import { textOf } from '../../schemas/model/objects.ts';
import type { ModelObject } from '../../schemas/model/objects.ts';
import type { PlacedGeometry } from './geometry.ts';
import { checkGeometries, geometriesOf, shapelessRemark } from './geometry.ts';
import type { OutsideLink } from './links.ts';
import { checkLinks } from './links.ts';
import { open } from './open.ts';
import type { CheckOptions, Opened } from './open.ts';
import { remark } from './remark.ts';
import type { Remark } from './remark.ts';
import type { Root } from './roots.ts';
import { ruleContext } from './rules/context.ts';
import { ruleFindings } from './rules/index.ts';
import { inWordsOf30 } from './upgrade.ts';

export interface Checked extends Opened {
  /** Still to be judged on validity. */
  readonly geometries: readonly PlacedGeometry[];
  readonly links: readonly OutsideLink[];
  /** Levels 2 to 4; about places in the document: `placed` makes them places in the delivery. */
  readonly remarks: readonly Remark[];
  /** Level 5. */
  readonly ruleRemarks: readonly Remark[];
}

/** Opens one root and checks it. */
export function check(delivered: Root, options: CheckOptions): Checked {
  const opened = open(delivered, options);
  const { model, why30, crs, document, objects } = opened;
  const level2 = model === '3.0'
    ? inWordsOf30(schemaRemarks(document).map(({ say }) => say()), objects).map(remark)
    : schemaRemarks(document, delivered.text.length);
  const { shapeless, remarks, ...more } = checkObjects(objects, crs, why30);
  return { ...opened, ...more, remarks: [...level2, ...(hasError(level2) ? [] : shapeless.map(shapelessRemark)), ...remarks] };
}

type CheckedObjects = Pick<Checked, 'geometries' | 'links' | 'remarks' | 'ruleRemarks'> & {
  /** Where geometries are not shaped as their type says: if the schema says nothing of them, that is to be said. */
  readonly shapeless: readonly string[];
};

/** Checks all but the schema; `remarks` are of levels 3 and 4. `why30`: the mark of 3.0.x. */
export function checkObjects(objects: readonly ModelObject[], crs: Crs, why30: string | undefined): CheckedObjects {
  const { geometries, shapeless } = geometriesOf(objects);
  const level3 = checkGeometries(geometries, crs, why30);
  const { outside, findings: level4 } = checkLinks(objects);
  const ruleRemarks = ruleFindings(objects, ruleContext(crs)).map(remark);
  return { geometries: level3.sane, shapeless, links: outside, remarks: [...level3.remarks, ...level4.map(remark)], ruleRemarks };
}

/** `chars`: how long the document is as JSON text, if it is as delivered. */
function schemaRemarks(document: JsonObject, chars?: number): readonly Remark[] {
  const type = textOf(document, 'entityType') ?? '';
  return remarksOf(mistakesIn(document, chars), isRootType(type) ? noticesOf(type, document) : []);
}

/** What the schema says, as remarks. */
export function remarksOf(mistakes: readonly Mistake[], notices: readonly Notice[]): readonly Remark[] {
  const errors = mistakes.map(({ rule, say }): Remark => ({ rule, severity: 'error', say: () => spoken(say(), 'error') }));
  // A code in transition is an error here (legacyCodes is off): the notice about it would say it twice.
  const warnings = notices.filter(({ rule }) => rule !== 'schema.in-transitie');
  return [...errors, ...warnings.map((notice) => remark(spoken(notice, 'warning')))];
}

function spoken({ pointer, rule, message, mend, ...more }: SchemaError | Notice, severity: Severity): Finding {
  const { found, expected, suggestions } = more;
  return {
    rule, severity, pointer, message, mend,
    ...(found === undefined ? {} : { found }), ...(expected === undefined ? {} : { expected }),
    ...(suggestions === undefined ? {} : { suggestions }),
  };
}

/** Whether one of these refuses the root. */
export function hasError(remarks: readonly Remark[]): boolean {
  return remarks.some(({ severity }) => severity === 'error');
}
