/** The process of fault tests on acknowledging: `acknowledge.ts DATA ID BYTES` hands in one building, padded to BYTES, and says `ack` when it has its receipt. */
import { submit } from '../../pipelines/state/submit.ts';
import { building, payloadOf } from '../pipelines/state/small-roots.ts';
import { DELIVERY } from './life.ts';

const [data = '', id = '', bytes = '0'] = process.argv.slice(2);
const payload = payloadOf(building(id));
const padding = Buffer.alloc(Math.max(0, Number(bytes) - payload.length), ' ');
await submit(data, { input: DELIVERY, payload: { bytes: Buffer.concat([payload, padding]) } }, () => new Date());
process.stdout.write('ack\n');
