import assert from 'node:assert/strict';
import test from 'node:test';
import { LIMITS, registration } from '@rasat/contract';
import * as book from 'libphonenumber-js/mobile';
import { dialCode, readPhone } from './phone-number.ts';

test('a mobile number is read in the national format of its country', () => {
  for (const typed of ['0532 123 45 67', '5321234567', '+90 532 123 45 67', '(532) 123-4567']) {
    assert.equal(readPhone(book, typed, 'TR').e164, '+905321234567', typed);
  }
  assert.equal(readPhone(book, '050 123 45 67', 'AZ').e164, '+994501234567');
  assert.equal(readPhone(book, '(201) 555-0123', 'US').e164, '+12015550123');
  assert.equal(readPhone(book, '07400 123456', 'GB').e164, '+447400123456');
});

test('a number that begins with a country code belongs to that country', () => {
  const read = readPhone(book, '+994 50 123 45 67', 'TR');
  assert.equal(read.country, 'AZ');
  assert.equal(read.e164, '+994501234567');
  assert.equal(read.national, '050 123 45 67');
  assert.equal(readPhone(book, '532 123 45 67', 'TR').country, null);
});

test('a text that is no mobile number is refused', () => {
  for (const typed of [
    '',
    '532 000 00 0',
    '5',
    'abc',
    '+90 5',
    '+90123',
    '0212 293 00 00',
    '12345678901234567890',
  ]) {
    assert.equal(readPhone(book, typed, 'TR').e164, '', typed);
  }
});

test('every accepted number is valid for the server', () => {
  const { gsm } = registration.shape;
  const { e164 } = readPhone(book, '0532 123 45 67', 'TR');
  assert.ok(gsm.safeParse(e164).success);
  assert.ok(e164.length <= LIMITS.gsm);
});

test('the dialling code of a country; none for a territory without one', () => {
  assert.equal(dialCode(book, 'TR'), '+90');
  assert.equal(dialCode(book, 'AZ'), '+994');
  assert.equal(dialCode(book, 'AQ'), undefined);
});
