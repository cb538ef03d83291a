import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { act, screen, waitFor, within } from '@testing-library/react';
import { type SessionInfo, sessionQuery } from '../../api/session/session.ts';
import { plain } from '../../testing/read.ts';
import { show } from '../../testing/show.tsx';
import { findStored, store } from '../../ui/browser-store.ts';
import { showOverlay } from '../../ui/overlay.ts';
import { Tour } from './tour.tsx';
import { TOUR_STEPS, useTour } from './tour-state.ts';

const SUBSCRIBER: SessionInfo = {
  logged: true,
  subscribed: true,
  id: 'RS1',
  student: true,
  admin: false,
  totp: null,
  name: 'Deniz',
  surname: 'Işık',
  email: 'deniz@example.com',
  texts: [],
  settings: null,
};
const PERSON: SessionInfo = { ...SUBSCRIBER, subscribed: false, student: false };
const GUEST = { ...PERSON, logged: false, id: null } as const;

/** Renders a page with the targets of the tour. */
function Page({ ready = true }: { readonly ready?: boolean }) {
  const tour = useTour(ready);
  return (
    <>
      {TOUR_STEPS.map((step) => (
        <p key={step} data-tour={step}>
          {step}
        </p>
      ))}
      {tour.shown ? <Tour onClose={tour.close} /> : null}
    </>
  );
}

async function visit(t: TestContext, info: object, page = <Page />) {
  t.after(() => {
    store('rasat.tour', null);
    showOverlay(null);
  });
  return show(t, page, {
    at: '/dashboard',
    known: [[sessionQuery().queryKey, info]],
    answers: { 'POST /api/auth/info': info },
  });
}

const dialog = () => screen.findByRole('dialog');
const isThere = () => screen.queryByRole('dialog') !== null;
const goes = () => waitFor(() => assert.equal(isThere(), false));

test('the first visit shows three steps, by arrow keys or buttons; later visits show none', async (t) => {
  store('rasat.tour', null);
  const { user, leave } = await visit(t, SUBSCRIBER);
  const tour = await dialog();
  assert.equal(tour.getAttribute('aria-modal'), 'true');
  assert.equal(plain(within(tour).getByRole('heading')), 'Bir sembolle başlayın');
  assert.match(plain(tour), /1 \/ 3/);
  assert.doesNotMatch(plain(tour), /abonelik/, 'a subscriber has the symbol page');
  await waitFor(() =>
    assert.ok(document.activeElement === within(tour).getByRole('button', { name: 'İleri' })),
  );
  await user.keyboard('{Enter}');
  assert.equal(plain(within(tour).getByRole('heading')), 'Cetveli okuyun');
  assert.ok(
    within(tour).getByRole('img', {
      name: 'Alış koşulu. Zarar durdur 95,00, giriş 100,00, birinci hedef 105,00, ikinci hedef 110,00, güncel fiyat 102,00.',
    }),
  );
  await user.keyboard('{ArrowLeft}');
  assert.match(plain(tour), /1 \/ 3/);
  await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowRight}{ArrowRight}');
  assert.match(plain(tour), /3 \/ 3/, 'an arrow key stops at the last step');
  assert.doesNotMatch(plain(tour), /alarm|laboratuvar/i);
  assert.equal(
    within(tour).getByRole('link', { name: 'Sözlükte aç' }).getAttribute('href'),
    '/info/glossary',
  );
  await user.click(within(tour).getByRole('button', { name: 'Panele geç' }));
  await goes();
  assert.equal(findStored('rasat.tour'), 'closed');
  leave();
  await visit(t, SUBSCRIBER);
  await screen.findByText('ladder');
  assert.equal(isThere(), false);
});

test('without a subscription the tour says what the symbol page requires; Escape and the skip button end it', async (t) => {
  store('rasat.tour', null);
  const { user } = await visit(t, PERSON);
  assert.match(plain(await dialog()), /Sembol sayfası aboneliğe dahildir; grafik size açık\./);
  await user.keyboard('{Escape}');
  await goes();
  assert.equal(findStored('rasat.tour'), 'closed');
  act(() => showOverlay('tour'));
  await user.click(within(await dialog()).getByRole('button', { name: 'Turu atla' }));
  await goes();
});

test('the tour waits until the page is loaded and a person is signed in', async (t) => {
  store('rasat.tour', null);
  const { again } = await visit(t, SUBSCRIBER, <Page ready={false} />);
  await screen.findByText('ladder');
  assert.equal(isThere(), false, 'its targets are not loaded yet');
  again(<Page />);
  await dialog();
});

test('a guest sees no tour', async (t) => {
  store('rasat.tour', null);
  await visit(t, GUEST);
  await screen.findByText('ladder');
  assert.equal(isThere(), false);
});
