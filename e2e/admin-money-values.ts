import assert from 'node:assert/strict';
import {
  type Language,
  ORDER_STATES,
  type OrderState,
  PROVIDER_NAMES,
  type ProviderName,
  type Reply,
  type ROUTES,
} from '@rasat/contract';
import type { Page } from 'playwright-core';
import { expectedMoney } from './expected-money.ts';
import { NOTHING } from './expected-texts.ts';
import type { Draw } from './random.ts';
import { plain, readFacts, readHeads, readRows, readText, SENSES, words } from './shown.ts';

// Randomly drawn orders, refunds and prices of the back office, and the texts that their pages must show.

type Orders = Reply<typeof ROUTES.adminOrders>;
type Order = Reply<typeof ROUTES.adminOrder>;
type Runs = Reply<typeof ROUTES.adminReconciliations>;
type Prices = Reply<typeof ROUTES.adminPrices>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The names of the states of an order. */
export const ORDER_WORDS: Readonly<Record<OrderState, ReturnType<typeof words>>> = {
  open: words('Ödeme bekliyor | Ödəniş gözlənilir | Awaiting payment'),
  unknown: words('Sonuç bekleniyor | Nəticə gözlənilir | Awaiting the outcome'),
  paid: words('Ödendi | Ödənilib | Paid'),
  failed: words('Ödenemedi | Ödənilməyib | Not paid'),
  expired: words('Süresi geçti | Vaxtı keçib | Expired'),
  review: words('İnceleniyor | Yoxlanılır | Under review'),
  refunding: words('İade ediliyor | Geri qaytarılır | Being refunded'),
  refunded: words('İade edildi | Geri qaytarılıb | Refunded'),
};
/** The names of the products. */
export const PRODUCT_WORDS = {
  '3-months': words('3 aylık abonelik | 3 aylıq abunəlik | 3-month subscription'),
  '6-months': words('6 aylık abonelik | 6 aylıq abunəlik | 6-month subscription'),
  lesson: words('Eğitim | Təlim | Course'),
} as const;
const PROVIDERS: Readonly<Record<ProviderName, ReturnType<typeof words>>> = {
  'demo-bank': words('Deneme bankası | Sınaq bankı | Demonstration bank'),
  iyzico: words('iyzico'),
};
export const DOCUMENT_WORDS = {
  invoice: words('Fatura | Faktura | Invoice'),
  'credit-note': words('İade belgesi | Geri qaytarma sənədi | Credit note'),
} as const;

const numberOf = (draw: Draw) => `RS-2026-${draw.whole(100_000, 999_999)}`;

/** The answers of the pages about money. */
export interface MadeMoney {
  readonly orders: Orders;
  readonly order: Order;
  readonly runs: Runs;
  readonly prices: Prices;
}

export function makeMoney(draw: Draw): MadeMoney {
  const nowMs = Date.now();
  const before = () => draw.momentBefore(nowMs, 500);
  const kurus = () => draw.whole(100_000, 9_999_999);
  const products = ['lesson', '3-months', '6-months'] as const;
  const orders = ORDER_STATES.map((state, at) => {
    const created = before();
    return {
      number: numberOf(draw),
      person:
        at === 3
          ? null
          : {
              uid: `K7M2Q9XW${at}A`,
              name: `Ad${at}`,
              surname: `Soyad${at}`,
              email: `p${at}@x.example`,
            },
      product: products[at % 3] ?? 'lesson',
      amount: kurus(),
      currency: 'TRY',
      state,
      provider: PROVIDER_NAMES[at % PROVIDER_NAMES.length] ?? 'iyzico',
      created,
      paid: ['paid', 'refunding', 'refunded'].includes(state)
        ? created + draw.whole(1, 99) * HOUR_MS
        : null,
    };
  });
  const listed = orders.find(({ state }) => state === 'review');
  assert.ok(listed);
  const vat = draw.whole(1000, 9000);
  const start = before();
  const grant = {
    start,
    end: start + draw.whole(80, 200) * DAY_MS,
    ended: start + draw.whole(1, 60) * DAY_MS,
  };
  const began = before();
  const [asked, refused] = [before(), before()];
  const order: Order = {
    ...listed,
    paid: before(),
    net: listed.amount - vat,
    vat,
    vatRate: draw.whole(5, 19),
    agreement: '3',
    refundTerms: '5',
    grant,
    attempts: [
      { id: 'a', began, state: 'dead', code: 'card-bad-fields-400', seen: began + 9 * HOUR_MS },
      { id: 'b', began: began + DAY_MS, state: 'captured', code: null, seen: began + 2 * DAY_MS },
    ],
    payments: [
      {
        id: '71',
        at: before(),
        amount: kurus(),
        currency: 'TRY',
        role: 'misfit',
        unreadable: null,
      },
      {
        id: '72',
        at: before(),
        amount: kurus(),
        currency: 'USD',
        role: 'surplus',
        unreadable: null,
      },
    ],
    events: [
      { id: 1, at: before(), kind: 'page-opened', detail: {} },
      {
        id: 2,
        at: before(),
        kind: 'captured',
        detail: { amountKurus: kurus(), startsAtMs: before() },
      },
      { id: 3, at: before(), kind: 'refund-begun', detail: {} },
    ],
    refunds: [
      {
        id: 'r',
        begun: asked,
        reason: 'Cayma',
        amount: kurus(),
        by: 'UID7',
        where: null,
        state: 'asked',
        done: null,
      },
      {
        id: 's',
        begun: refused,
        reason: 'Fazla',
        amount: kurus(),
        by: null,
        where: null,
        state: 'done',
        done: refused + 3 * HOUR_MS,
      },
    ],
    invoices: [
      { number: 'RST2026000000007', kind: 'invoice', date: before() },
      { number: 'RSI2026000000003', kind: 'credit-note', date: before() },
    ],
    contested: [],
    refundable: true,
    returnable: false,
  };
  const run = (id: number) => {
    const started = before();
    return {
      id,
      started,
      finished: started + draw.whole(20, 990) * 100 + 30,
      checked: draw.whole(1000, 1999),
      changed: draw.whole(100, 199),
      running: false,
      unanswered: draw.whole(10, 19),
      compared: { lines: draw.whole(20, 29), found: draw.whole(2, 9) },
      listFailed: false,
    };
  };
  const by = { uid: 'UID8', name: 'Yönetici', surname: 'Bir' };
  const later = nowMs + draw.whole(1, 90) * DAY_MS;
  return {
    orders: { orders, next: null },
    order,
    runs: { runs: [run(2), run(1)], next: null },
    prices: {
      products: [
        { product: '3-months', amount: kurus(), from: before(), next: null },
        {
          product: '6-months',
          amount: kurus(),
          from: before(),
          next: { amount: kurus(), from: later },
        },
        { product: 'lesson', amount: kurus(), from: before(), next: null },
      ],
      changes: [
        {
          id: 3,
          product: '6-months',
          amount: kurus(),
          previous: kurus(),
          from: later,
          set: before(),
          by,
        },
        {
          id: 2,
          product: 'lesson',
          amount: kurus(),
          previous: kurus(),
          from: before(),
          set: before(),
          by,
        },
        {
          id: 1,
          product: 'lesson',
          amount: kurus(),
          previous: null,
          from: before(),
          set: before(),
          by: null,
        },
      ],
      next: null,
      serverTime: nowMs,
    },
  };
}

const tableOf = (page: Page, texts: string, language: Language) =>
  page.getByRole('table', { name: words(texts)[language], exact: true });

/** Compares a table with rows, seen and heard, without a last column of buttons or fields. */
export async function assertTable(
  page: Page,
  [caption, heads]: readonly [caption: string, heads: string],
  rows: readonly (readonly string[])[],
  language: Language,
): Promise<void> {
  const table = tableOf(page, caption, language);
  await table.waitFor();
  for (const sense of SENSES) {
    const columns = words(heads)[language].split(';');
    assert.deepEqual((await readHeads(table, sense)).slice(0, columns.length), columns);
    const shown = await readRows(table, sense);
    const texts = shown.map((row, at) => row.slice(0, rows[at]?.length));
    assert.deepEqual(
      texts,
      rows.map((row) => row.map(plain)),
    );
  }
}

/** Compares the list of orders and the reconciliation runs above it. */
export async function assertOrdersShown(page: Page, made: MadeMoney, language: Language) {
  const write = expectedMoney(language);
  const moment = (timeMs: number | null) => write.moment(timeMs, Date.now());
  const why = words(
    'Ödemesi veya iadesi bir karar bekliyor | Ödənişi və ya geri qaytarılması qərar gözləyir | Its payment or its refund waits for a decision',
  )[language];
  await assertTable(
    page,
    [
      'Siparişler, en yenisi üstte | Sifarişlər, ən yenisi yuxarıda | Orders, newest first',
      'Sipariş;Alıcı;Ürün;Tutar;Durum;Ödeme kuruluşu;Oluşturuldu (TSİ);Ödendi (TSİ) | Sifariş;Alıcı;Məhsul;Məbləğ;Vəziyyət;Ödəniş təşkilatı;Yaradılıb (İstanbul);Ödənilib (İstanbul) | Order;Buyer;Product;Amount;Status;Payment provider;Created (Istanbul);Paid (Istanbul)',
    ],
    made.orders.orders.map(
      ({ number, person, product, amount, state, provider, created, paid }) => [
        number,
        person === null
          ? words('Silinmiş hesap | Silinmiş hesab | Erased account')[language]
          : `${person.name} ${person.surname}`,
        PRODUCT_WORDS[product][language],
        write.money(amount),
        `${ORDER_WORDS[state][language]} ${state === 'review' ? why : ''}`,
        PROVIDERS[provider][language],
        moment(created),
        moment(paid),
      ],
    ),
    language,
  );
  const [newest] = made.runs.runs;
  assert.ok(newest);
  const [time, checked, changed] = [
    moment(newest.started),
    write.count(newest.checked),
    write.count(newest.changed),
  ];
  await page
    .getByText(
      words(
        `Son çalışma ${time}: ${checked} sipariş, ${changed} değişiklik | Son uzlaşdırma ${time}: ${checked} sifariş, ${changed} dəyişiklik | Last run ${time}: checked ${checked}, changed ${changed}`,
      )[language],
      { exact: true },
    )
    .filter({ visible: true })
    .waitFor();
  const show = page.getByRole('button', {
    name: words('Son çalışmalar | Son uzlaşdırmalar | Last runs')[language],
  });
  if ((await show.getAttribute('aria-expanded')) === 'false') await show.click();
  await assertTable(
    page,
    [
      'Mutabakat çalışmaları, en yenisi üstte | Uzlaşdırmalar, ən yenisi yuxarıda | Reconciliation runs, newest first',
      'Başladı (TSİ);Sürdü;Sorulan;Değişen;Yanıtsız;Fark | Başlayıb (İstanbul);Çəkib;Soruşulan;Dəyişən;Cavabsız;Fərq | Started (Istanbul);Duration;Checked;Changed;Unanswered;Differences',
    ],
    made.runs.runs.map((run) => [
      moment(run.started),
      `${write.number(((run.finished ?? 0) - run.started) / 1000, 1)} ${words('sn | san | s')[language]}`,
      write.count(run.checked),
      write.count(run.changed),
      write.count(run.unanswered),
      write.count(run.compared?.found ?? 0),
    ]),
    language,
  );
}

/** Compares the page of one order under review. */
export async function assertOrderShown(page: Page, { order }: MadeMoney, language: Language) {
  const write = expectedMoney(language);
  const moment = (timeMs: number | null) => write.moment(timeMs, Date.now());
  const name = (texts: string) => words(texts)[language];
  const { grant, person } = order;
  assert.ok(grant && grant.end !== null && grant.ended !== null && person);
  const facts = page.getByRole('region', { name: name('Sipariş | Sifariş | Order'), exact: true });
  const ended = write.date(grant.ended);
  const version = (of: string) => name(`sürüm ${of} | versiya ${of} | version ${of}`);
  const lines = [
    `${name('Durum | Vəziyyət | Status')}: ${ORDER_WORDS.review[language]}`,
    `${name('Alıcı | Alıcı | Buyer')}: ${person.name} ${person.surname} ${person.email}`,
    `${name('Ürün | Məhsul | Product')}: ${PRODUCT_WORDS[order.product][language]}`,
    `${name('Tutar | Məbləğ | Amount')}: ${write.money(order.amount)}`,
    `${name('KDV hariç | ƏDV-siz | Without VAT')}: ${write.money(order.net)}`,
    `${name('KDV | ƏDV | VAT')} ${write.percent(order.vatRate, 0)}: ${write.money(order.vat)}`,
    `${name('Ödeme kuruluşu | Ödəniş təşkilatı | Payment provider')}: ${PROVIDERS[order.provider][language]}`,
    `${name('Oluşturuldu (TSİ) | Yaradılıb (İstanbul) | Created (Istanbul)')}: ${moment(order.created)}`,
    `${name('Ödendi (TSİ) | Ödənilib (İstanbul) | Paid (Istanbul)')}: ${moment(order.paid)}`,
    `${name('Erişim | Giriş | Access')}: ${write.date(grant.start)} – ${write.date(grant.end)} ${name(`${ended} bitirildi | ${ended} bitirilib | ended on ${ended}`)}`,
    `${name('Sözleşme | Müqavilə | Agreement')}: ${version(order.agreement)}`,
    `${name('İade koşulları | Geri qaytarma şərtləri | Refund terms')}: ${version(order.refundTerms)}`,
  ].map(plain);
  for (const sense of SENSES) assert.deepEqual(await readFacts(facts.locator('dl'), sense), lines);
  const [misfit] = order.payments;
  const [taken, ordered] = [write.money(misfit?.amount ?? 0), write.money(order.amount)];
  assert.equal(
    await readText(page.getByRole('alert'), 'seen'),
    plain(
      name(
        `Bu sipariş bir karar bekliyor. Ödeme kuruluşu ${taken} aldı, siparişin tutarı ${ordered}. Erişim verilmedi. | Bu sifariş qərar gözləyir. Ödəniş təşkilatı ${taken} alıb, sifarişin məbləği ${ordered}. Giriş verilməyib. | This order is waiting for a decision. The payment provider took ${taken}; the order is for ${ordered}. No access was given.`,
      ),
    ),
  );
  const card = name(
    'Bankanız ödemeyi onaylamadı. Bakiye, limit, 3-D Secure veya internet alışverişi ayarı için bankanıza sorun ya da başka bir kart deneyin. | Bankınız ödənişi təsdiqləmədi. Balans, limit, 3-D Secure və ya internet alış-verişi ayarı barədə bankınızdan soruşun, ya da başqa kart sınayın. | Your bank did not approve the payment. Ask it about balance, limit, 3-D Secure or online shopping, or try another card.',
  );
  const attemptStates = {
    dead: name('Kapandı | Bağlanıb | Closed'),
    captured: name('Ödendi | Ödənilib | Paid'),
  };
  await assertTable(
    page,
    [
      'Ödeme denemeleri | Ödəniş cəhdləri | Payment attempts',
      'Başladı (TSİ);Durum;Kart yanıtı;Son bildirim (TSİ) | Başlayıb (İstanbul);Vəziyyət;Kartın cavabı;Son xəbər (İstanbul) | Started (Istanbul);Status;Card response;Last update (Istanbul)',
    ],
    order.attempts.map(({ began, state, code, seen }) => [
      moment(began),
      attemptStates[state as keyof typeof attemptStates],
      code === null ? NOTHING : `${card} ${code}`,
      moment(seen),
    ]),
    language,
  );
  const roles = {
    pays: name('Siparişi öder | Sifarişi ödəyir | Pays the order'),
    misfit: name('Siparişe uymuyor | Sifarişə uyğun deyil | Does not match the order'),
    surplus: name('Fazladan alındı | Artıq alınıb | Paid a second time'),
  };
  await assertTable(
    page,
    [
      'Alınan para | Alınan pul | Payments received',
      'Ödeme numarası;Tutar;Anlamı;Zaman (TSİ) | Ödəniş nömrəsi;Məbləğ;Mənası;Vaxt (İstanbul) | Payment number;Amount;Meaning;Time (Istanbul)',
    ],
    order.payments.map(({ id, at, amount, currency, role }) => [
      id,
      currency === 'TRY' ? write.money(amount) : `${write.number(amount / 100, 2)} ${currency}`,
      roles[role],
      moment(at),
    ]),
    language,
  );
  const refundStates = {
    asked: name('Yanıt bekleniyor | Cavab gözlənilir | Awaiting an answer'),
    refused: name('Reddedildi | Rədd edilib | Refused'),
    done: name('İade edildi | Geri qaytarılıb | Refunded'),
  };
  await assertTable(
    page,
    [
      'İadeler | Geri qaytarmalar | Refunds',
      'Başladı (TSİ);Gerekçe;İsteyen;Tutar;Durum;Bitti (TSİ) | Başlayıb (İstanbul);Səbəb;İstəyən;Məbləğ;Vəziyyət;Bitib (İstanbul) | Started (Istanbul);Reason;Requested by;Amount;Status;Finished (Istanbul)',
    ],
    order.refunds.map(({ begun, reason, by, amount, state, done }) => [
      moment(begun),
      reason,
      by ?? name('Kendiliğinden | Öz-özünə | Automatic'),
      write.money(amount),
      refundStates[state],
      moment(done),
    ]),
    language,
  );
  await assertTable(
    page,
    [
      'Faturalar ve iade belgeleri | Fakturalar və geri qaytarma sənədləri | Invoices and credit notes',
      'Numara;Tür;Tarih | Nömrə;Növ;Tarix | Number;Kind;Date',
    ],
    order.invoices.map(({ number, kind, date }) => [
      number,
      DOCUMENT_WORDS[kind][language],
      write.date(date),
    ]),
    language,
  );
  const events = page.getByRole('region', { name: name('Olaylar | Hadisələr | Events') });
  const [opened, captured, refunding] = order.events;
  assert.ok(opened && captured && refunding);
  const { amountKurus, startsAtMs } = captured.detail as Record<string, number>;
  const details = events.locator('details');
  if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
  const said = await readText(events.locator('ol'), 'seen');
  assert.equal(
    said,
    plain(
      [
        moment(opened.at),
        name('Ödeme sayfası açıldı | Ödəniş səhifəsi açıldı | Payment page opened'),
        opened.kind,
        moment(captured.at),
        name('Para alındı | Pul alındı | Payment received'),
        captured.kind,
        name('Tutar | Məbləğ | Amount'),
        write.money(amountKurus ?? 0),
        name('Başlangıç | Başlanğıc | Start'),
        moment(startsAtMs ?? 0),
        moment(refunding.at),
        name('İade başladı | Geri qaytarma başladı | Refund started'),
        refunding.kind,
      ].join(' '),
    ),
  );
}

/** Compares the prices and their history. */
export async function assertPricesShown(page: Page, { prices }: MadeMoney, language: Language) {
  const write = expectedMoney(language);
  const moment = (timeMs: number) => write.moment(timeMs, Date.now());
  const lira = (kurus: number) => write.number(kurus / 100, 2);
  const caption = 'Ücretler, KDV dahil TL | Qiymətlər, ƏDV daxil TL | Prices in TRY, VAT included';
  await assertTable(
    page,
    [
      caption,
      'Ürün;Geçerli;Yeni (TL, KDV dahil) | Məhsul;Hazırkı;Yeni (TL, ƏDV daxil) | Product;Current;New (TRY, VAT included)',
    ],
    prices.products.map(({ product, amount, next }) => {
      const [time, money] = next ? [moment(next.from), write.money(next.amount)] : ['', ''];
      const later = words(
        `${time} (TSİ) itibarıyla ${money} | ${time} (İstanbul vaxtı) tarixindən ${money} | ${money} from ${time} (Istanbul)`,
      )[language];
      return [`${PRODUCT_WORDS[product][language]} ${next ? later : ''}`, lira(amount)];
    }),
    language,
  );
  for (const { product, amount } of prices.products) {
    const field = page.getByRole('textbox', {
      name: words(
        `${PRODUCT_WORDS[product].tr}, yeni ücret (TL, KDV dahil) | ${PRODUCT_WORDS[product].az}, yeni qiymət (TL, ƏDV daxil) | ${PRODUCT_WORDS[product].en}, new price (TRY, VAT included)`,
      )[language],
      exact: true,
    });
    assert.equal(await field.inputValue(), lira(amount));
  }
  const waiting = words('Zamanlandı | Vaxtı təyin edilib | Scheduled')[language];
  await assertTable(
    page,
    [
      'Değişiklik geçmişi | Dəyişikliklərin tarixçəsi | Change history',
      'Geçerlilik başlangıcı (TSİ);Ürün;Değişiklik;Kim, ne zaman (TSİ) | Qüvvəyə minmə vaxtı (İstanbul);Məhsul;Dəyişiklik;Kim, nə vaxt (İstanbul) | Effective from (Istanbul);Product;Change;Who, when (Istanbul)',
    ],
    prices.changes.map(({ product, amount, previous, from, set, by }) => [
      `${moment(from)} ${from > prices.serverTime ? waiting : ''}`,
      PRODUCT_WORDS[product][language],
      previous === null
        ? `${words('ilk ücret | ilk qiymət | first price')[language]} ${lira(amount)}`
        : `${lira(previous)} → ${lira(amount)}`,
      by === null
        ? words('Kurulum ayarları | Quraşdırma ayarları | Installation settings')[language]
        : `${by.name} ${by.surname}, ${moment(set)}`,
    ]),
    language,
  );
}
