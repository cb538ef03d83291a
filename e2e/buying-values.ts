import assert from 'node:assert/strict';
import {
  LANGUAGES,
  type Language,
  type OrderState,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import type { Page } from 'playwright-core';
import { payment as az } from '../web/src/i18n/az/payment.ts';
import { payment as en } from '../web/src/i18n/en/payment.ts';
import { payment as tr } from '../web/src/i18n/tr/payment.ts';
import { type ExpectedMoney, expectedMoney } from './expected-money.ts';
import { eventually } from './fixtures.ts';
import type { Draw } from './random.ts';
import {
  answerCalls,
  chooseLanguage,
  inEachLanguage,
  plain,
  readFacts,
  readHeads,
  readRows,
  readText,
  readTexts,
  SENSES,
  words,
} from './shown.ts';

// Randomly drawn offers, orders and invoices, and the texts that the account must show.

type Offers = Reply<typeof ROUTES.offers>;
type Offer = Offers['products'][number];
type Order = NonNullable<Reply<typeof ROUTES.latestOrder>>;
type Invoices = Reply<typeof ROUTES.invoices>;

const DAY_MS = 86_400_000;
const TEXTS = { tr, az, en } as const;

const PRODUCTS = {
  '3-months': words('3 aylık abonelik | 3 aylıq abunəlik | 3-month subscription'),
  '6-months': words('6 aylık abonelik | 6 aylıq abunəlik | 6-month subscription'),
  lesson: words('Eğitim | Təlim | Course'),
} as const;

/** Offers and their figures besides the amounts. */
export interface MadeOffers {
  readonly offers: Offers;
  /** Price of a month, in kuruş. */
  readonly monthly: { readonly '3-months': number; readonly '6-months': number };
  readonly savingPercent: number;
}

/** Makes offers whose amount, net and VAT all differ, some with kuruş. */
export function makeOffers(draw: Draw): MadeOffers {
  const savingPercent = draw.whole(5, 40);
  const three = draw.whole(50_000, 99_999) * 3;
  // Half a per cent from the next whole number.
  const six = Math.round((three / 3) * (1 - (savingPercent + 0.5) / 100)) * 6;
  const offer = (product: Offer['product'], amount: number, days: number | null): Offer => {
    const vat = draw.whole(5000, 20_000);
    const end = days === null ? null : Date.now() + days * DAY_MS;
    return { product, amount, net: amount - vat, vat, end };
  };
  return {
    offers: {
      products: [
        offer('3-months', three, draw.whole(80, 99)),
        offer('6-months', six, draw.whole(170, 199)),
        offer('lesson', draw.whole(10_000, 20_000) * 100, null),
      ],
      course: {
        onSale: true,
        lessons: Array.from({ length: 8 }, (_, at) => ({
          title: { tr: `Ders ${at}`, az: `Dərs ${at}`, en: `Lesson ${at}` },
          hasVideo: true,
        })),
      },
      currency: 'TRY',
      vatRate: draw.whole(8, 19),
      agreement: '1',
      refund: '1',
      provider: 'demo-bank',
    },
    monthly: { '3-months': three / 3, '6-months': six / 6 },
    savingPercent,
  };
}

/** Returns the offer of a product. */
export const offerOf = ({ offers }: MadeOffers, product: Offer['product']): Offer => {
  const found = offers.products.find((one) => one.product === product);
  assert.ok(found);
  return found;
};

/** Compares the lines of an order and its pay button. */
async function assertOrder(page: Page, made: MadeOffers, offer: Offer, language: Language) {
  const write = expectedMoney(language);
  const panel = page.getByRole('region', { name: words('Ödeme | Ödəniş | Payment')[language] });
  const vat = words('KDV | ƏDV | VAT')[language];
  const lines = [
    `${PRODUCTS[offer.product][language]}: ${write.money(offer.net)}`,
    `${vat} ${write.percent(made.offers.vatRate, 0)}: ${write.money(offer.vat)}`,
    `${words('Toplam | Cəmi | Total')[language]}: ${write.money(offer.amount)}`,
    ...(offer.end === null
      ? []
      : [`${words('Bitiş | Bitmə | End')[language]}: ${write.date(offer.end)}`]),
  ].map(plain);
  await eventually(async () => {
    for (const sense of SENSES) {
      assert.deepEqual(await readFacts(panel.locator('dl'), sense), lines);
    }
  });
  const amount = write.money(offer.amount);
  assert.equal(
    await readText(panel.locator('button[type="submit"]'), 'heard'),
    plain(words(`${amount} öde | ${amount} ödə | Pay ${amount}`)[language]),
  );
}

/** Compares the plans of a subscription that a student sees. */
export async function assertPlansShown(page: Page, draw: Draw): Promise<void> {
  const made = makeOffers(draw);
  await answerCalls(page, {
    '/payment/offers': made.offers,
    '/account/orders/latest': null,
  });
  await page.goto('/account?selected=subscription');
  await page.getByRole('checkbox').check();
  await inEachLanguage(page, async (language) => {
    const write = expectedMoney(language);
    const plan = (months: 3 | 6, note: string) => {
      const { amount } = offerOf(made, `${months}-months`);
      const price = write.shortMoney(made.monthly[`${months}-months`]);
      return plain(
        `${months} ${words('ay | ay | months')[language]} ${note} ${write.shortMoney(amount)} ${words(`ayda ${price} | ayda ${price} | ${price} a month`)[language]}`,
      );
    };
    const saving = write.percent(made.savingPercent, 0);
    const plans = [
      plan(3, words('Tek ödeme | Tək ödəniş | One payment')[language]),
      plan(
        6,
        words(`Aylıkta ${saving} daha az | Ayda ${saving} daha az | ${saving} less a month`)[
          language
        ],
      ),
    ];
    const cards = page.locator('label:has(input[name="type"])');
    for (const sense of SENSES) assert.deepEqual(await readTexts(cards, sense), plans);
    for (const months of [3, 6] as const) {
      await page.locator(`input[name="type"][value="${months}"]`).check();
      await assertOrder(page, made, offerOf(made, `${months}-months`), language);
    }
  });
}

/** Compares the prices of course and plans that a person without the course sees. */
export async function assertCoursePricesShown(page: Page, draw: Draw): Promise<void> {
  const made = makeOffers(draw);
  const lesson = offerOf(made, 'lesson');
  await answerCalls(page, { '/payment/offers': made.offers, '/account/orders/latest': null });
  await page.goto('/account?selected=education');
  await page.getByRole('checkbox').check();
  await inEachLanguage(page, async (language) => {
    const write = expectedMoney(language);
    const name = words('Teknik çizim eğitimi | Texniki çizgi təlimi | Chart drawing course');
    const course = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: name[language], exact: true }) });
    assert.equal(
      await readText(course.locator('p.num'), 'seen'),
      plain(
        `${write.shortMoney(lesson.amount)} ${words('KDV dahil | ƏDV daxil | VAT included')[language]}`,
      ),
    );
    await assertOrder(page, made, lesson, language);
  });
  await page.locator('nav a[href$="selected=subscription"]').first().click();
  await inEachLanguage(page, async (language) => {
    const write = expectedMoney(language);
    const panel = page.getByRole('region', {
      name: words('Önce eğitim | Əvvəlcə təlim | The course comes first')[language],
    });
    await panel.waitFor();
    const price = words('Eğitim ücreti | Təlimin qiyməti | Price of the course')[language];
    const lines = [
      `${price}: ${write.money(lesson.amount)}`,
      ...(['6-months', '3-months'] as const).map(
        (plan) => `${PRODUCTS[plan][language]}: ${write.money(offerOf(made, plan).amount)}`,
      ),
    ].map(plain);
    for (const sense of SENSES) {
      assert.deepEqual(await readFacts(panel.locator('dl'), sense), lines);
    }
  });
}

type Outcome = Pick<Order, 'state' | 'code'> & { readonly title: ReturnType<typeof words> };

const FAILED = words(
  'Ödeme tamamlanamadı | Ödəniş tamamlanmadı | The payment could not be completed',
);
const OUTCOMES: readonly Outcome[] = [
  {
    state: 'open',
    code: null,
    title: words('Ödeme tamamlanmadı | Ödəniş yarımçıq qaldı | The payment was not completed'),
  },
  { state: 'open', code: 'card-bad-fields-400', title: FAILED },
  {
    state: 'unknown',
    code: null,
    title: words(
      'Ödemenin sonucu bekleniyor | Ödənişin nəticəsi gözlənilir | Awaiting the outcome of the payment',
    ),
  },
  { state: 'failed', code: null, title: FAILED },
  { state: 'expired', code: null, title: FAILED },
  {
    state: 'review',
    code: null,
    title: words('Ödemeniz inceleniyor | Ödənişiniz yoxlanılır | Your payment is under review'),
  },
  {
    state: 'refunding',
    code: null,
    title: words(
      'Ödemeniz iade ediliyor | Ödənişiniz geri qaytarılır | Your payment is being refunded',
    ),
  },
  {
    state: 'refunded',
    code: null,
    title: words('Ödemeniz iade edildi | Ödənişiniz geri qaytarıldı | Your payment was refunded'),
  },
  {
    state: 'paid',
    code: null,
    title: words('Ödemeniz alındı | Ödənişiniz alındı | Your payment was received'),
  },
];
/** The texts about an order that was not paid. */
const UNPAID: Readonly<Partial<Record<OrderState, ReturnType<typeof words>>>> = {
  open: words('Ödeme bekliyor | Ödəniş gözlənilir | Awaiting payment'),
  failed: words('Ödenemedi | Ödənilməyib | Not paid'),
  expired: words('Süresi geçti | Vaxtı keçib | Expired'),
};

function receiptOf(order: Order, write: ExpectedMoney): string[] {
  const { language } = write;
  const name = (texts: string) => words(texts)[language];
  const unpaid = UNPAID[order.state]?.[language];
  const amount = write.money(order.amount);
  return [
    `${name('Ürün | Məhsul | Product')}: ${PRODUCTS[order.product][language]}`,
    ...(order.start === null || order.end === null
      ? []
      : [
          `${name('Başlangıç | Başlanğıc | Start')}: ${write.date(order.start)}`,
          `${name('Bitiş | Bitmə | End')}: ${write.date(order.end)}`,
        ]),
    ...(order.code === null
      ? unpaid === undefined
        ? []
        : [`${name('Durum | Vəziyyət | Status')}: ${unpaid}`]
      : [
          `${name('Sonuç | Nəticə | Result')}: ${name('Bankanız ödemeyi onaylamadı. Bakiye, limit, 3-D Secure veya internet alışverişi ayarı için bankanıza sorun ya da başka bir kart deneyin. | Bankınız ödənişi təsdiqləmədi. Balans, limit, 3-D Secure və ya internet alış-verişi ayarı barədə bankınızdan soruşun, ya da başqa kart sınayın. | Your bank did not approve the payment. Ask it about balance, limit, 3-D Secure or online shopping, or try another card.')}`,
          `${name('Kod | Kod | Code')}: ${order.code}`,
        ]),
    `${name('Tutar | Məbləğ | Amount')}: ${name(`${amount}, KDV dahil | ${amount}, ƏDV daxil | ${amount}, VAT included`)}`,
    `${name('Sipariş | Sifariş | Order')}: ${order.number}`,
  ].map(plain);
}

/**
 * Compares the outcome of a payment for every state of its order: the page in one language, by turns over the runs, and
 * the names of the states in all languages.
 */
export async function assertOutcomesShown(page: Page, draw: Draw): Promise<void> {
  let order: Order | null = null;
  await answerCalls(page, { '/account/orders/latest': () => order });
  const products = ['3-months', '6-months'] as const;
  for (const one of LANGUAGES) {
    const { outcome, state: states } = TEXTS[one];
    for (const { state, code, title } of OUTCOMES) {
      const shown =
        state === 'unknown' ? 'waiting' : code !== null || title === FAILED ? 'failed' : state;
      assert.equal(outcome[shown as keyof typeof outcome], title[one], `${one} ${state}`);
    }
    for (const [state, word] of Object.entries(UNPAID)) {
      assert.equal(states[state as keyof typeof UNPAID], word[one], `${one} ${state}`);
    }
  }
  let at = draw.whole(0, 2);
  const settings = page.locator('nav a[href$="selected=settings"][aria-current="page"]');
  await page.goto('/account?selected=settings');
  for (const { title, ...outcome } of OUTCOMES) {
    // The page listens to changes of the address only once it has loaded.
    await settings.waitFor();
    const given = ['paid', 'refunding', 'refunded'].includes(outcome.state);
    const created = draw.momentBefore(Date.now(), 300);
    const start = created + draw.whole(1, 20) * DAY_MS;
    order = {
      number: `RS-2026-${draw.whole(100_000, 999_999)}`,
      product: products[draw.whole(0, 1)] ?? '3-months',
      amount: draw.whole(100_000, 999_999),
      currency: 'TRY',
      ...outcome,
      created,
      paid: given ? created + DAY_MS : null,
      start: given ? start : null,
      end: given ? start + draw.whole(80, 200) * DAY_MS : null,
    };
    const shown = order;
    // Changes the address without a load, as a link does.
    await page.evaluate(() => {
      history.pushState(null, '', '/account?selected=subscription&state=pending');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    const language = LANGUAGES[at % LANGUAGES.length] ?? 'tr';
    at += 1;
    await chooseLanguage(page, language);
    await page.getByRole('heading', { level: 2, name: title[language], exact: true }).waitFor();
    const lists = page.getByRole('main').locator('dl').filter({ hasText: shown.number });
    await lists.waitFor();
    const receipt = receiptOf(shown, expectedMoney(language));
    await eventually(async () => {
      for (const sense of SENSES) assert.deepEqual(await readFacts(lists, sense), receipt);
    });
    await page.goBack();
  }
}

/** Compares the list of invoices and credit notes. */
export async function assertInvoicesShown(page: Page, draw: Draw): Promise<void> {
  const entry = (
    index: number,
    product: Offer['product'],
    refersTo: string | null,
  ): Invoices[number] => ({
    index,
    date: draw.momentBefore(Date.now(), 500),
    number: `RST2026000000${draw.whole(100, 999)}`,
    kind: refersTo === null ? 'invoice' : 'credit-note',
    refersTo,
    product,
    amount: draw.whole(100_000, 9_999_999),
    order: `RS-2026-${draw.whole(100_000, 999_999)}`,
  });
  const lesson = entry(1, 'lesson', null);
  const list = [
    lesson,
    entry(2, '3-months', null),
    entry(3, '6-months', null),
    entry(4, 'lesson', lesson.number),
  ];
  await answerCalls(page, { '/account/invoice': list });
  await page.goto('/account?selected=invoices');
  await inEachLanguage(page, async (language) => {
    const write = expectedMoney(language);
    const table = page.getByRole('table', {
      name: words(
        'Faturalar ve iade belgeleri, en yenisi üstte | Fakturalar və geri qaytarma sənədləri, ən yenisi yuxarıda | Invoices and credit notes, newest first',
      )[language],
    });
    await table.waitFor();
    const heads = words(
      'Numara;Tarih;Açıklama;Tür;Tutar;PDF | Nömrə;Tarix;İzahat;Növ;Məbləğ;PDF | Number;Date;Description;Kind;Amount;PDF',
    );
    for (const sense of SENSES) {
      const rows = list.toReversed().map((one) => {
        const about =
          one.refersTo === null
            ? words(`Sipariş ${one.order} | Sifariş ${one.order} | Order ${one.order}`)
            : words(
                `${one.refersTo} numaralı faturanın iadesi | ${one.refersTo} nömrəli fakturanın geri qaytarılması | Refund of invoice ${one.refersTo}`,
              );
        const kind =
          one.kind === 'invoice'
            ? words('Fatura | Faktura | Invoice')
            : words('İade belgesi | Geri qaytarma sənədi | Credit note');
        const open = words(
          `${one.number} numaralı belge, PDF (yeni sekmede açılır) | ${one.number} nömrəli sənəd, PDF (yeni vərəqdə açılır) | Document ${one.number}, PDF (opens in a new tab)`,
        );
        return [
          one.number,
          write.date(one.date),
          `${PRODUCTS[one.product][language]} ${about[language]}`,
          kind[language],
          write.money(one.kind === 'invoice' ? one.amount : -one.amount),
          sense === 'heard' ? open[language] : 'PDF',
        ].map(plain);
      });
      assert.deepEqual(await readHeads(table, sense), heads[language].split(';'));
      assert.deepEqual(await readRows(table, sense), rows);
    }
  });
}
