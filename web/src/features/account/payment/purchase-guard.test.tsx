import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { screen, waitFor } from '@testing-library/react';
import { show } from '../../../testing/show.tsx';
import type { Order } from './calls.ts';
import { PurchaseGuard } from './purchase-guard.tsx';

const ORDER: Order = {
  number: 'RS-2026-000041',
  product: '6-months',
  amount: 390_000,
  currency: 'TRY',
  state: 'unknown',
  code: null,
  created: 1,
  paid: null,
  start: null,
  end: null,
};

async function open(t: TestContext, state: () => Order['state'] | null) {
  const shown = await show(
    t,
    <PurchaseGuard purchase="subscription">
      <button type="button">öde</button>
    </PurchaseGuard>,
    {
      at: '/account?selected=subscription',
      answers: {
        'GET /api/account/orders/latest': () => {
          const now = state();
          return Response.json(now === null ? null : { ...ORDER, state: now });
        },
      },
    },
  );
  return shown;
}
const TIMEOUT = { timeout: 30_000 };
const payButton = () => screen.queryByRole('button', { name: 'öde' });

test('while the provider is asked about the last order, the page says so and offers no purchase', async (t) => {
  let state: Order['state'] = 'unknown';
  await open(t, () => state);
  await screen.findByText('Ödemenin sonucu bekleniyor');
  assert.match(document.body.textContent ?? '', /Ödeme kuruluşuna soruyoruz/);
  assert.match(document.body.textContent ?? '', /Bu sırada yeniden ödemeyin/);
  assert.equal(payButton(), null);
  assert.equal(
    screen.queryByRole('link', { name: 'Bölüme dön' }),
    null,
    'the section does not link to itself',
  );

  state = 'paid';
  // The page polls every three seconds.
  await screen.findByText('Ödemeniz alındı', {}, TIMEOUT);
  assert.equal(payButton(), null);
});

test('when the provider took no money, the purchase is shown again', async (t) => {
  let state: Order['state'] = 'unknown';
  await open(t, () => state);
  await screen.findByText('Ödemenin sonucu bekleniyor');
  state = 'failed';
  await waitFor(() => assert.ok(payButton()), TIMEOUT);
});

for (const state of [null, 'open', 'paid', 'refunded'] as const) {
  test(`an order that is ${state ?? 'not there'} does not block the purchase`, async (t) => {
    await open(t, () => state);
    await waitFor(() => assert.ok(payButton()));
  });
}
