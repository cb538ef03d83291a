import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBinanceStandIn } from '../connectors/binance/testing/stand-in.ts';
import { TAPE_MARKETS } from '../connectors/binance/testing/trade-tape.ts';
import { createClock } from '../platform/clock.ts';
import { openCommands } from '../testing/commands.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const run = openCommands({ after });
const nowHour = Math.floor(Date.now() / HOUR) * HOUR;
const standIn = await createBinanceStandIn({
  clock: createClock(),
  seed: 5,
  markets: TAPE_MARKETS.map((market) => ({ ...market, perHour: 3600 })),
  fromMs: nowHour - 20 * DAY,
  denseFromMs: nowHour,
});
after(() => standIn.stop());

/** Settings of a source that speaks to the stand-in. */
const BINANCE = {
  SOURCES: 'simulated,binance',
  BINANCE_SYMBOLS: 'BTCUSDT,ETHUSDT',
  BINANCE_URL: standIn.url,
  BINANCE_STREAM_URL: standIn.streamUrl,
};

test('the sources of the settings are listed with what they deliver', async () => {
  const { status, stdout, stderr } = await run(['sources'], BINANCE);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const [simulated, , binance, offer] = stdout.split('\n');
  assert.equal(
    simulated,
    'simulated: simulated, complete ticks, no licence needed, seen by everyone',
  );
  assert.equal(
    binance,
    'binance: real-time, complete ticks, personal licence, seen by signed-in people',
  );
  assert.equal(offer, '  3 instruments (crypto), listed by itself: BTCUSDT ETHUSDT');
});

test('a licence to display lets everyone see the prices of a vendor', async () => {
  const { stdout } = await run(['sources'], { ...BINANCE, MARKET_LICENCE: 'display' });
  assert.match(stdout, /^binance: real-time, complete ticks, display licence, seen by everyone$/m);
});

test('a personal source beside a provider that moves money is refused', async () => {
  const { status, stdout, stderr } = await run(['sources'], {
    ...BINANCE,
    PAYMENT_PROVIDER: 'iyzico',
    IYZICO_API_KEY: 'key',
    IYZICO_SECRET_KEY: 'secret',
    IYZICO_URL: 'https://pay.example',
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, /binance is licensed for personal use/);
});

test('a check of sources that work ends with 0', async () => {
  const { status, stdout, stderr } = await run(['sources', 'check'], {
    ...BINANCE,
    SOURCES: 'binance',
  });
  assert.equal(stderr, '');
  const said = stdout.trimEnd().split('\n');
  assert.match(said[1] ?? '', /^ {2}BTCUSDT: bars of 60 since \d{4}-\d\d-\d\d$/);
  assert.match(
    said.at(-2) ?? '',
    /^ {2}newest price of the stream: \d+ s old, by its licence 0 s$/,
  );
  assert.equal(said.at(-1), '  everything works');
  assert.equal(status, 0);
});

test('a check says each problem in a sentence and ends with 1', async () => {
  const { status, stdout, stderr } = await run(['sources', 'check'], {
    ...BINANCE,
    SOURCES: 'binance',
    // Nothing listens on the port of discard.
    BINANCE_URL: 'http://127.0.0.1:9',
  });
  assert.equal(status, 1);
  assert.doesNotMatch(stdout, /everything works/);
  assert.match(stderr, /^binance: The list of instruments cannot be read: .+\.$/m);
});

test('another word after the command is refused with the usage', async () => {
  const { status, stderr } = await run(['sources', 'list'], BINANCE);
  assert.equal(status, 1);
  assert.match(stderr, /usage: npm run rasat -- sources \[check\]/);
});
