/**
 * Client code: one request as a command or program that a reader can run as it stands: curl, JavaScript, Python.
 *
 * Invariants:
 * - Every value is quoted by the rules of its language, so no value of a reader becomes code.
 * - A token or key is read from the environment (`TOKEN`, `API_KEY`) and is never part of the code.
 * Not here: the choice of requests (recipes.ts, server/web/operation-page.ts), GDAL and QGIS (recipes.ts).
 */
export interface ExampleRequest {
  readonly method: string;
  /** Absolute address with its query. */
  readonly url: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** The credential that the request needs; absent: none. */
  readonly credential?: keyof typeof CREDENTIALS | undefined;
  /** The text of the body, or the name of the file that has it. */
  readonly body?: { readonly text: string } | { readonly file: string };
}

export const CODE_TOOLS = ['curl', 'javascript', 'python'] as const;
export type CodeTool = (typeof CODE_TOOLS)[number];

/** Returns the request as code. */
export const CODE_OF: Readonly<Record<CodeTool, (request: ExampleRequest) => string>> = { curl, javascript, python };

/** The header of each credential: its name, the text before the secret, and the variable with the secret. */
const CREDENTIALS = {
  token: { name: 'Authorization', before: 'Bearer ', variable: 'TOKEN' }, key: { name: 'X-Api-Key', before: '', variable: 'API_KEY' },
} as const;

function curl({ method, url, headers = [], credential, body }: ExampleRequest): string {
  const secret = secretOf(credential);
  const options = [
    ...(method === 'GET' ? [] : ['-i', `-X ${method}`]),
    ...(secret === undefined ? [] : [`-H "${secret.name}: ${secret.before}$${secret.variable}"`]),
    ...headers.map(([name, value]) => `-H ${inShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${'file' in body ? `@${body.file}` : inShell(body.text)}`]),
    inShell(url),
  ];
  return options.length === 1 ? `curl ${options[0]}` : `curl ${options.join(' \\\n  ')}`;
}

function secretOf(credential: ExampleRequest['credential']) {
  return credential === undefined ? undefined : CREDENTIALS[credential];
}

/** Quotes a text for a POSIX shell. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function javascript({ method, url, headers = [], credential, body }: ExampleRequest): string {
  const secret = secretOf(credential);
  const fromFile = body !== undefined && 'file' in body ? body.file : undefined;
  const sent = [
    ...(secret === undefined ? [] : [`    ${JSON.stringify(secret.name)}: \`${secret.before}\${env.${secret.variable}}\`,`]),
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(sent.length === 0 ? [] : ['  headers: {', ...sent, '  },']),
    ...(fromFile === undefined ? [] : [`  body: await readFile(${JSON.stringify(fromFile)}),`]),
    ...(body !== undefined && 'text' in body ? [`  body: ${inJavaScript(body.text)},`] : []),
  ];
  const imports = [
    ...(fromFile === undefined ? [] : ["import { readFile } from 'node:fs/promises';"]),
    ...(secret === undefined ? [] : ["import { env } from 'node:process';"]),
  ];
  return [
    ...(imports.length === 0 ? [] : [...imports, '']),
    `const response = await fetch(${JSON.stringify(url)}${options.length === 0 ? ');' : ', {'}`,
    ...(options.length === 0 ? [] : [...options, '});']),
    'console.log(response.status, await response.text());',
  ].join('\n');
}

/** Returns a body as an expression: readable JSON where it is JSON. */
function inJavaScript(text: string): string {
  return isReadableJson(text) ? `JSON.stringify(${text.replaceAll('\n', '\n  ')})` : JSON.stringify(text);
}

function python({ method, url, headers = [], credential, body }: ExampleRequest): string {
  const secret = secretOf(credential);
  const sent = [
    ...(secret === undefined ? [] : [`    "${secret.name}": f"${secret.before}{os.environ['${secret.variable}']}",`]),
    ...headers.map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const options = [
    JSON.stringify(url),
    ...(method === 'GET' ? [] : [`method=${JSON.stringify(method)}`]),
    ...(sent.length === 0 ? [] : ['headers=headers']),
    ...(body === undefined ? [] : ['data=body']),
  ];
  return [
    ...(secret === undefined ? [] : ['import os']),
    'from urllib.error import HTTPError',
    'from urllib.request import Request, urlopen',
    '',
    ...(sent.length === 0 ? [] : ['headers = {', ...sent, '}']),
    ...(body === undefined ? [] : [`body = ${'file' in body ? `open(${JSON.stringify(body.file)}, "rb").read()` : inPython(body.text)}`]),
    `request = Request(${options.join(', ')})`,
    'try:',
    '    with urlopen(request) as response:',
    '        print(response.status, response.read().decode())',
    'except HTTPError as error:',
    '    print(error.code, error.read().decode())',
  ].join('\n');
}

/** Returns the bytes of a text in Python. A JSON string is a Python literal; a readable text gets lines of its own. */
function inPython(text: string): string {
  if (!text.includes('\n')) return `${JSON.stringify(text)}.encode()`;
  return `"""${text.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"\"\"`)}""".encode()`;
}

/** Returns JSON over several lines, with each position on one. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/\[\n\s*(-?[\d.e+-]+),\n\s*(-?[\d.e+-]+)\n\s*\]/g, '[$1, $2]');
}

/** Whether the text is JSON over several lines, as the documentation shows it. */
function isReadableJson(text: string): boolean {
  return /^[[{]\n/.test(text);
}
