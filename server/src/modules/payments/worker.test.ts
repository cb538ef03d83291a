import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type PaymentProvider, ProviderAway } from '../../connectors/payment-provider.ts';
import { startShop } from '../../testing/shop.ts';
import { startPayments } from './worker.ts';

const LOOK_MS = 1000;
const ORDERS = 10;

test('a server that stops while its provider is away does not wait for every order', async (t) => {
  let asked = 0;
  const provider: PaymentProvider = {
    name: 'iyzico',
    origins: [],
    open: async ({ attemptId }) => ({
      token: attemptId,
      url: `https://cpp.example/?token=${attemptId}`,
      expiresAtMs: shop.clock.now() + 1_800_000,
    }),
    async lookUp() {
      asked += 1;
      await wait(LOOK_MS);
      throw new ProviderAway('no answer');
    },
    refund: () => Promise.reject(new ProviderAway('no answer')),
    readReturn: () => null,
    readNotice: () => null,
  };
  const shop = await startShop(t, { provider });
  for (let buyer = 0; buyer < ORDERS; buyer += 1) await shop.order(await shop.person());
  const part = startPayments(shop.context, shop.options);
  while (asked === 0) await wait(10);
  const begun = performance.now();
  await part.stop();
  assert.ok(performance.now() - begun < (LOOK_MS * ORDERS) / 2);
  assert.ok(asked < ORDERS / 2, `${asked} of ${ORDERS} were asked for`);
});
