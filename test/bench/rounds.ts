/**
 * Rounds: several sides by turns, so that a machine that is now fast, now slow is so for all of them; of each side the round with the
 * median time counts, with all else that was measured in it.
 */
const ROUNDS = 3;

export interface Timed {
  /** Wall-clock seconds. */
  readonly seconds: number;
}

type Sides = Readonly<Record<string, () => Promise<Timed>>>;
type MedianOf<All extends Sides> = { readonly [Name in keyof All]: Awaited<ReturnType<All[Name]>> };

/** Tells each time on standard error: the whole takes minutes. */
export async function medianRounds<All extends Sides>(sides: All): Promise<MedianOf<All>> {
  const runs = new Map<string, Timed[]>();
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const timed = await run();
      runs.set(name, [...runs.get(name) ?? [], timed]);
      process.stderr.write(`  round ${round} of ${ROUNDS}, ${name}: ${timed.seconds.toFixed(2)} s\n`);
    }
  }
  return Object.fromEntries([...runs].map(([name, timed]) => [name, median(timed)])) as MedianOf<All>;
}

function median(runs: readonly Timed[]): Timed | undefined {
  return [...runs].sort((a, b) => a.seconds - b.seconds)[Math.floor(runs.length / 2)];
}
