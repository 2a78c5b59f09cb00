/** The runbook: each command of `ev` in it can be typed as it stands there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ev } from '../pipelines/ev-process.ts';
import { PROJECT } from '../shared-data.ts';

const TEXT = readFileSync(join(PROJECT, 'pipelines/operations/RUNBOOK.md'), 'utf8');
const COMMANDS = [...new Set([...TEXT.matchAll(/`ev ([a-z][^`]*)`/g)].map(([, words]) => words!))];

test('the runbook has commands', () => {
  expect(COMMANDS.length).toBeGreaterThan(15);
});

test.each(COMMANDS)('ev %s is a command, with its options and the state that it names', async (words) => {
  const [command = ''] = /^[a-z-]+(?: [a-z]+)*(?= --| [A-Z]|$)/.exec(words) ?? [];
  const state = /(?<=--state )\S+/.exec(words) ?? [];
  const { code, out } = await ev([...command.split(' '), '--help']);
  expect([code, out.startsWith(`ev ${command}`)]).toEqual([0, true]);
  for (const part of [...words.match(/--[a-z-]+/g) ?? [], ...state]) expect(out).toContain(part);
});
