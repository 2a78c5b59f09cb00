/** `ev submissions`: what is parked because it would end too much, and its release. */
import { Fault } from '../../schemas/fault.ts';
import { clean } from '../prepare/report/index.ts';
import { listParkedIn, releaseIn } from '../state/submit.ts';
import { EXIT, type ExitCode, type Terminal } from './terminal.ts';

/** Lists the parked ones, in order of arrival. */
export function listCommand({ data }: { data: string }, terminal: Terminal): ExitCode {
  const parked = listParkedIn(data);
  for (const { uuid, received, holder, target, ended, standing, waiting } of parked) {
    terminal.say(`${uuid}  ${received}  ${holder}  ${clean(target)}: would end ${ended} of ${standing} objects; ${waiting} later submissions of ${holder} wait`);
  }
  terminal.say(parked.length === 0 ? 'Nothing is parked.' : 'Release one with `ev submissions release UUID`.');
  terminal.answer({ parked });
  return EXIT.fine;
}

/** Lets a parked submission have its effect. Throws a Fault when it is not parked. */
export function releaseCommand(
  { data, uuid, clock }: { data: string; uuid: string; clock: () => Date }, terminal: Terminal,
): ExitCode {
  if (!releaseIn(data, uuid, clock)) {
    throw new Fault('no parked submission has this uuid', {
      step: 'Submission:Release', actual: uuid, hint: '`ev submissions list` lists those that are parked.',
    });
  }
  terminal.say(`${uuid} is released. A server on this --data folder takes it up by itself; without one, run \`ev batch\`.`);
  terminal.answer({ released: uuid });
  return EXIT.fine;
}
