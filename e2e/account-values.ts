import assert from 'node:assert/strict';
import type { Language, Reply, ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import { expectedMoney } from './expected-money.ts';
import { eventually } from './fixtures.ts';
import type { Draw } from './random.ts';
import {
  answerCalls,
  CLOCK,
  inEachLanguage,
  plain,
  readFacts,
  readHeads,
  readRows,
  readText,
  SENSES,
  silenceStream,
  words,
} from './shown.ts';

// The sections of a subscriber's account with randomly drawn answers, and the texts that they must show.

type Subscription = Reply<typeof ROUTES.subscription>;
type Sessions = Reply<typeof ROUTES.sessions>;
type Quotes = Reply<typeof ROUTES.quotes>;
type Symbols = Reply<typeof ROUTES.symbols>;
type Telegram = Reply<typeof ROUTES.telegram>;
type Erasure = Reply<typeof ROUTES.erasure>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

interface MadeAccount {
  readonly subscription: { readonly start: number; readonly end: number };
  readonly daysLeft: number;
  readonly passedPercent: number;
  readonly sessions: Sessions;
  readonly favorites: readonly string[];
  readonly symbols: Symbols;
  readonly quotes: Quotes;
  readonly telegram: Telegram;
  readonly erasure: { readonly requested: number; readonly due: number };
}

function makeAccount(draw: Draw): MadeAccount {
  const nowMs = Date.now();
  // Half a day and half a per cent before the next whole number, so that a slow test sees the same number.
  const daysLeft = draw.whole(3, 29);
  const passedPercent = draw.whole(60, 90);
  const end = nowMs + (daysLeft - 0.5) * DAY_MS;
  const length = (end - nowMs) / (1 - (passedPercent + 0.5) / 100);
  const session = (current: boolean, device: string) => {
    const opened = draw.momentBefore(nowMs, 500);
    return {
      id: String(draw.whole(1, 9_999_999)),
      opened,
      seen: opened + draw.whole(1, 40) * HOUR_MS,
      device,
      current,
    };
  };
  const symbol = (name: string, type: Symbols[number]['type'], digits: number) => ({
    symbol: name,
    type,
    digits,
    name: { tr: `${name} tr`, az: `${name} az`, en: `${name} en` },
    source: 'simulated',
    delay: { class: 'simulated' as const, ms: 0 },
    calendar: 'always' as const,
    base: '60' as const,
    resolutions: ['60' as const],
  });
  const quote = (s: string): Quotes['quotes'][number] => {
    const [p, previousClose] = [draw.decimal(100, 2000), draw.decimal(100, 2000)];
    const others = { dayOpen: 1, dayHigh: 2, dayLow: 3, weekOpen: 4, closes: [1, 2, 3] };
    return { s, p, d: nowMs, previousClose, ...others, open: false, stale: false };
  };
  return {
    subscription: { start: end - length, end },
    daysLeft,
    passedPercent,
    sessions: [session(true, 'Firefox, Linux'), session(false, 'Safari, iOS'), session(false, '')],
    favorites: ['XAUUSD', 'EURUSD'],
    symbols: [symbol('EURUSD', 'forex', 5), symbol('XAUUSD', 'forex', 2)],
    quotes: { serverTime: nowMs, quotes: [quote('EURUSD'), quote('XAUUSD')] },
    telegram: {
      UID: `RS${draw.whole(1_000_000, 9_999_999)}`,
      active: true,
      link: 'https://t.me/rasatbot',
      signals: true,
      messages: false,
    },
    erasure: {
      requested: draw.momentBefore(nowMs, 13),
      due: nowMs + draw.whole(1, 400) * HOUR_MS,
    },
  };
}

const regionOf = (page: Page, texts: string, language: Language) =>
  page.getByRole('region', { name: words(texts)[language], exact: true });

async function assertSubscription(page: Page, made: MadeAccount, language: Language) {
  const write = expectedMoney(language);
  const { start, end } = made.subscription;
  const panel = regionOf(page, 'Aboneliğiniz | Abunəliyiniz | Your subscription', language);
  const [from, to, left] = words('Başlangıç;Bitiş;Kalan | Başlanğıc;Bitmə;Qalıb | Start;End;Left')[
    language
  ].split(';');
  for (const sense of SENSES) {
    assert.deepEqual(await readFacts(panel.locator('dl'), sense), [
      `${from}: ${write.date(start)}`,
      `${to}: ${write.date(end)}`,
      `${left}: ${made.daysLeft} ${words('gün | gün | days')[language]}`,
    ]);
  }
  const share = write.percent(made.passedPercent, 0);
  const passed = words(
    `Sürenin ${share} kadarı geçti | Müddətin ${share} qədəri keçib | ${share} of the time has passed`,
  )[language];
  await panel.getByRole('img', { name: passed, exact: true }).waitFor();
}

async function assertSessions(page: Page, { sessions }: MadeAccount, language: Language) {
  const write = expectedMoney(language);
  const moment = (timeMs: number) => write.moment(timeMs, Date.now());
  const table = regionOf(page, 'Açık oturumlar | Açıq sessiyalar | Open sessions', language);
  const lines = (heard: boolean) =>
    sessions.map(({ device, opened, seen, current }) => {
      const name = device || words('Bilinmeyen cihaz | Naməlum cihaz | Unknown device')[language];
      const tag = current ? ` ${words('bu oturum | bu sessiya | this session')[language]}` : '';
      const begun = words(
        `açılış ${moment(opened)} | açılıb: ${moment(opened)} | opened ${moment(opened)}`,
      )[language];
      const end = heard
        ? words(
            `Oturumu kapat: ${name}, son kullanım ${moment(seen)} | Sessiyanı bağla: ${name}, son istifadə ${moment(seen)} | End the session: ${name}, last used ${moment(seen)}`,
          )
        : words('Kapat | Bağla | End');
      return [
        `${name}${tag} ${begun}`,
        current ? words('şimdi | indi | now')[language] : moment(seen),
        current ? '' : end[language],
      ];
    });
  assert.deepEqual(await readRows(table, 'seen'), lines(false));
  assert.deepEqual(await readRows(table, 'heard'), lines(true));
}

async function assertFavorites(page: Page, made: MadeAccount, language: Language) {
  const write = expectedMoney(language);
  const table = page.getByRole('table', {
    name: words(
      'Favori semboller ve fiyatları | Seçilmiş simvollar və qiymətləri | Favourite symbols and their prices',
    )[language],
  });
  const lines = made.favorites.map((symbol) => {
    const quote = made.quotes.quotes.find(({ s }) => s === symbol);
    const digits = made.symbols.find((one) => one.symbol === symbol)?.digits ?? 0;
    const { p = null, previousClose = null } = quote ?? {};
    assert.ok(p !== null && previousClose !== null);
    return [
      symbol,
      'Forex',
      write.price(p, digits),
      plain(write.change((p / previousClose - 1) * 100)),
    ];
  });
  const columns = words(
    'Sembol;Kategori;Fiyat;Gün;30 gün | Simvol;Kateqoriya;Qiymət;Gün;30 gün | Symbol;Category;Price;Day;30 days',
  )[language].split(';');
  for (const sense of SENSES) {
    assert.deepEqual((await readHeads(table, sense)).slice(0, 5), columns);
    const rows = await readRows(table, sense);
    assert.deepEqual(
      rows.map((row) => row.slice(0, 4)),
      lines,
    );
  }
}

async function assertTelegram(page: Page, { telegram }: MadeAccount, language: Language) {
  const [id, state] = words(
    'Kimliğiniz (UID);Durum | Kimliyiniz (UID);Vəziyyət | Your ID (UID);Status',
  )[language].split(';');
  const linked = words('Hesabınıza bağlı | Hesabınıza bağlıdır | Linked to your account');
  const facts = page.getByRole('main').locator('dl').filter({ hasText: telegram.UID });
  // This list has no element around each name and value.
  assert.equal(
    await readText(facts, 'heard'),
    `${id} ${telegram.UID} ${state} ${linked[language]}`,
  );
  for (const [texts, on] of [
    [
      'Platform ve sınıf mesajlarını gönder | Platforma və sinif mesajlarını göndər | Send platform and class messages',
      telegram.messages,
    ],
    [
      'Favorilerimin yeni tahminci kayıtlarını gönder | Seçilmişlərimin yeni proqnoz qeydlərini göndər | Send new predictor entries of my favourites',
      telegram.signals,
    ],
  ] as const) {
    const box = page.getByRole('checkbox', { name: words(texts)[language], exact: true });
    assert.equal(await box.isChecked(), on, texts);
  }
}

async function assertErasure(page: Page, { erasure }: MadeAccount, language: Language) {
  const write = expectedMoney(language);
  const [due, asked] = [erasure.due, erasure.requested].map((timeMs) =>
    plain(write.moment(timeMs, Date.now())),
  );
  const panel = regionOf(page, 'Hesabı sil | Hesabı sil | Delete the account', language);
  const text = await readText(panel, 'seen');
  const first = words(
    `Hesabınız ${due} (TSİ) tarihinde silinecek. | Hesabınız ${due} tarixində (İstanbul vaxtı ilə) silinəcək. | Your account will be erased on ${due} (Istanbul time).`,
  )[language];
  assert.ok(text.includes(first), `${first} in ${text}`);
  const second = words(
    `İsteğiniz ${asked} tarihinde alındı | Sorğunuz ${asked} tarixində qəbul edilib | You asked on ${asked}.`,
  )[language];
  assert.ok(text.includes(second), `${second} in ${text}`);
}

/** Compares every section of a subscriber's account with the drawn answers in each language. */
export async function assertAccountShown(page: Page, draw: Draw): Promise<void> {
  const made = makeAccount(draw);
  await silenceStream(page);
  await answerCalls(page, {
    ...CLOCK,
    '/account/subscription': made.subscription satisfies Subscription,
    '/account/sessions': made.sessions,
    '/account/favorites': made.favorites,
    '/symbols': made.symbols,
    '/quotes/forex': made.quotes,
    '/account/telegram': made.telegram,
    '/account/erasure': made.erasure satisfies Erasure,
  });
  await page.goto('/account?selected=subscription');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const sections = [
    ['subscription', assertSubscription, 'dl'],
    ['security', assertSessions, 'tbody tr'],
    ['favorites', assertFavorites, 'tbody tr'],
    ['telegram', assertTelegram, 'dl'],
    ['settings', assertErasure, 'time'],
  ] as const;
  await inEachLanguage(page, async (language) => {
    for (const [section, look, sign] of sections) {
      await page.locator(`nav a[href$="selected=${section}"]`).first().click();
      await page.locator(`nav a[href$="selected=${section}"][aria-current="page"]`).waitFor();
      await page.locator(`main ${sign}`).first().waitFor();
      // The panel of one call may load after the panels around it.
      await eventually(() => look(page, made, language));
    }
  });
}
