import { DAY_MS } from '@rasat/engine';
import { createVendorRig, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import type { StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import { createTwelveDataConnector, type TwelveDataMode } from '../twelvedata-connector.ts';
import { TwelveDataRest } from '../twelvedata-rest.ts';
import {
  createTwelveDataStandIn,
  KEY,
  type TwelveDataFault,
  type TwelveDataStandInOptions,
} from './stand-in.ts';

/** A connector of Twelve Data over a stand-in. */
export type TwelveDataRig = VendorRig<StandIn<TwelveDataFault>>;

/** Options of a rig. */
export interface TwelveDataRigOptions extends Partial<TwelveDataStandInOptions> {
  readonly nowMs: number;
  readonly mode: TwelveDataMode;
  /** Credits that we spend in a minute; those of the stand-in when absent. */
  readonly spend?: number;
  readonly days?: number;
}

/** Opens a connector over a stand-in with `days` of history, 12 when absent. */
export function createTwelveDataRig(options: TwelveDataRigOptions): Promise<TwelveDataRig> {
  const { nowMs, mode, credits = 600, spend = credits, days = 12 } = options;
  return createVendorRig({
    nowMs,
    async open(clock, log) {
      const standIn = await createTwelveDataStandIn({
        seed: 7,
        fromMs: nowMs - (nowMs % DAY_MS) - days * DAY_MS,
        credits,
        ...options,
        clock,
      });
      const { url, streamUrl } = standIn;
      const rest = new TwelveDataRest({ key: KEY, url, credits: spend, clock, log });
      const connector = createTwelveDataConnector({
        rest,
        key: KEY,
        streamUrl,
        mode,
        symbols: ['EURUSD', 'AAPL', 'SPX'],
        clock,
        log,
        audience: 'signed-in',
      });
      return { standIn, connector };
    },
  });
}
