/** Fake desk: a desk for tests of the server. What a test does not give is refused; there are no submissions. */
import type { Desk } from '../../schemas/desk.ts';

function unexpected(what: string): Promise<never> {
  return Promise.reject(new Error(`no ${what} was expected`));
}

const NOTHING: Desk = {
  submit: () => unexpected('write'), deliver: () => unexpected('delivery'), rehearse: () => unexpected('rehearsal'),
  outcome: () => Promise.resolve(undefined), report: () => unexpected('report'), changedShapes: () => Promise.resolve([]), findingPositions: () => Promise.resolve([]), list: () => Promise.resolve([]),
  account: () => Promise.resolve(undefined),
  own: () => unexpected('read of own documents'),
  rehearseUndo: () => unexpected('rehearsal'), rehearseTransfer: () => unexpected('rehearsal'), propose: () => unexpected('proposal'), acceptProposal: () => unexpected('acceptance'),
  endProposal: () => unexpected('end of a proposal'), proposal: () => Promise.resolve(undefined), proposals: () => Promise.resolve([]),
  overview: () => unexpected('overview'), rule: () => unexpected('ruling'),
};

/** Returns a desk with these methods. */
export function fakeDesk(given: Partial<Desk>): Desk {
  return { ...NOTHING, ...given };
}
