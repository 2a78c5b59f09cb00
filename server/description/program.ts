/** Program: the version of the running program, as package.json names it. It is read once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../package.json');

export const PROGRAM_VERSION = (JSON.parse(readFileSync(FILE, 'utf8')) as { readonly version: string }).version;
