import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import i18next from 'i18next';
import type { MessageEntry } from '../../api/calls/messages.ts';
import type { SessionInfo } from '../../api/session/session.ts';
import { plain } from '../../testing/read.ts';
import { type Showing, show } from '../../testing/show.tsx';
import { standIn } from '../../testing/stand-in.ts';

const { default: MessagesRoute, clientLoader } = await import('./route.tsx');

const AT = Date.UTC(2025, 2, 10, 14);
const message = (id: number, unread: boolean, link?: string): MessageEntry => ({
  id,
  message: `Haber ${id}`,
  datetime: AT + id * 60_000,
  unread,
  ...(link === undefined ? {} : { link }),
});
const PLATFORM = [
  message(9, false, 'https://example.org/a'),
  message(7, true, 'http://localhost/record'),
  message(4, true),
];
const CLASS = [message(3, true)];

/** Test double of the viewport: the observed elements, and a way to report one as visible. */
class View {
  static watched: View[] = [];
  readonly tell: IntersectionObserverCallback;
  readonly threshold: unknown;
  element: Element | null = null;
  ended = false;
  constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
    this.tell = tell;
    this.threshold = options?.threshold;
    View.watched.push(this);
  }
  observe(element: Element): void {
    this.element = element;
  }
  disconnect(): void {
    this.ended = true;
  }
  show(...inView: readonly boolean[]): void {
    const entries = inView.map((isIntersecting) => ({ isIntersecting }));
    act(() => this.tell(entries as IntersectionObserverEntry[], this as never));
  }
}

const session = (student: boolean) => ({ logged: true, student }) as SessionInfo;

async function showMessages(
  t: TestContext,
  showing: Showing & {
    readonly platform?: unknown;
    readonly classes?: unknown;
    readonly student?: boolean;
  } = {},
) {
  const { platform = PLATFORM, classes = CLASS, student = true, ...more } = showing;
  View.watched = [];
  standIn(t, globalThis, { IntersectionObserver: View });
  return show(
    t,
    <main id="main" tabIndex={-1}>
      <MessagesRoute />
    </main>,
    {
      at: '/messages',
      ...more,
      known: [[['session'], session(student)], ...(more.known ?? [])],
      answers: {
        'GET /api/account/platformMessages': platform,
        'GET /api/account/classMessages': classes,
        'GET /api/account/messages/unread': { platform: 0, class: 0 },
        'POST /api/account/messages/read': { ok: true },
        ...more.answers,
      },
    },
  );
}
function panel(title: string): HTMLElement {
  const head = [...document.querySelectorAll('h2')].find((each) => plain(each) === title);
  const section = head?.closest<HTMLElement>('section');
  assert.ok(section, title);
  return section;
}
const marksOf = (calls: readonly { readonly call: string; readonly body: unknown }[]) =>
  calls.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body);

test('each list shows its messages, newest first, and the number of new ones', async (t) => {
  await showMessages(t);
  await screen.findByText('Haber 9');
  await screen.findByText('Haber 3');
  assert.equal(document.title, 'Mesajlar · Rasat');
  assert.equal(plain(document.querySelector('h1')), 'Mesajlar');
  const platform = panel('Platform mesajları');
  assert.equal(plain(platform.querySelector('header')), 'Platform mesajları2 yeni');
  assert.equal(plain(panel('Sınıf mesajları').querySelector('header')), 'Sınıf mesajları1 yeni');
  const list = within(platform).getByRole('list', { name: 'Platform mesajları' });
  assert.deepEqual([...list.children].map(plain), [
    '10 Mar 2025 17:09Haber 9Bağlantıyı açexample.org (yeni sekmede açılır)',
    '10 Mar 2025 17:07Haber 7Bağlantıyı aç (yeni sekmede açılır)Yeni',
    '10 Mar 2025 17:04Haber 4Yeni',
  ]);
  const [first] = list.children;
  const link = first?.querySelector('a');
  assert.deepEqual(
    [link?.getAttribute('href'), link?.target, link?.rel],
    ['https://example.org/a', '_blank', 'noopener noreferrer'],
  );
  const time = first?.querySelector('time');
  assert.deepEqual([time?.dateTime, time?.title], ['2025-03-10T14:09:00Z', '2025-03-10T14:09:00Z']);
  const lit = [...list.children].map((item) => item.className.includes('bg-s2'));
  assert.deepEqual(lit, [false, true, true]);
});

test('a list counts as read when its newest unread message was visible for a second', async (t) => {
  const { calls, leave } = await showMessages(t);
  await screen.findByText('Haber 9');
  await screen.findByText('Haber 3');
  const view = View.watched.filter(({ ended }) => !ended);
  assert.deepEqual(view.map(({ element }) => plain(element?.querySelector('p'))).toSorted(), [
    'Haber 3',
    'Haber 7',
  ]);
  const seven = view.find(({ element }) => element?.textContent?.includes('Haber 7'));
  assert.ok(seven);
  assert.equal(seven.threshold, 0.5, 'half of it');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pass = (ms: number): void => act(() => t.mock.timers.tick(ms));
  seven.show(true);
  pass(999);
  seven.show(true, false);
  pass(1000);
  assert.deepEqual(marksOf(calls), [], 'the message left the view in time');
  seven.show(false, true);
  pass(999);
  const turn = (): void =>
    act(() => {
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const hide = t.mock.getter(document, 'visibilityState', () => 'hidden');
  turn();
  pass(1000);
  assert.deepEqual(marksOf(calls), [], 'the page went out of view');
  hide.mock.restore();
  turn();
  pass(999);
  assert.deepEqual(marksOf(calls), []);
  pass(1);
  assert.deepEqual(marksOf(calls), [{ list: 'platform', through: 7 }]);
  seven.show(true);
  pass(1000);
  assert.equal(marksOf(calls).length, 1, 'the mark is sent once');
  const three = view.find(({ element }) => element?.textContent?.includes('Haber 3'));
  three?.show(true);
  leave();
  pass(1000);
  assert.equal(three?.ended, true);
  turn();
  pass(1000);
  assert.equal(marksOf(calls).length, 1, 'not after the page was left');
});

test('the button marks all messages as read; none is new afterwards', async (t) => {
  const { user, calls } = await showMessages(t);
  await screen.findByText('Haber 9');
  await screen.findByText('Haber 3');
  await user.click(screen.getByRole('button', { name: 'Tümünü okundu say' }));
  assert.deepEqual(marksOf(calls), [
    { list: 'platform', through: 7 },
    { list: 'class', through: 3 },
  ]);
  assert.equal(document.activeElement?.id, 'main');
  assert.equal(screen.queryByText(/yeni$/), null);
  assert.equal(screen.queryByText('Yeni'), null);
  await waitFor(() => assert.ok(View.watched.every(({ ended }) => ended)));
  assert.equal(screen.queryByRole('button', { name: 'Tümünü okundu say' }), null);
});

test('a seen message looks new until the page is left, and is marked as read in the cache', async (t) => {
  const { calls } = await showMessages(t, { classes: [] });
  await screen.findByText('Haber 9');
  const seven = View.watched.find(({ element }) => element?.textContent?.includes('Haber 7'));
  seven?.show(true);
  await waitFor(() => assert.deepEqual(marksOf(calls), [{ list: 'platform', through: 7 }]));
  await waitFor(() => assert.equal(seven?.ended, true, 'nothing is left to be seen'));
  assert.ok(screen.getByText('2 yeni'));
});

test('a read mark that failed is sent again when the message is seen again', async (t) => {
  const { calls } = await showMessages(t, {
    classes: [],
    answers: {
      'POST /api/account/messages/read': () =>
        Response.json({ code: 'bad-fields-400' }, { status: 400 }),
    },
  });
  await screen.findByText('Haber 9');
  const seven = View.watched.find(({ element }) => element?.textContent?.includes('Haber 7'));
  seven?.show(true);
  await waitFor(() => assert.equal(marksOf(calls).length, 1));
  await waitFor(
    () => {
      seven?.show(true);
      assert.equal(marksOf(calls).length, 2);
    },
    { interval: 1100 },
  );
});

test('an empty list explains which messages it will show, and to which people', async (t) => {
  const { leave } = await showMessages(t, { platform: [], classes: [] });
  await screen.findByText('Henüz mesaj yok');
  assert.ok(screen.getByText('Platformla ilgili haberler burada görünür.'));
  assert.ok(await screen.findByText('Henüz sınıf mesajı yok'));
  assert.ok(screen.getByText('Derslerle ve ödevlerle ilgili haberler burada görünür.'));
  assert.equal(screen.queryByRole('button', { name: 'Tümünü okundu say' }), null);
  assert.equal(document.querySelector('header span'), null, 'nothing is new');
  leave();
  await showMessages(t, { platform: [], classes: [], student: false });
  const other = await screen.findByRole('heading', { name: 'Eğitim öğrencileri için' });
  assert.match(plain(other.nextElementSibling), /Eğitimi satın alınca burada okursunuz\.$/);
  const way = screen.getByRole('link', { name: 'Eğitime göz at' });
  assert.equal(way.getAttribute('href'), '/account?selected=education');
});

test('a list that failed to load can be requested again', async (t) => {
  let broken = true;
  const { user, leave } = await showMessages(t, {
    classes: () => (broken ? Response.json({ code: 'bad-fields-400' }, { status: 400 }) : CLASS),
  });
  await screen.findByText('Mesajlar şu anda okunamıyor.');
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Yeniden dene' }));
  await screen.findByText('Haber 3');
  leave();
  await showMessages(t, { platform: () => new Promise(() => {}) });
  assert.ok(within(panel('Platform mesajları')).getByText('Yükleniyor'));
});

test('the texts are loaded before the page is painted', async (t) => {
  await showMessages(t, { language: 'en' });
  await screen.findByText('Haber 9');
  assert.ok(screen.getByText('10 Mar 2025 17:09'));
  i18next.removeResourceBundle('en', 'messages');
  await clientLoader();
  assert.ok(i18next.exists('messages:title'));
});
