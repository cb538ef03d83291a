import assert from 'node:assert/strict';
import { AUDIT_ACTIONS, type Language, type Reply, type ROUTES } from '@rasat/contract';
import type { Page } from 'playwright-core';
import {
  assertOrderShown,
  assertOrdersShown,
  assertPricesShown,
  assertTable,
  DOCUMENT_WORDS,
  type MadeMoney,
  makeMoney,
  ORDER_WORDS,
  PRODUCT_WORDS,
} from './admin-money-values.ts';
import { expectedMoney } from './expected-money.ts';
import { NOTHING } from './expected-texts.ts';
import { eventually } from './fixtures.ts';
import type { Draw } from './random.ts';
import {
  answerCalls,
  CLOCK,
  inEachLanguage,
  plain,
  readFacts,
  readRows,
  readText,
  readTexts,
  SENSES,
  words,
} from './shown.ts';

// The pages of the back office with randomly drawn answers, and the texts that they must show.

type Summary = Reply<typeof ROUTES.adminSummary>;
type People = Reply<typeof ROUTES.adminPeople>;
type Person = Reply<typeof ROUTES.adminPerson>;
type Symbols = Reply<typeof ROUTES.adminSymbols>;
type Feeds = Reply<typeof ROUTES.adminFeeds>;
type Audit = Reply<typeof ROUTES.adminAudit>;
type Questions = Reply<typeof ROUTES.adminQuestions>;
type Homework = Reply<typeof ROUTES.adminHomework>;
type Messages = Reply<typeof ROUTES.adminMessages>;
type Lessons = Reply<typeof ROUTES.adminLessons>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const UID = 'K7M2Q9XWPA';

const titles = (name: string) => ({
  tr: `${name} Türkçe`,
  az: `${name} azərbaycanca`,
  en: `${name} English`,
});

interface Made {
  readonly summary: Summary;
  readonly people: People;
  readonly person: Person;
  readonly money: MadeMoney;
  readonly symbols: Symbols;
  readonly feeds: Feeds;
  readonly audit: Audit;
  readonly questions: Questions;
  readonly homework: Homework;
  readonly messages: Messages;
  readonly lessons: Lessons;
  readonly daysLeft: number;
}

function makePeople(draw: Draw, nowMs: number, daysLeft: number): People {
  const person = (
    name: string,
    state: People['people'][number]['state'],
    end: number | null,
    rest: Partial<People['people'][number]> = {},
  ): People['people'][number] => ({
    uid: `${UID.slice(0, -1)}${name.length}`,
    name,
    surname: `Soyad${draw.whole(100, 999)}`,
    email: `${name.toLowerCase()}@ornek.example`,
    gsm: '+905321234567',
    city: `Şehir${draw.whole(100, 999)}`,
    state,
    end,
    student: draw.whole(0, 1) === 1,
    admin: false,
    registered: draw.momentBefore(nowMs, 500),
    lastSignIn: draw.momentBefore(nowMs, 500),
    ...rest,
  });
  return {
    total: draw.whole(1000, 9999),
    people: [
      person('Abone', 'subscriber', nowMs + draw.whole(40, 90) * DAY_MS),
      person('Bitecek', 'subscriber', nowMs + (daysLeft - 0.5) * DAY_MS),
      person('Bitti', 'ended', draw.momentBefore(nowMs, 90)),
      person('Öğren', 'student', null, { student: true }),
      person('Kayıtlı', 'registered', null, { lastSignIn: null }),
      person('Yön', 'registered', null, { admin: true }),
    ],
    next: null,
    serverTime: nowMs,
  };
}

function makePerson(draw: Draw, nowMs: number): Person {
  const before = () => draw.momentBefore(nowMs, 500);
  const kurus = () => draw.whole(100_000, 9_999_999);
  const grant = (rest: Partial<Person['grants'][number]>): Person['grants'][number] => {
    const start = before();
    return {
      id: draw.whole(1, 9999),
      right: 'subscription',
      start,
      end: start + draw.whole(600, 900) * DAY_MS,
      origin: 'admin',
      order: null,
      created: start,
      ended: null,
      endReason: null,
      running: true,
      ...rest,
    };
  };
  const opened = before();
  return {
    uid: UID,
    name: 'Elif',
    surname: 'Kaya',
    email: 'elif@ornek.example',
    gsm: '+905321234567',
    city: 'İstanbul',
    state: 'subscriber',
    end: nowMs + 90 * DAY_MS,
    student: true,
    admin: false,
    registered: before(),
    lastSignIn: before(),
    identity: '•••••••••46',
    country: 'TR',
    district: 'Üsküdar',
    language: 'az',
    authenticator: before(),
    erasure: nowMs + draw.whole(1, 300) * HOUR_MS,
    extendsFrom: nowMs,
    sessions: [{ id: '1', opened, seen: opened + 5 * HOUR_MS, device: 'Firefox, Linux' }],
    grants: [
      grant({ origin: 'order', order: 'RS-2026-000777' }),
      grant({ right: 'lesson', end: null, origin: 'operator' }),
      grant({ running: false, ended: before(), endReason: 'Yanlış' }),
      grant({ running: false, ended: before(), endReason: 'refund', origin: 'demo' }),
      grant({ running: false, end: nowMs - DAY_MS }),
      grant({ running: false, start: nowMs + 30 * DAY_MS }),
    ],
    orders: (['paid', 'refunded'] as const).map((state) => ({
      number: `RS-2026-${draw.whole(100_000, 999_999)}`,
      product: state === 'paid' ? '3-months' : 'lesson',
      amount: kurus(),
      currency: 'TRY',
      state,
      created: before(),
      paid: before(),
    })),
    invoices: (['invoice', 'credit-note'] as const).map((kind) => ({
      number: `RST2026${draw.whole(100_000, 999_999)}`,
      kind,
      date: before(),
      amount: kurus(),
      order: `RS-2026-${draw.whole(100_000, 999_999)}`,
    })),
    serverTime: nowMs,
  };
}

/** Returns a time two to twenty hours and a half ago, so that a slow test sees the same whole hours. */
const hoursAgo = (draw: Draw, nowMs: number) => nowMs - (draw.whole(2, 20) + 0.5) * HOUR_MS;

function makeFeeds(draw: Draw, nowMs: number): Feeds {
  const measured: Omit<
    Feeds['sources'][number],
    'source' | 'phase' | 'filled' | 'connected' | 'clockAlarm'
  > = {
    symbols: 20,
    lastPrint: nowMs - draw.whole(2, 9) * HOUR_MS,
    accepted: draw.whole(1000, 4999),
    refused: {},
    silentSince: null,
    delay: { class: 'simulated', ms: 0 },
    licence: null,
    ticks: 'complete',
    categories: ['forex', 'crypto', 'index'],
    flow: { flowing: draw.whole(10, 99), stale: draw.whole(1, 9), closed: draw.whole(1, 9) },
    newest: null,
    limit: 60_000,
    minute: { ticks: draw.whole(1000, 9999), median: draw.whole(1, 99), p95: draw.whole(100, 999) },
    hour: [],
    day: { accepted: draw.whole(5000, 9999), refused: draw.whole(30, 48) },
  };
  return {
    serverTime: nowMs,
    sources: [
      {
        ...measured,
        source: 'simulated',
        phase: 'live',
        filled: 1,
        connected: false,
        clockAlarm: true,
      },
      {
        ...measured,
        source: 'file',
        phase: 'filling',
        filled: draw.decimal(0.1, 0.9),
        connected: true,
        lastPrint: null,
        clockAlarm: false,
      },
    ],
    parts: [
      { name: 'jobs', ready: true, detail: 'two' },
      { name: 'record', ready: false, detail: 'computing 31 %' },
    ],
    alarms: [],
    refusals: [
      {
        source: 'simulated',
        reason: 'jump',
        count: draw.whole(1000, 9999),
        last: hoursAgo(draw, nowMs),
      },
    ],
    prints: [
      {
        source: 'simulated',
        symbol: 'EURUSD',
        reason: 'late',
        price: draw.decimal(1, 2),
        d: draw.momentBefore(nowMs, 9),
        seen: draw.momentBefore(nowMs, 9),
      },
    ],
    corrections: [
      {
        symbol: 'THYAO',
        reason: 'differs',
        count: draw.whole(1000, 9999),
        last: draw.momentBefore(nowMs, 30),
      },
    ],
    calendars: [],
    gaps: [],
    repair: [],
    lagging: [
      { symbol: 'GARAN', last: nowMs - draw.whole(2, 20) * HOUR_MS },
      { symbol: 'AKBNK', last: null },
    ],
  };
}

function make(draw: Draw): Made {
  const nowMs = Date.now();
  const before = () => draw.momentBefore(nowMs, 500);
  const daysLeft = draw.whole(2, 29);
  const count = () => draw.whole(1000, 9999);
  const first = before();
  const student = (at: number) => ({
    uid: `${UID}${at}`,
    name: `Ad${at}`,
    surname: `Soyad${at}`,
    email: `s${at}@x.example`,
    city: `Şehir${at}`,
  });
  const actions = [...AUDIT_ACTIONS];
  return {
    daysLeft,
    summary: {
      people: {
        registered: count(),
        subscribers: count(),
        students: count(),
        ending: draw.whole(10, 99),
        week: { registered: draw.whole(1, 99), subscribers: -draw.whole(1, 99), students: 0 },
      },
      waiting: {
        questions: draw.whole(2, 9),
        homework: draw.whole(10, 19),
        orders: draw.whole(20, 29),
        inReview: 0,
        unknown: 0,
        reviews: 0,
      },
      idleMinutes: 30,
    },
    people: makePeople(draw, nowMs, daysLeft),
    person: makePerson(draw, nowMs),
    money: makeMoney(draw),
    symbols: {
      symbols: [
        {
          symbol: 'XAUUSD',
          category: 'forex',
          digits: draw.whole(1, 4),
          name: titles('Altın'),
          calendar: 'forex',
          source: 'simulated',
          sourceSymbol: 'GOLD',
          base: '60',
          epoch: draw.whole(5, 9),
          bars: draw.whole(10_000, 99_999),
          first,
          last: first + draw.whole(1, 99) * DAY_MS,
        },
        {
          symbol: 'NEW',
          category: 'index',
          digits: 0,
          name: titles('Yeni'),
          calendar: 'always',
          source: 'file',
          sourceSymbol: 'NEW',
          base: '1D',
          epoch: 1,
          bars: 0,
          first: null,
          last: null,
        },
      ],
      sources: ['simulated', 'file'],
    },
    feeds: makeFeeds(draw, nowMs),
    audit: {
      entries: actions.map((action, at) => ({
        id: 100 - at,
        at: before(),
        admin: {
          uid: `${UID}${at}`,
          name: at === 1 ? null : `Ad${at}`,
          surname: at === 1 ? null : `Soyad${at}`,
        },
        action,
        subject: `person:${UID}${at}`,
        detail: { reason: `Neden ${at}`, at: before(), amount: draw.whole(100, 999) },
        ip: `10.0.0.${at}`,
      })),
      next: null,
      admins: [],
      actions,
    },
    questions: {
      waiting: draw.whole(1000, 9999),
      total: 2,
      questions: [hoursAgo(draw, nowMs), before() - 2 * DAY_MS].map((datetime, at) => ({
        id: at + 1,
        person: student(at),
        text: `Soru ${draw.whole(100, 999)}`,
        datetime,
        imageUrl: null,
        answer: null,
        answered: null,
        ordinal: draw.whole(2, 9),
        previous: {
          text: `Önceki ${draw.whole(100, 999)}`,
          datetime: before(),
          imageUrl: null,
          answer: `Yanıt ${draw.whole(100, 999)}`,
        },
      })),
    },
    homework: {
      waiting: draw.whole(2, 9),
      total: draw.whole(1000, 9999),
      homework: [
        {
          id: 1,
          person: student(7),
          number: draw.whole(1, 7),
          text: `Ödev ${draw.whole(100, 999)}`,
          datetime: before(),
          imageUrl: '/api/images/none',
          state: 'review',
          feedback: null,
          marks: [],
          reviewed: null,
          width: 640,
          height: 400,
          earlier: (['fix', 'fix'] as const).map((state) => ({
            text: `Eski ${draw.whole(100, 999)}`,
            datetime: before(),
            imageUrl: '/api/images/none',
            state,
            feedback: `Görüş ${draw.whole(100, 999)}`,
            marks: [],
            reviewed: before(),
          })),
        },
      ],
    },
    messages: {
      audience: { platform: count(), class: count() },
      messages: (['scheduled', 'sent', 'cancelled'] as const).map((state, at) => ({
        id: 9 - at,
        list: at === 1 ? 'class' : 'platform',
        texts: titles(`Mesaj ${draw.whole(100, 999)}`),
        link: null,
        at: state === 'scheduled' ? nowMs + draw.whole(24, 99) * HOUR_MS : before(),
        created: before(),
        state,
        recipients: count(),
      })),
    },
    lessons: {
      lessons: [
        {
          number: 1,
          title: titles('Ders'),
          minutes: 125,
          video: { kind: 'link', url: 'https://www.video.example/1' },
        },
        { number: 2, title: titles('Öteki'), minutes: null, video: { kind: 'none' } },
      ],
      tasks: [{ number: 1, title: titles('Konu'), text: titles('Metin') }],
    },
  };
}

const PEOPLE_STATES = {
  registered: words('Kayıtlı | Qeydiyyatlı | Registered'),
  student: words('Öğrenci | Tələbə | Student'),
  subscriber: words('Abone | Abunəçi | Subscriber'),
  ended: words('Süresi doldu | Müddəti bitib | Ended'),
} as const;
const ADMIN = words('Yönetici | İdarəçi | Administrator');

/** Compares the counts beside the sections and above the list of people. */
async function assertCounts(page: Page, { summary }: Made, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const { people, waiting } = summary;
  const week = (change: number) => {
    const text = write.signed(change, 0);
    return words(`${text} bu hafta | ${text} bu həftə | ${text} this week`)[language];
  };
  const counters = page.getByRole('region', {
    name: words('Üye sayıları | Üzvlərin sayı | Member counts')[language],
  });
  await counters.locator('dd').first().waitFor();
  const names = words(
    'Kayıtlı;Etkin abonelik;Eğitim kaydı;30 gün içinde bitecek | Qeydiyyatlı;Aktiv abunəlik;Təlimə yazılan;30 gün ərzində bitəcək | Registered;Active subscriptions;Course students;Ending within 30 days',
  )[language].split(';');
  const values = [
    `${write.count(people.registered)} ${week(people.week.registered)}`,
    `${write.count(people.subscribers)} ${week(people.week.subscribers)}`,
    `${write.count(people.students)} ${week(people.week.students)}`,
    write.count(people.ending),
  ];
  const sections = page.getByRole('navigation', {
    name: words('Yönetim bölümleri | İdarəetmə bölmələri | Back office sections')[language],
  });
  for (const sense of SENSES) {
    assert.deepEqual(
      await readFacts(counters.locator('dl'), sense),
      names.map((name, at) => `${name}: ${values[at]}`),
    );
    const waits = (count: number) => {
      const told = words(`${count} iş bekliyor | ${count} iş gözləyir | ${count} items waiting`);
      return sense === 'heard' ? `${count} ${told[language]}` : String(count);
    };
    const links = words(
      'Üyeler;Siparişler;Mesajlar;Sorular;Ödevler;Dersler;Ücretler;Semboller;Veri akışları;Açılış sayfası;İşlem kaydı | Üzvlər;Sifarişlər;Mesajlar;Suallar;Tapşırıqlar;Dərslər;Qiymətlər;Simvollar;Məlumat axınları;Açılış səhifəsi;Əməliyyat jurnalı | Members;Orders;Messages;Questions;Homework;Lessons;Prices;Symbols;Feeds;Landing page;Audit log',
    )[language].split(';');
    const counts: Readonly<Record<number, string>> = {
      0: write.count(people.registered),
      1: waits(waiting.orders),
      3: waits(waiting.questions),
      4: waits(waiting.homework),
    };
    assert.deepEqual(
      await readTexts(sections.getByRole('link'), sense),
      links.map((link, at) => plain(`${link} ${counts[at] ?? ''}`)),
    );
  }
}

async function assertPeople(page: Page, made: Made, language: Language): Promise<void> {
  await assertCounts(page, made, language);
  const write = expectedMoney(language);
  const { people, total } = made.people;
  const left = words(
    `${made.daysLeft} gün kaldı | ${made.daysLeft} gün qalıb | ${made.daysLeft} days left`,
  )[language];
  await assertTable(
    page,
    [
      'Üyeler, en son kaydolan üstte | Üzvlər, ən son qeydiyyatdan keçən yuxarıda | Members, most recently registered first',
      'Ad;E-posta;Şehir;Durum;Bitiş;Son giriş (TSİ);Eğitim | Ad;E-poçt;Şəhər;Vəziyyət;Bitmə;Son giriş (İstanbul);Təlim | Name;Email;City;Status;End;Last sign-in (Istanbul);Course',
    ],
    people.map(({ name, surname, email, city, state, end, lastSignIn, student, admin }) => [
      `${name} ${surname}`,
      email,
      city,
      admin ? ADMIN[language] : name === 'Bitecek' ? left : PEOPLE_STATES[state][language],
      end === null ? NOTHING : write.date(end),
      write.moment(lastSignIn, Date.now()),
      (student ? words('Var | Var | Yes') : words('Yok | Yox | No'))[language],
    ]),
    language,
  );
  const number = write.count(total);
  await page
    .getByText(words(`${number} üye | ${number} üzv | ${number} members`)[language], {
      exact: true,
    })
    .waitFor();
}

async function assertPerson(page: Page, { person }: Made, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const name = (texts: string) => words(texts)[language];
  const moment = (timeMs: number | null) => write.moment(timeMs, Date.now());
  await page.getByRole('heading', { level: 1, name: 'Elif Kaya', exact: true }).waitFor();
  const facts = page.getByRole('region', { name: name('Bilgiler | Məlumatlar | Details') });
  const since = write.date(person.authenticator ?? 0);
  const lines = [
    `${name('Durum | Vəziyyət | Status')}: ${PEOPLE_STATES.subscriber[language]} ${PEOPLE_STATES.student[language]}`,
    `UID: ${person.uid}`,
    `${name('E-posta | E-poçt | Email')}: ${person.email}`,
    `${name('Telefon | Telefon | Phone')}: ${person.gsm}`,
    `${name('Kimlik numarası | Şəxsiyyət nömrəsi | Identity number')}: ${person.identity}`,
    `${name('Yer | Yer | Place')}: Üsküdar, İstanbul, ${name('Türkiye | Türkiyə | Türkiye')}`,
    `${name('Dil | Dil | Language')}: ${name('Azerbaycanca | Azərbaycanca | Azerbaijani')}`,
    `${name('Kayıt (TSİ) | Qeydiyyat (İstanbul) | Registered (Istanbul)')}: ${moment(person.registered)}`,
    `${name('Son giriş (TSİ) | Son giriş (İstanbul) | Last sign-in (Istanbul)')}: ${moment(person.lastSignIn)}`,
    `${name('Doğrulama uygulaması | Autentifikator tətbiqi | Authenticator')}: ${name(`${since} tarihinden beri | ${since} tarixindən bəri | since ${since}`)}`,
  ].map(plain);
  for (const sense of SENSES) assert.deepEqual(await readFacts(facts.locator('dl'), sense), lines);
  const due = moment(person.erasure);
  await page
    .getByText(
      name(
        `Üye hesabının silinmesini istedi. Hesap ${due} (TSİ) itibarıyla silinir. | Üzv hesabının silinməsini istəyib. Hesab ${due} (İstanbul vaxtı) tarixində silinir. | This member asked for the account to be erased. It is erased on ${due} (Istanbul).`,
      ),
      { exact: true },
    )
    .waitFor();
  const rights = {
    lesson: name('Eğitim | Təlim | Course'),
    subscription: name('Abonelik | Abunəlik | Subscription'),
    admin: ADMIN[language],
  };
  const origins = {
    order: name('Sipariş | Sifariş | Order'),
    admin: name('Yönetim | İdarəetmə | Back office'),
    operator: name('Komut satırı | Komanda sətri | Command line'),
    demo: name('Deneme verisi | Sınaq məlumatı | Demonstration'),
  };
  const running = name('Sürüyor | Davam edir | Running');
  const ended = write.date(person.grants[2]?.ended ?? 0);
  // In the order of `makePerson`.
  const states = [
    running,
    running,
    `${name(`${ended} bitirildi | ${ended} bitirilib | Ended on ${ended}`)} Yanlış`,
    name('İade edildi | Geri qaytarılıb | Refunded'),
    name('Süresi doldu | Müddəti bitib | Ended'),
    name('Başlayacak | Başlayacaq | Not started'),
  ];
  await assertTable(
    page,
    [
      'Erişim hakları | Giriş hüquqları | Access',
      'Erişim;Durum;Başlangıç;Bitiş;Kaynak | Giriş;Vəziyyət;Başlanğıc;Bitmə;Mənbə | Access;Status;Start;End;Origin',
    ],
    person.grants.map(({ right, start, end, origin, order }, at) => [
      rights[right],
      states[at] ?? '',
      write.date(start),
      end === null ? name('Sonu yok | Sonu yoxdur | No end') : write.date(end),
      order ?? origins[origin],
    ]),
    language,
  );
  await assertTable(
    page,
    [
      'Oturumlar | Sessiyalar | Sessions',
      'Cihaz;Son kullanım (TSİ) | Cihaz;Son istifadə (İstanbul) | Device;Last used (Istanbul)',
    ],
    person.sessions.map(({ device, opened, seen }) => {
      const begun = moment(opened);
      return [
        `${device} ${name(`Açıldı: ${begun} | Açılıb: ${begun} | Opened: ${begun}`)}`,
        moment(seen),
      ];
    }),
    language,
  );
  await assertTable(
    page,
    [
      'Siparişler | Sifarişlər | Orders',
      'Sipariş;Ürün;Tutar;Durum;Oluşturuldu (TSİ) | Sifariş;Məhsul;Məbləğ;Vəziyyət;Yaradılıb (İstanbul) | Order;Product;Amount;Status;Created (Istanbul)',
    ],
    person.orders.map(({ number, product, amount, state, created }) => [
      number,
      PRODUCT_WORDS[product][language],
      write.money(amount),
      ORDER_WORDS[state][language],
      moment(created),
    ]),
    language,
  );
  await assertTable(
    page,
    [
      'Faturalar ve iade belgeleri | Fakturalar və geri qaytarma sənədləri | Invoices and credit notes',
      'Numara;Tür;Tarih;Tutar;Sipariş | Nömrə;Növ;Tarix;Məbləğ;Sifariş | Number;Kind;Date;Amount;Order',
    ],
    person.invoices.map(({ number, kind, date, amount, order }) => [
      number,
      DOCUMENT_WORDS[kind][language],
      write.date(date),
      write.money(amount),
      order,
    ]),
    language,
  );
}

const SOURCES = {
  simulated: words('simülasyon | simulyasiya | simulated'),
  file: words('dosya | fayl | file'),
} as const;

async function assertSymbols(page: Page, { symbols }: Made, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const categories = {
    forex: words('Forex'),
    index: words('Endeks | İndeks | Indices'),
  } as const;
  await assertTable(
    page,
    [
      'Listelenen semboller | Siyahıdakı simvollar | Listed symbols',
      'Sembol;Ad;Kategori;Kaynak;Ondalık;Mum;Kapsam;Dönem | Simvol;Ad;Kateqoriya;Mənbə;Onluq rəqəm;Şam;Əhatə;Dövr | Symbol;Name;Category;Source;Decimals;Candles;Coverage;Epoch',
    ],
    symbols.symbols.map(
      ({ symbol, name, category, source, sourceSymbol, digits, bars, first, last, epoch }) => [
        symbol,
        name[language],
        categories[category as keyof typeof categories][language],
        [SOURCES[source as keyof typeof SOURCES][language], sourceSymbol !== symbol && sourceSymbol]
          .filter(Boolean)
          .join(' '),
        String(digits),
        bars === 0
          ? words('Henüz mum yok | Hələ şam yoxdur | No candles yet')[language]
          : write.count(bars),
        first === null || last === null ? NOTHING : `${write.date(first)} – ${write.date(last)}`,
        String(epoch),
      ],
    ),
    language,
  );
}

async function assertFeeds(page: Page, { feeds }: Made, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const name = (texts: string) => words(texts)[language];
  const never = name('hiç | heç vaxt | never');
  // Every age is a few whole hours.
  const age = (timeMs: number | null) => {
    if (timeMs === null) return never;
    const hours = Math.floor((feeds.serverTime - timeMs) / HOUR_MS);
    return name(`${hours} sa önce | ${hours} saat əvvəl | ${hours} h ago`);
  };
  const moment = (timeMs: number) => write.moment(timeMs, Date.now());
  const source = (of: string) => SOURCES[of as keyof typeof SOURCES][language];
  const states = [
    `${name('Bağlı değil | Bağlı deyil | Not connected')} ${name('Saati yanlış | Saatı düz deyil | Its clock is wrong')}`,
    `${name('Doluyor | Dolur | Filling')} ${write.percent((feeds.sources[1]?.filled ?? 0) * 100, 0)}`,
  ];
  const classes = [
    name('Simülasyon | Simulyasiya | Simulated'),
    name('İşletmecinin yüklediği | Operatorun yüklədiyi | Imported by the operator'),
  ];
  const [, filling] = feeds.sources;
  // No price of the source that is not connected has come yet.
  const ages = [`${NOTHING} ${NOTHING}`, `${filling?.minute.median} ms ${filling?.minute.p95} ms`];
  const facts = name(
    '3 kategori · üretilmiş fiyat | 3 kateqoriya · yaradılmış qiymət | 3 categories · invented prices',
  );
  const others = ({ stale, closed }: Feeds['sources'][number]['flow']) =>
    name(
      `${stale} akmıyor, ${closed} kapalı | ${stale} axmır, ${closed} bağlı | ${stale} stale, ${closed} closed`,
    );
  const table = page.getByRole('table', { name: name('Kaynaklar | Mənbələr | Sources') });
  for (const sense of SENSES) {
    const rows = await readRows(table, sense);
    assert.deepEqual(
      // The menu of a row is a button of dots.
      rows.map((cells) => cells.filter((_, at) => at !== 4 && at !== 10)),
      feeds.sources.map((one, at) => [
        plain(`${source(one.source)} ${facts}`),
        plain(states[at] ?? ''),
        classes[at],
        ages[at],
        age(one.lastPrint),
        plain(
          `${one.flow.flowing} / ${one.flow.flowing + one.flow.stale + one.flow.closed} ${others(one.flow)}`,
        ),
        write.count(one.day.accepted),
        write.count(one.day.refused),
        '0',
      ]),
    );
  }
  const panel = (texts: string) => page.getByRole('region', { name: name(texts), exact: true });
  const [refusal] = feeds.refusals;
  const [correction] = feeds.corrections;
  const [lagging, silent] = feeds.lagging;
  assert.ok(refusal && correction && lagging && silent);
  for (const sense of SENSES) {
    const listOf = (texts: string) => readTexts(panel(texts).getByRole('listitem'), sense);
    assert.deepEqual(await listOf('Reddedilen fiyatlar | Rədd edilən qiymətlər | Refused prices'), [
      plain(`${name('sıçrama | sıçrayış | jump')} ${write.count(refusal.count)}`),
    ]);
    assert.deepEqual(await listOf('Akmayan semboller | Axmayan simvollar | Stale symbols'), [
      plain(`${lagging.symbol} ${age(lagging.last)}`),
      `${silent.symbol} ${never}`,
    ]);
    assert.deepEqual(
      await listOf('Sunucunun parçaları | Serverin hissələri | Parts of the server'),
      [
        `${name('Zamanlanmış işler | Planlı işlər | Scheduled jobs')} ${name('Hazır | Hazır | Ready')} two`,
        `${name('Sicil | Reyestr | Record')} ${name('Hazır değil | Hazır deyil | Not ready')} ${name('hesaplanıyor, %31 | hesablanır, 31 % | computing, 31%')}`,
      ],
    );
    assert.deepEqual(
      await listOf(
        'Son 30 günün geç veya farklı mumları | Son 30 günün gec və ya fərqli şamları | Late or differing candles of the last 30 days',
      ),
      [
        plain(
          `${correction.symbol} ${name('farklı değer | fərqli dəyər | different values')} ${write.count(correction.count)} ${moment(correction.last)}`,
        ),
      ],
    );
  }
  await assertTable(
    page,
    [
      'Son reddedilenler | Son rədd edilənlər | Last refused',
      'Zaman;Sembol;Fiyat;Neden;Kaynak | Vaxt;Simvol;Qiymət;Səbəb;Mənbə | Time;Symbol;Price;Reason;Source',
    ],
    feeds.prints.map(({ seen, symbol, price }) => [
      moment(seen),
      symbol,
      String(price),
      name('mumu kapanmış | şamı bağlanıb | its candle is closed'),
      name('simülasyon | simulyasiya | simulated'),
    ]),
    language,
  );
}

/** The names of the actions in the log, in the order of `AUDIT_ACTIONS`. */
const ACTION_NAMES = words(
  [
    'Bölünme veya ad değişikliği onaylandı;Bölünme veya ad değişikliği yok sayıldı;Eğitimin satışı değiştirildi;Erişim hakkı verildi;Erişim hakkı bitirildi;Ödev değerlendirildi;Ders kaydedildi;Mesaj iptal edildi;Mesaj yazıldı;Siparişin incelemesi kapatıldı;Boşlukların doldurulması başlatıldı;Boşlukların doldurulması durduruldu;İade başlatıldı;Elle iade işlendi;Üye listesi indirildi;Üyenin verileri indirildi;Fiyat değiştirildi;Soru yanıtlandı;Mutabakat başlatıldı;Fark kapatıldı;Oturumlar kapatıldı;Açılış sayfası kaydedildi;Açılış sayfasının metni değiştirildi;Sembol eklendi;Ondalık değiştirildi;Sembolün adları kaydedildi;Sembol yeni ad aldı;Sembol listeden çıkarıldı;Sembolün kaynağı değiştirildi;Bölünme işlendi;Ödev konusu kaydedildi;Video eklendi;Video kaldırıldı;Video kaydedildi;Video yüklendi',
    'Bölünmə və ya ad dəyişikliyi təsdiqləndi;Bölünmə və ya ad dəyişikliyi nəzərə alınmadı;Təlimin satışı dəyişdirildi;Giriş hüququ verildi;Giriş hüququ bitirildi;Tapşırıq yoxlanıldı;Dərs yadda saxlanıldı;Mesaj ləğv edildi;Mesaj yazıldı;Sifarişin yoxlanması bağlandı;Boşluqların doldurulması başladıldı;Boşluqların doldurulması dayandırıldı;Geri qaytarmaya başlanıldı;Əl ilə qaytarma qeyd edildi;Üzvlərin siyahısı endirildi;Üzvün məlumatları endirildi;Qiymət dəyişdirildi;Sual cavablandırıldı;Uzlaşdırmaya başlanıldı;Fərq bağlandı;Sessiyalar bağlandı;Açılış səhifəsi yadda saxlanıldı;Açılış səhifəsinin mətni dəyişdirildi;Simvol əlavə edildi;Onluq işarələrin sayı dəyişdirildi;Simvolun adları yadda saxlanıldı;Simvol yeni ad aldı;Simvol siyahıdan çıxarıldı;Simvolun mənbəyi dəyişdirildi;Bölünmə işləndi;Tapşırığın mövzusu yadda saxlanıldı;Video əlavə edildi;Video silindi;Video yadda saxlanıldı;Video yükləndi',
    'Split or new name confirmed;Split or new name dismissed;Sale of the course changed;Access given;Access ended;Homework reviewed;Lesson saved;Message cancelled;Message written;Order review closed;Filling of gaps started;Filling of gaps stopped;Refund started;Recorded as paid back by hand;List of members downloaded;Member’s data downloaded;Price changed;Question answered;Reconciliation started;Difference closed;Sessions ended;Landing page saved;Text of the landing page changed;Symbol added;Decimals changed;Symbol’s names saved;Symbol has a new name;Symbol taken off the list;Symbol’s source changed;Split recorded;Task saved;Video added;Video removed;Video saved;Video uploaded',
  ].join(' | '),
);

async function assertAudit(page: Page, { audit }: Made, language: Language): Promise<void> {
  const write = expectedMoney(language);
  const names = ACTION_NAMES[language].split(';');
  assert.equal(names.length, AUDIT_ACTIONS.length);
  await assertTable(
    page,
    [
      'Yönetimde yapılan işlemler | İdarəetmədə görülən işlər | Actions in the back office',
      'Zaman (TSİ);Yönetici;İşlem;Konu;Ayrıntı;Adres | Vaxt (İstanbul);İdarəçi;Əməliyyat;Mövzu;Təfərrüat;Ünvan | Time (Istanbul);Administrator;Action;Subject;Detail;Address',
    ],
    audit.entries.map(({ at, admin, subject, detail, ip }, i) => [
      write.moment(at, Date.now()),
      admin.name === null
        ? words('silinmiş hesap | silinmiş hesab | erased account')[language]
        : `${admin.name} ${admin.surname}`,
      names[i] ?? '',
      subject,
      [
        `${words('neden | səbəb | reason')[language]}: Neden ${i}`,
        `${words('zaman | vaxt | time')[language]}: ${write.moment(Number(detail.at), Date.now())}`,
        `${words('tutar | məbləğ | amount')[language]}: ${write.money(Number(detail.amount))}`,
      ].join(' · '),
      ip,
    ]),
    language,
  );
}

async function assertQuestions(page: Page, { questions }: Made, language: Language) {
  const write = expectedMoney(language);
  const [first, second] = questions.questions;
  assert.ok(first && second);
  const moment = (timeMs: number) => write.moment(timeMs, Date.now());
  const hours = Math.floor((Date.now() - first.datetime) / HOUR_MS);
  const since = [
    words(`${hours} sa. | ${hours} saat | ${hours} ${hours === 1 ? 'hr' : 'hrs'}`)[language],
    write.day(second.datetime, Date.now()),
  ];
  const list = page.getByRole('list', {
    name: words('Soru listesi | Sualların siyahısı | List of questions')[language],
  });
  const waiting = `${words('Bekleyen | Gözləyən | Waiting')[language]} ${write.count(questions.waiting)}`;
  const previous = words('Önceki soru | Əvvəlki sual | Previous question')[language];
  const panel = page.getByRole('region', { name: `${first.person.name} ${first.person.surname}` });
  const show = panel.getByRole('button', { name: previous, exact: true });
  if ((await show.getAttribute('aria-expanded')) === 'false') await show.click();
  const ordinal = words(
    `${first.ordinal}. soru | sual ${first.ordinal} | question ${first.ordinal}`,
  )[language];
  for (const sense of SENSES) {
    assert.deepEqual(
      await readTexts(list.getByRole('listitem'), sense),
      questions.questions.map(({ person, text }, at) =>
        plain(`${person.name} ${person.surname} ${since[at]} ${text}`),
      ),
    );
    const text = await readText(panel, sense);
    const before = first.previous;
    assert.ok(before);
    const said = plain(
      `${first.person.name} ${first.person.surname} ${first.person.city} · ${ordinal} · ${moment(first.datetime)} ${previous} ${previous} ${moment(before.datetime)} ${before.text} ${before.answer} ${first.text}`,
    );
    assert.ok(text.startsWith(said), `${said} in ${text}`);
  }
  await page
    .getByText(plain(waiting), { exact: true })
    .or(page.getByText(waiting.replace(' ', ''), { exact: true }))
    .first()
    .waitFor();
}

async function assertHomework(page: Page, { homework }: Made, language: Language) {
  const write = expectedMoney(language);
  const [entry] = homework.homework;
  assert.ok(entry);
  const moment = (timeMs: number | null) => write.moment(timeMs, Date.now());
  const name = (texts: string) => words(texts)[language];
  const slot = name(`Ödev ${entry.number} | Tapşırıq ${entry.number} | Homework ${entry.number}`);
  const total = write.count(homework.total);
  const main = page.getByRole('main');
  const earlier = main.locator('details');
  if ((await earlier.getAttribute('open')) === null) await earlier.locator('summary').click();
  for (const sense of SENSES) {
    const text = await readText(main, sense);
    for (const said of [
      `${entry.person.name} ${entry.person.surname} · ${slot} ${moment(entry.datetime)} ${name('İncelemede | Yoxlanılır | In review')}`,
      sense === 'seen'
        ? `1 / ${total}`
        : name(`1. ödev, toplam ${total} | Tapşırıq 1, cəmi ${total} | Homework 1 of ${total}`),
      entry.text,
      name('Önceki 2 gönderi | Əvvəlki 2 göndəriş | 2 earlier submissions'),
      ...entry.earlier.flatMap((one) => [
        `${moment(one.datetime)} ${name('Düzeltme istendi | Düzəliş istənildi | Fix requested')}`,
        `${one.feedback} ${name(`Değerlendirildi: ${moment(one.reviewed)} | Qiymətləndirilib: ${moment(one.reviewed)} | Reviewed: ${moment(one.reviewed)}`)}`,
      ]),
    ]) {
      assert.ok(text.includes(plain(said)), `${sense}: ${said} in ${text}`);
    }
  }
}

async function assertMessages(page: Page, { messages }: Made, language: Language) {
  const write = expectedMoney(language);
  const name = (texts: string) => words(texts)[language];
  const lists = {
    platform: name('Platform | Platforma | Platform'),
    class: name('Sınıf | Sinif | Class'),
  };
  const list = page.getByRole('list', {
    name: name(
      'Gönderilen ve zamanlanan mesajlar | Göndərilən və vaxtı təyin edilən mesajlar | Sent and scheduled messages',
    ),
  });
  const cancel = name('İptal et | Ləğv et | Withdraw');
  const lines = messages.messages.map(({ at, list: of, texts, state, recipients }) => {
    const count = write.count(recipients);
    const end = {
      scheduled: `${name('Zamanlandı | Vaxtı təyin edilib | Scheduled')} ${cancel}`,
      sent: name(`${count} alıcı | ${count} alıcı | ${count} recipients`),
      cancelled: name('İptal edildi | Ləğv edilib | Withdrawn'),
    }[state];
    return plain(`${write.moment(at, Date.now())} ${lists[of]} ${texts[language]} ${end}`);
  });
  for (const sense of SENSES) {
    assert.deepEqual(await readTexts(list.getByRole('listitem'), sense), lines);
  }
  const reached = write.count(messages.audience.platform);
  await page
    .getByText(name(`${reached} alıcı | ${reached} alıcı | ${reached} recipients`), { exact: true })
    .first()
    .waitFor();
}

async function assertLessons(page: Page, { lessons }: Made, language: Language): Promise<void> {
  const name = (texts: string) => words(texts)[language];
  const states = [name('Yayında | Yayımda | Published'), name('Bekliyor | Gözləyir | Pending')];
  const table = page.getByRole('table', {
    name: name('Sekiz ders | Səkkiz dərs | The eight lessons'),
    exact: true,
  });
  await table.waitFor();
  const rows = lessons.lessons.map(({ number, title }, at) => [
    String(number),
    title[language],
    at === 0 ? 'video.example/1' : NOTHING,
    at === 0 ? '2:05' : NOTHING,
    states[at] ?? '',
  ]);
  const shown = await readTexts(table.locator('tbody tr'), 'seen');
  const edit = name('Düzenle | Redaktə et | Edit');
  assert.deepEqual(
    shown,
    rows.map((row) => plain(`${row.join(' ')} ${edit}`)),
  );
}

/** Compares every page of the back office with the drawn answers in each language. */
export async function assertBackOfficeShown(page: Page, draw: Draw): Promise<void> {
  const made = make(draw);
  const { order } = made.money;
  await answerCalls(page, {
    ...CLOCK,
    '/admin/summary': made.summary,
    '/admin/people': made.people,
    [`/admin/people/${UID}`]: made.person,
    '/admin/orders': made.money.orders,
    [`/admin/orders/${order.number}`]: order,
    '/admin/reconciliations': made.money.runs,
    '/admin/prices': made.money.prices,
    '/admin/symbols': made.symbols,
    '/admin/corporate-actions': { serverTime: 0, actions: [] },
    '/admin/feeds': made.feeds,
    '/admin/audit': made.audit,
    '/admin/questions': made.questions,
    '/admin/homework': made.homework,
    '/admin/messages': made.messages,
    '/admin/lessons': made.lessons,
    '/admin/videos': [],
  });
  await page.goto(`/admin/people/${UID}`);
  await page.getByRole('heading', { level: 1, name: 'Elif Kaya' }).waitFor();
  await inEachLanguage(page, (language) => eventually(() => assertPerson(page, made, language)));
  const open = async (section: string, sign?: string): Promise<void> => {
    await page.locator(`nav a[href="/admin/${section}"]`).click();
    await page.locator(`nav a[href="/admin/${section}"][aria-current="page"]`).waitFor();
    if (sign !== undefined) await page.locator(`main ${sign}`).first().waitFor();
  };
  await inEachLanguage(page, async (language) => {
    await open('people');
    await eventually(() => assertPeople(page, made, language));
    await open('orders');
    await eventually(() => assertOrdersShown(page, made.money, language));
    await page.locator(`tbody a[href="/admin/orders/${order.number}"]`).click();
    await page.getByRole('heading', { level: 1, name: order.number }).waitFor();
    await eventually(() => assertOrderShown(page, made.money, language));
    await open('prices');
    await eventually(() => assertPricesShown(page, made.money, language));
    await open('symbols');
    await eventually(() => assertSymbols(page, made, language));
    await open('feeds');
    await eventually(() => assertFeeds(page, made, language));
    await open('audit');
    await eventually(() => assertAudit(page, made, language));
    await open('questions', '[data-question]');
    await eventually(() => assertQuestions(page, made, language));
    await open('homework', 'details');
    await eventually(() => assertHomework(page, made, language));
    await open('messages', 'ul li time');
    await eventually(() => assertMessages(page, made, language));
    await open('lessons');
    await eventually(() => assertLessons(page, made, language));
  });
}
