/**
 * The command line as an operator meets it: `--json`, reports, every option, and bad input from the first day, each time with the process
 * alive to the end and nothing else in the delivery lost.
 */
import { execFile, spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding, ObjectVerdict } from '../../schemas/finding.ts';
import { reportSchema } from '../../schemas/derived/report-schema.ts';
import { reportMistakes } from '../report-agrees.ts';
import { makeCertificate } from '../certificates.ts';
import { PROJECT } from '../shared-data.ts';
import { ev, EXAMPLE, ran, RD, said, start, type Ran } from '../pipelines/ev-process.ts';

const MIB = 1024 * 1024;

let folder: string;
beforeAll(() => { folder = mkdtempSync(join(tmpdir(), 'ev-cli-')); });
afterAll(() => rmSync(folder, { recursive: true }));

interface Validated {
  readonly objects: readonly ObjectVerdict[];
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<string, number>>;
}

/** With more than one file, each object and finding names its file. */
interface Named extends Validated {
  readonly objects: readonly (ObjectVerdict & { readonly file: string })[];
  readonly findings: readonly (Finding & { readonly file: string })[];
}

async function validate(content: string | Buffer, args: readonly string[] = ['--crs', RD]): Promise<Validated & { code: number | null }> {
  const file = join(folder, 'delivery.json');
  writeFileSync(file, content);
  const { code, out } = await ev(['validate', file, '--json', ...args]);
  return { code, ...JSON.parse(out) as Validated };
}

function building(id: string, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    entityType: 'KwetsbaarGebouw', id, identificatie: { namespace: 'NL.IMEV', lokaalID: id }, bronhoudercode: 'AB12',
    beginGeldigheid: '2026-01-01T00:00:00Z', geometrie: polygon([[155000, 463000], [155020, 463000], [155020, 463015], [155000, 463000]]),
    geometrieMetagegevens: { bronregistratie: 'BAG' }, categorieKwetsbaarheid: 'kwetsbaar', ...more,
  };
}

function polygon(ring: readonly (readonly number[])[]): unknown {
  return { type: 'Polygon', coordinates: [ring] };
}

test('`-` is standard input, a full disk behind standard output is no verdict, and a file name steers no terminal', async () => {
  const name = join(folder, 'rood\u001b[31m.json');
  const shell = async (line: string): Promise<Ran> => {
    const child = spawn('sh', ['-c', line, 'sh', process.execPath, join(PROJECT, 'pipelines/cli.ts'), EXAMPLE, RD, name]);
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
    return { code, out, err };
  };
  const [piped, full, steering] = await Promise.all([
    shell('"$1" "$2" validate - --crs "$4" --json <"$3"'), shell('"$1" "$2" validate "$3" --crs "$4" >/dev/full'),
    shell('"$1" "$2" validate "$5" --crs "$4"'),
  ]);
  expect(piped.code).toBe(0);
  expect(JSON.parse(piped.out)).toMatchObject({ source: 'stdin', counts: { accepted: 1 } });
  expect(full).toMatchObject({ code: 3, err: expect.stringMatching(/^ENOSPC/) as string });
  const there = join(folder, 'groen\u001b[32m.json');
  writeFileSync(there, '[]');
  expect((await ev(['submit', there, '--holder', 'AB12', '--data', join(folder, 'groen'), '--create'])).out).toContain('groen�[32m.json');
  expect(steering).toMatchObject({ code: 3, err: expect.stringContaining('rood�[31m.json') as string });
});

test('a reader that leaves, as `head` does, breaks nothing: the exit code is that of the delivery', async () => {
  const child = spawn(process.execPath, [
    join(PROJECT, 'pipelines/cli.ts'), 'validate', join(PROJECT, 'data/examples/twenty-mistakes.json'), '--crs', RD,
  ]);
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => { err += text; });
  child.stdout.destroy();
  expect([await once(child, 'close'), err]).toEqual([[1, null], '']);
});

describe('bad input', () => {
  const good = JSON.stringify(building('goed'));
  const beside = (bad: string): string => `${good}\n${bad}`;
  const besideObject = (id: string, more: Readonly<Record<string, unknown>>): string => beside(JSON.stringify(building(id, more)));

  /** Bad input; all but the first two have a good building before it. */
  const bad: Readonly<Record<string, string>> = {
    'not JSON': 'dit is geen JSON',
    'an empty file': '',
    'duplicate key': beside(JSON.stringify(building('dubbel')).replace('{', '{"id":"x",')),
    '100,000 nested arrays': beside('['.repeat(100_000) + ']'.repeat(100_000)),
    '1e999': beside(JSON.stringify(building('groot', { populatie: 7 })).replace(':7', ':1e999')),
    'wrong entityType': besideObject('soort', { entityType: 'KwetsbaarGebow' }),
    'unknown property': besideObject('veld', { onbekend: 1 }),
    'ring not closed': besideObject('ring', { geometrie: polygon([[155000, 463000], [155020, 463000], [155020, 463015], [155000, 463015]]) }),
    'self-crossing polygon': besideObject('kruis', {
      geometrie: polygon([[155000, 463000], [155020, 463020], [155020, 463000], [155000, 463020], [155000, 463000]]),
    }),
  };
  let validated: ReadonlyMap<string, Validated>;

  beforeAll(async () => {
    const names = Object.keys(bad);
    const files = names.map((_, n) => join(folder, `slecht-${n}.json`));
    for (const [n, file] of files.entries()) writeFileSync(file, bad[names[n]!]!);
    const { code, out } = await ev(['validate', ...files, '--json', '--crs', RD]);
    expect(code).toBe(1);
    const { objects, findings, counts } = JSON.parse(out) as Named;
    validated = new Map(names.map((name, n) => {
      const isOf = ({ file }: { file: string }): boolean => file === `slecht-${n}.json`;
      return [name, { objects: objects.filter(isOf), findings: findings.filter(isOf), counts }];
    }));
  });

  test.each(Object.keys(bad))('%s is a clear finding with its place; the rest is not lost', (name) => {
    const { findings, objects } = validated.get(name)!;
    const survivors = bad[name]!.startsWith(good) ? ['goed'] : [];
    const errors = findings.filter(({ severity }) => severity === 'error');
    expect(errors).not.toHaveLength(0);
    for (const { message, mend, pointer } of errors) {
      expect([message.nl, message.en, mend.nl, mend.en]).not.toContain('');
      if (survivors.length > 0) expect(pointer).toMatch(/^\/1/);
    }
    expect(objects.filter(({ verdict }) => verdict === 'accepted').map(({ id }) => id)).toEqual(survivors);
  });

  test('every framing, plain and packed with gzip under any name, is read', async () => {
    const { geometrie, ...properties } = building('a');
    const feature = { type: 'Feature', geometry: geometrie, properties };
    const framings = [
      building('a'), [building('a')], feature, { type: 'FeatureCollection', features: [feature] },
    ].map((value) => JSON.stringify(value)).concat(`${JSON.stringify(building('a'))}\n`);
    const files = framings.flatMap((text, n) => [Buffer.from(text), gzipSync(text)].map((bytes, packed) => {
      const file = join(folder, `vorm-${n}-${packed}.json`);
      writeFileSync(file, bytes);
      return file;
    }));
    const { code, out } = await ev(['validate', ...files, '--json', '--crs', RD]);
    expect([code, (JSON.parse(out) as Named).counts]).toMatchObject([0, { objects: files.length, accepted: files.length }]);
    expect((await ev(['validate', '--help'])).out).toContain('gzip');
  });

  test('RD numbers announced as CRS84: the finding names --crs', async () => {
    const { code, findings } = await validate(good, []);
    expect([code, findings[0]?.suggestions]).toEqual([1, [`--crs ${RD}`]]);
  });

  test('a file of 200 MB is read in bounded memory', async () => {
    const file = join(folder, 'groot.ndjson');
    const stream = createWriteStream(file);
    // White space: a text of this length is refused.
    const filling = ' '.repeat(2 * MIB);
    for (let n = 0; n < 100; n += 1) {
      if (!stream.write(`${JSON.stringify(building(`b${n}`)).replace('{', `{${filling}`)}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await once(stream, 'close');
    const { code, out } = await ev(['validate', file, '--json', '--crs', RD], ['--max-old-space-size=192']);
    expect([code, (JSON.parse(out) as Validated).counts['accepted']]).toEqual([0, 100]);
  });
});

test('a port that is in use is found before anything is published', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  const data = join(folder, 'haven');
  const { code, err } = await ev(['serve', '--port', String(port), '--data', data]);
  taken.close();
  expect([code, err]).toEqual([3, expect.stringContaining('EADDRINUSE')]);
  expect(existsSync(join(data, 'editions'))).toBe(false);
});

describe('--report', () => {
  const wrong = join(PROJECT, 'data/examples/twenty-mistakes.json');
  const reportTo = (...names: readonly string[]) => names.flatMap((name) => ['--report', join(folder, name)]);

  test('writes the report in the form of each name; JSON is what --json prints, and as `ev schema report` says', async () => {
    const names = ['rapport.html', 'rapport.JSON', 'rapport.geojson', 'rapport.csv', 'rapport.xlsx'];
    const { code, out } = await ev(['validate', wrong, '--crs', RD, '--json', ...reportTo(...names)]);
    const [html, json, geojson, csv, xlsx] = names.map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(code).toBe(1);
    expect(html).toMatch(/^<!doctype html>/);
    expect(JSON.parse(json!)).toEqual(JSON.parse(out));
    expect(reportMistakes(JSON.parse(out))).toEqual([]);
    expect((JSON.parse(geojson!) as { features: unknown[] }).features).toHaveLength(20);
    expect(csv!.split('\r\n')).toHaveLength(23);
    expect(xlsx).toMatch(/^PK/);
    expect(JSON.parse((await ev(['schema', 'report'])).out)).toEqual(reportSchema('http://127.0.0.1:8080/v1/schemas'));
  });

  test.each<[string, readonly string[]]>([
    ['two deliveries', [wrong, EXAMPLE, '--report', 'r.html']], ['a name without a form', [wrong, '--report', 'r.pdf']],
    ['the delivery itself', [wrong, '--report', wrong]],
  ])('%s is wrong usage', async (_, args) => {
    expect((await ev(['validate', ...args])).code).toBe(2);
  });

  test('that cannot be written leaves the output on the terminal whole', async () => {
    const { code, out, err } = await ev(['validate', wrong, '--crs', RD, ...reportTo('is/er/niet.html')]);
    expect(code).toBe(3);
    expect(out).toContain('19 objecten: 5 aanvaard');
    expect(err).toContain(`the folder ${join(folder, 'is/er')} does not exist, file ${join(folder, 'is/er/niet.html')}.`);
    expect(err).not.toMatch(/\n\s+at |ENOENT|\.html\.\d/);
    const submitted = await ev([
      'submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', join(folder, 'geen-map'), '--create', '--wait', ...reportTo('is/er/niet.html'),
    ]);
    expect(submitted).toMatchObject({ code: 3, out: expect.stringContaining('1 object: 1 aanvaard') as string });
  });

  test('is in one language with --lang, on the terminal and as a page', async () => {
    const dutch = await ev(['validate', wrong, '--crs', RD, '--lang', 'nl', ...reportTo('nl.html')]);
    expect(dutch.out).toContain('19 objecten: 5 aanvaard');
    expect(dutch.out).not.toMatch(/accepted|The |found:/);
    expect(readFileSync(join(folder, 'nl.html'), 'utf8')).not.toContain('lang="en"');
    const english = await ev(['validate', wrong, '--crs', RD, '--lang', 'en', ...reportTo('en.html')]);
    expect(english.out).toContain('19 objects: 5 accepted');
    expect(english.out).not.toMatch(/aanvaard|Fout |gevonden:/);
    const page = readFileSync(join(folder, 'en.html'), 'utf8');
    expect(page).toContain('<html lang="en">');
    expect(page).not.toMatch(/aanvaard|geweigerd|bevinding|regel \d|Uitleg/i);
    expect((await ev(['validate', wrong, '--lang', 'de'])).code).toBe(2);
  });

  test('of a submission is written with --wait, and knows the current versions of the register', async () => {
    const args = ['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', join(folder, 'tweemaal')];
    expect((await ev([...args, ...reportTo('a.json')])).code).toBe(2);
    await ev([...args, '--create', '--wait']);
    await ev([...args, '--wait', '--lang', 'nl', ...reportTo('a.json', 'a.html')]);
    const report = JSON.parse(readFileSync(join(folder, 'a.json'), 'utf8')) as { counts: { types: unknown } };
    expect(reportMistakes(report)).toEqual([]);
    expect(report.counts.types).toEqual([
      { entityType: 'KwetsbaarGebouw', nested: false, objects: 1, accepted: 0, refused: 0, unchanged: 1 },
    ]);
    expect(readFileSync(join(folder, 'a.html'), 'utf8')).toContain('1 ongewijzigd');

    const asked = await ev(['validate', EXAMPLE, '--crs', RD, '--data', join(folder, 'tweemaal'), '--holder', 'AB12', '--full', 'KwetsbareLocatie', '--drift', '0.5', '--json']);
    expect([asked.code, (JSON.parse(asked.out) as Validated).counts['unchanged']]).toEqual([0, 1]);
    expect((await ev(['validate', EXAMPLE, '--data', join(folder, 'tweemaal')])).code).toBe(2);
  });

  test('with --correct the newest version is replaced with its period, as validate foresees and submit reports', async () => {
    const [data, corrected] = [join(folder, 'tweemaal'), join(folder, 'verbeterd.json')];
    const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { beginGeldigheid: string };
    writeFileSync(corrected, JSON.stringify({ ...example, beginGeldigheid: '2025-06-01T00:00:00Z' }));
    const args = [corrected, '--holder', 'AB12', '--crs', RD, '--data', data, '--correct'];
    expect(await ev(['validate', ...args])).toMatchObject({ code: 0, out: expect.stringContaining('2025-06-01') as string });
    const tried = await ev(['submit', ...args, '--dry-run', '--json']);
    expect([tried.code, JSON.parse(tried.out)]).toMatchObject([0, { effects: {
      counts: { changed: 1, unchanged: 0 }, roots: [{ effect: 'changed', differences: [{ field: 'beginGeldigheid', after: '2025-06-01T00:00:00Z' }] }],
    } }]);
    expect(await ev(['submit', ...args, '--wait'])).toMatchObject({ code: 0, out: expect.stringMatching(/1 object: 1 aanvaard[^]*Wat verandert[^]*beginGeldigheid/) as string });
    expect(await ev(['submit', ...args, '--wait'])).toMatchObject({ code: 0, out: expect.stringContaining('1 ongewijzigd') as string });
  });
});

test('submit --withdraw withdraws the objects that a file names, after a dry run that says the same', async () => {
  const [data, ids] = [join(folder, 'intrekken'), join(folder, 'ids.txt')];
  writeFileSync(ids, `${(JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { id: string }).id}\nnergens\n`);
  const args = [ids, '--withdraw', '--holder', 'AB12', '--data', data];
  expect((await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', data, '--create', '--wait'])).code).toBe(0);
  const tried = await ev(['submit', ...args, '--dry-run', '--report', join(folder, 'proef.json')]);
  expect(tried).toMatchObject({ code: 1, out: expect.stringMatching(/dry run[^]*zou 1 object beëindigen[^]*2 objecten: 1 aanvaard[^]*id\.bestaat-niet/) as string });
  expect(JSON.parse(readFileSync(join(folder, 'proef.json'), 'utf8'))).toMatchObject({ counts: { accepted: 1, ended: 1 } });
  expect((await ev(['submit', ...args, '--strict', '--wait'])).out).toContain('2 geweigerd');
  expect(await ev(['submit', ...args, '--wait'])).toMatchObject({ code: 1, out: expect.stringContaining('heeft 1 object beëindigd') as string });
  expect((await ev(['submit', EXAMPLE, '--withdraw', '--holder', 'AB12', '--data', data, '--wait'])).out).toContain('1 ongewijzigd');
  writeFileSync(ids, '["a",\n7]');
  expect(await ev(['submit', ...args])).toMatchObject({ code: 2, err: expect.stringContaining('ids.txt:2, expected one id on each line') as string });
  expect((await ev(['doctor', '--data', data])).code).toBe(0);
});

test('transfer hands objects over after a dry run, refuses what cannot be, and doctor finds nothing', async () => {
  const [data, ids, other] = [join(folder, 'overdracht'), join(folder, 'over.txt'), join(folder, 'ander-gebouw.json')];
  const example = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as { id: string };
  writeFileSync(ids, `${example.id}\n`);
  writeFileSync(other, JSON.stringify(building('vergeten')));
  for (const file of [EXAMPLE, other]) {
    expect((await ev(['submit', file, '--holder', 'AB12', '--crs', RD, '--data', data, '--create', '--wait'])).code).toBe(0);
  }
  expect((await ev(['holders', 'add', 'OIN:00000001003214345000', '--name', 'Nieuw', '--holder', 'XY789', '--data', data])).code).toBe(0);
  const transfer = (...args: readonly string[]): ReturnType<typeof ev> => ev(['transfer', '--data', data, '--reason', 'fusie', ...args.includes('--at') ? [] : ['--at', '2026-01-01'], ...args]);
  for (const [args, message] of [
    [['--from', 'AB12', '--to', 'AB12'], '--from and --to are both AB12'], [['--from', 'ab', '--to', 'XY789'], '--from ab is no bronhoudercode'],
    [['--from', 'AB12', '--to', 'ZZ999'], '--to ZZ999'], [['--from', 'QQ111', '--to', 'XY789'], '--from QQ111'],
    [['--from', 'AB12', '--to', 'XY789', '--at', '2026-02-30'], '--at 2026-02-30 is no day'],
    [['--from', 'AB12', '--to', 'XY789', '--dry-run', '--wait'], 'nothing to --wait for'],
  ] as const) expect(await transfer(...args), message).toMatchObject({ code: 2, err: expect.stringContaining(message) as string });
  const both = ['--from', 'AB12', '--to', 'XY789', '--ids', ids] as const;
  const report = join(folder, 'overdracht.json');
  expect(await transfer(...both, '--dry-run', '--strict', '--report', report)).toMatchObject({ code: 0, out: expect.stringMatching(/dry run[^]*1 object: 1 aanvaard/) as string });
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ counts: { accepted: 1, errors: 0 } });
  expect(await transfer(...both, '--wait')).toMatchObject({ code: 0, out: expect.stringMatching(/1 object: 1 aanvaard[^]*Reden: fusie[^]*Bij AB12 blijft 1 object: vergeten/) as string });
  expect((await ev(['submit', EXAMPLE, '--holder', 'XY789', '--crs', RD, '--data', data, '--wait'])).out).toContain('1 ongewijzigd');
  const [receipt, batch] = [await transfer('--from', 'AB12', '--to', 'XY789', '--json'), await ev(['batch', '--data', data])];
  expect([receipt.code, batch.code, batch.out]).toEqual([0, 0, expect.stringContaining('1 object: 1 aanvaard')]);
  expect((await ev(['doctor', '--data', data])).code).toBe(0);
});

test('submit prints a receipt, batch the report; editions can be listed and verified', async () => {
  const data = join(folder, 'register');
  const submitted = await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', data, '--create', '--json']);
  expect([submitted.code, JSON.parse(submitted.out)]).toEqual([0, expect.objectContaining({ holder: 'AB12', uuid: expect.any(String) })]);
  const waited = await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', join(folder, 'ander'), '--create', '--wait']);
  expect([waited.code, waited.out]).toEqual([0, expect.stringContaining('school-zwolle.json: 1 object: 1 aanvaard')]);
  const batch = await ev(['batch', '--data', data]);
  expect([batch.code, batch.out]).toEqual([0, expect.stringContaining('school-zwolle.json: 1 object: 1 aanvaard')]);
  const { out } = await ev(['editions', 'list', '--data', data]);
  const [, available = ''] = /^\* \d+ {2}available from (\S+\+0[12]:00) {2}content of \S+\+0[12]:00 {2}1 objects/m.exec(out) ?? [];
  expect((await ev(['editions', 'rebuild', '--at', available, '--data', data])).out).toContain(`which was active at ${available}, is still kept`);
  expect((await ev(['editions', 'verify', '--data', data])).code).toBe(0);
  expect((await ev(['doctor', '--data', data])).code).toBe(0);
});

test('submit makes a register only with --create, and refuses a code that no organisation has', async () => {
  const data = join(folder, 'verschreven');
  const args = ['submit', EXAMPLE, '--crs', RD, '--data', data];
  const nowhere = await ev([...args, '--holder', 'AB12']);
  expect(nowhere).toMatchObject({ code: 3, err: expect.stringMatching(/there is no register in this folder[^]*--create/) as string });
  expect(existsSync(data)).toBe(false);
  expect((await ev([...args, '--holder', 'AB12', '--create'])).code).toBe(0);
  expect((await ev(['holders', 'add', 'OIN:00000001003214345000', '--name', 'Gemeente', '--holder', 'AB12', '--data', data])).code).toBe(0);
  const unknown = await ev([...args, '--holder', 'AB13']);
  expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/no organisation[^]*AB12[^]*--holder AB13/) as string });
  expect((await ev(['validate', EXAMPLE, '--crs', RD, '--data', data, '--holder', 'AB13'])).code).toBe(2);
  expect((await ev([...args, '--holder', 'AB12'])).code).toBe(0);
});

describe('every option', () => {
  const data = (): string => join(folder, 'opties');

  test.each(['3.0', '4.0'])('--model %s says which model a delivery is in', async (model) => {
    const { out } = await ev(['validate', EXAMPLE, '--crs', RD, '--model', model, '--strict', '--json']);
    expect((JSON.parse(out) as { model: string }).model).toBe(model);
  });

  test('of submit, batch and editions works together with the others', async () => {
    const wrong = join(PROJECT, 'data/examples/fout-gebouwen-den-bosch.json');
    expect((await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--model', '4.0', '--data', data(), '--create'])).code).toBe(0);
    expect((await ev(['submit', wrong, '--holder', 'AB12', '--crs', RD, '--strict', '--full', 'KwetsbareLocatie', '--data', data()])).code).toBe(0);
    const { code, out } = await ev(['batch', '--lang', 'nl', '--base-url', 'https://voorbeeld.nl/v1', '--epoch', '2025.5', '--keep-days', '7', '--drift', '0.5', '--full-audience', '--data', data()]);
    expect([code, out]).toEqual([1, expect.stringContaining('10 objecten: 0 aanvaard')]);
    expect(out).not.toContain('accepted');
    const again = await ev(['batch', '--json', '--data', data()]);
    expect([again.code, JSON.parse(again.out)]).toEqual([0, expect.any(Object)]);
    const list = await ev(['editions', 'list', '--data', data(), '--json']);
    const [{ number, baseUrl } = { number: 0, baseUrl: '' }] = (JSON.parse(list.out) as { editions: { number: number; baseUrl: string }[] }).editions;
    expect(baseUrl).toBe('https://voorbeeld.nl/v1');
    const json = async (args: readonly string[]): Promise<unknown> => JSON.parse((await ev([...args, '--json', '--data', data()])).out);
    expect((await ev(['editions', 'verify', String(number), '--data', data()])).code).toBe(0);
    expect([await json(['editions', 'verify']), await json(['editions', 'activate', String(number)]), await json(['doctor']), await json(['editions', 'rebuild'])])
      .toEqual(Array.from({ length: 4 }, () => expect.any(Object) as unknown));
    expect((await ev(['editions', 'activate', String(number), '--data', data()])).out).toContain(`Edition ${number} is active`);
    const rebuilt = await ev(['editions', 'rebuild', '--base-url', 'https://nieuw.nl/v1', '--epoch', '2020', '--data', data()]);
    expect([rebuilt.code, rebuilt.out]).toEqual([0, expect.stringMatching(/Edition \d+ is the newest one, made anew/)]);
    const at = await ev(['editions', 'rebuild', '--at', new Date().toISOString(), '--data', data()]);
    expect([at.code, at.out]).toEqual([0, expect.stringContaining('is still kept')]);
    expect((await ev(['editions', 'rebuild', '--at', 'gisteren', '--data', data()])).code).toBe(2);
    const all = await ev(['editions', 'rebuild', '--all', '--data', data()]);
    expect([all.code, all.out]).toEqual([0, expect.stringMatching(/^\d+ editions are made again .* their links begin with https:\/\/nieuw\.nl\/v1\. \d+ had it already\.\n/)]);
    const elsewhere = await json(['editions', 'rebuild', '--all', '--base-url', 'https://nogmaals.nl/v1']);
    expect(elsewhere).toMatchObject({ baseUrl: 'https://nogmaals.nl/v1', left: [], unchanged: 1 });
    const { editions: moved } = await json(['editions', 'list']) as { editions: { number: number; baseUrl: string }[] };
    expect((elsewhere as { editions: unknown[] }).editions).toHaveLength(moved.length - 1);
    expect(new Set(moved.map((edition) => edition.baseUrl))).toEqual(new Set(['https://nogmaals.nl/v1']));
    expect((await ev(['editions', 'rebuild', '--all', '--data', join(folder, 'nergens')])).code).toBe(3);
    const upgraded = await ev(['upgrade', '--data', data()]);
    expect([upgraded.code, upgraded.out, await json(['upgrade'])]).toEqual([0, expect.stringContaining('there is nothing to do'), { from: null, to: null }]);
    expect((await ev(['doctor', '--accept-clock', '--pipelines', join(folder, 'geen.json'), '--data', data()])).code).toBe(0);
    expect((await ev(['doctor', '--mend-clock', '--data', data()])).code).toBe(0);
    expect((await ev(['doctor', '--mend', '--data', data()])).code).toBe(0);
  });

  test('of submissions, holders and tokens answers people and programs', async () => {
    const id = 'KVK:12345678';
    const json = async (args: readonly string[]) => {
      const { code, out } = await ev([...args, '--json', '--data', data()]);
      return { code, answer: JSON.parse(out) as Readonly<Record<string, unknown>> };
    };
    expect(await json(['submissions', 'list', '--state', 'parked', '--holder', 'AB12', '--limit', '5'])).toMatchObject({ code: 0, answer: { submissions: [] } });
    expect(await json(['submissions', 'show', 'nooit', '--lang', 'nl', '--report', join(folder, 'nooit.html')])).toMatchObject({ code: 2, answer: { step: expect.any(String) as string } });
    expect(await json(['show', 'NL.IMEV.AB12.gebouw-0001'])).toMatchObject({ code: 0, answer: { state: 'current', versions: [{ madeBy: { tokenEnd: null } }] } });
    expect(await json(['log', '--holder', 'AB12', '--type', 'KwetsbaarGebouw', '--since', '2020-01-01T00:00:00Z', '--until', '2100-01-01T00:00:00Z', '--after', '0', '--limit', '1']))
      .toMatchObject({ code: 0, answer: { decisions: [{ decision: 1, holder: 'AB12' }] } });
    expect(await json(['log', '--token', '0a1b'])).toEqual({ code: 0, answer: { decisions: [], next: null } });
    expect(await json(['show', 'nooit'])).toMatchObject({ code: 1, answer: { state: 'unknown' } });
    expect((await ev(['show', 'NL.IMEV.AB12.gebouw-0001', '--data', data()])).out).toContain('of source holder AB12. State: current.');
    const showed = ['as-of', new Date().toISOString(), '--at-point', '6.08,52.51', '--crs', 'CRS84', '--within', '10000'];
    expect(await json(showed)).toMatchObject({ code: 0, answer: { collections: 37, objects: [{ id: 'NL.IMEV.AB12.gebouw-0001' }] } });
    const place = join(folder, 'plaats.wkt');
    writeFileSync(place, 'POINT(6.08 52.51)');
    expect(await json(['ask', 'straal=10000&collecties=kwetsbare-gebouwen', '--geometry', place, '--crs', 'CRS84']))
      .toMatchObject({ code: 0, answer: { numberMatched: 1, objecten: [{ id: 'NL.IMEV.AB12.gebouw-0001' }], omgerekendVan: { geometrie: { coordinates: [6.08, 52.51] } } } });
    expect(await json(['ask', 'plaats=0,0,0'])).toMatchObject({ code: 2, answer: { step: 'Ask:Question' } });
    expect(await json(['submissions', 'undo', 'nooit', '--force', '--dry-run', '--drift', '0.5', '--lang', 'nl'])).toMatchObject({ code: 2 });
    expect(await json(['submissions', 'release', 'nooit'])).toMatchObject({ code: 2, answer: { step: expect.any(String) as string } });
    expect(await json(['submissions', 'refuse', 'nooit', '--reason', 'dubbel'])).toMatchObject({ code: 2, answer: { step: expect.any(String) as string } });
    expect(await json(['holders', 'add', id, '--name', 'Gemeente', '--holder', 'AB12', '--role', 'writer', '--bronregistratie', 'BGT']))
      .toMatchObject({ code: 0, answer: { organisation: { id, bronregistratie: 'BGT' } } });
    expect(await json(['holders', 'list'])).toMatchObject({ code: 0, answer: { organisations: [{ id, codes: ['AB12'] }] } });
    expect(await json(['holders', 'check'])).toEqual({ code: 0, answer: { mistakes: [] } });
    const { answer: { token } } = await json(['tokens', 'add', '--organisation', id, '--holder', 'AB12', '--days', '3']);
    const tail = String(token).slice(-8);
    expect(await json(['tokens', 'list'])).toMatchObject({ code: 0, answer: { tokens: [{ tail, state: 'valid' }] } });
    expect(await json(['tokens', 'revoke', tail])).toEqual({ code: 0, answer: { revoked: tail } });
    expect(await json(['holders', 'remove', id])).toMatchObject({ code: 0, answer: { removed: id } });
    const made = ['keys', 'add', '--name', 'Kaarten B.V.', '--accepted', '2026-11-01', '--days', '3', '--referrer', 'https://kaart.example', '--client-id', 'kaart-1'];
    const { answer: { key } } = await json(made);
    const keyTail = String(key).slice(-8);
    expect(await json(['keys', 'list'])).toMatchObject({ code: 0, answer: { keys: [{ tail: keyTail, name: 'Kaarten B.V.', state: 'valid' }] } });
    expect((await ev(['keys', 'list', '--data', data()])).out).toMatch(new RegExp(`^…${keyTail}  valid  Kaarten B\\.V\\.  https://kaart\\.example/  client kaart-1  accepted 2026-11-01  made .* until `));
    expect(await json(['keys', 'revoke', keyTail])).toEqual({ code: 0, answer: { revoked: keyTail } });
    expect(await json(['quality', 'make'])).toMatchObject({ code: 0, answer: { holders: [{ holder: 'AB12' }] } });
    const { answer: subscription } = await json(['subscriptions', 'add', 'https://example.nl/hook', '--filters', 'collecties=windturbines']);
    expect(await json(['subscriptions', 'list'])).toMatchObject({ code: 0, answer: { subscriptions: [{ id: subscription['id'], url: 'https://example.nl/hook', failure: null }] } });
    expect(await json(['subscriptions', 'remove', String(subscription['id'])])).toEqual({ code: 0, answer: { removed: subscription['id'] } });
  });

  test.each<[readonly string[], string]>([
    [['editions', 'activate', '99'], 'no edition of this number is kept, found 99'], [['editions', 'verify', '99'], 'no edition of this number is kept, found 99'],
    [['editions', 'activate', 'abc'], 'EDITION'], [['editions', 'verify', '1.5'], 'EDITION'],
    [['editions', 'rebuild', '--at', '2001-01-01T00:00:00Z'], 'there was no edition yet'],
    [['diff', '99'], 'no edition has this number, expected 0 (before the first edition) to'], [['diff', '1', '2999-01-01T00:00:00Z'], 'this moment is in the future'],
    [['diff', 'gisteren'], 'A gisteren is no moment'], [['diff', '0', '--bbox', '1,2,3'], 'expected 4 numbers'], [['diff', '0', '--type', 'Windturbin'], 'Did you mean Windturbine?'],
    [['diff', '0', '--bbox', '150000,460000,160000,470000'], 'in the CRS that --crs names?'], [['diff', '0', '--crs', 'EPSG:7415'], 'no CRS of published data'],
    [['submissions', 'show', 'nooit'], 'no submission has this uuid'], [['tokens', 'revoke', 'abcdefgh'], 'no token ends in these characters'],
    [['subscriptions', 'remove', 'abcdefgh'], 'there is no such subscription'], [['subscriptions', 'add', 'example.nl'], 'this address cannot be called'],
    [['subscriptions', 'add', 'https://example.nl', '--filters', 'collectie=wegen'], 'these filters are not those of /verschillen'],
    [['keys', 'revoke', 'abcdefgh'], 'no key ends in these characters'], [['keys', 'add', '--name', 'a', '--accepted', '2999-01-01'], '--accepted 2999-01-01 is in the future'],
    [['keys', 'add', '--name', 'a', '--accepted', 'gisteren'], '--accepted gisteren is no day'], [['keys', 'add', '--name', '', '--accepted', '2026-11-01'], 'a name on one line'],
    [['keys', 'add', '--name', 'a', '--accepted', '2026-11-01', '--referrer', 'kaart.example'], '--referrer kaart.example is no page'],
    [['holders', 'remove', 'KVK:87654321'], 'no organisation has this id'],
  ])('%j names what is not there, which is wrong usage', async (args, words) => {
    const { code, out, err } = await ev([...args, '--data', data()]);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)]);
    expect(err).not.toMatch(/NaN|\n\s+at /);
  });

  test('of backup and restore is obeyed', async () => {
    const [backups, copy] = [join(folder, 'kopieen'), join(folder, 'hersteld')];
    const made = await ev(['backup', backups, '--data', data(), '--keep', '2', '--json']);
    const { name } = JSON.parse(made.out) as { name: string };
    expect([made.code, (await ev(['backup', backups, '--data', data()])).out]).toEqual([0, expect.stringContaining('the editions are verified')]);
    expect(JSON.parse((await ev(['backup', 'list', backups, '--json'])).out)).toMatchObject({ backups: [{ name }, { damages: [] }] });
    expect(JSON.parse((await ev(['backup', 'verify', backups, name, '--json'])).out)).toMatchObject({ name, faults: [] });
    const restored = await ev(['restore', backups, '--backup', name, '--data', copy]);
    expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('1 newer backups')]);
    expect((await ev(['editions', 'verify', '--data', copy])).code).toBe(0);
    expect(await ev(['restore', backups, '--data', copy, '--json'])).toMatchObject({ code: 3, out: expect.stringContaining('not empty') as string });
    const replacing = await ev(['restore', backups, '--data', join(folder, 'vervangend'), '--replaces', data()]);
    expect([replacing.code, replacing.out]).toEqual([0, expect.stringContaining('are those of the replaced folder')]);
    expect((await ev(['backup', backups, '--keep', '0'])).code).toBe(2);
    expect((await ev(['restore', backups])).code).toBe(2);
  });

  test('of serve is obeyed', async () => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const pipelines = join(folder, 'pijplijnen.json');
    writeFileSync(pipelines, '{"pipelines": [{"name": "leap-day", "cron": "30 2 29 2 *", "missed": "skip", "steps": [{"step": "batch"}]}]}');
    const served = ['--data', join(folder, 'bediend')];
    mkdirSync(join(folder, 'bediend'), { recursive: true });
    expect((await ev(['holders', 'add', 'KVK:12345678', '--name', 'Voorbeeld', '--holder', 'AB12', ...served])).code).toBe(0);
    const { token } = JSON.parse((await ev(['tokens', 'add', '--organisation', 'KVK:12345678', '--json', ...served])).out) as { token: string };
    const child = start([
      'serve', '--json', '--port', String(port), '--host', 'localhost', '--profile', 'ogc', '--require-if-match',
      '--base-url', 'https://voorbeeld.nl/v1', '--epoch', '2025', '--origin', 'https://kaart.example', '--keep-days', '30', '--drift', '1', '--data', join(folder, 'bediend'),
      '--licence', 'CC0 1.0 <https://creativecommons.org/publicdomain/zero/1.0/>', '--contact', 'Servicepunt <ev@voorbeeld.nl>',
      '--attribution', 'Bron: voorbeeld', '--basemap', 'Kadaster <https://kaart.example/{z}/{x}/{y}.png>', '--publisher', 'Gemeente Voorbeeld',
      '--ops-port', String(opsPort), '--log-level', 'warn', '--mode', 'scheduled', '--schedule', '--pipelines', pipelines, '--drain-seconds', '5',
    ]);
    const err = text(child.stderr);
    for await (const piece of child.stdout.setEncoding('utf8')) if (String(piece).includes('https://voorbeeld.nl/v1')) break;
    const answer = await fetch(`http://localhost:${port}/v1`, { headers: { origin: 'https://kaart.example' } });
    expect([answer.headers.get('access-control-allow-origin'), await answer.text()])
      .toEqual(['https://kaart.example', expect.stringContaining('https://voorbeeld.nl/v1')]);
    expect((await fetch(`http://127.0.0.1:${opsPort}/livez`)).status).toBe(200);
    const page = await (await fetch(`http://localhost:${port}/v1`, { headers: { accept: 'text/html' } })).text();
    for (const term of ['CC0 1.0', 'ev@voorbeeld.nl', 'Bron: voorbeeld', 'Gemeente Voorbeeld']) expect(page).toContain(term);
    const unconditional = await fetch(`http://localhost:${port}/v1/kwetsbare-gebouwen/g1`, {
      method: 'PUT', body: '{}', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(unconditional.status).toBe(428);
    child.kill('SIGTERM');
    expect([await once(child, 'close'), await err]).toEqual([[0, null], '']);
  });

  test('of serve that tells who may read, and how often, is obeyed', async () => {
    const [data, port] = [join(folder, 'toegang'), await freePort()];
    mkdirSync(data, { recursive: true });
    const { certificate, key } = makeCertificate(folder, 'toegang');
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const jwks = join(folder, 'jwks.json');
    writeFileSync(jwks, JSON.stringify({ keys: [{ ...await exportJWK(publicKey), kid: 'a', alg: 'ES256' }] }));
    expect((await ev(['holders', 'add', 'KVK:12345678', '--name', 'Lezer', '--role', 'reader', '--client', 'kaart', '--data', data])).code).toBe(0);
    const base = `https://127.0.0.1:${port}/v1`;
    const issued = ['--jwt-issuer', 'https://uitgever.example', '--jwt-audience', base];
    const both = await ev(['serve', '--data', data, ...issued, '--jwks-file', jwks, '--jwks-url', 'https://uitgever.example/jwks']);
    expect([both.code, both.err]).toEqual([2, expect.stringContaining('jwksUrl')]);
    const [begin, end] = [-30, 30].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    const child = start([
      'serve', '--port', String(port), '--data', data, '--tls-certificate', certificate, '--tls-key', key, '--tls-client-ca', certificate, '--key-required', '--full-audience',
      '--rate-limit', '3', '--month-limit', '1000', '--trusted-proxy', '10.0.0.0/8', '--deprecation', `${begin} ${end} <https://voorbeeld.nl/v2>`,
      ...issued, '--jwks-file', jwks, '--jwt-client-claim', 'azp', '--jwt-organisation-claim', 'kvk', '--jwt-skew-seconds', '10', '--jwt-max-seconds', '600',
    ]);
    await said(child, `on ${base};`);
    const ca = readFileSync(certificate);
    const ask = (headers: Readonly<Record<string, string>>): Promise<IncomingMessage> => new Promise((resolve, reject) => {
      get(`${base}/collections`, { ca, agent: false, headers: { accept: 'application/json', ...headers } }, (response) => { resolve(response.resume()); }).on('error', reject);
    });
    const signed = await new SignJWT({ azp: 'een-ander', kvk: 'KVK:12345678' }).setProtectedHeader({ alg: 'ES256', kid: 'a' })
      .setIssuer('https://uitgever.example').setAudience(base).setIssuedAt().setExpirationTime('5m').sign(privateKey);
    const reader = { authorization: `Bearer ${signed}` };
    expect((await ask({})).statusCode).toBe(403);
    const { statusCode, headers } = await ask(reader);
    expect([statusCode, headers['x-rate-limit-limit'], headers['cache-control'], headers['sunset'] === undefined]).toEqual([200, '3', expect.stringContaining('private'), false]);
    const statuses = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await ask(reader)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test.each(['serve', 'demo', 'batch', 'schema'])('--base-url of %s without the version is refused before anything is done', async (command) => {
    const nowhere = join(folder, 'nergens');
    const { code, err } = await ev([command, '--base-url', 'https://voorbeeld.nl/', ...command === 'schema' ? ['--out', nowhere] : ['--data', nowhere]]);
    expect([code, err]).toEqual([2, expect.stringContaining('--base-url https://voorbeeld.nl/ is no base URL: expected')]);
    expect(existsSync(nowhere)).toBe(false);
  });

  test('of schema is obeyed', async () => {
    const schemas = join(folder, 'schemas');
    expect((await ev(['schema', 'TankenLPG', '--base-url', 'https://voorbeeld.nl/v1', '--out', schemas])).code).toBe(0);
    expect(readdirSync(schemas)).toEqual(['TankenLPG.json']);
    const printed = await Promise.all([ev(['schema', 'TankenLPG', '--json']), ev(['setup', '--json'])]);
    expect(printed.map(({ out: text }) => JSON.parse(text) as unknown)).toEqual(printed.map(() => expect.any(Object) as unknown));
    expect(readFileSync(join(schemas, 'TankenLPG.json'), 'utf8')).toContain('https://voorbeeld.nl/v1/schemas');
  });

  test('of export works together with the others', async () => {
    const out = join(folder, 'uitvoer.ndjson');
    const now = new Date().toISOString();
    const { code, out: said } = await ev(['export', '--data', data(), '--holder', 'AB12', '--type', 'KwetsbaarGebouw', '--crs', 'CRS84', '--at', now, '--known-at', now, '--out', out, '--json']);
    expect([code, (JSON.parse(said) as { documents: number }).documents]).toEqual([0, 1]);
  });

  test('of export-site works together with the others', async () => {
    const site = join(folder, 'site');
    const terms = ['--licence', 'CC0 1.0 <https://creativecommons.org/publicdomain/zero/1.0/>', '--contact', 'Servicepunt <ev@example.nl>', '--attribution', 'Het register', '--publisher', 'Gemeente Voorbeeld'];
    const basemap = ['--basemap', 'Kaart: Voorbeeld <https://kaart.example/{z}/{x}/{y}.png>'];
    const args = ['export-site', site, '--data', data(), '--crs', 'ETRS89,RD', '--site-url', 'https://bestanden.example/ev/', '--max-files', '5000', '--verify', ...terms, ...basemap];
    const { code, out, err } = await ev([...args, '--json']);
    expect([code, (JSON.parse(out) as { removed: number }).removed], err).toEqual([0, 0]);
    const gebouwen = 'collections/kwetsbare-gebouwen';
    expect(readdirSync(join(site, gebouwen, 'crs'))).toEqual(['28992', '4258']);
    expect(readFileSync(join(site, gebouwen, 'index.json'), 'utf8')).toMatch(/"attribution":"Het register".*"href":"https:\/\/bestanden\.example\/ev\/collections\/kwetsbare-gebouwen\/items\/index\.geojson"/);
    expect(readFileSync(join(site, 'kaart/index.html'), 'utf8')).toContain('https://kaart.example');
    expect((await ev(args)).out).toMatch(/: edition \d+, \d+ files, \d+ bytes\n0 written, 0 removed, \d+ unchanged\n$/);
  });

  test('of diff works together with the others', async () => {
    const args = ['--holder', 'AB12', '--type', 'KwetsbaarGebouw,Windturbine', '--bbox', '100000,400000,250000,600000', '--crs', 'RD', '--limit', '1', '--data', data()];
    const { code, out } = await ev(['diff', '0', new Date().toISOString(), ...args, '--json']);
    expect([code, JSON.parse(out)]).toMatchObject([0, {
      before: { edition: 0, availableFrom: null }, count: 1, counts: { 'kwetsbare-gebouwen': { added: 1, changed: 0, ended: 0 } }, leftOut: 0,
      differences: [{ id: 'NL.IMEV.AB12.gebouw-0001', kind: 'added', after: { geometrie: { type: expect.any(String) as string } } }],
    }]);
    expect((await ev(['diff', '0', '--data', data()])).out).toMatch(/^Before: the empty register before the first edition\. After: edition \d+ .*\n1 difference\.\n {2}kwetsbare-gebouwen: 1 added, /);
  });

  // Must come last: it looks at what the tests above have run.
  test('of every command is used by a test above, or those of the demo by a test of it', async () => {
    // Options of every command, each with a test of its own.
    const GLOBAL = ['--help', '--config', '--quiet', '--version'];
    const ofDemo = ['test/demo-process.ts', 'test/smoke/demo.test.ts'].map((path) => readFileSync(join(PROJECT, path), 'utf8')).join('\n');
    const commands = [
      'setup', 'validate', 'submit', 'batch', 'serve', 'demo', 'schema', 'editions', 'editions list', 'editions verify',
      'editions activate', 'editions rebuild', 'upgrade', 'doctor', 'submissions list', 'submissions show', 'submissions release',
      'submissions refuse', 'submissions undo', 'show', 'log', 'diff', 'ask', 'as-of', 'holders list', 'holders add', 'holders remove',
      'holders check', 'tokens add', 'tokens list', 'tokens revoke', 'keys add', 'keys list', 'keys revoke', 'subscriptions add', 'subscriptions list', 'subscriptions remove', 'backup', 'backup list', 'backup verify', 'restore', 'export', 'export-site',
    ];
    const unused = await Promise.all(commands.map(async (command) => {
      const words = command.split(' ');
      // The demo serves: it takes the options of serve, by the same code.
      const isRun = (args: readonly string[]) => words.every((word, index) => args[index] === word) || (command === 'demo' && args[0] === 'serve');
      const used = new Set(ran.filter(isRun).flat());
      const { out } = await ev([...words, '--help']);
      const options = [...out.matchAll(/^ +(--[a-z-]+)/gm)].map(([, name]) => name!).filter((name) => !GLOBAL.includes(name));
      return options.filter((name) => !used.has(name) && !(command === 'demo' && ofDemo.includes(`'${name}'`))).map((name) => `${command} ${name}`);
    }));
    expect(unused.flat()).toEqual([]);
  });
});

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

describe('the command line by itself', () => {
  test.each<[readonly string[], string]>([
    [['submit'], 'FILE is missing: JSON, newline-delimited JSON or GeoJSON, plain or packed with gzip\nSee `ev submit --help`.\n'],
    [['editions', 'activate', 'abc'], 'EDITION abc is wrong: expected a whole number, 1 or more\nSee `ev editions activate --help`.\n'],
    [['submit', 'x'], '--holder is missing\nSee `ev submit --help`.\n'],
    [['validate', 'x', '--crs', 'RD', '--crs', 'ETRS89'], '--crs is given twice, and takes one value\nSee `ev validate --help`.\n'],
    [['runs', 'list', '--state', 'fialed'], '--state fialed is none of running, done, failed, cut-off, skipped. Did you mean failed?\nSee `ev runs list --help`.\n'],
    [['runs', 'list', '--limit', 'veel'], '--limit veel is wrong: expected a whole number, 1 or more\nSee `ev runs list --help`.\n'],
    [['editions', 'rebuild', '--all', '--at', '2026-01-01T00:00:00Z'], '--all and --at exclude each other: give one of them\nSee `ev editions rebuild --help`.\n'],
    [['editions', 'foo'], 'foo is no command of ev editions: it has list, verify, activate, rebuild\nSee `ev editions --help`.\n'],
    [['as-of', '2026-01-01', '--at-point', '1,2'], 'MOMENT 2026-01-01 is no moment: expected one such as 2026-11-01T12:00:00Z\nSee `ev as-of --help`.\n'],
    [['as-of', '2026-01-01T10:00:00', '--at-point', '1'], '--at-point 1 is no point: expected two numbers with a comma between, such as 155000,463000\nSee `ev as-of --help`.\n'],
    [['config', 'extra'], 'extra is a word too many for ev config\nSee `ev config --help`.\n'],
    [['serve', '--schedule=ja'], '--schedule ja is no switch: expected true or false\n'],
  ])('%j names the argument, and the help of its command', async (args, words) => {
    expect(await ev(args)).toEqual({ code: 2, out: '', err: words });
  });

  test('help, -h, --version and completions are there for people and shells', async () => {
    const [long, short, command, crss, versions, roles, corrections, version, script, completed] = await Promise.all([
      ['submit', '--help'], ['submit', '-h'], ['help', 'submit'], ['help', 'CRSs'], ['help', 'versions'], ['help', 'roles'], ['help', 'corrections'],
      ['--version'], ['completion'], ['--get-yargs-completions', 'ev', 'sub'],
    ].map((args) => ev(args))) as [Ran, Ran, Ran, Ran, Ran, Ran, Ran, Ran, Ran, Ran];
    expect([short, command]).toEqual([long, long]);
    expect(crss.out).toMatch(/^ {2}RD +EPSG:28992 +x, y +RD New$/m);
    expect([versions.out, roles.out, corrections.out]).toEqual([
      expect.stringContaining('geldigOp'), expect.stringMatching(/^ {2}operator {2}reads receipt/m), expect.stringContaining('--correct'),
    ]);
    const { version: expected } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
    expect(version).toEqual({ code: 0, out: `ev-register ${expected}\n`, err: '' });
    expect(script.out).toContain('ev --get-yargs-completions');
    expect(completed.out).toContain('submissions\n');
  });

  test('--quiet leaves results and errors', async () => {
    const [data, args] = [join(folder, 'stil'), ['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--create', '--wait']];
    expect(await ev([...args, '--data', data, '--quiet'])).toMatchObject({ code: 0, out: expect.stringContaining('1 object: 1 aanvaard') as string, err: '' });
    expect((await ev([...args, '--data', join(folder, 'luid')])).err).toContain('is published');
    expect((await ev(['validate', '/bestaat/niet.json', '--quiet'])).err).toContain('no such file');
  });

  test('`ev` starts with the Node that came along, by a link and beside an older one; paths begin where its user stands', async () => {
    const link = join(folder, 'ev');
    symlinkSync(join(PROJECT, 'ev'), link);
    const inFolder = (command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ran> => new Promise((resolve) => {
      execFile(command, args, { cwd: dirname(EXAMPLE), env }, (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, err }));
    });
    const validated = [basename(EXAMPLE), '--crs', 'RD'];
    const accepted = { code: 0, out: expect.stringContaining('1 object: 1 aanvaard') as string };
    expect(await inFolder(link, ['validate', ...validated], { PATH: '/usr/bin:/bin', HOME: process.env['HOME'] })).toMatchObject(accepted);
    expect(await inFolder('npm', ['run', '-s', 'ev', '--', 'validate', ...validated], process.env)).toMatchObject(accepted);
    expect(await inFolder('npx', ['ev', 'validate', ...validated], process.env)).toMatchObject(accepted);
  });
});

describe('exit codes of what the command line refuses', () => {
  test.each<[string, readonly string[], number]>([
    ['no command is wrong usage', [], 2],
    ['an unknown command is wrong usage', ['onbekend'], 2],
    ['a holder that is no code is wrong usage', ['submit', EXAMPLE, '--holder', 'A B'], 2],
    ['a CRS that does not exist is wrong usage', ['validate', EXAMPLE, '--crs', 'EPSG:1'], 2],
    ['an origin that no browser sends is wrong usage', ['serve', '--origin', '*'], 2],
    ['a refusal without a reason is wrong usage', ['submissions', 'refuse', 'x', '--data', '/bestaat/niet'], 2],
    ['nothing parked in a folder without a register', ['submissions', 'list', '--data', '/bestaat/niet'], 3],
    ['a share of more than all is wrong usage', ['batch', '--drift', '20'], 2],
    ['a type that is no root is wrong usage', ['submit', EXAMPLE, '--holder', 'AB12', '--full', 'Windturbine'], 2],
  ])('%s', async (_, args, code) => {
    const { code: given, err } = await ev(args);
    expect([given, err]).toEqual([code, expect.not.stringMatching(/\n\s+at /)]);
  });
});
