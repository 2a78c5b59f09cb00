/** The forms of the files that readers download as a whole; each is the end of the names of its files. */
export const DOWNLOAD_FORMS = ['gpkg', 'pmtiles', 'parquet', 'fgb', 'csv', 'xlsx', 'ndjson'] as const;
export type DownloadForm = (typeof DOWNLOAD_FORMS)[number];
