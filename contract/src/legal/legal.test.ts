import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { LEGAL_TEXTS, legalBytes } from './index.ts';

for (const [name, text] of Object.entries(LEGAL_TEXTS)) {
  test(`${name}: what people agree to is what its SHA-256 was taken of`, () => {
    assert.equal(
      createHash('sha256').update(legalBytes(text)).digest('hex'),
      text.sha256,
      'a changed wording needs a new version, date and SHA-256',
    );
    assert.match(text.date, /^\d{4}-\d{2}-\d{2}$/);
  });
}

test('the figures of the specification stand in the texts', () => {
  assert.match(legalBytes(LEGAL_TEXTS.retention), /sona ermesinden itibaren 10 yıl/);
  assert.match(legalBytes(LEGAL_TEXTS.kvkk), /sona ermesinden itibaren on yıl/);
});
