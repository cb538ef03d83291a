import { HOUR_MS } from '@rasat/engine';
import { createManualClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { createBinanceConnector } from './binance-connector.ts';
import { createBinanceStandIn } from './testing/stand-in.ts';
import { TAPE_MARKETS } from './testing/trade-tape.ts';

const NOW_MS = Date.UTC(2026, 2, 11, 15, 5);
const DAY_MS = 24 * HOUR_MS;

testConnectorContract('Binance', {
  symbols: ['BTCUSDT', 'ETHUSDT', 'RAREUSDT'],
  async open() {
    const clock = createManualClock(NOW_MS);
    const standIn = await createBinanceStandIn({
      clock,
      seed: 1,
      markets: TAPE_MARKETS,
      fromMs: NOW_MS - (NOW_MS % DAY_MS) - 65 * DAY_MS,
      denseFromMs: NOW_MS - (NOW_MS % DAY_MS) - DAY_MS,
    });
    const connector = createBinanceConnector({
      symbols: ['BTCUSDT', 'ETHUSDT'],
      url: standIn.url,
      streamUrl: standIn.streamUrl,
      clock,
      log: createLog('silent'),
      audience: 'signed-in',
    });
    return {
      connector,
      now: () => clock.now(),
      async advance(ms) {
        const endMs = clock.now() + ms;
        await standIn.settle();
        while (clock.now() < endMs) {
          await clock.advance(Math.min(10_000, endMs - clock.now()));
          await standIn.settle();
        }
      },
      stop: () => standIn.stop(),
    };
  },
});
