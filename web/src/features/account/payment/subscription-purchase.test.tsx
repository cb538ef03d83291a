import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { useQuery } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type Offers, offersQuery } from '../../../api/calls/offers.ts';
import { type SessionInfo, sessionQuery, useSession } from '../../../api/session/session.ts';
import { textOf } from '../../../testing/read.ts';
import { type Showing, show } from '../../../testing/show.tsx';
import { standInLocation } from '../../../testing/stand-in.ts';
import { facts, links } from '../testing/screen-texts.ts';
import { STUDENT } from '../testing/student.ts';
import { subscriptionQuery } from './calls.ts';
import { EducationPurchase } from './education-purchase.tsx';
import { RunningPanel } from './running-panel.tsx';
import { SubscriptionPurchase } from './subscription-purchase.tsx';

/** 21 May 2027, 12:00 in Istanbul. */
const END = Date.UTC(2027, 4, 21, 9);
const OFFERS: Offers = {
  products: [
    { product: '3-months', amount: 225_000, net: 187_500, vat: 37_500, end: END - 90 * 86_400_000 },
    { product: '6-months', amount: 390_000, net: 325_000, vat: 65_000, end: END },
    { product: 'lesson', amount: 900_000, net: 750_000, vat: 150_000, end: null },
  ],
  course: {
    onSale: true,
    lessons: Array.from({ length: 8 }, () => ({
      title: { tr: 'Ders', az: 'Dərs', en: 'Lesson' },
      hasVideo: true,
    })),
  },
  currency: 'TRY',
  vatRate: 20,
  agreement: '7',
  refund: '3',
  provider: 'iyzico',
};
const BUY = 'PUT /api/payment/subscribe';
const NO_ORDER = { 'GET /api/account/orders/latest': Response.json.bind(null, null) };

function plans(t: TestContext, offers: Offers, showing: Showing = {}) {
  return show(t, <SubscriptionPurchase offers={offers} />, {
    at: '/account?selected=subscription',
    ...showing,
    answers: { ...NO_ORDER, ...showing.answers },
  });
}

const agree = () => screen.getByRole('checkbox');
const payButton = () => screen.queryByRole('button', { name: /öde$/ });

test('the plans show monthly price and saving side by side', async (t) => {
  await plans(t, OFFERS);
  const [three, six] = screen.getAllByRole('radio').map((radio) => radio.closest('label'));
  assert.equal(screen.getByRole('group').querySelector('legend')?.textContent, 'Abonelik süresi');
  assert.equal(textOf(three ?? null), '3 ayTek ödeme2.250\u00a0TLayda 750\u00a0TL');
  // 65 000 instead of 75 000 kuruş per month is 13.3 per cent less.
  assert.equal(textOf(six ?? null), '6 ayAylıkta %13 daha az3.900\u00a0TLayda 650\u00a0TL');
  assert.equal(screen.getByRole<HTMLInputElement>('radio', { name: /^6 ay/ }).checked, true);
});

test('the total is shown before the agreement is accepted', async (t) => {
  const { user } = await plans(t, OFFERS);
  const six = ['6 aylık abonelik: 3.250,00\u00a0TL', 'KDV %20: 650,00\u00a0TL'];
  assert.deepEqual(facts(), [...six, 'Toplam: 3.900,00\u00a0TL', 'Bitiş: 21 May 2027']);
  const said = screen.getAllByRole('paragraph').map(textOf);
  assert.deepEqual(said, [
    'Kart bilgilerinizi ödeme kuruluşunun sayfasında girersiniz. Rasat kart bilgisi görmez.',
    'Bankanız ödemeyi 3-D Secure ile doğrular.',
    'Otomatik yenileme yoktur. Kartınız saklanmaz.',
    'Sözleşmeyi onayladığınızda ödeme düğmesi burada görünür.',
  ]);
  assert.deepEqual(links(), [
    'Satış ve kullanıcı sözleşmesini (yeni sekmede açılır) /info/agreement',
    'cayma, iptal ve iade koşullarını (yeni sekmede açılır) /info/refund',
  ]);
  await user.click(screen.getByRole('radio', { name: /^3 ay/ }));
  assert.equal(facts()[2], 'Toplam: 2.250,00\u00a0TL');
  assert.equal(facts()[3], 'Bitiş: 20 Şub 2027');
});

test('the address preselects a plan; the pay button is shown only with the accepted agreement', async (t) => {
  const { user } = await plans(t, OFFERS, { at: '/account?selected=subscription&type=3' });
  assert.equal(payButton(), null);
  await user.click(agree());
  assert.equal(textOf(payButton()), '2.250,00\u00a0TL öde');
  assert.equal(screen.queryByText(/Sözleşmeyi onayladığınızda/), null);
  await user.click(agree());
  assert.equal(payButton(), null);
});

test('a plan is ordered once, and the browser opens the payment page', async (t) => {
  const went = standInLocation(t);
  const page = Promise.withResolvers<unknown>();
  const { user, calls } = await plans(t, OFFERS, {
    answers: { [BUY]: () => page.promise },
  });
  await user.click(agree());
  const pay = payButton();
  assert.ok(pay);
  await user.click(pay);
  assert.equal(textOf(screen.getByRole('status')), 'Gönderiliyor, lütfen bekleyin.');
  assert.equal((agree() as HTMLInputElement).disabled, true);
  assert.equal((payButton() as HTMLButtonElement).disabled, true);
  fireEvent.submit(pay.closest('form') ?? pay);
  await act(async () => page.resolve({ url: 'https://pay.example/1' }));
  await waitFor(() => assert.deepEqual(went, ['assign https://pay.example/1']));
  assert.deepEqual(
    calls.filter(({ call }) => call === BUY).map(({ body }) => body),
    [{ type: 6, terms: true, agreement: '7' }],
  );
  assert.equal(textOf(screen.getByRole('status')), 'Ödeme sayfası açılıyor.');
  assert.equal((payButton() as HTMLButtonElement).disabled, true);

  // The browser restores the page from its back/forward cache.
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
  assert.ok(screen.queryByText('Ödeme sayfası açılıyor.'));
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  assert.equal(screen.queryByText('Ödeme sayfası açılıyor.'), null);
  assert.equal((payButton() as HTMLButtonElement).disabled, false);
});

function QueryReaders() {
  useSession();
  useQuery(offersQuery());
  return null;
}

test('a refused order focuses its error, and offers and session are read again', async (t) => {
  standInLocation(t);
  const scrolled: unknown[] = [];
  t.mock.method(Element.prototype, 'scrollIntoView', (how: unknown) => scrolled.push(how));
  const keys: (string | null)[] = [];
  const answers = [
    { code: 'unavailable-503', status: 503 },
    { code: 'subscribed-403', status: 403 },
    { code: 'conflict-409', status: 409 },
  ];
  const { user, calls } = await show(
    t,
    <>
      <QueryReaders />
      <SubscriptionPurchase offers={OFFERS} />
    </>,
    {
      at: '/account',
      known: [
        [sessionQuery().queryKey, STUDENT],
        [offersQuery().queryKey, OFFERS],
      ],
      answers: {
        ...NO_ORDER,
        'POST /api/auth/info': STUDENT,
        'GET /api/payment/offers': OFFERS,
        [BUY]: () => {
          const { code, status } = answers.shift() ?? { code: '500', status: 500 };
          return Response.json({ code }, { status });
        },
      },
    },
  );
  const send = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (init?.method === 'PUT') keys.push(new Headers(init.headers).get('idempotency-key'));
    return send(input, init);
  };
  const reads = () =>
    ['GET /api/payment/offers', 'POST /api/auth/info'].map(
      (name) => calls.filter(({ call }) => call === name).length,
    );
  await user.click(agree());
  const pay = async (code: string) => {
    await user.click(screen.getByRole('button', { name: /öde$/ }));
    await screen.findByText(code);
  };
  await pay('unavailable-503');
  const alert = screen.getByRole('alert');
  assert.equal(textOf(alert), 'Sunucu şu anda yanıt veremiyorunavailable-503');
  assert.ok(document.activeElement === alert);
  assert.deepEqual(scrolled, [{ block: 'center' }]);
  assert.deepEqual(reads(), [0, 0], 'what was put off has changed nothing');
  await pay('subscribed-403');
  await waitFor(() => assert.deepEqual(reads(), [1, 1]));
  await pay('conflict-409');
  await waitFor(() => assert.deepEqual(reads(), [2, 1], 'only a missing right is the session’s'));
  assert.equal(keys.length, 3);
  assert.equal(keys[0], keys[1], 'the same request goes under the same key');
  assert.notEqual(keys[1], keys[2], 'after a refusal it is another one');
});

test('without a payment provider no purchase is possible; a demonstration provider is named as one', async (t) => {
  const { leave } = await plans(t, { ...OFFERS, provider: null });
  assert.equal(textOf(screen.getByRole('status')), 'Şu anda satış yapılmıyor.');
  assert.equal(screen.queryByRole('checkbox'), null);
  assert.equal(screen.queryByText(/deneme bankası/), null);
  leave();
  await plans(t, { ...OFFERS, provider: 'demo-bank' });
  assert.ok(screen.getByText(/ödemeyi deneme bankası alır: gerçek para çekilmez/));
});

test('a plan without an offer is not shown; without the chosen plan there is no form', async (t) => {
  const only = OFFERS.products.filter(({ product }) => product === '6-months');
  const { leave } = await plans(t, { ...OFFERS, products: only });
  assert.equal(screen.getAllByRole('radio').length, 1);
  assert.match(textOf(screen.getByRole('radio').closest('label')), /Tek ödeme/);
  leave();
  await plans(t, { ...OFFERS, products: [] });
  assert.equal(screen.queryByRole('radio'), null);
});

test('the purchase of the course shows its contents; an administrator cannot buy it', async (t) => {
  const went = standInLocation(t);
  const showing = (info: SessionInfo): Showing => ({
    at: '/account?selected=education',
    known: [
      [sessionQuery().queryKey, info],
      [offersQuery().queryKey, OFFERS],
    ],
    answers: { ...NO_ORDER, 'PUT /api/payment/education': { url: 'https://pay.example/2' } },
  });
  const { user, calls, leave } = await show(t, <EducationPurchase />, showing(STUDENT));
  const [course] = screen.getAllByRole('heading');
  assert.equal(textOf(course ?? null), 'Teknik çizim eğitimi');
  assert.match(textOf(course?.nextElementSibling ?? null), /^8 ders, 16 saat/);
  assert.match(textOf(course?.closest('section') ?? null), /9\.000\u00a0TLKDV dahil/);
  assert.deepEqual(screen.getAllByRole('listitem').map(textOf), [
    'Sekiz dersin videoları ve platform videoları',
    'Görsel üzerinde değerlendirilen yedi ödev',
    'Haftada bir soru, yazılı yanıtla',
    'Sınıf mesajları',
    'Platform aboneliği satın alma hakkı',
  ]);
  assert.equal(screen.queryByText(/Videolar bekleniyor/), null, 'every lesson has its video');
  assert.deepEqual(facts(), [
    'Eğitim: 7.500,00\u00a0TL',
    'KDV %20: 1.500,00\u00a0TL',
    'Toplam: 9.000,00\u00a0TL',
  ]);
  assert.ok(screen.getByText('Bir kez ödenir, erişimin sonu yoktur. Kartınız saklanmaz.'));
  await user.click(agree());
  await user.click(screen.getByRole('button', { name: '9.000,00\u00a0TL öde' }));
  await waitFor(() => assert.deepEqual(went, ['assign https://pay.example/2']));
  assert.deepEqual(calls.find(({ call }) => call.startsWith('PUT'))?.body, {
    terms: true,
    agreement: '7',
  });
  leave();
  await show(t, <EducationPurchase />, showing({ ...STUDENT, admin: true }));
  assert.ok(screen.getByRole('heading', { name: 'Teknik çizim eğitimi' }));
  assert.equal(screen.queryByRole('checkbox'), null);
});

const withVideos = (videos: number, onSale = true): Offers => ({
  ...OFFERS,
  course: {
    onSale,
    lessons: OFFERS.course.lessons.map((lesson, at) => ({ ...lesson, hasVideo: at < videos })),
  },
});

test('pending lessons are shown before the payment, and again beside the agreement', async (t) => {
  const shown = async (offers: Offers) => {
    const { leave } = await show(t, <EducationPurchase />, {
      at: '/account?selected=education',
      known: [
        [sessionQuery().queryKey, STUDENT],
        [offersQuery().queryKey, offers],
      ],
      answers: NO_ORDER,
    });
    const found = {
      notices: screen.getAllByText(/^Videolar bekleniyor|satışta değil$/).map(textOf),
      mayPay: screen.queryByRole('checkbox') !== null,
    };
    leave();
    return found;
  };
  const none = 'Videolar bekleniyor: bugün 8 dersin hiçbirinde video yok.';
  assert.deepEqual(await shown(withVideos(0)), { notices: [none, none], mayPay: true });
  const three = 'Videolar bekleniyor: bugün 8 dersten 3 tanesinin videosu var.';
  assert.deepEqual(await shown(withVideos(3)), { notices: [three, three], mayPay: true });
  assert.deepEqual(await shown(withVideos(0, false)), {
    notices: ['Eğitim şu anda satışta değil'],
    mayPay: false,
  });
});

test('a failed read of the prices shows an error', async (t) => {
  await show(t, <EducationPurchase />, {
    answers: {
      'POST /api/auth/info': STUDENT,
      'GET /api/payment/offers': Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(await screen.findByText('Ücretler yüklenemedi'));
});

test('a running subscription shows its days and its passed share', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 22, 9) });
  // 2.75 of 10 days have passed: 27.5 per cent, with 7.25 days left.
  const start = Date.UTC(2026, 10, 19, 15);
  const known: Showing['known'] = [
    [subscriptionQuery().queryKey, { start, end: start + 10 * 86_400_000 }],
  ];
  const answers = {
    'GET /api/account/subscription': { start, end: start + 10 * 86_400_000 },
  };
  const { leave } = await show(t, <RunningPanel />, { known, answers });
  const panel = within(screen.getByRole('region', { name: 'Aboneliğiniz' }));
  assert.ok(panel.getByText('Etkin'));
  assert.deepEqual(facts(), ['Başlangıç: 19 Kas 2026', 'Bitiş: 29 Kas 2026', 'Kalan: 8 gün']);
  const bar = panel.getByRole('img', { name: 'Sürenin %27 kadarı geçti' });
  assert.equal((bar.firstElementChild as HTMLElement).style.width, '27.5%');
  assert.ok(panel.getByText(/^Abonelik bitiş gününde kendiliğinden sona erer/));
  leave();
  await show(t, <RunningPanel />, {
    known: [[subscriptionQuery().queryKey, { start: null, end: null }]],
    answers: { 'GET /api/account/subscription': { start: null, end: null } },
  });
  assert.deepEqual(facts(), [], 'it has just ended');
});

test('a failed read of the subscription shows an error', async (t) => {
  await show(t, <RunningPanel />, {
    answers: {
      'GET /api/account/subscription': Response.json({ code: 'forbidden-403' }, { status: 403 }),
    },
  });
  assert.ok(await screen.findByText('Abonelik bilgileri yüklenemedi'));
});
