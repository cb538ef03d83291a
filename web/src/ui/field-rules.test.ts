import assert from 'node:assert/strict';
import test from 'node:test';
import { ROUTES, registration } from '@rasat/contract';
import { ANY_VALUE, findFault, findFieldFault, textRule } from './field-rules.ts';

const { texts: _, language: __, ...rules } = registration.shape;

const good = {
  email: 'elif.kaya@ornek.com',
  password: 'çok gizli',
  name: 'Elif',
  surname: 'Kaya',
  identity: '12345678950',
  gsm: '+905320000000',
  country: 'TR',
  city: 'İstanbul',
  district: 'Üsküdar',
  address: 'Mimar Sinan Mah.',
  terms: true,
  challenge: 'solved',
};

test('a complete form has no fault', () => {
  assert.equal(findFault(rules, good), null);
});

test('only the first failing field is reported, in the order of the form', () => {
  assert.deepEqual(findFault(rules, { ...good, email: 'a@b', password: 'x', name: '' }), {
    field: 'email',
    code: 'error.bad-fields-400',
  });
  assert.deepEqual(findFault(rules, { ...good, password: '12345', name: '' }), {
    field: 'password',
    code: 'error.password-field-400',
  });
  assert.deepEqual(findFault(rules, { ...good, district: '  ', terms: false }), {
    field: 'district',
    code: 'error.bad-fields-400',
  });
  assert.deepEqual(findFault(rules, { ...good, terms: false, challenge: '' }), {
    field: 'terms',
    code: 'error.terms-field-400',
  });
  assert.deepEqual(findFault(rules, { ...good, challenge: '' })?.field, 'challenge');
});

test('a password is counted in characters as its reader counts them', () => {
  const { password } = ROUTES.login.body.shape;
  assert.equal(findFieldFault(password, '😀'.repeat(32)), null);
  assert.equal(findFieldFault(password, '😀'.repeat(33)), 'error.password-field-400');
  assert.equal(findFieldFault(password, undefined), 'error.bad-fields-400');
});

test('a text rule refuses other texts, and values that are no text', () => {
  const short = textRule((text) => text.length < 3);
  assert.equal(findFieldFault(short, 'ab'), null);
  for (const value of ['abc', 1, null, undefined]) {
    assert.equal(findFieldFault(short, value), 'error.bad-fields-400');
    assert.equal(findFieldFault(ANY_VALUE, value), null);
  }
});
