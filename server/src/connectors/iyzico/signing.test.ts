import assert from 'node:assert/strict';
import test from 'node:test';
import { isSameSignature, signedAmount, signNotice, signReply, signRequest } from './signing.ts';
import { kurusOf, liraOf } from './wire.ts';

test('replies are signed as the documentation shows', () => {
  // https://docs.iyzico.com/en/advanced/response-signature-validation, its example of a payment.
  const payment = ['22416032', 'TRY', 'basketId', 'conversationId', '10.5', '10.5'];
  assert.equal(
    signReply('sandbox-qaIiLIxhjMgx3LSKIVvp6j17NunHOFtD', payment),
    '836c3a6c8db86c81043f2ca74edb13518b54a813f454f8dd762f0dd658610173',
  );
  // iyzico/iyzipay-php:samples/callbackUrl_Signature_Validation.php; two of its fields are empty.
  assert.equal(
    signReply('jLc7GQHD2pyJoqXDeEcTnGHYtP7Ai5jl', ['', '', '1', '22484292', 'success']),
    'a4f73b80bb32a6ef8358090bbd8609a49a7b53f463048f8ef147496e236d04f0',
  );
});

test('a request is signed over its random key, its path and the bytes of its body', () => {
  const parts = { apiKey: 'key', secretKey: 'secret', random: '123', path: '/payment/detail' };
  const authorization = signRequest({ ...parts, body: '{"locale":"tr"}' });
  const [scheme, coded = ''] = authorization.split(' ');
  assert.equal(scheme, 'IYZWSv2');
  // printf '123/payment/detail{"locale":"tr"}' | openssl dgst -sha256 -hmac secret
  assert.equal(
    Buffer.from(coded, 'base64').toString(),
    'apiKey:key&randomKey:123&signature:a8e4d0e75499bf10718658d3b202bb088136b50e02a76cf40780f9912c345026',
  );
});

test('a notice is signed over the secret and its fields without anything between them', () => {
  // printf 'secretCHECKOUT_FORM_AUTH22416032tokenattemptSUCCESS' | openssl dgst -sha256 -hmac secret
  const notice = {
    iyziEventType: 'CHECKOUT_FORM_AUTH',
    iyziPaymentId: '22416032',
    token: 'token',
    paymentConversationId: 'attempt',
    status: 'SUCCESS',
  };
  assert.equal(
    signNotice('secret', notice),
    'faaf77799bb5a389a41dfceab829a2d5c7ffc016c70e607c6c5c844538c904a3',
  );
});

test('amounts are signed without the zeros at their end', () => {
  // All but the last from the documentation's table.
  const examples = [
    ['10', '10'],
    ['10.0', '10'],
    ['10.5', '10.5'],
    ['10.50', '10.5'],
    ['10.510', '10.51'],
    ['10.51050', '10.5105'],
    ['50.00', '50'],
    ['3900.00000000', '3900'],
  ] as const;
  for (const [amount, signed] of examples) assert.equal(signedAmount(amount), signed);
});

test('lira and kuruş are exact in both directions', () => {
  for (const kurus of [1, 9, 10, 99, 100, 101, 390_000, 1_250_010, 1_000_000_000]) {
    assert.equal(kurusOf(liraOf(kurus)), kurus);
    assert.equal(kurusOf(`${liraOf(kurus)}000000`), kurus);
    assert.equal(kurusOf(kurus / 100), kurus);
  }
  assert.equal(liraOf(5), '0.05');
  for (const no of ['', null, '1,5', '-1', '1.005', '1e3', 'x', '12345678901']) {
    assert.equal(kurusOf(no), null, String(no));
  }
});

test('signatures of other lengths are different, and compared', () => {
  assert.ok(isSameSignature('ab', 'ab'));
  assert.ok(!isSameSignature('ab', 'ac'));
  assert.ok(!isSameSignature('', 'ab'));
});
