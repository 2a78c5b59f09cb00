/**
 * Part notes: warns about a version that leaves out parts of the version before it, and about a version whose parts all have new ids.
 * No other finding reports that these parts end, because the delivery does not contain them.
 *
 * A part whose own validity has ended does not count as left out. Parts inside a part that is left out are counted, not named.
 * Not here: a delivery that leaves out roots (full-notes.ts), the limit on ended objects (decide/drift.ts).
 */
import type { EffectObject } from '../../../schemas/effects.ts';
import type { Finding, Text, FindingText } from '../../../schemas/finding.ts';
import { objectsOf, momentOf as momentIn, type ModelObject } from '../../../schemas/model/objects.ts';
import { ofRule } from '../../../schemas/rules.ts';
import { shownId } from '../../../schemas/shown-values.ts';
import type { PreparedRoot } from '../../../schemas/submission.ts';
import { momentOf, type Received } from '../../../schemas/time.ts';
import { newestOf } from '../register/history.ts';
import type { Recorded, Recording, Register } from '../register/register.ts';
import { day, note, stubOf } from './noted-version.ts';

/** Number of parts that a warning names at most. */
const NAMED_MAX = 5;
/** Fewer new ids may belong to really new parts. */
const RENAMED_MIN = 2;

/** Returns the warning about a recorded root that leaves parts out; else undefined. */
export function partNote(
  register: Register, root: PreparedRoot, { base, received }: Pick<Recorded, 'base'> & { readonly received: Received },
): Finding | undefined {
  if (base === undefined || base.version.valid.from > root.validFrom) return undefined;
  const { parts, missing, left } = leftOutOf(register, root, { base, received });
  if (left.length === 0) return undefined;
  const since = day(base.version.valid.from);
  const isRenamed = missing.size === parts.length && missing.size >= RENAMED_MIN && root.objects.length > RENAMED_MIN;
  if (isRenamed) return note(stubOf(root), ofRule('regel.onderdelen-nieuwe-ids'), renamedWords(root, { left, since }));
  const outermost = left.filter(({ parent }) => parent === undefined || !missing.has(parent));
  return note(stubOf(root), ofRule('regel.onderdelen-weggelaten'), leftOutWords(outermost, { count: left.length, since }));
}

/** Returns the parts that end because the new newest version of a root leaves them out; none for a root that had ended. */
export function endedParts(
  register: Register, root: PreparedRoot, { recorded: { base, before }, submission: { received, correct } }: EndedParts,
): readonly EffectObject[] {
  if (base === undefined || base.version !== newestOf(before) || (base.version.valid.from > root.validFrom && !correct)) return NONE;
  const { until } = base.version.valid;
  if (until !== null && until <= momentOf(received)) return NONE;
  return leftOutOf(register, root, { base, received }).left.map(({ id = '', type }) => ({ id, entityType: type }));
}

interface EndedParts {
  readonly recorded: Recorded;
  readonly submission: Recording;
}

interface LeftOut {
  readonly parts: readonly ModelObject[];
  /** Parts that a version leaves out; `left`: those that had not ended. */
  readonly missing: ReadonlySet<ModelObject>;
  readonly left: readonly ModelObject[];
}

const NONE: readonly EffectObject[] = [];
const NOTHING: LeftOut = { parts: [], missing: new Set(), left: [] };

/** Compares a root with the version before it. The older document is read only when an id is missing. */
function leftOutOf(
  register: Register, root: PreparedRoot, { base, received }: { readonly base: NonNullable<Recorded['base']>; readonly received: Received },
): LeftOut {
  const ids = new Set(root.objects.map(({ id }) => id));
  if (base.ids.every((id) => ids.has(id))) return NOTHING;
  const parts = objectsOf(register.document(base.version.doc).document).slice(1);
  const missing = new Set(parts.filter(({ id = '' }) => !ids.has(id)));
  const now = momentOf(received);
  return { parts, missing, left: [...missing].filter((part) => !hasEnded(part, now)) };
}

function hasEnded(part: ModelObject, now: number): boolean {
  for (let at: ModelObject | undefined = part; at?.parent !== undefined; at = at.parent) {
    const end = momentIn(at.data, 'eindGeldigheid');
    if (end !== undefined && end <= now) return true;
  }
  return false;
}

function leftOutWords(
  outermost: readonly ModelObject[], { count, since }: { readonly count: number; readonly since: string },
): FindingText {
  const named = outermost.slice(0, NAMED_MAX).map(({ type, id = '' }) => `${type} ${shownId(id)}`).join(', ') + (outermost.length > NAMED_MAX ? ', …' : '');
  const inside = count - outermost.length;
  const more: Text = inside <= 0 ? { nl: '', en: '' } : { nl: `, met wat daarin staat ${count}`, en: `, with what is in them ${count}` };
  return {
    message: {
      nl: `Deze versie laat ${outermost.length === 1 ? '1 onderdeel' : `${outermost.length} onderdelen`} weg die in de versie vanaf ${since} staan${more.nl}: ${named}. Zij eindigen daarmee.`,
      en: `This version leaves out ${outermost.length === 1 ? '1 part' : `${outermost.length} parts`} of the version from ${since}${more.en}: ${named}. These parts end.`,
    },
    mend: {
      nl: 'Zijn deze onderdelen er nog, lever het object dan opnieuw, met alle onderdelen. Zijn zij er niet meer, dan hoeft u niets te doen.',
      en: 'If these parts are still there, deliver the object again, with all its parts. If they are gone, there is nothing to do.',
    },
  };
}

function renamedWords(
  { objects }: PreparedRoot, { left, since }: { readonly left: readonly ModelObject[]; readonly since: string },
): FindingText {
  const [was, is, made] = [shownId(left[0]!.id ?? ''), shownId(objects[1]!.id), objects.length - 1];
  return {
    message: {
      nl: `Geen onderdeel heeft nog de id die het in de versie vanaf ${since} had: ${left.length} onderdelen eindigen, ${made} zijn nieuw (eerst ${was}, nu ${is}).`,
      en: `No part has the id any more that it had in the version from ${since}: ${left.length} parts end, ${made} are new (first ${was}, now ${is}).`,
    },
    mend: {
      nl: 'Geef een onderdeel dat blijft in elke levering dezelfde id, anders raakt zijn geschiedenis los.',
      en: 'Give a part that stays the same id in every delivery, or its history comes apart.',
    },
  };
}
