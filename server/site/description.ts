/**
 * Description of a static site: the OpenAPI document of the service, with the files of the site in place of its operations. A file takes no
 * parameters but those of its path, and its only response is the file. Components that nothing refers to any more are left out.
 */
import { posix } from 'node:path';
import { isObject, type Json, type JsonObject } from '../../schemas/json.ts';
import { WHOLE_CELL_SIZES } from '../parameters/cel.ts';
import { MEDIA_TYPES, type Form } from '../request/negotiate.ts';
import type { SiteAddresses, Target } from './addresses.ts';

/** Groups of components that operations refer to. */
const GROUPS = ['parameters', 'schemas'] as const;

const PAGE = { name: 'bladzijde', in: 'path', required: true, description: 'Bladzijde, vanaf 2 / page, from 2', schema: { type: 'integer', minimum: 2 } };

interface Place {
  readonly addresses: SiteAddresses;
  readonly baseUrl: string;
  /** Address of the site; null: unknown. */
  readonly siteUrl: string | null;
  /** Codes of the CRSs that have a folder. */
  readonly crss: readonly string[];
}

export function siteDescription(document: JsonObject, place: Place): JsonObject {
  const components = document['components'] as Readonly<Record<string, JsonObject>>;
  const paths: Record<string, JsonObject> = {};
  for (const [path, item] of Object.entries(document['paths'] as Readonly<Record<string, JsonObject>>)) {
    const get = item['get'];
    if (!isObject(get)) continue;
    for (const [file, target] of filesAt(path, place)) paths[`/${file}`] = { get: operation(get, target, { file, components, crss: place.crss }) };
  }
  const { openapi, info, tags } = document;
  return {
    openapi: openapi!, info: info!, servers: [{ url: place.siteUrl ?? '.' }], tags: usedTags(tags as readonly JsonObject[], paths), paths,
    components: usedComponents(paths, components),
  };
}

/** Returns the names of the files of a path, with its variables in them: in each form, further pages and CRSs too. */
function filesAt(path: string, { addresses, baseUrl, crss }: Place): readonly (readonly [file: string, target: Target])[] {
  const address = path === '/' ? baseUrl : baseUrl + path;
  const first = addresses.targetOf(address) ?? addresses.targetOf(`${address}?cel=${WHOLE_CELL_SIZES[0]}`);
  if (first === undefined) return [];
  const { resource: { forms, isPaged, isPerCrs, parameter } } = first;
  if (parameter !== undefined) {
    const { dir, ext } = posix.parse(first.file);
    return [[`${dir}/{${parameter.name}}${ext}`, first]];
  }
  return (forms.length === 0 ? [undefined] : forms).flatMap((form) => {
    const target = addresses.targetOf(address, { usual: form })!;
    const inCrss = isPerCrs === true && form !== 'html' && crss.length > 0 ? [target.file, target.file.replace('/items', '/crs/{code}/items')] : [target.file];
    return inCrss.flatMap((file) => [file, ...isPaged === true ? [file.replace(/index(?=\.\w+$)/, 'bladzijde/{bladzijde}')] : []])
      .map((file) => [file, target] as const);
  });
}

function operation(get: JsonObject, { form, resource }: Target, { file, components, crss }: {
  readonly file: string; readonly components: Readonly<Record<string, JsonObject>>; readonly crss: readonly string[];
}): JsonObject {
  const names = [...file.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const own = (get['parameters'] as readonly JsonObject[] | undefined ?? []).map((one) => [one, resolved(one, components)] as const);
  const parameters = names.map((name): Json => {
    if (name === PAGE.name) return PAGE;
    const [given, found] = own.find(([, parameter]) => parameter['name'] === name) ?? [];
    if (found?.['in'] === 'path') return given!;
    if (name === resource.parameter?.name) return { name, in: 'path', required: true, schema: { type: 'string', enum: resource.parameter.values } };
    const schema: JsonObject = name === 'code' ? { type: 'string', enum: crss } : (found?.['schema'] as JsonObject | undefined) ?? { type: 'string' };
    return { name, in: 'path', required: true, schema };
  });
  const { operationId, tags, summary } = get;
  return {
    operationId: `${operationId as string}.${file.replaceAll(/[^\w]+/g, '.')}`, tags: tags!, summary: summary!, parameters,
    responses: { 200: { description: 'Het bestand / the file', content: contentOf(get, form) } },
  };
}

/** Returns the content of the response in a form. */
function contentOf(get: JsonObject, form: Form | undefined): JsonObject {
  const success = (get['responses'] as Readonly<Record<string, JsonObject>>)['200']!;
  const contents = success['content'] as JsonObject;
  if (form === undefined) return contents;
  const bare = (type: string): string => type.split(';', 1)[0]!;
  const [type, content] = Object.entries(contents).find(([one]) => bare(one) === bare(MEDIA_TYPES[form])) ?? [bare(MEDIA_TYPES[form]), {}];
  return { [type]: content! };
}

function resolved(node: JsonObject, components: Readonly<Record<string, JsonObject>>): JsonObject {
  const pointer = node['$ref'];
  if (typeof pointer !== 'string') return node;
  const [group = '', name = ''] = pointer.split('/').slice(2).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return components[group]![name] as JsonObject;
}

function usedTags(tags: readonly JsonObject[], paths: Readonly<Record<string, JsonObject>>): readonly JsonObject[] {
  const used = new Set(Object.values(paths).flatMap(({ get }) => (get as JsonObject)['tags'] as readonly string[]));
  return tags.filter(({ name }) => used.has(name as string));
}

/** Returns the components that the paths refer to, directly or through others. */
function usedComponents(paths: JsonObject, components: Readonly<Record<string, JsonObject>>): JsonObject {
  const used: Record<string, Record<string, Json>> = {};
  const visit = (node: Json): void => {
    if (Array.isArray(node)) return (node as readonly Json[]).forEach(visit);
    if (!isObject(node)) return;
    const pointer = node['$ref'];
    if (typeof pointer === 'string') {
      const [group = '', name = ''] = pointer.split('/').slice(2).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
      if (used[group]?.[name] !== undefined) return;
      const component = components[group]![name]!;
      used[group] = { ...used[group], [name]: component };
      visit(component);
    }
    Object.values(node).forEach(visit);
  };
  visit(paths);
  return Object.fromEntries(GROUPS.map((group) => [group, used[group] ?? {}]));
}
