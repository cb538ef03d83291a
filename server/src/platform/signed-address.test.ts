import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './app-error.ts';
import { randomKeys } from './keys.ts';
import { checkAddress, signAddress } from './signed-address.ts';

const keys = randomKeys();
const signed = signAddress(keys, 'upload', ['17', 'image/png'], 1000);
const forbidden = (error: unknown) => error instanceof AppError && error.code === 'forbidden-403';

test('an address holds until its end and not a moment longer', () => {
  checkAddress(keys, 'upload', ['17', 'image/png'], signed, 999);
  assert.throws(() => checkAddress(keys, 'upload', ['17', 'image/png'], signed, 1000), forbidden);
});

test('what was not signed is refused: other parts, purpose, time, keys, or one bit of the signature', () => {
  const flipped = Buffer.from(signed.signature, 'base64url');
  flipped[3] = (flipped[3] ?? 0) ^ 1;
  const cases: (() => void)[] = [
    () => checkAddress(keys, 'upload', ['18', 'image/png'], signed, 0),
    () => checkAddress(keys, 'upload', ['17image/png'], signed, 0),
    () => checkAddress(keys, 'image', ['17', 'image/png'], signed, 0),
    () => checkAddress(keys, 'upload', ['17', 'image/png'], { ...signed, expires: '2000' }, 0),
    () => checkAddress(randomKeys(), 'upload', ['17', 'image/png'], signed, 0),
    () =>
      checkAddress(
        keys,
        'upload',
        ['17', 'image/png'],
        { ...signed, signature: flipped.toString('base64url') },
        0,
      ),
    () =>
      checkAddress(
        keys,
        'upload',
        ['17', 'image/png'],
        { ...signed, signature: `${signed.signature}=` },
        0,
      ),
    () => checkAddress(keys, 'upload', ['17', 'image/png'], { ...signed, signature: '' }, 0),
  ];
  for (const check of cases) assert.throws(check, forbidden);
});
