import assert from 'node:assert/strict';
import test from 'node:test';
import { readSection } from './sections.ts';

test('an address chooses its section; anything else is the subscription', () => {
  assert.equal(readSection('telegram'), 'telegram');
  for (const odd of [null, '', 'Security', 'invoice', '__proto__', 'settings ']) {
    assert.equal(readSection(odd), 'subscription', String(odd));
  }
});
