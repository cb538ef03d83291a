import assert from 'node:assert/strict';
import test from 'node:test';
import { type PaymentProvider, ProviderAway } from '../../connectors/payment-provider.ts';
import { until } from '../../testing/parts.ts';
import { startShop } from '../../testing/shop.ts';
import { startPayments } from './worker.ts';

const ORDERS = 10;

test('a server that stops while its provider is away does not wait for every order', async (t) => {
  let asked = 0;
  let endSilence = (): void => {};
  const silence = new Promise<void>((resolve) => {
    endSilence = resolve;
  });
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
      await silence;
      throw new ProviderAway('no answer');
    },
    refund: () => Promise.reject(new ProviderAway('no answer')),
    readReturn: () => null,
    readNotice: () => null,
  };
  const shop = await startShop(t, { provider });
  for (let buyer = 0; buyer < ORDERS; buyer += 1) await shop.order(await shop.person());
  const part = startPayments(shop.context, shop.options);
  await until('the first order is asked for', () => asked === 1);
  const stopped = part.stop();
  endSilence();
  await stopped;
  assert.equal(asked, 1, `of ${ORDERS} orders the others wait for the next start`);
});
