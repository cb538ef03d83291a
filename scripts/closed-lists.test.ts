import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { copySources, listTypeFaults, plant, type TypeFault } from './planted-tree.ts';

// What a recipe promises of a closed list: a new member breaks the type check at every place that must know of it, and the
// recipe names these places. A copy of the sources gets the new member, and the compiler says what it breaks.

const ROOT = path.resolve(import.meta.dirname, '..');

/** A recipe, the file of its list, the list's end, and a member that is new. */
type Planted = readonly [recipe: string, file: string, end: string, member: string];

/** Lists that are planted together: their members stand in no table of one another. */
const GROUPS: readonly (readonly Planted[])[] = [
  [['language', 'contract/src/languages.ts', "'en'] as const", 'planted-language']],
  [
    ['category', 'engine/src/touch/categories.ts', "'index'] as const", 'planted-category'],
    ['calendar', 'engine/src/time/calendar.ts', "'xetra'] as const", 'planted-calendar'],
    ['provider', 'contract/src/providers.ts', "'iyzico'] as const", 'planted-provider'],
  ],
];

/** The beginning of a text's key that is missing; undefined for another fault. */
function missingText({ message }: TypeFault, member: string): string | undefined {
  const key = `^TS2345: Argument of type '\\[.*?"(?:\\w+:)?([\\w.]+\\.)${member}"`;
  return new RegExp(key).exec(message)?.[1];
}

/** Lists the places that must name a new member: keys of texts, and files. A file with a missing text is not listed. */
function listPlaces(faults: readonly TypeFault[], member: string): string[] {
  const [lacking, others] = [true, false].map((lacks) =>
    faults.filter((fault) => (missingText(fault, member) !== undefined) === lacks),
  ) as [TypeFault[], TypeFault[]];
  const byText = new Set(lacking.map(({ file }) => file));
  const files = others.map(({ file }) => file).filter((file) => !byText.has(file));
  const texts = lacking.map((fault) => `${missingText(fault, member)}*`);
  return [...new Set([...texts, ...files])].toSorted();
}

/** The places that a recipe lists under its heading of what the compiler names. */
function listNamed(recipe: string): string[] {
  const page = readFileSync(path.join(ROOT, 'docs/recipes', `${recipe}.md`), 'utf8');
  const section = page.split('## What the compiler names')[1] ?? '';
  return [...section.matchAll(/^- `([^`]+)`/gm)].map(([, place = '']) => place).toSorted();
}

// Each group costs a check of the whole product: one of them at a time, all of them at length.
const seed = Number(process.env.SEED ?? Date.now());
const isWhole = process.env.RASAT_SOAK === '1';
for (const group of isWhole ? GROUPS : [GROUPS[seed % GROUPS.length] ?? []]) {
  const names = group.map(([recipe]) => recipe).join(', ');
  test(`a new ${names} breaks the type check where the recipe says, and nowhere else`, async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'rasat-lists-'));
    t.after(() => rmSync(folder, { recursive: true }));
    copySources(ROOT, folder);
    for (const [, file, end, member] of group) {
      plant(folder, file, end, end.replace(']', `, '${member}']`));
    }
    const faults = await listTypeFaults(folder);
    // The compiler reports a switch that falls through without the member's name.
    const fallen = new Set(
      faults.filter(({ message }) => message.startsWith('TS2366')).map(({ file }) => file),
    );
    const listed = group.flatMap(([recipe]) => listNamed(recipe));
    assert.deepEqual(
      [...fallen].filter((file) => !listed.includes(file)),
      [],
    );
    for (const [recipe, , , member] of group) {
      const places = listPlaces(
        faults.filter(({ message }) => message.includes(member)),
        member,
      );
      const rest = (all: readonly string[]) => all.filter((place) => !fallen.has(place));
      assert.deepEqual(rest(places), rest(listNamed(recipe)), recipe);
    }
  });
}
