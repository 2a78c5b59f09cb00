/** The process of fault tests on acknowledging: `acknowledge.ts DATA ID BYTES` hands in one building, padded to BYTES, and says `ack` when it has its receipt. */
import { building } from '../pipelines/state/small-roots.ts';
import { deliver } from './life.ts';

const [data = '', id = '', bytes = '0'] = process.argv.slice(2);
await deliver(data, [building(id)], { bytes: Number(bytes) });
process.stdout.write('ack\n');
