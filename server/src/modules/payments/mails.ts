import { type Language, LEGAL_TEXTS, type LegalText, type Product } from '@rasat/contract';
import { lira, longDay, longMoment } from '../../platform/mail/figures.ts';
import type { MailAnnex } from '../../platform/mail/layout.ts';
import { composeLetter, type Reader } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { Order, Period } from './ledger.ts';
import type { AgreedText, PaymentView } from './order-machine.ts';

/** Seller as the legal texts with a receipt name it. */
export interface SellerLines {
  readonly title: string;
  readonly taxOffice: string;
  readonly taxNumber: string;
  readonly address: string;
}

interface Wording {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: string;
}

const PRODUCT_NAMES: Readonly<Record<Language, Readonly<Record<Product, string>>>> = {
  tr: {
    '3-months': '3 aylık platform aboneliği',
    '6-months': '6 aylık platform aboneliği',
    lesson: 'Eğitim',
  },
  az: {
    '3-months': '3 aylıq platforma abunəliyi',
    '6-months': '6 aylıq platforma abunəliyi',
    lesson: 'Təlim',
  },
  en: {
    '3-months': '3-month platform subscription',
    '6-months': '6-month platform subscription',
    lesson: 'Course',
  },
};

/** Returns the name of a product, as the provider's page shows it. */
export function productName(product: Product, language: Language): string {
  return PRODUCT_NAMES[language][product];
}

/** Values that the receipt fills in. */
interface Paid {
  readonly product: string;
  readonly amount: string;
  readonly number: string;
  readonly paid: string;
  /** Period of the right; null for a right without an end. */
  readonly period: { readonly start: string; readonly end: string } | null;
  readonly texts: string;
}

const RECEIPT: Readonly<Record<Language, (about: Paid) => Wording>> = {
  tr: ({ product, amount, number, paid, period, texts }) => ({
    subject: `Ödemeniz alındı: ${product}`,
    paragraphs: [
      `${product} için KDV dahil ${amount} tutarındaki ödemeniz ${paid} tarihinde alındı. Sipariş numaranız ${number}.`,
      period
        ? `Aboneliğinizin başlangıcı ${period.start}, bitişi ${period.end}. Abonelik kendiliğinden yenilenmez; bitimine yedi gün ve bir gün kala size hatırlatırız.`
        : 'Eğitime erişiminiz açıldı. Erişiminiz süresizdir.',
      'Faturanız hesabınızdaki Faturalar bölümünde.',
      `Satın alırken kabul ettiğiniz metinler bu e-postanın altındadır: ${texts}.`,
    ],
    action: 'Hesabımı aç',
  }),
  az: ({ product, amount, number, paid, period, texts }) => ({
    subject: `Ödənişiniz alındı: ${product}`,
    paragraphs: [
      `${product} üçün ƏDV daxil ${amount} məbləğində ödənişiniz alındı (${paid}). Sifariş nömrəniz: ${number}.`,
      period
        ? `Abunəliyinizin başlanğıcı ${period.start}, bitməsi ${period.end}. Abunəlik öz-özünə yenilənmir; bitməsinə yeddi gün və bir gün qalmış sizə xatırladacağıq.`
        : 'Təlimə girişiniz açıldı. Girişinizin müddəti məhdud deyil.',
      'Fakturanız hesabınızın Fakturalar bölməsindədir.',
      `Alış zamanı qəbul etdiyiniz mətnlər (türk dilində) bu məktubun altındadır: ${texts}.`,
    ],
    action: 'Hesabımı aç',
  }),
  en: ({ product, amount, number, paid, period, texts }) => ({
    subject: `Payment received: ${product}`,
    paragraphs: [
      `We received your payment of ${amount} (VAT included) on ${paid}: ${product}. Your order number is ${number}.`,
      period
        ? `Your subscription starts on ${period.start} and ends on ${period.end}. It does not renew by itself; we will remind you seven days and one day before the end.`
        : 'Your access to the course is open and has no end.',
      'Your invoice is in the Invoices section of your account.',
      `The texts you agreed to (in Turkish) are below this email: ${texts}.`,
    ],
    action: 'Open my account',
  }),
};

/** Returns the receipt of an order for which a right was granted, with the agreed texts in full. */
export function receiptMail(
  to: Reader,
  order: Order,
  payment: PaymentView,
  period: Period,
  from: { readonly baseUrl: string; readonly seller: SellerLines | null },
): Mail {
  const { language } = to;
  const { startsAtMs, endsAtMs } = period;
  const wording = RECEIPT[language]({
    product: productName(order.product, language),
    amount: lira(language, payment.amountKurus),
    number: order.number,
    paid: longDay(language, payment.atMs),
    period:
      endsAtMs === null
        ? null
        : { start: longDay(language, startsAtMs), end: longDay(language, endsAtMs) },
    texts: [
      describe(language, LEGAL_TEXTS.agreement, order.agreement),
      describe(language, LEGAL_TEXTS.refund, order.refund),
    ].join('; '),
  });
  const annexes = [
    ...annexOf(LEGAL_TEXTS.agreement, order.agreement, from.seller),
    ...annexOf(LEGAL_TEXTS.refund, order.refund, null),
  ];
  return compose(to, 'receipt', wording, accountUrl(from.baseUrl, order.product), annexes);
}

const VERSION: Readonly<Record<Language, string>> = { tr: 'sürüm', az: 'versiya', en: 'version' };

function describe(
  language: Language,
  { title }: LegalText,
  { version, sha256 }: AgreedText,
): string {
  return `${title} (${VERSION[language]} ${version}, SHA-256 ${sha256})`;
}

/** Returns the full text that was agreed to; empty when another version is in force now. */
function annexOf(
  text: LegalText,
  agreed: AgreedText,
  seller: SellerLines | null,
): readonly MailAnnex[] {
  if (text.sha256 !== agreed.sha256) return [];
  const parts = text.sections.map(({ heading, paragraphs, list = [] }) => ({
    heading,
    paragraphs: [...paragraphs, ...list.map((item) => `• ${item}`)],
  }));
  if (!seller) return [{ title: text.title, parts }];
  const { title, taxOffice, taxNumber, address } = seller;
  const lines = [
    `Unvan: ${title}`,
    `Vergi dairesi ve numarası: ${taxOffice}, ${taxNumber}`,
    `Adres: ${address}`,
  ];
  return [{ title: text.title, parts: [{ heading: 'Satıcı', paragraphs: lines }, ...parts] }];
}

/** Reasons of an automatic refund, as the buyer reads them. */
const AUTOMATIC: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  tr: {
    'has-right': 'Aldığınız hizmete zaten sahip olduğunuz için ödemeniz kendiliğinden iade edildi.',
    'no-lesson':
      'Platform aboneliği eğitim öğrencilerine açık olduğu için ödemeniz kendiliğinden iade edildi.',
    'paid-twice': 'Aynı sipariş iki kez ödendiği için ikinci ödemeniz kendiliğinden iade edildi.',
  },
  az: {
    'has-right':
      'Aldığınız xidmət artıq sizdə olduğu üçün ödənişiniz avtomatik olaraq geri qaytarıldı.',
    'no-lesson':
      'Platforma abunəliyi təlim tələbələrinə açıq olduğu üçün ödənişiniz avtomatik olaraq geri qaytarıldı.',
    'paid-twice':
      'Eyni sifariş iki dəfə ödənildiyi üçün ikinci ödənişiniz avtomatik olaraq geri qaytarıldı.',
  },
  en: {
    'has-right': 'You already had what you paid for, so your payment was refunded.',
    'no-lesson':
      'The platform subscription is open to students of the course, so your payment was refunded.',
    'paid-twice': 'The same order was paid twice, so your second payment was refunded.',
  },
};

/** Reason and place of a refund. */
export interface RefundNote {
  /** Reason that the refund stores. */
  readonly reason: string;
  /** Whether an administrator paid the money back by hand, perhaps not to the card. */
  readonly isByHand: boolean;
}

interface PaidBack {
  readonly product: string;
  /** Amount in lira; null when it is unreadable or in another currency. */
  readonly amount: string | null;
  readonly number: string;
  /** Reason of an automatic refund; undefined for any other. */
  readonly because: string | undefined;
  readonly isByHand: boolean;
  /** Whether there was an invoice, and so a credit note. */
  readonly isBilled: boolean;
}

const REFUNDED: Readonly<Record<Language, (about: PaidBack) => Wording>> = {
  tr: ({ product, amount, number, because, isByHand, isBilled }) => ({
    subject: `Ödemeniz iade edildi: ${product}`,
    paragraphs: [
      because ?? `${number} numaralı siparişinizin ödemesi iade edildi ve erişiminiz sona erdi.`,
      isByHand
        ? `Sipariş ${number}, ${product}: ${amount ?? 'ödemeniz'} elle geri ödendi. Nasıl ödendiğini sormak isterseniz bize yazın.`
        : `Sipariş ${number}, ${product}: ${amount ?? 'ödemeniz'} ödediğiniz karta geri gönderildi. Hesabınıza geçmesi bankanıza göre birkaç gün sürebilir.`,
      ...(isBilled ? ['İade belgeniz hesabınızdaki Faturalar bölümünde.'] : []),
    ],
    action: 'Hesabımı aç',
  }),
  az: ({ product, amount, number, because, isByHand, isBilled }) => ({
    subject: `Ödənişiniz geri qaytarıldı: ${product}`,
    paragraphs: [
      because ?? `${number} nömrəli sifarişinizin ödənişi geri qaytarıldı və girişiniz bitdi.`,
      isByHand
        ? `Sifariş ${number}, ${product}: ${amount ?? 'ödənişiniz'} əl ilə geri ödənildi. Necə ödənildiyini bilmək istəsəniz, bizə yazın.`
        : `Sifariş ${number}, ${product}: ${amount ?? 'ödənişiniz'} ödədiyiniz karta geri göndərildi. Hesabınıza keçməsi bankınızdan asılı olaraq bir neçə gün çəkə bilər.`,
      ...(isBilled ? ['Geri qaytarma sənədiniz hesabınızın Fakturalar bölməsindədir.'] : []),
    ],
    action: 'Hesabımı aç',
  }),
  en: ({ product, amount, number, because, isByHand, isBilled }) => ({
    subject: `Payment refunded: ${product}`,
    paragraphs: [
      because ?? `The payment of your order ${number} was refunded, and your access has ended.`,
      isByHand
        ? `Order ${number}, ${product}: ${amount ?? 'your payment'} was paid back by hand. If you want to know how, write to us.`
        : `Order ${number}, ${product}: ${amount ?? 'your payment'} was sent back to the card you paid with. Depending on your bank it may take a few days to arrive.`,
      ...(isBilled ? ['Your credit note is in the Invoices section of your account.'] : []),
    ],
    action: 'Open my account',
  }),
};

/** Returns the mail about a refund. An unreadable amount or one in another currency is left out. */
export function refundMail(
  to: Reader,
  order: Order,
  payment: PaymentView,
  { reason, isByHand }: RefundNote,
  baseUrl: string,
): Mail {
  const { language } = to;
  const wording = REFUNDED[language]({
    product: productName(order.product, language),
    amount: isLira(payment) ? lira(language, payment.amountKurus) : null,
    number: order.number,
    isByHand,
    because: AUTOMATIC[language][reason],
    isBilled: payment.role === 'pays',
  });
  return compose(to, 'refund', wording, `${baseUrl}/account?selected=invoices`);
}

function isLira({ currency, unreadable }: PaymentView): boolean {
  return currency === 'TRY' && unreadable === undefined;
}

interface Ending extends Pick<SubscriptionEnd, 'days' | 'isStudent'> {
  readonly end: string;
}

const REMINDER: Readonly<
  Record<Language, (about: Ending) => Wording & { readonly short: string }>
> = {
  tr: ({ days, end, isStudent }) => ({
    subject: `Aboneliğinizin bitmesine ${days} gün kaldı`,
    paragraphs: [
      `Platform aboneliğiniz ${end} tarihinde (Türkiye saatiyle) sona eriyor.`,
      isStudent
        ? 'Abonelik kendiliğinden yenilenmez, kartınızdan bir şey çekilmez. Sürdürmek isterseniz süre bitince hesabınızdan yeniden satın alabilirsiniz. Eğitime erişiminiz sürer.'
        : 'Abonelik kendiliğinden yenilenmez, kartınızdan bir şey çekilmez. Eğitim artık sizde olmadığı için, yeniden abone olmadan önce eğitimi satın almanız gerekir.',
    ],
    action: 'Aboneliğime bak',
    short: `Platform aboneliğinizin bitmesine ${days} gün kaldı: ${end}. Kendiliğinden yenilenmez.`,
  }),
  az: ({ days, end, isStudent }) => ({
    subject: `Abunəliyinizin bitməsinə ${days} gün qaldı`,
    paragraphs: [
      `Platforma abunəliyiniz ${end} tarixində (İstanbul vaxtı ilə) bitir.`,
      isStudent
        ? 'Abunəlik öz-özünə yenilənmir, kartınızdan heç nə çıxılmır. Davam etmək istəsəniz, müddət bitəndə hesabınızdan yenidən ala bilərsiniz. Təlimə girişiniz davam edir.'
        : 'Abunəlik öz-özünə yenilənmir, kartınızdan heç nə çıxılmır. Təlim sizdə olmadığı üçün abunəliyi yenidən almazdan əvvəl təlimi almalısınız.',
    ],
    action: 'Abunəliyimə bax',
    short: `Platforma abunəliyinizin bitməsinə ${days} gün qaldı: ${end}. Öz-özünə yenilənmir.`,
  }),
  en: ({ days, end, isStudent }) => ({
    subject: `Your subscription ends in ${days === 1 ? '1 day' : `${days} days`}`,
    paragraphs: [
      `Your platform subscription ends on ${end} (Istanbul time).`,
      isStudent
        ? 'It does not renew by itself and nothing is charged to your card. To continue, buy it again from your account when it has ended. Your access to the course stays.'
        : 'It does not renew by itself and nothing is charged to your card. You no longer have the course: to subscribe again you buy the course first.',
    ],
    action: 'See my subscription',
    short: `Your platform subscription ends in ${days === 1 ? '1 day' : `${days} days`}: ${end}. It does not renew by itself.`,
  }),
};

/** End of a subscription that a reminder announces. */
export interface SubscriptionEnd {
  readonly days: number;
  readonly endsAtMs: number;
  /** Whether the person has the course, which buying a subscription requires. */
  readonly isStudent: boolean;
}

/** Returns the reminder that a subscription ends in some days, as a mail and as a short text for the bot. */
export function reminder(
  to: Reader,
  { days, endsAtMs, isStudent }: SubscriptionEnd,
  baseUrl: string,
): { readonly mail: Mail; readonly text: string } {
  const { language } = to;
  const end = longMoment(language, endsAtMs);
  const { short, ...wording } = REMINDER[language]({ days, end, isStudent });
  const url = `${baseUrl}/account?selected=subscription`;
  return { mail: compose(to, 'reminder', wording, url), text: short };
}

function accountUrl(baseUrl: string, product: Product): string {
  const section = product === 'lesson' ? 'education' : 'subscription';
  return `${baseUrl}/account?selected=${section}`;
}

function compose(
  to: Reader,
  template: string,
  { subject, paragraphs, action }: Wording,
  url: string,
  annexes: readonly MailAnnex[] = [],
): Mail {
  const parts = { title: subject, paragraphs, action: { label: action, url }, annexes };
  return composeLetter(to, template, parts);
}
