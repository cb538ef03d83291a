import assert from 'node:assert/strict';
import { test } from 'node:test';
import { standIn } from './stand-in.ts';

test('the original value returns, also after a test replaced it twice', () => {
  const ends: (() => void)[] = [];
  const t = { after: (fn: () => void) => void ends.push(fn) };
  class Base {
    get inherited(): string {
      return 'of the base';
    }
  }
  const target = Object.assign(new Base(), { own: 'first' });
  standIn(t, target, { own: 'second', inherited: 'other' });
  standIn(t, target, { own: 'third' });
  assert.deepEqual([target.own, target.inherited], ['third', 'other']);
  for (const end of ends) end();
  assert.deepEqual([target.own, target.inherited], ['first', 'of the base']);
});
