/**
 * SQL texts are written in the program: none is put together from what a request or a delivery says. Values are bound.
 *
 * A text is of the program when it is a literal, or made of literals, of constants in capitals and of names that stand for such texts in the
 * same file. Any other part of a text is listed with its source.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAst } from 'vitest/node';
import { PROJECT } from './shared-data.ts';

/** Parts of SQL texts that are given to the function that uses them, by their file and expression. Names of collections and columns are those of the model. */
const GIVEN: Readonly<Record<string, string>> = {
  'pipelines/backup/backup.ts: sql': 'passed on',
  'pipelines/state/database/copy-database.ts: sql': 'passed on',
  'pipelines/state/database/statement.ts: sql': 'passed on',
  'pipelines/state/register/register.ts: text': 'passed on',
  'pipelines/state/runs/runs.ts: rest': 'passed on',
  'pipelines/backup/backup.ts: source': 'one of two constants',
  'pipelines/state/runs/runs.ts: ended': 'of this file',
  'pipelines/doctor/inspect.ts: sql': 'of this file',
  'pipelines/downloads/duckdb.ts: sample': 'a path of the program, in quotes',
  "pipelines/downloads/duckdb.ts: text(DUCKDB_CRSS['28992'])": 'a constant, in quotes',
  'pipelines/downloads/duckdb.ts: text(`${work}/`)': 'a path of the program, in quotes',
  "pipelines/downloads/duckdb.ts: text(join(work, 'spill'))": 'a path of the program, in quotes',
  'pipelines/downloads/duckdb.ts: text(spatialPath)': 'a file of the installation, in quotes',
  'pipelines/downloads/duckdb.ts: sql': 'passed on',
  "pipelines/downloads/geopackage.ts: columns.map(() => '?').join": 'question marks',
  'pipelines/downloads/geopackage.ts: columnsOf(collection).map(({ name, kind }) => `${quoted(name)} ${TYPES[kind]}`).join': 'columns of the model',
  'pipelines/downloads/geopackage.ts: quoted(`rtree_${collection}_${GEOMETRY}`)': 'a collection of the model',
  'pipelines/downloads/geopackage.ts: quoted(collection)': 'a collection of the model',
  'pipelines/downloads/geopackage.ts: rtreeOf(collection, GEOMETRY).table': 'of the program, with a collection of the model',
  'pipelines/downloads/geopackage.ts: rtreeOf(collection, GEOMETRY).triggers': 'of the program, with a collection of the model',
  'pipelines/downloads/geopackage.ts: sql': 'of this file',
  'pipelines/downloads/geopackage.ts: this.#typeName': 'one of the kinds of geometry',
  'pipelines/tables/table-process.ts: cells': 'of this file',
  'pipelines/tables/table-process.ts: quoted(name)': 'a column of a delivered table, in quotes',
  'pipelines/tables/table-process.ts: source': 'of this file, with the name of a delivered table in quotes',
  'pipelines/tables/table-process.ts: text(path)': 'a path of the program, in quotes',
  'pipelines/tables/table-process.ts: text(rows)': 'a path of the program, in quotes',
  'pipelines/tables/table-process.ts: type': 'compared only',
  'pipelines/state/register/rebuild-derived.ts: sql': 'of this file',
  'pipelines/state/outcomes/decisions.ts: given.map(([sql]) => `AND ${sql}`).join': 'of this file',
  'pipelines/state/outcomes/listed.ts: select.join': 'of this file, with states of a closed list',
  "pipelines/state/register/hidden.ts: isSensitiveAtLast('h.root')": 'of hidden.ts',
  "pipelines/state/register/hidden.ts: isSensitiveAtLast('r.n')": 'of hidden.ts',
  "pipelines/state/register/snapshot.ts: isSensitiveAtLast('?1')": 'of hidden.ts',
  'pipelines/state/register/versions-between.ts: this.#columns': 'of this file',
  'pipelines/state/register/versions-between.ts: ofRoots': 'of this file',
  'pipelines/state/explain/attempts.ts: ofHolders': 'of this file',
  'pipelines/state/register/root-groups.ts: question': 'of its callers, which bind values to it',
  'pipelines/state/register/root-groups.ts: of': 'a number of threads',
  'pipelines/state/register/root-groups.ts: part': 'a number of a thread',
  'pipelines/doctor/inspect.ts: name': 'a table of the database itself',
  'pipelines/doctor/inspect.ts: schema': 'one of two constants',
  'pipelines/doctor/mend.ts: name': 'a table of the database itself',
  'pipelines/prepare/geometry/spatial.ts: extensionPath.replaceAll': 'a file of the installation, in quotes',
  'pipelines/prepare/spatial-extension.ts: path.replaceAll': 'a file of the installation, in quotes',
  "pipelines/state/database/database.ts: readFileSync(head, 'utf8')": 'no SQL: a pattern',
  'pipelines/state/database/database.ts: reads': 'one of two constants',
  'pipelines/state/database/lost.ts: table': 'one of two constants',
  "pipelines/state/database/migrate.ts: readFileSync(join(folder, name), 'utf8')": 'the migrations of the program',
  'pipelines/state/database/migrate.ts: name': 'no SQL: a pattern',
  'pipelines/state/decide/rehearsal.ts: { sink: (root) => writer.add(root), onOpenLinks: (suggestions) => writer.suggest(suggestions) }': 'no SQL: prepares roots',
  'pipelines/state/decide/undecide.ts: column': 'one of five constants',
  'pipelines/state/decide/undecide.ts: table': 'one of five constants',
  'pipelines/state/folder/lock.ts: how': 'one of three constants',
  'pipelines/state/register/derived-tables.ts: table': 'one of two constants',
  'pipelines/upgrade/undivided.ts: sql': 'one of the constants',
};

/** Calls that take a text of SQL, and which of their arguments it is; those of ours pass it on. */
const TAKERS: Readonly<Record<string, number>> = { prepare: 0, exec: 0, run: 0, runAndReadAll: 0, statement: 1, sql: 0, queryFile: 1, numberOf: 1, rows: 1 };
/** Where SQLite or DuckDB is at hand. */
const REACHES_SQL = /node:sqlite|@duckdb|\b(statement|prepare|exec|run|runAndReadAll)\((\w+, )?[`'"](SELECT|INSERT|UPDATE|DELETE|PRAGMA|BEGIN|WITH|ATTACH|LOAD|SET)\b/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flat().filter((child): child is Node => typeof child === 'object' && child !== null && 'type' in child);
}

function everyNode(node: Node): readonly Node[] {
  return [node, ...childrenOf(node).flatMap(everyNode)];
}

/** The parts of the SQL texts in a file that are not of the program. */
function partsOf(code: string): readonly string[] {
  const nodes = everyNode(parseAst(code, { lang: 'ts' }) as unknown as Node);
  /** What each name stands for, anywhere in the file; undefined: what a function is given, or a part of another value. */
  const meant = nodes.flatMap((node): readonly (readonly [name: Node, value: Node | undefined])[] => {
    if (node.type === 'VariableDeclarator' && (node['id'] as Node).type === 'Identifier') return [[node['id'] as Node, (node['init'] ?? undefined) as Node | undefined]];
    if (node.type === 'VariableDeclarator') return everyNode(node['id'] as Node).map((name) => [name, undefined] as const);
    if (node.type === 'AssignmentExpression') return [[node['left'] as Node, node['right'] as Node]];
    return 'params' in node ? (node['params'] as Node[]).flatMap(everyNode).map((name) => [name, undefined] as const) : [];
  });
  const foreign = (node: Node): readonly Node[] => {
    const parts = (...members: readonly string[]): readonly Node[] => members.flatMap((member) => node[member] as Node | Node[]).flatMap(foreign);
    switch (node.type) {
      case 'Literal': return [];
      case 'TemplateLiteral': return parts('expressions');
      case 'ArrayExpression': return parts('elements');
      case 'BinaryExpression': case 'LogicalExpression': return parts('left', 'right');
      case 'ConditionalExpression': return parts('consequent', 'alternate');
      case 'MemberExpression': return parts('object').length === 0 ? [] : [node];
      case 'CallExpression': return (node['callee'] as Node).type === 'MemberExpression' ? parts('callee', 'arguments') : [node];
      case 'Identifier': {
        const name = node['name'] as string;
        if (/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
        const meanings = meant.filter(([meaning]) => meaning['name'] === name);
        return meanings.length > 0 && meanings.every(([, value]) => value !== undefined && foreign(value).length === 0) ? [] : [node];
      }
      default: return [node];
    }
  };
  return nodes.filter(({ type }) => type === 'CallExpression').flatMap((call) => {
    const callee = call['callee'] as Node;
    const name = ((callee.type === 'MemberExpression' ? callee['property'] : callee) as Node)['name'] as string;
    const text = (call['arguments'] as Node[])[TAKERS[name] ?? -1];
    // A prepared statement runs with bound values; a connection of DuckDB runs a text.
    if (text === undefined || (name === 'run' && (text.type !== 'TemplateLiteral' || ((callee['object'] as Node | undefined)?.type === 'CallExpression')))) return [];
    return foreign(text).map(({ start, end }) => code.slice(start, end));
  });
}

test('a text that is put together from a value is found, and one of constants is not', () => {
  expect(partsOf('function f(id) { db.prepare(`SELECT 1 WHERE id = \'${id}\'`); }')).toEqual(['id']);
  expect(partsOf("function f(id) { const of = id === '' ? '' : 'WHERE ' + id; statement(db, 'SELECT 1 ' + of); }")).toEqual(['of']);
  expect(partsOf("const of = x ? 'WHERE id = ?' : A; db.exec(`SELECT ${B} ${of} ${[A, 'b'].join(', ')}`);")).toEqual([]);
});

test('every SQL text of the product is written in the program', () => {
  const found = ['schemas', 'publisher', 'server', 'pipelines'].flatMap((folder) => (
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts')).flatMap((file) => {
      const code = readFileSync(join(PROJECT, folder, file), 'utf8');
      return REACHES_SQL.test(code) ? partsOf(code).map((part) => `${folder}/${file}: ${part}`) : [];
    })
  ));
  expect([...new Set(found)].sort()).toEqual(Object.keys(GIVEN).sort());
});

test('no LIMIT is a parameter alone: SQLite would compile the statement again at each run', () => {
  const found = readdirSync(join(PROJECT, 'pipelines'), { recursive: true, encoding: 'utf8' }).filter((file) => (
    file.endsWith('.ts') && /\bLIMIT [?:@$]/.test(readFileSync(join(PROJECT, 'pipelines', file), 'utf8').replaceAll('${', ''))
  ));
  expect(found).toEqual([]);
});
