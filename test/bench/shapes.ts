/**
 * Benchmark: validation of shapes that are not those of most of a register, by what a vertex costs, beside plain buildings of as many
 * vertices together. Nothing is subtracted: reading, fields and the start of the program count.
 * As a program: `node shapes.ts [BUILDINGS]`, with courtyards; the other deliveries have as many vertices.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kwetsbaarGebouw } from '../generate/vulnerable.ts';
import { checkGeometries } from '../../pipelines/prepare/geometry/checks.ts';
import { vertexCount } from '../../publisher/validity/vertices.ts';
import { CRSS } from '../../schemas/crs.ts';
import type { Report } from '../../schemas/finding.ts';
import type { JsonObject } from '../../schemas/json.ts';
import { objectsOf } from '../../schemas/model/objects.ts';
import { medianRounds, type Timed } from './rounds.ts';
import { CLI, run } from './run.ts';
import { courtyardBuilding, longRoad, scatteredArea, writeRoots, type MadeRoot } from './shaped-roots.ts';
import { givenNumber, printRows, type Row } from './table.ts';

interface Size {
  readonly roots: number;
  readonly vertices: number;
}

interface Delivery extends Size {
  readonly path: string;
}

/** Makes the deliveries in a temporary folder, some 0.4 GB, and validates each. Throws when a root is refused. */
export async function shapeRows(buildings = 100_000): Promise<readonly Row[]> {
  process.stderr.write(`validating ${buildings} buildings with courtyards, and as many vertices in other shapes\n`);
  const folder = await mkdtemp(join(tmpdir(), 'ev-bench-'));
  try {
    const courtyards = await write(join(folder, 'courtyards.ndjson'), courtyardBuilding, ({ roots }) => roots < buildings);
    const isLess = ({ vertices }: Size): boolean => vertices < courtyards.vertices;
    const plain = await write(join(folder, 'plain.ndjson'), kwetsbaarGebouw, isLess);
    const roads = await write(join(folder, 'roads.ndjson'), longRoad, isLess);
    const areas = await write(join(folder, 'areas.ndjson'), scatteredArea, isLess);
    const cost = await medianRounds({
      plain: () => validate(plain), courtyards: () => validate(courtyards),
      roads: () => validate(roads), areas: () => validate(areas),
    });
    const row = (name: string, { roots, vertices }: Delivery, { microseconds }: Cost): Row => ({
      what: `validation of ${roots} ${name} (${(vertices / 1e6).toFixed(2)} M vertices)`,
      ours: `${microseconds.toFixed(2)} µs a vertex`,
      beside: `plain buildings: ${cost.plain.microseconds.toFixed(2)} µs`,
      ratio: `${(microseconds / cost.plain.microseconds).toFixed(2)}× the cost`,
    });
    return [
      row('buildings with courtyards', courtyards, cost.courtyards),
      row('roads of 500 to 2,000 vertices', roads, cost.roads),
      row('areas of 20 to 60 parts', areas, cost.areas),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes seeded roots as long as more of them are wanted. */
async function write(path: string, make: MadeRoot, isWanted: (size: Size) => boolean): Promise<Delivery> {
  let vertices = 0;
  const { roots } = await writeRoots(path, make, (written, last) => {
    vertices += last === null ? 0 : verticesOf(last);
    return isWanted({ roots: written.roots, vertices });
  });
  return { path, roots, vertices };
}

function verticesOf(root: JsonObject): number {
  return checkGeometries(objectsOf(root), CRSS['28992'], undefined).checkable.reduce((sum, geometry) => sum + vertexCount(geometry.vertices), 0);
}

interface Cost extends Timed {
  /** Wall-clock time per vertex. */
  readonly microseconds: number;
}

async function validate({ path, roots, vertices }: Delivery): Promise<Cost> {
  const report = `${path}.report.json`;
  const { seconds } = await run([CLI, 'validate', path, '--crs', CRSS['28992'].uri, '--json'], report);
  const { counts } = JSON.parse(await readFile(report, 'utf8')) as Report;
  if (counts.refused > 0 || counts.accepted !== roots) throw new Error(`${path} is not accepted whole: ${JSON.stringify(counts)}`);
  return { seconds, microseconds: seconds / vertices * 1e6 };
}

if (import.meta.main) await printRows(() => shapeRows(givenNumber(100_000)));
