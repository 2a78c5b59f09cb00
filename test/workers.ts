/** Workers of a suite: by itself vitest leaves one core idle, though most of what tests wait for are processes of their own. */
export const WORKERS = '100%';
