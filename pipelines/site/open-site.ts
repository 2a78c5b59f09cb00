/** Open site: the port through which a command gets the files of a static site. The server makes them, which only cli.ts may import. */
import type { Editions } from '../../publisher/read/types.ts';
import type { Basemap } from '../../schemas/basemap.ts';
import type { PublishedCrs } from '../../schemas/crs.ts';
import type { StaticSite } from '../../schemas/static-site.ts';
import type { Terms } from '../../schemas/terms.ts';

/** Opens the site of the active edition; undefined: nothing was published. */
export type OpenSite = (options: {
  readonly editions: Editions;
  readonly crss: readonly PublishedCrs[];
  readonly siteUrl: string | null;
  readonly terms: Terms;
  readonly basemap: Basemap | null;
}) => Promise<StaticSite | undefined>;
