/** Static site: the files of an edition for any web server, as the server makes them (server/site/) and pipelines/site/ writes them. */

/** Bytes of a file: made from a response, or those of another file. */
export type SiteContent =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'copy'; readonly source: string; readonly bytes: number; readonly sha256: string }
  /** The response has the ETag that its file was made from. */
  | { readonly kind: 'unchanged' };

export interface SiteFile {
  /** Path below the folder of the site, with `/` between its parts. */
  readonly path: string;
  /** ETag of the response; null: it has none. */
  readonly tag: string | null;
  readonly content: SiteContent;
}

/** An estimate of the files of a site, made before they are. */
export interface SiteForecast {
  readonly files: number;
  readonly bytes: number;
}

export interface StaticSite {
  /** Number of the edition that all files come from. */
  readonly edition: number;
  readonly contentId: string;
  /** Names everything beside the content that decides the bytes: equal identities and equal ETags mean equal files. */
  readonly identity: string;
  forecast(): Promise<SiteForecast>;
  /** Makes every file, each once. `tagOf` returns the ETag that a file was made from before; undefined: it must be made. */
  files(tagOf: (path: string) => string | undefined): AsyncGenerator<SiteFile, void>;
}
