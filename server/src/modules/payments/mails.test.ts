import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, type Language, LEGAL_TEXTS, type Product } from '@rasat/contract';
import type { Reader } from '../../platform/mail/letter.ts';
import type { Order } from './ledger.ts';
import { productName, receiptMail, refundMail, reminder } from './mails.ts';
import type { PaymentView } from './order-machine.ts';

// The whole body of each mail, so that a figure, a date, a name or a language in the place of another one is seen.

const BASE = 'https://rasat.example';
/** 22:30 in London is the next day in Istanbul. */
const PAID_MS = Date.UTC(2026, 10, 18, 22, 30);
const START_MS = Date.UTC(2026, 11, 30, 12);
const END_MS = Date.UTC(2027, 5, 30, 21, 15);

const readerOf = (language: Language): Reader => ({
  mail: `ada.${language}@rasat.example`,
  name: 'Ada',
  language,
});
const { agreement, refund } = LEGAL_TEXTS;
const orderOf = (product: Product): Order =>
  ({
    number: 'RS-2026-000123',
    product,
    // The amount ordered and the amount taken differ.
    amountKurus: 111_100,
    agreement: { version: agreement.version, sha256: agreement.sha256 },
    // Another wording than the one in force, so that its text is not below the mail.
    refund: { version: '7', sha256: 'b'.repeat(64) },
  }) as Order;
const PAYMENT = {
  amountKurus: 389_950,
  currency: 'TRY',
  atMs: PAID_MS,
  role: 'pays',
} as PaymentView;

const FOOTERS = {
  tr: 'Bu e-posta, Rasat hesabınızla ilgili olduğu için gönderildi. Yanıtlamanız gerekmez.',
  az: 'Bu məktub Rasat hesabınızla bağlı olduğu üçün göndərilib. Cavab yazmağınıza ehtiyac yoxdur.',
  en: 'You received this email because it concerns your Rasat account. There is no need to reply.',
} as const;

/** The paragraphs of a mail's text before what travels with it. */
const bodyOf = (text: string): string[] => (text.split(/\n\n=+\n/)[0] ?? '').split('\n\n');

function assertMail(
  mail: { to: string; subject: string; text: string; html: string },
  language: Language,
  lines: readonly string[],
  annexes = false,
): void {
  assert.equal(mail.to, `ada.${language}@rasat.example`);
  assert.equal(mail.subject, lines[0]);
  const body = bodyOf(mail.text);
  const footer = `-- \nRasat\n${FOOTERS[language]}\n`;
  assert.deepEqual(body, annexes ? lines : [...lines, footer]);
  assert.ok(mail.text.endsWith(footer), 'the end of the mail');
  assert.match(mail.html, new RegExp(`^<!doctype html>\n<html lang="${language}">`));
  // The same words, whichever of the two is read.
  for (const line of lines) {
    for (const part of line.split(':\n')) assert.ok(mail.html.includes(part), part);
  }
}

test('a receipt says who paid what, for which product, when, and from when until when it holds', () => {
  const texts = (version: string) =>
    `${agreement.title} (${version} ${agreement.version}, SHA-256 ${agreement.sha256}); ${refund.title} (${version} 7, SHA-256 ${'b'.repeat(64)}).`;
  const wanted: Readonly<Record<Language, readonly string[]>> = {
    tr: [
      'Ödemeniz alındı: 6 aylık platform aboneliği',
      'Merhaba Ada,',
      '6 aylık platform aboneliği için KDV dahil 3.899,50 TL tutarındaki ödemeniz 19 Kasım 2026 tarihinde alındı. Sipariş numaranız RS-2026-000123.',
      'Aboneliğinizin başlangıcı 30 Aralık 2026, bitişi 1 Temmuz 2027. Abonelik kendiliğinden yenilenmez; bitimine yedi gün ve bir gün kala size hatırlatırız.',
      'Faturanız hesabınızdaki Faturalar bölümünde.',
      `Satın alırken kabul ettiğiniz metinler bu e-postanın altındadır: ${texts('sürüm')}`,
      `Hesabımı aç:\n${BASE}/account?selected=subscription`,
    ],
    az: [
      'Ödənişiniz alındı: 6 aylıq platforma abunəliyi',
      'Salam, Ada!',
      '6 aylıq platforma abunəliyi üçün ƏDV daxil 3.899,50 TL məbləğində ödənişiniz alındı (19 noyabr 2026). Sifariş nömrəniz: RS-2026-000123.',
      'Abunəliyinizin başlanğıcı 30 dekabr 2026, bitməsi 1 iyul 2027. Abunəlik öz-özünə yenilənmir; bitməsinə yeddi gün və bir gün qalmış sizə xatırladacağıq.',
      'Fakturanız hesabınızın Fakturalar bölməsindədir.',
      `Alış zamanı qəbul etdiyiniz mətnlər (türk dilində) bu məktubun altındadır: ${texts('versiya')}`,
      `Hesabımı aç:\n${BASE}/account?selected=subscription`,
    ],
    en: [
      'Payment received: 6-month platform subscription',
      'Hello Ada,',
      'We received your payment of TRY 3,899.50 (VAT included) on 19 November 2026: 6-month platform subscription. Your order number is RS-2026-000123.',
      'Your subscription starts on 30 December 2026 and ends on 1 July 2027. It does not renew by itself; we will remind you seven days and one day before the end.',
      'Your invoice is in the Invoices section of your account.',
      `The texts you agreed to (in Turkish) are below this email: ${texts('version')}`,
      `Open my account:\n${BASE}/account?selected=subscription`,
    ],
  };
  const seller = {
    title: 'Satıcı A.Ş.',
    taxOffice: 'Üsküdar',
    taxNumber: '12',
    address: 'Sokak 1',
  };
  for (const language of LANGUAGES) {
    const period = { startsAtMs: START_MS, endsAtMs: END_MS };
    const mail = receiptMail(readerOf(language), orderOf('6-months'), PAYMENT, period, {
      baseUrl: BASE,
      seller,
    });
    assertMail(mail, language, wanted[language], true);
    // The seller stands between the title and the first part of the agreement; the refund's other wording is left out.
    assert.ok(
      mail.text.includes(
        `${agreement.title}\n\nSatıcı\n\nUnvan: Satıcı A.Ş.\n\nVergi dairesi ve numarası: Üsküdar, 12\n\nAdres: Sokak 1\n\n`,
      ),
    );
    assert.ok(!mail.text.includes(refund.sections[0]?.heading ?? '?'));
  }
});

test('the receipt of the course names no end and leads to the course', () => {
  const wanted = {
    tr: ['Eğitim', 'Eğitime erişiminiz açıldı. Erişiminiz süresizdir.', 'Hesabımı aç'],
    az: ['Təlim', 'Təlimə girişiniz açıldı. Girişinizin müddəti məhdud deyil.', 'Hesabımı aç'],
    en: ['Course', 'Your access to the course is open and has no end.', 'Open my account'],
  } as const;
  for (const language of LANGUAGES) {
    const period = { startsAtMs: START_MS, endsAtMs: null };
    const { text, subject } = receiptMail(readerOf(language), orderOf('lesson'), PAYMENT, period, {
      baseUrl: BASE,
      seller: null,
    });
    const [product, access, action] = wanted[language];
    assert.ok(subject.endsWith(`: ${product}`), subject);
    const body = bodyOf(text);
    assert.equal(body[3], access);
    assert.equal(body.at(-1), `${action}:\n${BASE}/account?selected=education`);
  }
});

test('a refund says which amount went back for which order, why, and where the credit note is', () => {
  const wanted: Readonly<Record<Language, readonly string[]>> = {
    tr: [
      'Ödemeniz iade edildi: 3 aylık platform aboneliği',
      'Merhaba Ada,',
      'RS-2026-000123 numaralı siparişinizin ödemesi iade edildi ve erişiminiz sona erdi.',
      'Sipariş RS-2026-000123, 3 aylık platform aboneliği: 3.899,50 TL ödediğiniz karta geri gönderildi. Hesabınıza geçmesi bankanıza göre birkaç gün sürebilir.',
      'İade belgeniz hesabınızdaki Faturalar bölümünde.',
      `Hesabımı aç:\n${BASE}/account?selected=invoices`,
    ],
    az: [
      'Ödənişiniz geri qaytarıldı: 3 aylıq platforma abunəliyi',
      'Salam, Ada!',
      'RS-2026-000123 nömrəli sifarişinizin ödənişi geri qaytarıldı və girişiniz bitdi.',
      'Sifariş RS-2026-000123, 3 aylıq platforma abunəliyi: 3.899,50 TL ödədiyiniz karta geri göndərildi. Hesabınıza keçməsi bankınızdan asılı olaraq bir neçə gün çəkə bilər.',
      'Geri qaytarma sənədiniz hesabınızın Fakturalar bölməsindədir.',
      `Hesabımı aç:\n${BASE}/account?selected=invoices`,
    ],
    en: [
      'Payment refunded: 3-month platform subscription',
      'Hello Ada,',
      'The payment of your order RS-2026-000123 was refunded, and your access has ended.',
      'Order RS-2026-000123, 3-month platform subscription: TRY 3,899.50 was sent back to the card you paid with. Depending on your bank it may take a few days to arrive.',
      'Your credit note is in the Invoices section of your account.',
      `Open my account:\n${BASE}/account?selected=invoices`,
    ],
  };
  // What the product paid back by itself had no invoice, where it was a second payment.
  const because = {
    'has-right': {
      tr: 'Aldığınız hizmete zaten sahip olduğunuz için ödemeniz kendiliğinden iade edildi.',
      az: 'Aldığınız xidmət artıq sizdə olduğu üçün ödənişiniz avtomatik olaraq geri qaytarıldı.',
      en: 'You already had what you paid for, so your payment was refunded.',
    },
    'no-lesson': {
      tr: 'Platform aboneliği eğitim öğrencilerine açık olduğu için ödemeniz kendiliğinden iade edildi.',
      az: 'Platforma abunəliyi təlim tələbələrinə açıq olduğu üçün ödənişiniz avtomatik olaraq geri qaytarıldı.',
      en: 'The platform subscription is open to students of the course, so your payment was refunded.',
    },
    'paid-twice': {
      tr: 'Aynı sipariş iki kez ödendiği için ikinci ödemeniz kendiliğinden iade edildi.',
      az: 'Eyni sifariş iki dəfə ödənildiyi üçün ikinci ödənişiniz avtomatik olaraq geri qaytarıldı.',
      en: 'The same order was paid twice, so your second payment was refunded.',
    },
  } as const;
  for (const language of LANGUAGES) {
    const [reader, order] = [readerOf(language), orderOf('3-months')];
    const lines = wanted[language];
    assertMail(
      refundMail(reader, order, PAYMENT, { reason: 'İstedi', isByHand: false }, BASE),
      language,
      lines,
    );
    for (const [reason, said] of Object.entries(because)) {
      const surplus = { ...PAYMENT, role: 'surplus' } as PaymentView;
      const mail = refundMail(reader, order, surplus, { reason, isByHand: false }, BASE);
      assertMail(mail, language, [
        ...lines.slice(0, 2),
        said[language],
        lines[3] ?? '',
        lines[5] ?? '',
      ]);
    }
  }
});

test('a reminder says how many days are left and the moment of the end in Istanbul, by mail and in the chat', () => {
  // 00:15 of 1 July in Istanbul.
  const wanted: Readonly<Record<Language, (days: number) => readonly string[]>> = {
    tr: (days) => [
      `Aboneliğinizin bitmesine ${days} gün kaldı`,
      'Merhaba Ada,',
      'Platform aboneliğiniz 1 Temmuz 2027, 00:15 tarihinde (Türkiye saatiyle) sona eriyor.',
      'Abonelik kendiliğinden yenilenmez, kartınızdan bir şey çekilmez. Sürdürmek isterseniz süre bitince hesabınızdan yeniden satın alabilirsiniz. Eğitime erişiminiz sürer.',
      `Aboneliğime bak:\n${BASE}/account?selected=subscription`,
    ],
    az: (days) => [
      `Abunəliyinizin bitməsinə ${days} gün qaldı`,
      'Salam, Ada!',
      'Platforma abunəliyiniz 1 iyul 2027, 00:15 tarixində (İstanbul vaxtı ilə) bitir.',
      'Abunəlik öz-özünə yenilənmir, kartınızdan heç nə çıxılmır. Davam etmək istəsəniz, müddət bitəndə hesabınızdan yenidən ala bilərsiniz. Təlimə girişiniz davam edir.',
      `Abunəliyimə bax:\n${BASE}/account?selected=subscription`,
    ],
    en: (days) => [
      `Your subscription ends in ${days === 1 ? '1 day' : '7 days'}`,
      'Hello Ada,',
      'Your platform subscription ends on 1 July 2027, 00:15 (Istanbul time).',
      'It does not renew by itself and nothing is charged to your card. To continue, buy it again from your account when it has ended. Your access to the course stays.',
      `See my subscription:\n${BASE}/account?selected=subscription`,
    ],
  };
  const chat: Readonly<Record<Language, (days: number) => string>> = {
    tr: (days) =>
      `Platform aboneliğinizin bitmesine ${days} gün kaldı: 1 Temmuz 2027, 00:15. Kendiliğinden yenilenmez.`,
    az: (days) =>
      `Platforma abunəliyinizin bitməsinə ${days} gün qaldı: 1 iyul 2027, 00:15. Öz-özünə yenilənmir.`,
    en: (days) =>
      `Your platform subscription ends in ${days === 1 ? '1 day' : '7 days'}: 1 July 2027, 00:15. It does not renew by itself.`,
  };
  for (const language of LANGUAGES) {
    for (const days of [7, 1]) {
      const { mail, text } = reminder(
        readerOf(language),
        { days, endsAtMs: END_MS, isStudent: true },
        BASE,
      );
      assertMail(mail, language, wanted[language](days));
      assert.equal(text, chat[language](days));
    }
  }
});

test('each product has its name in each language', () => {
  assert.deepEqual(
    LANGUAGES.map((language) =>
      (['3-months', '6-months', 'lesson'] as const).map((one) => productName(one, language)),
    ),
    [
      ['3 aylık platform aboneliği', '6 aylık platform aboneliği', 'Eğitim'],
      ['3 aylıq platforma abunəliyi', '6 aylıq platforma abunəliyi', 'Təlim'],
      ['3-month platform subscription', '6-month platform subscription', 'Course'],
    ],
  );
});
