/** Map location: the position of the reader in RD. Only the place of a search leaves the browser. */
import { rdOf } from './map-rd.ts';

/** Returns the position of the reader; undefined when the browser has none or the reader refuses it. */
export async function ownPosition(): Promise<readonly [number, number] | undefined> {
  return await new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => { resolve(rdOf(longitude, latitude)); }, () => { resolve(undefined); },
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 },
    );
  });
}
