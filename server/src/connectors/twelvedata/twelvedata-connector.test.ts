import { HOUR_MS } from '@rasat/engine';
import { createManualClock, delayClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { testConnectorContract } from '../connector-contract.ts';
import { createTwelveDataStandIn, KEY } from './testing/stand-in.ts';
import { createTwelveDataConnector, type TwelveDataMode } from './twelvedata-connector.ts';
import { TwelveDataRest } from './twelvedata-rest.ts';

// Wednesday, 10:05 in New York and after 17:00 in Istanbul.
const NOW_MS = Date.UTC(2026, 2, 11, 17, 5);
const DAY_MS = 24 * HOUR_MS;

for (const mode of ['poll', 'stream'] as const satisfies readonly TwelveDataMode[]) {
  testConnectorContract(`Twelve Data by ${mode}`, {
    symbols: ['EURUSD', 'AAPL', 'SPX'],
    async open() {
      const clock = createManualClock(NOW_MS);
      const standIn = await createTwelveDataStandIn({
        clock,
        seed: 1,
        credits: 600,
        fromMs: NOW_MS - (NOW_MS % DAY_MS) - 65 * DAY_MS,
        denseFromMs: NOW_MS - (NOW_MS % DAY_MS) - DAY_MS,
      });
      const log = createLog('silent');
      const rest = new TwelveDataRest({ key: KEY, url: standIn.url, credits: 600, clock, log });
      const connector = createTwelveDataConnector({
        rest,
        key: KEY,
        streamUrl: standIn.streamUrl,
        mode,
        symbols: ['EURUSD', 'AAPL'],
        clock,
        log,
        audience: 'signed-in',
      });
      const { delay } = connector;
      return {
        connector,
        now: () => delayClock(clock, delay.ms).now(),
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
}
