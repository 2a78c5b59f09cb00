/** Queries DuckDB (spatial extension: argument 1) with 240 MB of geometries twice; prints the growth of the process by the second time, in MB. */
import { openSpatial } from '../../pipelines/prepare/geometry/spatial.ts';
import { flatten } from '../../schemas/check/flatten.ts';

const spatial = await openSpatial(process.argv[2]!, 1);
const circle = Array.from({ length: 1_000 }, (_, at) => [Math.cos(at / 160) * 100, Math.sin(at / 160) * 100]);
const polygons = Array.from({ length: 50 }, () => flatten({ type: 'Polygon', coordinates: [[...circle, circle[0]!]] })!);

await askOften();
const before = process.memoryUsage.rss();
await askOften();
process.stdout.write(String((process.memoryUsage.rss() - before) / 1e6));
spatial.close();

async function askOften(): Promise<void> {
  for (let times = 0; times < 300; times += 1) await spatial.invalid(polygons);
}
