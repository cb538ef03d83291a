import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

// A text that no source names is one that no visitor reads: it was left behind, or another one stands in its place.

/** Named by what the server answers: codes of errors, and what an order's history calls its events and their values. */
const BY_ANSWER = /^(errors:|adminMoney:(event|detail)\.)/;
const SRC = path.resolve(import.meta.dirname, '..');

function keysOf(texts: object, above = ''): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [above + name] : keysOf(value as object, `${above}${name}.`),
  );
}

/** What the sources put in quotes; of what is put together, each inserted value as a hole. */
function listLiterals(): { whole: Set<string>; patterns: RegExp[] } {
  const whole = new Set<string>();
  const patterns = new Map<string, RegExp>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SRC })) {
    if (/\.test\.ts$|^i18n\/(tr|az|en)\//.test(file)) continue;
    const source = readFileSync(path.join(SRC, file), 'utf8');
    for (const [, quoted = ''] of source.matchAll(/['"`]([\w.:-]{1,80})['"`]/g)) whole.add(quoted);
    for (const [, template = ''] of source.matchAll(/`([^`\n]{1,120})`/g)) {
      const parts = template.split(/\$\{[^}]*\}/);
      // A hole beside which hardly anything stands could be any text.
      const isKey = parts.every((part) => /^[\w.:-]*$/.test(part));
      if (!isKey || !parts.some((part) => /\w{3}/.test(part))) continue;
      const plain = parts.map((part) => part.replaceAll('.', '\\.'));
      const pattern = plain.join('[\\w.-]+');
      if (parts.length > 1) patterns.set(pattern, new RegExp(`^(?:\\w+:)?${pattern}$`));
    }
  }
  return { whole, patterns: [...patterns.values()] };
}

test('every text is named by a source', async () => {
  const { whole, patterns } = listLiterals();
  const unnamed: string[] = [];
  for (const file of globSync('tr/*.ts', { cwd: import.meta.dirname })) {
    if (file === 'tr/index.ts') continue;
    const module = (await import(path.join(import.meta.dirname, file))) as Record<string, object>;
    for (const [space, texts] of Object.entries(module)) {
      for (const key of keysOf(texts)) {
        if (BY_ANSWER.test(`${space}:${key}`)) continue;
        const plain = key.replace(/_(zero|one|two|few|many|other)$/, '');
        const isNamed = [plain, `${space}:${plain}`].some((one) => whole.has(one));
        if (isNamed || patterns.some((pattern) => pattern.test(plain))) continue;
        unnamed.push(`${space}:${key}`);
      }
    }
  }
  assert.deepEqual(unnamed, []);
});
