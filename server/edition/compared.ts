/** Compared: the two editions that a request for differences names, and the problem when one of them is not stored any more. */
import { EMPTY_REGISTER, relationOf, stateOf, type ComparedEnd, type ComparedState } from '../../publisher/read/compared-state.ts';
import type { Editions } from '../../publisher/read/types.ts';
import type { Text } from '../../schemas/finding.ts';
import { ABSENT, type Problem } from '../response/problem.ts';
import { availableAt, numberGone } from './available.ts';

/** `end`: null: the active edition, which must exist. */
export function stateAt(end: ComparedEnd | null, editions: Editions): ComparedState | Problem {
  if (end === null) return stateOf(editions.current()!);
  if ('moment' in end) {
    const found = availableAt(end.moment, editions);
    if (found === 'nothing') return EMPTY_REGISTER;
    return 'problem' in found ? found : stateOf(found);
  }
  if (end.number === 0) return EMPTY_REGISTER;
  const found = editions.numbered(end.number);
  if (found === 'unknown') return ABSENT;
  if ('gone' in found) return numberGone(end.number, found);
  return stateOf(found.activated);
}

/** Returns what a reader must know of the two ends; undefined: they are in order. */
export function remarkOn(before: ComparedState, after: ComparedState): Text | undefined {
  const relation = relationOf(before, after);
  return relation === 'later' ? undefined : REMARKS[relation];
}

const REMARKS: Readonly<Record<'same' | 'earlier', Text>> = {
  same: { nl: 'van en tot zijn dezelfde toestand: er zijn geen verschillen.', en: 'van and tot are the same state: there are no differences.' },
  earlier: {
    nl: 'van is later dan tot: dit is wat er anders was in de eerdere toestand.', en: 'van is later than tot: this is what was different in the earlier state.',
  },
};
