import { DAY_MS } from '@rasat/engine';
import { createVendorRig, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import type { SessionTapeMarket } from '../../vendor-wire/testing/session-tape.ts';
import { createLaplaceConnector, type LaplaceStream } from '../laplace-connector.ts';
import { LaplaceRest } from '../laplace-rest.ts';
import type { LaplaceFeed } from '../wire.ts';
import { createLaplaceStandIn, KEY, type LaplaceStandIn } from './stand-in.ts';

/** A connector over a stand-in of Laplace. */
export type LaplaceRig = VendorRig<LaplaceStandIn>;

/** Options of a rig. */
export interface LaplaceRigOptions {
  readonly feed: LaplaceFeed;
  readonly stream: LaplaceStream;
  readonly nowMs: number;
  /** Days of history, the last of them with as many trades as now; 65 when absent. */
  readonly days?: number;
  readonly markets?: readonly SessionTapeMarket[];
  readonly delayMs?: number;
  readonly key?: string;
}

/** Opens a connector over a stand-in of Laplace, with the index XU100. */
export function openLaplaceRig(options: LaplaceRigOptions): Promise<LaplaceRig> {
  const { nowMs, feed, stream, days = 65, key = KEY, ...more } = options;
  const dayMs = nowMs - (nowMs % DAY_MS);
  return createVendorRig({
    nowMs,
    open: async (clock, log) => {
      const standIn = await createLaplaceStandIn({
        ...more,
        clock,
        feed,
        stream,
        seed: 1,
        fromMs: dayMs - days * DAY_MS,
        denseFromMs: dayMs - DAY_MS,
      });
      const rest = new LaplaceRest({ key, url: standIn.url, requests: 600, clock, log });
      const connector = createLaplaceConnector({
        rest,
        feed,
        stream,
        symbols: ['THYAO', 'GARAN'],
        indices: ['XU100'],
        user: 'rasat',
        clock,
        log,
        audience: 'signed-in',
      });
      return { standIn, connector };
    },
  });
}
