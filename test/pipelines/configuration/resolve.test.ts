/** Settings as an operator gives them: which one wins, where it says it comes from, and what is said of what is wrong. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Misconfigured } from '../../../pipelines/configuration/misconfigured.ts';
import { resolveSettings, type SettingSources, type Resolved } from '../../../pipelines/configuration/resolve.ts';
import { flagOf, variableOf, type Name } from '../../../pipelines/configuration/settings.ts';
import { temporaryFolder } from '../state/register-bench.ts';

function resolved(asked: Partial<SettingSources>): Resolved {
  return resolveSettings({ flags: {}, environment: {}, folder: '/ergens', ...asked });
}

/** A file with settings, and what is asked when it is named. */
function withFile(content: unknown, name = 'instellingen.json') {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return { path, asked: { environment: { EV_CONFIG: path } } };
}

/** Returns the messages about wrong settings. */
function mistakesOf(asked: Partial<SettingSources>): readonly string[] {
  try {
    resolved(asked);
  } catch (error) {
    if (error instanceof Misconfigured) return error.mistakes;
    throw error;
  }
  return [];
}

describe('which value holds', () => {
  test('a flag wins over the environment, that over the file, that over the default; each says where it comes from', () => {
    const { path } = withFile('{"port": 3,\n "host": "c",\n "drift": 0.3}');
    const { settings, places } = resolved({
      flags: { port: 1 }, environment: { EV_CONFIG: path, EV_PORT: '2', EV_HOST: 'b' },
    });
    expect(settings).toMatchObject({ port: 1, host: 'b', drift: 0.3, keepDays: null, config: path });
    expect(Object.fromEntries(places)).toEqual({
      port: '--port', host: 'EV_HOST', drift: `${path}, line 3: drift`, config: 'EV_CONFIG',
    });
  });

  test('the file in the data folder is found, whichever way that folder is named', () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'ev.json'), '{"port": 8081}');
    expect(resolved({ flags: { data } }).settings.port).toBe(8081);
    expect(resolved({ environment: { EV_DATA: data } }).settings.port).toBe(8081);
    expect(resolved({ flags: { data, config: withFile({}).path } }).settings.port).toBe(8080);
  });

  test('paths are relative to the folder of the shell, or in the file to that of the file', () => {
    expect(resolved({ flags: { data: 'register' } }).settings.data).toBe('/ergens/register');
    const { path, asked } = withFile({ data: 'register' });
    expect(resolved(asked).settings.data).toBe(join(path, '../register'));
  });

  test('several origins: a flag for each, a variable with spaces or commas, a list in the file', () => {
    const [a, b] = ['https://a.example', 'https://b.example'];
    expect(resolved({ flags: { origin: [a, b] } }).settings.origin).toEqual([a, b]);
    for (const text of [`${a} ${b}`, `${a},${b}`]) expect(resolved({ environment: { EV_ORIGIN: text } }).settings.origin).toEqual([a, b]);
    expect(resolved(withFile({ origin: [a, b] }).asked).settings.origin).toEqual([a, b]);
  });

  test('an empty variable counts as absent', () => {
    expect(resolved({ environment: { EV_PORT: '', EV_CONFIG: '' } }).settings.port).toBe(8080);
  });
});

describe('what is wrong', () => {
  test.each<[Name, unknown, string]>([
    ['port', 0, '0 is no port: expected a whole number from 1 to 65535'],
    ['port', 80.5, '80.5 is no port: expected a whole number from 1 to 65535'],
    ['opsPort', 'abc', 'abc is no port: expected a whole number from 1 to 65535'],
    ['data', '~/register', '~/register is no folder: expected a path, written out: no ~'],
    ['drift', 20, '20 is no share: expected a number from 0 to 1'],
    ['keepDays', -1, '-1 is no number of days: expected a whole number from 0 to 36500'],
    ['schedule', 'yes', 'yes is no switch: expected true or false'],
    ['lang', 'n1', 'n1 is no language: expected nl or en. Did you mean nl?'],
    ['profile', 'defalt', 'defalt is no profile: expected default, demo or ogc. Did you mean default?'],
    ['host', 'a b', 'a b is no address: expected a name or number of this machine, such as 127.0.0.1'],
    ['baseUrl', 'https://ev.example/', 'https://ev.example/ is no base URL: expected http or https, a host, and a path that ends in /v1, such as https://ev.example/v1'],
    ['origin', ['https://a.example', '*'], '* is no origin: expected scheme, name and port only, such as https://kaart.example, or any for every site (in a file: a list of these)'],
  ])('%s %j has the same message in each of the three sources, with its location', (name, value, told) => {
    const typed = Array.isArray(value) ? value.join(' ') : String(value);
    const { path, asked } = withFile(`{\n  "${name}": ${JSON.stringify(value)}\n}`);
    expect(mistakesOf({ flags: { [name]: value } })).toEqual([`${flagOf(name)} ${told}`]);
    expect(mistakesOf({ environment: { [variableOf(name)]: typed } })).toEqual([`${variableOf(name)} ${told}`]);
    expect(mistakesOf(asked)).toEqual([`${path}, line 2: ${name} ${told}`]);
  });

  test('every mistake is reported at once, also where another source wins', () => {
    const { path } = withFile({ port: 'x', prot: 1 });
    expect(mistakesOf({ flags: { port: 1 }, environment: { EV_CONFIG: path, EV_PORT: 'y', EV_PROT: '1' } })).toHaveLength(4);
  });

  test('a number or a switch in quotes is none in JSON, and shown with its quotes', () => {
    expect(mistakesOf(withFile({ port: '8081' }).asked)[0]).toContain('port "8081" is no port');
    expect(mistakesOf(withFile({ schedule: 'true' }).asked)[0]).toContain('schedule "true" is no switch');
  });

  test('an empty text is shown as one', () => {
    expect(mistakesOf({ flags: { host: '' } })[0]).toContain('--host "" is no address');
  });

  test('a flag that is given twice', () => {
    expect(mistakesOf({ flags: { port: [1, 2] } })).toEqual(['--port ["1","2"] is no port: expected a whole number from 1 to 65535']);
  });

  test('an unknown name is refused with the nearest, and its value is shown nowhere: it may be a secret', () => {
    const secret = 'geheim-wachtwoord';
    expect(mistakesOf({ environment: { EV_PROT: secret, EV_ADMIN_PASSWORD: secret } })).toEqual([
      'EV_PROT is no setting. Did you mean EV_PORT?', 'EV_ADMIN_PASSWORD is no setting.',
    ]);
    const { path, asked } = withFile({ baseURL: 'x', wachtwoord: secret });
    expect(mistakesOf(asked)).toEqual([
      `${path}, line 1: baseURL is no setting. Did you mean baseUrl?`, `${path}, line 1: wachtwoord is no setting.`,
    ]);
  });

  test('a password in an address is not shown', () => {
    expect(mistakesOf({ environment: { EV_BASE_URL: 'https://jan:geheim@ev.example/v1' } })).toEqual([
      expect.stringMatching(/^EV_BASE_URL https:\/\/…@ev\.example\/v1 is no base URL/),
    ]);
  });

  test.each([
    `https://jan:geheim-met-een/streep@ev.example/v1`, `https://jan:${'geheim'.repeat(40)}@ev.example/v1`, 'https://ev.example/v1?key=geheim', 'jan:geheim@ev.example',
    'https://jan:geheim@@ev.example/v1', 'https://ev.example/v1#geheim',
  ])('what may be a key in %s is shown of no setting that holds an address', (address) => {
    const asked = { flags: { origin: [address] }, environment: { EV_BASE_URL: address, EV_HOST: address } };
    const file = withFile(`{"baseUrl": "${address}", "host": "${address}", "origin": ["${address}"]}`);
    const twice = withFile(`{"baseUrl": "${address}", "baseUrl": "x${address}"}`);
    const told = [...mistakesOf(asked), ...mistakesOf(file.asked), ...mistakesOf(twice.asked)];
    expect(told.length).toBeGreaterThan(6);
    expect(told.join('\n')).not.toContain('geheim');
  });

  test.each([
    ['{"port": 1,}', /line 1: /], ['{"port": 1, "port": 2}', /line 1: .*occurs before/], ['[1]', /holds no settings: expected an object/], ['', /line 1: /],
  ])('a file that says %s', (text, told) => {
    expect(mistakesOf(withFile(text).asked)).toEqual([expect.stringMatching(told)]);
  });

  test('a file that was found in the data folder cannot name another', () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'ev.json'), '{"data": "elders"}');
    expect(mistakesOf({ flags: { data } })).toEqual([expect.stringContaining('the file was found in that folder')]);
  });

  test('a file that is not there, is too large, a folder, or has no end', () => {
    expect(() => resolved({ flags: { config: 'weg.json' } })).toThrow(/Settings:Read failed.*weg\.json.*ENOENT.*--config or EV_CONFIG/);
    expect(() => resolved(withFile(' '.repeat(100_000)).asked)).toThrow(/100000 bytes, expected at most 65536/);
    const data = temporaryFolder();
    mkdirSync(join(data, 'ev.json'));
    expect(() => resolved({ flags: { data } })).toThrow(/Settings:Read failed.*no ordinary file/);
    expect(() => resolved({ flags: { config: '/dev/zero' } })).toThrow(/Settings:Read failed.*no ordinary file/);
    const link = join(temporaryFolder(), 'ev.json');
    symlinkSync('/dev/zero', link);
    expect(() => resolved({ flags: { config: link } })).toThrow(/Settings:Read failed.*no ordinary file but a link/);
  });

  test('what people write beside the settings is let be', () => {
    expect(mistakesOf(withFile({ $schema: './settings.json' }).asked)).toEqual([]);
    expect(mistakesOf({ environment: { EVA: '1', PORT: 'x', EV_SHARED: '../shared' } })).toEqual([]);
  });
});
