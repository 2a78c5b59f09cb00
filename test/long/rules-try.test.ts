/** `ev rules`: `try` says which objects of a folder this program would refuse, and leaves the folder as it is; `list` prints the rules. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { docSum, type DocColumns } from '../../pipelines/state/register/doc-sum.ts';
import { ev, EXAMPLE, RD } from '../pipelines/ev-process.ts';
import { temporaryFolder } from '../pipelines/state/register-bench.ts';
import { olderFolder } from '../pipelines/upgrade/older-folders.ts';

/** Names and content of all files of a folder. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
    .map((name) => (statSync(join(folder, name)).isFile() ? `${name} ${createHash('sha256').update(readFileSync(join(folder, name))).digest('hex')}` : name));
}

interface Tried {
  readonly documents: number;
  readonly refused: number;
  readonly refusals: readonly unknown[];
  readonly damaged: readonly { readonly holder: string; readonly ids: readonly string[] }[];
}

async function tried(data: string): Promise<readonly [code: number | null, result: Tried]> {
  const before = filesIn(data);
  const { code, out, err } = await ev(['rules', 'try', '--data', data, '--json']);
  expect(filesIn(data)).toEqual(before);
  return [code, JSON.parse(out === '' ? JSON.stringify(err) : out) as Tried];
}

test('an object that an older program accepted and this one refuses is listed by holder, rule and id', async () => {
  const data = join(temporaryFolder(), 'register');
  expect((await ev(['submit', EXAMPLE, '--holder', 'AB12', '--crs', RD, '--data', data, '--create'])).code).toBe(0);
  expect((await ev(['batch', '--data', data])).code).toBe(0);
  expect(await tried(data)).toMatchObject([0, { documents: 1, refused: 0, refusals: [] }]);
  // As a program without this rule would have recorded it.
  const db = new DatabaseSync(join(data, 'register.db'));
  const row = db.prepare('SELECT * FROM doc').get() as unknown as DocColumns & { n: number };
  const { id } = JSON.parse(row.body) as { id: string };
  const body = row.body.replace(/"categorieKwetsbaarheid":\s*"[^"]*"/, '"categorieKwetsbaarheid":"vroeger"');
  expect(body).not.toBe(row.body);
  db.prepare('UPDATE doc SET body = ?, sum = ? WHERE n = ?').run(body, docSum({ ...row, body }), row.n);
  db.close();
  expect(await tried(data)).toMatchObject([1, { documents: 1, refused: 1, refusals: [{ holder: 'AB12', rule: 'schema.waardelijst', ids: [id] }] }]);
  expect((await ev(['rules', 'try', '--data', data])).out).toContain(`AB12  schema.waardelijst  1 object: ${id}`);
});

test.each(['format-2', 'format-3'] as const)('a folder of %s is checked as it is', async (name) => {
  const [code, { documents, refused }] = await tried(olderFolder(name));
  expect(documents).toBeGreaterThan(0);
  expect(code).toBe(refused === 0 ? 0 : 1);
});

test('a damaged document is listed, the others are checked, and messages name the given folder', async () => {
  const data = olderFolder('format-3');
  const register = join(data, 'register.db');
  const [, whole] = await tried(data);
  const db = new DatabaseSync(register);
  const { n } = db.prepare('SELECT v.doc AS n FROM version v WHERE v.rec_to IS NULL GROUP BY v.doc HAVING count(*) = 1 ORDER BY v.doc LIMIT 1').get() as { n: number };
  const { id, holder } = db.prepare('SELECT r.id, r.holder FROM version v JOIN root r ON r.n = v.root WHERE v.doc = ?').get(n) as { id: string; holder: string };
  db.prepare("UPDATE doc SET body = replace(body, ':', ' :') WHERE n = ?").run(n);
  db.close();
  expect(await tried(data)).toMatchObject([1, { documents: whole.documents - 1, damaged: [{ holder, ids: [id] }] }]);
  const { code, out } = await ev(['rules', 'try', '--data', data]);
  expect([code, out]).toEqual([1, expect.stringContaining(`${holder}  damaged, not checked  1 object: ${id}`)]);
  expect(out).toContain(`Damaged documents are in ${register}`);
});

test('damage of the whole register is reported with its own path', async () => {
  const data = olderFolder('format-3');
  const register = join(data, 'register.db');
  writeFileSync(register, 'geen database'.repeat(1_000));
  const { code, err } = await ev(['rules', 'try', '--data', data]);
  expect([code, err]).toEqual([3, expect.stringContaining(`file ${register}`)]);
  expect(err).not.toContain('ev-register-copy');
});

test('a register with a damaged page is reported with its own path', async () => {
  const data = olderFolder('format-3');
  const register = join(data, 'register.db');
  const bytes = readFileSync(register);
  bytes.fill(255, 4096);
  writeFileSync(register, bytes);
  const { code, err } = await ev(['rules', 'try', '--data', data]);
  expect([code, err]).toEqual([3, expect.stringContaining(`file ${register}`)]);
  expect(err).not.toContain('ev-register-copy');
});

test('ev rules list says severity, level, fields and fix in words, in Dutch and English', async () => {
  const { code, out } = await ev(['rules', 'list']);
  expect(code).toBe(0);
  expect(out).toContain([
    'levering.leeg', '  Fout / error; controle / check: de levering als bestand / the delivery as a file',
    '  Het bestand of bericht is leeg / The file or message is empty', '  → Lever een bestand met ten minste één object. / Deliver a file with at least one object.',
  ].join('\n'));
  expect(out).toContain('  velden / fields: ');
  expect(out).not.toMatch(/error-or-warning|warning-or-info/);
});

test('a folder without a register is named', async () => {
  const { code, err } = await ev(['rules', 'try', '--data', join(temporaryFolder(), 'niets')]);
  expect([code, err]).toEqual([3, expect.stringContaining('there is no register in this folder')]);
  for (const name of ['format-1', 'format-2-one-state-file'] as const) {
    const old = await ev(['rules', 'try', '--data', olderFolder(name)]);
    expect([old.code, old.err]).toEqual([3, expect.stringContaining('ev upgrade')]);
  }
});
