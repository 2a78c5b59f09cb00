/** The process of fault tests on accepting a proposal: `accept-proposal.ts DATA PROPOSAL SUBMISSION` accepts it, and says `ack` when that is durable. */
import { accept } from './life.ts';

const [data = '', proposal = '', submission = ''] = process.argv.slice(2);
if (accept(data, proposal, submission) === 'ended') process.stdout.write('ack\n');
