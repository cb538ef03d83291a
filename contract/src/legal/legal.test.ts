import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { LEGAL_TEXTS, legalBytes } from './index.ts';

for (const [name, text] of Object.entries(LEGAL_TEXTS)) {
  test(`${name}: the accepted text has the stored SHA-256`, () => {
    assert.equal(
      createHash('sha256').update(legalBytes(text)).digest('hex'),
      text.sha256,
      'a changed wording needs a new version, date and SHA-256',
    );
    assert.match(text.date, /^\d{4}-\d{2}-\d{2}$/);
  });
}

test('the texts have the figures of the specification', () => {
  assert.match(legalBytes(LEGAL_TEXTS.retention), /sona ermesinden itibaren 10 yıl/);
  assert.match(legalBytes(LEGAL_TEXTS.kvkk), /sona ermesinden itibaren on yıl/);
  const agreement = legalBytes(LEGAL_TEXTS.agreement);
  for (const figure of [
    /6 aylık dönem: 3\.900 TL/,
    /12 aylık dönem: 7\.100 TL/,
    /bedellere KDV dahildir\. Bedel tek seferde, kartla ödenir/,
    /10\.000 TL cezai şart/,
    /bitiminden en az 1 ay önce/,
    /aynı süre için kendiliğinden yenilenir/,
    /3 ve 6 aylık abonelik dönemleri/,
    /kendiliğinden yenileme yoktur/,
    /sona ermesinden itibaren 10 yıl/,
  ]) {
    assert.match(agreement, figure);
  }
  const refund = legalBytes(LEGAL_TEXTS.refund);
  for (const figure of [
    /durumu 3 gün içinde öteki tarafa bildirir/,
    /bildirimden itibaren 14 gün içinde tahsil ettiği bedeli iade eder/,
    /sona ermesinden itibaren 10 yıl/,
  ]) {
    assert.match(refund, figure);
  }
});
