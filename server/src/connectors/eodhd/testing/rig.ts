import { DAY_MS } from '@rasat/engine';
import type { Connector } from '../../connector.ts';
import { createVendorRig, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import type { StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import { createEodhdConnector } from '../eodhd-connector.ts';
import { EodhdRest } from '../eodhd-rest.ts';
import { createEodhdForexConnector } from '../forex-connector.ts';
import { createEodhdStandIn, type EodhdStandInOptions } from './stand-in.ts';
import { type EodhdFault, TOKEN } from './stand-in-replies.ts';

/** A connector of EODHD over a stand-in. */
export type EodhdRig = VendorRig<StandIn<EodhdFault>>;

/** Options of a rig. */
export interface EodhdRigOptions extends Partial<EodhdStandInOptions> {
  readonly nowMs: number;
  /** Days of history; 12 when absent. */
  readonly days?: number;
}

/** Opens the source at the end of the day over a stand-in. */
export function createEodhdRig(options: EodhdRigOptions): Promise<EodhdRig> {
  return openRig(options, ({ rest, clock, log }) =>
    createEodhdConnector({
      rest,
      shares: ['AAPL'],
      bist: ['THYAO'],
      indices: ['SPX'],
      clock,
      log,
      audience: 'signed-in',
    }),
  );
}

/** Minutes after which the source of currencies takes the vendor's minutes as final. */
export const SETTLED_MINUTES = 180;

/** Opens the source of currencies over a stand-in. */
export function createEodhdForexRig(
  options: EodhdRigOptions & { readonly pairs?: readonly string[] },
): Promise<EodhdRig> {
  const { pairs = ['EURUSD', 'USDJPY'], ...rest } = options;
  return openRig(rest, (given) =>
    createEodhdForexConnector({
      ...given,
      token: TOKEN,
      pairs,
      settledMinutes: SETTLED_MINUTES,
      audience: 'signed-in',
    }),
  );
}

interface Given extends Pick<EodhdStandInOptions, 'clock'> {
  readonly rest: EodhdRest;
  readonly streamUrl: string;
  readonly log: ConstructorParameters<typeof EodhdRest>[0]['log'];
}

function openRig(
  { nowMs, days = 12, ...options }: EodhdRigOptions,
  connect: (given: Given) => Connector,
): Promise<EodhdRig> {
  return createVendorRig({
    nowMs,
    async open(clock, log) {
      const fromMs = nowMs - (nowMs % DAY_MS) - days * DAY_MS;
      const standIn = await createEodhdStandIn({ seed: 7, fromMs, ...options, clock });
      const { url, streamUrl } = standIn;
      const rest = new EodhdRest({ token: TOKEN, url, requests: 600, clock, log });
      return { standIn, connector: connect({ rest, streamUrl, clock, log }) };
    },
  });
}
