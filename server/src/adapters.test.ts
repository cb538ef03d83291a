import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import test, { type TestContext } from 'node:test';
import { type StartedProvider, startPaymentProvider } from './adapters.ts';
import { createClock } from './platform/clock.ts';
import { randomKeys } from './platform/keys.ts';
import { createLog } from './platform/log.ts';
import { StartError } from './platform/start-error.ts';
import { testConfig } from './platform/testing.ts';
import { temporaryFolder } from './testing/demo-bank.ts';

async function start(t: TestContext, env: Record<string, string>): Promise<StartedProvider> {
  const context = {
    config: testConfig({ RASAT_DATA: temporaryFolder(t), ...env }),
    clock: createClock(),
    keys: randomKeys(),
    log: createLog('silent'),
  };
  const started = await startPaymentProvider(context, () => 'http://127.0.0.1:9/');
  t.after(() => started.part?.stop());
  return started;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address && typeof address === 'object' ? address.port : 0;
}

test('the demo bank is another site than ours to a browser on this machine', async (t) => {
  for (const [baseUrl, hostname] of [
    ['http://localhost:3000', '127.0.0.1'],
    ['http://127.0.0.1:3000', 'localhost'],
  ] as const) {
    const { provider, part } = await start(t, { BASE_URL: baseUrl, PAYMENT_PROVIDER: 'demo-bank' });
    const [origin = ''] = provider.origins;
    assert.equal(new URL(origin).hostname, hostname);
    assert.equal((await fetch(`${origin}/assets/bank.css`)).status, 200);
    assert.deepEqual([part?.name, part?.status()], ['demo-bank', { ready: true }]);
  }
});

test('it takes the port that it is given, else the one after ours', async (t) => {
  const port = await freePort();
  const given = await start(t, { DEMO_BANK_PORT: String(port) });
  assert.equal(given.provider.origins[0], `http://127.0.0.1:${port}`);
  await given.part?.stop();
  const beside = await start(t, { PORT: String(port - 1) });
  assert.equal(beside.provider.origins[0], `http://127.0.0.1:${port}`);
  const elsewhere = await start(t, { PORT: String(port - 1) });
  assert.notEqual(elsewhere.provider.origins[0], beside.provider.origins[0]);
  await assert.rejects(start(t, { DEMO_BANK_PORT: String(port) }), /DEMO_BANK_PORT \d+ is in use/);
});

test('iyzico needs its keys and runs no part here', async (t) => {
  const env = { PAYMENT_PROVIDER: 'iyzico', IYZICO_URL: 'https://sandbox-api.iyzipay.com' };
  await assert.rejects(start(t, env), StartError);
  const { provider, part } = await start(t, {
    ...env,
    IYZICO_API_KEY: 'key',
    IYZICO_SECRET_KEY: 'secret',
  });
  assert.equal(provider.name, 'iyzico');
  assert.equal(part, null);
});
