/** Headers: fuzz targets for what a client writes in a header. Their bytes are Latin-1, as Node reads them. */
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { readContentCrs } from '../../server/parameters/crs.ts';
import { clientAddress } from '../../server/connection/client-address.ts';
import { unmatchableIfMatch } from '../../server/request/if-match.ts';
import { languageOf } from '../../server/request/language.ts';
import { FORM_SETS, negotiate, prefersHtml, rangesOf } from '../../server/request/negotiate.ts';
import { mediaTypeOf, unreadableBody, unreadableDelivery } from '../../server/request/request-body.ts';
import { codingFor } from '../../server/response/coding.ts';
import { withValidators } from '../../server/response/conditional.ts';
import type { Target } from './fuzz.ts';

const TAG = '"0123456789abcdef.json"';

function readAccept(input: Buffer): void {
  const accept = input.toString('latin1');
  for (const { quality } of rangesOf(accept)) assert.ok(quality >= 0 && quality <= 1);
  for (const forms of FORM_SETS) {
    const form = negotiate(accept, forms);
    assert.ok(form === undefined || forms.includes(form));
  }
  prefersHtml(accept);
  assert.ok(['nl', 'en'].includes(languageOf({ headers: { 'accept-language': accept } }, { lang: undefined })));
  assert.ok([undefined, 'gzip', 'identity'].includes(codingFor(accept, 10_000)));
}

function readTags(input: Buffer): void {
  const header = input.toString('latin1');
  const problem = unmatchableIfMatch({ headers: { 'if-match': header } });
  assert.ok(problem === undefined || problem.problem === 'TagOngeldig');
  for (const name of ['if-none-match', 'if-modified-since']) {
    const { status } = withValidators({ headers: { [name]: header } }, { tag: TAG, modified: 'Fri, 20 Nov 2026 10:00:00 GMT' }, () => ({ status: 200, headers: [], body: [] }));
    assert.ok(status === 200 || status === 304);
  }
}

/** Whatever the header says, the client is an address or a network; and from who is not trusted it says nothing. */
function readForwarded(input: Buffer): void {
  const forwarded = input.toString('latin1');
  const address = clientAddress({ socket: { remoteAddress: '10.1.1.1' }, headers: { forwarded } }, (one) => one.startsWith('10.'));
  assert.ok(isIP(address) === 4 || (address.endsWith('::/64') && isIP(address.replace('/64', '')) === 6), address);
  assert.equal(clientAddress({ socket: { remoteAddress: '198.51.100.7' }, headers: { forwarded } }, () => false), '198.51.100.7');
}

function readContentHeaders(input: Buffer): void {
  const header = input.toString('latin1');
  mediaTypeOf({ 'content-type': header });
  readContentCrs(header);
  for (const headers of [{ 'content-type': header }, { 'content-type': 'application/json', 'content-encoding': header }]) {
    for (const problem of [unreadableBody(headers, 'application/json'), unreadableDelivery(headers)]) assert.ok(problem === undefined || problem.problem === 'MediatypeNietOndersteund');
  }
}

const SHORT = { bytesMax: 16_000, cpuMsMax: 50 };
const bytesOf = (texts: readonly string[]): readonly Buffer[] => texts.map((text) => Buffer.from(text, 'latin1'));

/** A tag without its last quote, which once took time with the square of its length. */
const TOOK_SECONDS = `"${'a'.repeat(15_000)}`;

export const HEADER_TARGETS: readonly Target[] = [
  {
    name: 'accept', run: readAccept, ...SHORT, words: [',', ';', 'q=', '*/*', 'text/html', 'application/', 'geo+json', 'gzip', 'identity', 'nl', 'en-GB', ';q=0.001', ';version=3.0'],
    seeds: bytesOf(['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/geo+json;q=0.5, application/json', 'gzip, deflate;q=0.5, *;q=0', 'nl-NL,nl;q=0.9,en;q=0.8', 'application/vnd.oai.openapi+json;version=3.0']),
  },
  {
    name: 'tags', run: readTags, ...SHORT, words: ['"', 'W/', ',', '*', ' ', '.', TAG, 'GMT', 'Fri, ', 'Nov'],
    seeds: bytesOf([TAG, `W/${TAG}`, '*', '"a", W/"b","c.d"', TOOK_SECONDS, 'Fri, 20 Nov 2026 10:00:00 GMT', TAG.replace('json"', 'json.gzip"')]),
  },
  {
    name: 'forwarded', run: readForwarded, ...SHORT, words: ['for=', 'by=', 'proto=https', ';', ',', '"', '[', ']', ':', '::', '.', 'unknown', '_hidden', '\\', '10.', '%eth0', '::ffff:'],
    seeds: bytesOf(['for=203.0.113.1', 'for="[2001:db8:1:2:3::4]:4711";proto=https, for=10.2.2.2', 'for=unknown', 'For="203.0.113.1:_port";by=_x;host=a', 'for="[::ffff:203.0.113.1]"']),
  },
  {
    name: 'content-headers', run: readContentHeaders, ...SHORT, words: ['application/json', ';', 'charset=', 'utf-8', '"', ',', 'gzip', 'identity', '<', '>', 'http://www.opengis.net/def/crs/EPSG/9.9.1/28992', 'EPSG:'],
    seeds: bytesOf(['application/json; charset="utf-8"', 'gzip, identity', '<http://www.opengis.net/def/crs/EPSG/9.9.1/28992>', 'application/merge-patch+json', 'multipart/form-data; boundary=x']),
  },
];
