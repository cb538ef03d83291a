import assert from 'node:assert/strict';
import test from 'node:test';
import { idCookie } from './session.ts';

test('the id cookie lasts seven days, and is removed for a guest', () => {
  assert.equal(idCookie('a1B2'), 'id=a1B2; path=/; max-age=604800; samesite=lax');
  assert.equal(idCookie(null), 'id=; path=/; max-age=0; samesite=lax');
  assert.ok(!idCookie('a;b').startsWith('id=a;b'), 'an id cannot end the cookie');
});
