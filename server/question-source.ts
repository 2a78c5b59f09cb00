/** Question source: the answer of `/omgeving` from the editions of a folder, for `ev ask` (pipelines/commands/ask.ts). */
import type { Editions } from '../publisher/read/types.ts';
import type { ToRd } from '../schemas/crs.ts';
import { UsageFault } from '../schemas/fault.ts';
import type { Answer, Question, Unanswered } from '../schemas/question.ts';
import { surroundingsBody } from './description/surroundings.ts';
import { answerTo } from './edition/question.ts';
import { QUESTION_PARAMETERS, readSurroundingsQuery } from './parameters/surroundings-query.ts';

/** Throws a UsageFault with each mistake of the question. `baseUrl`: start of the links in the answer. */
export async function answerQuestion(
  { parameters: text, geometry, crs }: Question, { editions, baseUrl, clock, toRd }: {
    readonly editions: Editions; readonly baseUrl: string; readonly clock: () => Date; readonly toRd: ToRd;
  },
): Promise<Answer | Unanswered> {
  const body = new Map([...geometry === null ? [] : [['plaats', onOneLine(geometry)] as const], ...crs === null ? [] : [['plaatsCrs', crs] as const]]);
  const query = body.size === 0 ? { text } : { text, body };
  const read = readSurroundingsQuery(query, clock(), { others: QUESTION_PARAMETERS, toRd });
  const answer = await editions.whenRead(() => answerTo(read, { editions, clock }));
  if ('problem' in answer) return { why: answer.detail ?? NOT_THERE };
  if (!('faults' in answer)) return surroundingsBody(answer, { baseUrl });
  throw new UsageFault('this question is wrong', {
    step: 'Ask:Question', actual: answer.faults.map(({ name, reason }) => `${name}: ${reason.en}`).join(' '),
    expected: 'the parameters of /omgeving, such as plaats=155000,463000&straal=500',
  });
}

/** Returns the text of a file as a link can repeat it: no string in a geometry has white space. */
function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

const NOT_THERE = { nl: 'Deze editie is er niet.', en: 'This edition is not there.' };
