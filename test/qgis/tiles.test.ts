/**
 * QGIS draws the vector tiles of the running demo by the style that it gives for QGIS, in the colours of the legend. Debian's `python3-qgis`, without a screen; without it these tests fail, they never skip.
 */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CRSS } from '../../schemas/crs.ts';
import { colourOf, symbolOf } from '../../schemas/legend.ts';
import { startDemo, type Demo } from '../demo-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';

/** Debian's Python, for which Debian's QGIS is made. */
const PYTHON = '/usr/bin/python3';
const DRAWN = ['kwetsbare-gebouwen', 'pr-contouren', 'buisleiding-stelsels', 'windturbines'];

let demo: Demo;
beforeAll(async () => { demo = await startDemo(); }, 300_000);
afterAll(() => demo.stop());

interface Drawn { readonly loaded: boolean; readonly valid: boolean; readonly styles: readonly string[]; readonly colours: Readonly<Record<string, number>> }
interface Feature { readonly properties: Readonly<Record<string, unknown>>; readonly geometry: { readonly coordinates: unknown } }

function firstPosition(coordinates: unknown): readonly [number, number] {
  const [first] = coordinates as readonly unknown[];
  return typeof first === 'number' ? coordinates as [number, number] : firstPosition(first);
}

async function drawn(collections: readonly string[], metres: number): Promise<readonly (Drawn & { readonly feature: Feature })[]> {
  const folder = temporaryFolder();
  const jobs = await Promise.all(collections.map(async (collection) => {
    const tiles = `${demo.base}/collections/${collection}/tiles/WebMercatorQuad`;
    const reply = await fetch(`${tiles}?f=qml`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/x-qgis-layer-settings']);
    const style = join(folder, `${collection}-${metres}.qml`);
    await writeFile(style, await reply.text());
    const items = `${demo.base}/collections/${collection}/items?limit=1&crs=${encodeURIComponent(CRSS['3857'].uri)}`;
    const [feature] = (await (await fetch(items)).json() as { features: readonly [Feature] }).features;
    return { feature, job: [`${tiles}/{z}/{y}/{x}`, style, firstPosition(feature.geometry.coordinates), metres] };
  }));
  const { stdout } = await promisify(execFile)(PYTHON, [join(import.meta.dirname, 'tiles.py'), JSON.stringify(jobs.map(({ job }) => job))], {
    env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, maxBuffer: 64 * 1024 * 1024,
  });
  return (JSON.parse(stdout) as readonly Drawn[]).map((one, at) => ({ ...one, feature: jobs[at]!.feature }));
}

test('near an object, in the colour that it has in the legend', async () => {
  for (const [at, one] of (await drawn(DRAWN, 150)).entries()) {
    const symbol = symbolOf(DRAWN[at]!);
    expect(one, DRAWN[at]).toMatchObject({ loaded: true, valid: true });
    expect(one.styles).toContain('aantal'); // the counts far away, which the demo has too few objects for
    expect(one.colours[colourOf(symbol, one.feature.properties)] ?? 0, `${DRAWN[at]} ${JSON.stringify(one.colours)}`).toBeGreaterThan(20);
  }
}, 300_000);
