/** Every file in a folder with its bytes, base64. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function filesIn(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'base64')]));
}
