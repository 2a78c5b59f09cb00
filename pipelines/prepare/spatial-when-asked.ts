/**
 * Spatial when asked: DuckDB loaded and opened for the first geometry that it must judge. Most deliveries have none
 * (ring.ts, flawed.ts), and then they need not wait for it.
 */
import type { Spatial } from './spatial.ts';

/** `path`: says where DuckDB's spatial extension is (setup.ts); `threads`: of DuckDB's own. */
export function spatialWhenAsked(path: () => Promise<string>, threads: number): Spatial {
  let opened: Promise<Spatial> | undefined;
  const open = async (): Promise<Spatial> => {
    const { openSpatial } = await import('./spatial.ts');
    return openSpatial(await path(), threads);
  };
  return {
    async invalid(geometries) {
      if (geometries.length === 0) return [];
      opened ??= open();
      return (await opened).invalid(geometries);
    },
    close() {
      void opened?.then((spatial) => spatial.close(), () => undefined);
    },
  };
}
