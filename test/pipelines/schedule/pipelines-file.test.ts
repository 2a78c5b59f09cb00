/** pipelines.json as operators write it, and mistype it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { pipelinesMistakes, readPipelines } from '../../../pipelines/schedule/pipelines-file.ts';
import { pipelinesSchema } from '../../../schemas/derived/pipelines-schema.ts';
import { temporaryFolder } from '../state/register-bench.ts';
import { NIGHTLY } from './scheduled.ts';

function written(content: unknown): string {
  const path = join(temporaryFolder(), 'pipelines.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const COLLECT = { step: 'collect', folder: 'in' } as const;
const HOLDERS = { AB12: { crs: 'EPSG:4258', model: '3.0', strict: true, full: ['KwetsbaarGebouw', 'Wegen'] }, CD34: { strict: false } };
const withHolders = (holders: unknown): unknown => ({ pipelines: [{ ...NIGHTLY, steps: [{ ...COLLECT, holders }] }] });

test('what is in order is read, with folders that begin at the file, and is valid by the published schema', () => {
  const content = {
    onFailure: { command: ['/usr/bin/logger', '-t', 'ev'] },
    pipelines: [{ ...NIGHTLY, steps: [{ ...COLLECT, crs: 'RD', holders: HOLDERS }, { step: 'batch' }, { step: 'repack-and-gc' }, { step: 'rebuild-derived' }, { step: 'downloads', forms: ['csv', 'gpkg'] }, { step: 'verify' }] }],
  };
  const path = written(content);
  const { pipelines } = readPipelines(path);
  expect(pipelines[0]?.steps[0]).toEqual({ step: 'collect', folder: join(path, '../in'), crs: 'RD', holders: HOLDERS });
  // Also by a validator that does not know `discriminator`.
  const validate = new Ajv2020({ strict: false }).compile(pipelinesSchema());
  expect([validate(content), validate({ pipelines: [{ ...NIGHTLY, steps: [{ step: 'sleep' }] }] })]).toEqual([true, false]);
});

test.each<[string, unknown, readonly string[]]>([
  ['no JSON', '{"pipelines": [', ['line 1: ']],
  ['nothing of it', {}, ["/ must have required property 'pipelines'"]],
  ['an unknown member', { pipelines: [{ ...NIGHTLY, corn: '' }] }, ['/pipelines/0 has an unknown member corn, expected name, cron, missed, steps']],
  ['a step that is none', { pipelines: [{ ...NIGHTLY, steps: [{ step: 'bacth' }] }] }, ['/pipelines/0/steps/0/step: found bacth, expected a step: collect, batch, repack-and-gc, rebuild-derived, downloads, quality, verify']],
  ['a step without its folder', { pipelines: [{ ...NIGHTLY, steps: [{ step: 'collect' }] }] }, ["/pipelines/0/steps/0 must have required property 'folder'"]],
  ['a member of another step', { pipelines: [{ ...NIGHTLY, steps: [{ step: 'batch', folder: 'in' }] }] }, ['/pipelines/0/steps/0 has an unknown member folder, expected step']],
  ['a form that is none', { pipelines: [{ ...NIGHTLY, steps: [{ step: 'downloads', forms: ['shp'] }] }] }, ['/pipelines/0/steps/0/forms/0: found shp, expected a form: gpkg, pmtiles, parquet, fgb, csv, xlsx, ndjson']],
  ['no step', { pipelines: [{ ...NIGHTLY, steps: [] }] }, ['/pipelines/0/steps: found ', 'expected one step or more']],
  ['missed that is neither', { pipelines: [{ ...NIGHTLY, missed: 'twice' }] }, ['/pipelines/0/missed: found twice, expected "once"']],
  ['a cron line that is none', { pipelines: [{ ...NIGHTLY, cron: '60 2 * * *' }] }, ['/pipelines/0/cron: 60 2 * * *: minute 60: expected 0 to 59']],
  ['a name that is no name of a file', { pipelines: [{ ...NIGHTLY, name: '../x' }] }, ['/pipelines/0/name: found ../x, expected a name of at most 40 small letters']],
  ['a name twice', { pipelines: [NIGHTLY, NIGHTLY] }, ['/pipelines/1/name: nightly is the name of /pipelines/0 already']],
  ['a folder in another', { pipelines: [{ ...NIGHTLY, steps: [COLLECT, { ...COLLECT, folder: 'in/AB12' }] }] }, ['/pipelines/0/steps/1/folder: ', 'the folder of /pipelines/0/steps/0']],
  ['a CRS that is none', { pipelines: [{ ...NIGHTLY, steps: [{ ...COLLECT, crs: 'RDD' }] }] }, ['/pipelines/0/steps/0/crs: RDD is no CRS', 'did you mean RD']],
  ['a CRS of a holder that is none', withHolders({ AB12: { crs: 'RDD' } }), ['/pipelines/0/steps/0/holders/AB12/crs: RDD is no CRS', 'did you mean RD']],
  ['a holder that is none', withHolders({ 'ab-12': { crs: 'RD' } }), ['/pipelines/0/steps/0/holders/ab-12: ab-12 is no bronhoudercode']],
  ['a type in full that is none', withHolders({ AB12: { full: ['KwetsbareGebouw'] } }), ['/holders/AB12/full: KwetsbareGebouw is no type of a root; did you mean KwetsbaarGebouw?']],
  ['a nested type in full', withHolders({ AB12: { full: ['EVActiviteit'] } }), ['/holders/AB12/full: EVActiviteit is no type of a root']],
  ['full that is one text', withHolders({ AB12: { full: 'Wegen' } }), ['/holders/AB12/full: found Wegen, expected types of which each file holds all objects']],
  ['strict that is a text', withHolders({ AB12: { strict: 'true' } }), ['/holders/AB12/strict: found true, expected true: one refused object refuses the whole file']],
  ['a model that is a number', withHolders({ AB12: { model: 3 } }), ['/holders/AB12/model: found 3, expected the model of its files as a text', '"3.0" or "4.0"']],
  ['a setting of a holder that is none', withHolders({ AB12: { volledig: true } }), ['/holders/AB12 has an unknown member volledig, expected crs, model, strict, full']],
  ['a holder without settings', withHolders({ AB12: {} }), ['/holders/AB12: found ', 'expected how files of one holder are read: crs, model, strict, full']],
  ['a command in one text', { onFailure: { command: 'mail me' }, pipelines: [] }, ['/onFailure/command: expected a program and its arguments']],
  ['a webhook and a command', { onFailure: { command: ['x'], webhook: 'https://x' }, pipelines: [] }, ['/onFailure: expected either "command" or "webhook"']],
  ['a webhook without a host', { onFailure: { webhook: 'https://' }, pipelines: [] }, ['/onFailure/webhook: this is no address']],
  ['a webhook with a password', { onFailure: { webhook: 'https://ev:x@chat.example/hook' }, pipelines: [] }, ['/onFailure/webhook: this address has a user name or password', 'path or query', '"command"']],
  ['a webhook with a user name', { onFailure: { webhook: 'https://ev@chat.example/hook' }, pipelines: [] }, ['/onFailure/webhook: this address has a user name or password']],
])('%s is named with its place, its value and what was expected', (_, content, expected) => {
  const mistakes = pipelinesMistakes(written(content)).join('\n');
  for (const part of expected) expect(mistakes).toContain(part);
  expect(() => readPipelines(written(content))).toThrow(/^Pipelines:Read failed: .*ev schedule check/);
});

test.each<[string, unknown]>([
  ['a webhook with a password', { onFailure: { webhook: 'https://ev:S3CR3T@chat.example/hook' }, pipelines: [] }],
  ['a webhook that is no address', { onFailure: { webhook: 'https://S3CR3T:x:y/' }, pipelines: [] }],
  ['a webhook of another scheme', { onFailure: { webhook: 'ftp://chat.example/S3CR3T' }, pipelines: [] }],
  ['a webhook twice', '{"onFailure": {"webhook": "https://a.example/S3CR3T", "webhook": "https://b.example/S3CR3T"}, "pipelines": []}'],
  ['a webhook in a list', { onFailure: ['https://chat.example/S3CR3T'], pipelines: [] }],
  ['a webhook as onFailure', { onFailure: 'https://chat.example/S3CR3T', pipelines: [] }],
  ['onFailure in the wrong place', { pipelines: { onFailure: { webhook: 'https://chat.example/S3CR3T' } } }],
  ['onFailure in a pipeline', { pipelines: [{ ...NIGHTLY, onFailure: { webhook: 'https://chat.example/S3CR3T' } }] }],
  ['all in a list', [{ onFailure: { webhook: 'https://chat.example/S3CR3T' } }]],
  ['a command in one text', { onFailure: { command: 'curl -H S3CR3T https://chat.example' }, pipelines: [] }],
  ['an argument that is no text', { onFailure: { command: ['curl', ['S3CR3T']] }, pipelines: [] }],
  ['no JSON', '{"onFailure": {"webhook": "https://chat.example/S3CR3T}, "pipelines": []}'],
  ['another encoding', Buffer.from('{"onFailure": {"webhook": "https://chat.example/S3CR3T"}}', 'utf16le').toString('latin1')],
])('what onFailure holds is not shown: %s', (_, content) => {
  const path = written(content);
  const mistakes = pipelinesMistakes(path);
  expect(mistakes.length).toBeGreaterThan(0);
  expect(mistakes.join('\n')).not.toContain('S3CR3T');
  expect(() => readPipelines(path)).toThrow(/^(?!.*S3CR3T)/s);
});

test('an absent file is a fault that says what to write', () => {
  expect(() => readPipelines(join(temporaryFolder(), 'pipelines.json'))).toThrow(/there is no such file.*OPERATING.md shows one/);
});
