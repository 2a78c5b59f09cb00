/** Stages: the progress of long work that goes through named stages, one bar or run of lines after the other. */
import type { Progress, Terminal } from './terminal.ts';

export interface StageProgress<Stage extends string> {
  readonly stage: Stage;
  readonly done: number;
  readonly total: number;
}

export interface Stages<Stage extends string> {
  to(progress: StageProgress<Stage>): void;
  done(): void;
}

export function stages<Stage extends string>(terminal: Terminal, titles: Readonly<Record<Stage, string>>): Stages<Stage> {
  let last: { readonly stage: Stage; readonly progress: Progress } | null = null;
  return {
    to({ stage, done, total }) {
      if (last?.stage !== stage) {
        last?.progress.done();
        last = { stage, progress: terminal.progress(titles[stage], total) };
      }
      last.progress.to(done);
    },
    done() {
      last?.progress.done();
    },
  };
}
