/** Progress of long work: a bar on a terminal, lines elsewhere. */
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bar, progressLines } from '../../../pipelines/commands/terminal.ts';

test('progress off a terminal is one line each ten seconds at most, and none of short work', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const progress = progressLines('roots', 1_000, { write: (line) => { lines.push(line); }, now: () => nowMs });
  for (nowMs = 0; nowMs <= 25_000; nowMs += 100) progress.to(nowMs / 100, 'fine');
  progress.done();
  expect(lines).toEqual(['roots: 100 / 1000, fine', 'roots: 200 / 1000, fine']);
});

const [NO_WRAP, WRAP, CLEAR_RIGHT] = ['\u001B[?7l', '\u001B[?7h', '\u001B[K'];

interface DrawnBar {
  readonly progress: ReturnType<typeof bar>;
  /** The texts since they were last taken, without control sequences. */
  readonly taken: () => readonly string[];
  readonly raw: readonly string[];
}

function drawnBar(total: number): DrawnBar {
  vi.useFakeTimers();
  onTestFinished(() => { vi.useRealTimers(); });
  const raw: string[] = [];
  let read = 0;
  const progress = bar('roots', total, { write: (text) => { raw.push(text); }, now: () => Date.now() });
  const taken = (): readonly string[] => {
    const texts = raw.slice(read).map((text) => stripVTControlCharacters(text));
    read = raw.length;
    return texts;
  };
  return { progress, taken, raw };
}

test('a bar is 40 characters with the figures and the remark, and is full when there is nothing to do', () => {
  const { progress, taken } = drawnBar(200);
  expect(taken()).toEqual([`\rroots ${'-'.repeat(40)} 0/200`]);
  vi.advanceTimersByTime(100);
  progress.to(51, 'fine');
  expect(taken()).toEqual([`\rroots ${'='.repeat(10)}${'-'.repeat(30)} 51/200, fine`]);
  vi.advanceTimersByTime(100);
  progress.to(300);
  expect(taken(), 'never longer than 40').toEqual([`\rroots ${'='.repeat(40)} 300/200`]);
  expect(drawnBar(0).taken()).toEqual([`\rroots ${'='.repeat(40)} 0/0`]);
});

test('a bar is drawn about ten times a second, also during work that never pauses, and only when it changes', () => {
  const { progress, taken } = drawnBar(1_000);
  taken();
  for (let done = 1; done <= 99; done++) progress.to(done);
  expect(taken()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(taken(), 'the newest figure, by the timer').toEqual([expect.stringContaining(' 99/1000')]);
  vi.advanceTimersByTime(5_000);
  expect(taken()).toEqual([]);
  vi.setSystemTime(Date.now() + 100);
  progress.to(500);
  expect(taken(), 'without the timer').toEqual([expect.stringContaining(' 500/1000')]);
});

test('a bar leaves an empty line and a terminal that wraps lines as before, and is never drawn after its end', () => {
  const { progress, raw } = drawnBar(10);
  progress.done();
  expect(raw).toEqual([`${NO_WRAP}\rroots ${'-'.repeat(40)} 0/10${CLEAR_RIGHT}${WRAP}`, `\r${CLEAR_RIGHT}`]);
  vi.advanceTimersByTime(1_000);
  progress.to(10);
  vi.advanceTimersByTime(1_000);
  expect(raw).toHaveLength(2);
});
