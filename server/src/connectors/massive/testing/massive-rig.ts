import { DAY_MS } from '@rasat/engine';
import { createVendorRig, type RigLog, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import type { StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import {
  createMassiveConnector,
  createMassiveIndexConnector,
  type MassiveChannel,
  type MassiveFeed,
} from '../massive-connector.ts';
import { MassiveRest } from '../massive-rest.ts';
import { createMassiveStandIn, type MassiveStandInOptions } from './stand-in.ts';
import { KEY, type MassiveFault } from './stand-in-replies.ts';

/** Wednesday, 13:05 in New York. */
export const NOW_MS = Date.UTC(2026, 2, 11, 17, 5);
const DELAY_MS = 900_000;

/** A connector of Massive over its stand-in. */
export type MassiveRig = VendorRig<StandIn<MassiveFault>>;

/** Options of a rig. */
export interface MassiveRigOptions extends Partial<MassiveStandInOptions> {
  readonly feed?: MassiveFeed;
  readonly channel?: MassiveChannel;
  /** Whether the connector is that of the indices. */
  readonly isIndex?: boolean;
  readonly nowMs?: number;
  /** Log in place of that of the rig, and another key than the stand-in's. */
  readonly log?: RigLog;
  readonly key?: string;
  /** Days of history. */
  readonly days?: number;
}

/** Opens a connector of Massive over a stand-in of 65 days. */
export function openMassive(options: MassiveRigOptions = {}): Promise<MassiveRig> {
  const { feed = 'live', channel = 'trades', isIndex = false } = options;
  const { nowMs = NOW_MS, days = 65, key = KEY, ...rest } = options;
  const dayMs = nowMs - (nowMs % DAY_MS);
  return createVendorRig({
    nowMs,
    open: async (clock, rigLog) => {
      const log = options.log ?? rigLog;
      const standIn = await createMassiveStandIn({
        seed: 1,
        fromMs: dayMs - days * DAY_MS,
        denseFromMs: dayMs - DAY_MS,
        delayMs: feed === 'delayed' ? DELAY_MS : 0,
        ...rest,
        clock,
      });
      const { url, streamUrl } = standIn;
      const shared = {
        rest: new MassiveRest({ key, url, requests: 600, clock, log }),
        key,
        streamUrl,
        clock,
        log,
        audience: 'signed-in',
      } as const;
      const connector = isIndex
        ? createMassiveIndexConnector({ ...shared, symbols: ['SPX'] })
        : createMassiveConnector({ ...shared, symbols: ['AAPL', 'MSFT'], feed, channel });
      return { standIn, connector };
    },
  });
}
