import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from './platform/testing.ts';

// The row types are written by hand; here they are held against the database that the migrations make.

const { db } = await testDatabase({ after });
const { rows: columns } = await sql<{
  table: string;
  column: string;
  type: string;
  nullable: boolean;
}>`
  select table_name as table, column_name as column, data_type as type,
    is_nullable = 'YES' as nullable
  from information_schema.columns
  where table_schema = 'public' and table_name not like 'kysely%'
  order by table_name, ordinal_position`.execute(db);
const stored = Map.groupBy(columns, (column) => column.table);

/** What a column comes out of `pg` as. */
const JAVASCRIPT: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  text: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  json: 'json',
  jsonb: 'json',
};

/** The kind of a written type, as far as a column can tell. */
function kindOf(written: string): { kind: string; nullable: boolean } {
  const inner = written.replace(/^Generated(Always)?<(.*)>$/, '$2');
  const parts = inner.split('|').map((part) => part.trim());
  const nullable = parts.includes('null');
  const [first = ''] = parts.filter((part) => part !== '' && part !== 'null');
  if (/^(unknown|JSONColumnType<)/.test(first)) return { kind: 'json', nullable };
  if (/^(number|string|boolean|Buffer)$/.test(first)) return { kind: first, nullable };
  return { kind: 'string', nullable };
}

const files = globSync(['platform/**/tables.ts', 'modules/*/tables.ts'], {
  cwd: import.meta.dirname,
});
const claimed = new Set<string>();

for (const file of files.toSorted()) {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const shapes = new Map(
    [...text.matchAll(/interface (\w+)(?: extends (\w+))? \{\n([\s\S]*?)\n\}/g)].map(
      ([, name = '', parent, body = '']) => [name, { parent, body }] as const,
    ),
  );
  const bodyOf = (name: string): string => {
    const { parent, body = '' } = shapes.get(name) ?? {};
    return parent === undefined ? body : `${bodyOf(parent)}\n${body}`;
  };
  const names = [...text.matchAll(/^ {2}(\w+): (\w+Table);$/gm)];
  for (const [, table = '', shape = ''] of names) {
    claimed.add(table);
    test(`${table} is as ${file} says`, () => {
      const body = bodyOf(shape).replace(/\/\*\*[\s\S]*?\*\//g, '');
      const written = [...body.matchAll(/^ {2}(\w+): ([^;]+);/gm)].map(([, column, type = '']) => ({
        column,
        ...kindOf(type.replaceAll('\n', ' ')),
      }));
      const found = (stored.get(table) ?? []).map(({ column, type, nullable }) => ({
        column,
        kind: JAVASCRIPT[type] ?? type,
        nullable,
      }));
      const byName = (a: { column?: string | undefined }, b: { column?: string | undefined }) =>
        (a.column ?? '') < (b.column ?? '') ? -1 : 1;
      assert.deepEqual(written.toSorted(byName), found.toSorted(byName));
    });
  }
}

test('every table belongs to a module or to the platform', () => {
  assert.deepEqual(
    [...stored.keys()].filter((table) => !claimed.has(table)),
    [],
  );
});
