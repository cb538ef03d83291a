import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { TRANSITIONS } from './order-machine.ts';

test('the order is drawn in docs/states.md as the machine has it', () => {
  const page = readFileSync(
    path.resolve(import.meta.dirname, '../../../../docs/states.md'),
    'utf8',
  );
  const [, drawing = ''] = /^## Order$.*?```mermaid\n(.*?)```/ms.exec(page) ?? [];
  const drawn = [...drawing.matchAll(/^\s*(\w+) --> (\w+)/gm)].map(
    ([, from, to]) => `${from} ${to}`,
  );
  const possible = Object.entries(TRANSITIONS).flatMap(([from, ways]) =>
    ways.map((to) => `${from} ${to}`),
  );
  assert.deepEqual(drawn.toSorted(), possible.toSorted());
});
