import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Connector } from '../../connector.ts';
import { createVendorRig, type VendorRig } from '../../vendor-wire/testing/rig.ts';
import type { StandIn } from '../../vendor-wire/testing/stand-in-server.ts';
import type { BankRates } from '../bank.ts';
import { Cbar } from '../cbar.ts';
import { Ecb } from '../ecb.ts';
import type { Bank } from '../rates.ts';
import { createReferenceConnector } from '../reference-connector.ts';
import { Tcmb } from '../tcmb.ts';
import { createReferenceStandIn, KEY, type ReferenceFault } from './stand-in.ts';

/** A connector of a bank over the stand-in. */
export type ReferenceRig = VendorRig<StandIn<ReferenceFault>>;

/** Options of a connector of a bank over the stand-in. */
export interface ReferenceOpening {
  readonly bank: Bank;
  /** First day of the stand-in. */
  readonly fromMs: number;
  /** Whether the history of TCMB is read by EVDS. */
  readonly hasKey?: boolean;
  readonly symbols?: readonly string[];
  /** Requests in a minute; 600 when absent. */
  readonly requests?: number;
  /** Years of history of a bank with a sheet for each day; 2 when absent. */
  readonly years?: number;
}

/** Options of a rig. */
export interface ReferenceRigOptions extends ReferenceOpening {
  readonly nowMs: number;
}

/** Starts the stand-in and opens a connector of a bank over it. */
export async function openReference(
  { bank, fromMs, hasKey = false, requests = 600, years = 2, symbols }: ReferenceOpening,
  clock: Clock,
  log: Logger,
): Promise<{ readonly standIn: StandIn<ReferenceFault>; readonly connector: Connector }> {
  const standIn = await createReferenceStandIn({ clock, fromMs });
  const { url } = standIn;
  const given = { url, requests, years, clock, log };
  const open: Record<Bank, () => BankRates> = {
    tcmb: () => new Tcmb({ ...given, evdsUrl: url, evdsKey: hasKey ? KEY : null }),
    cbar: () => new Cbar(given),
    ecb: () => new Ecb(given),
  };
  const connector = createReferenceConnector({
    name: `reference-${bank}`,
    bank,
    rates: open[bank](),
    symbols: symbols ?? ['USDTRY', 'EURTRY', 'USDAZN'],
    clock,
    log,
    audience: 'anyone',
  });
  return { standIn, connector };
}

/** Opens a connector of a bank over the stand-in, on a clock of the test. */
export function createReferenceRig({
  nowMs,
  ...opening
}: ReferenceRigOptions): Promise<ReferenceRig> {
  return createVendorRig({ nowMs, open: (clock, log) => openReference(opening, clock, log) });
}
