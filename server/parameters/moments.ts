/**
 * Moments: `geldigOp` and `beschikbaarOp` (Interface Rules, Query parameters: time travelling).
 *
 * `geldigOp` is a day in Europe/Amsterdam. Today means now, as without the parameter. An earlier day means the end of that day. A later
 * day is 403, and so is a `beschikbaarOp` after now.
 * Not here: `inWerkingOp`, which is refused everywhere (query.ts); the edition that was active (edition/available.ts); `datetime`.
 */
import type { ProblemName } from '../../schemas/problems.ts';
import { dayOf, formatMoment, parseMoment, parseRfc3339, periodOfDay, TIME_FORMS, type Moment } from '../../schemas/time.ts';
import { wrongValue, type ParameterFault } from './query.ts';

/** Returns the last moment of a day. Its period ends just before the next day, and no moment in a request lies between. */
export function endOfDay({ until }: { readonly until: Moment }): Moment {
  return (until - 1) as Moment;
}

/** Returns the moment at which the data must be valid; null: now. */
export function readGeldigOp(text: string | undefined, now: Date, faults: ParameterFault[]): Moment | null {
  if (text === undefined) return null;
  const today = dayOf(now);
  const day = periodOfDay(text);
  const expected = { nl: `een dag als ${today}, niet na vandaag`, en: `a day such as ${today}, not after today` };
  const wrong = wrongValue('geldigOp', text, { expected, allowed: [`0000-01-01..${today}`], correct: today });
  if (day === undefined) faults.push(wrong);
  else if (text > today) faults.push({ ...wrong, problem: FUTURE });
  return day === undefined || text >= today ? null : endOfDay(day);
}

/** Returns the moment at which the data must have been available; null: now. Without a zone it is in Europe/Amsterdam. */
export function readBeschikbaarOp(text: string | undefined, now: Date, faults: ParameterFault[]): Moment | null {
  if (text === undefined) return null;
  const moment = momentAsked(text);
  const latest = formatMoment(now.getTime() as Moment);
  const wrong = wrongValue('beschikbaarOp', text, {
    expected: { nl: `een tijdstip als ${latest}, niet na nu`, en: `a moment such as ${latest}, not after now` },
    allowed: ['YYYY-MM-DDThh:mm:ss.s[Z|±hh:mm]'], correct: latest,
  });
  if (moment === undefined) faults.push(wrong);
  else if (moment > now.getTime()) faults.push({ ...wrong, problem: FUTURE });
  return moment ?? null;
}

/** Reads a moment with any number of fraction digits; without a zone it is in Europe/Amsterdam. */
function momentAsked(text: string): Moment | undefined {
  const [, second, fraction = ''] = /^([^.]*)(\.\d+)?$/.exec(text) ?? [];
  if (second === undefined || ZONE_AT_END.test(text)) return parseRfc3339(text);
  const start = parseMoment(second);
  return start === undefined ? undefined : (start + Math.floor(Number(`0${fraction}`) * 1000)) as Moment;
}

const ZONE_AT_END = new RegExp(`${TIME_FORMS.zone}$`);
const FUTURE: ProblemName = 'ToekomstNietOndersteund';
