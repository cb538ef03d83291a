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

/** Options of a rig. */
export interface ReferenceRigOptions {
  readonly bank: Bank;
  readonly nowMs: number;
  /** First day of the stand-in. */
  readonly fromMs: number;
  /** Whether the history of TCMB is read by EVDS. */
  readonly hasKey?: boolean;
  readonly symbols?: readonly string[];
  /** Requests in a minute; 600 when absent. */
  readonly requests?: number;
}

/** Opens a connector of a bank over the stand-in. */
export function createReferenceRig(options: ReferenceRigOptions): Promise<ReferenceRig> {
  const { bank, nowMs, fromMs, hasKey = false, requests = 600 } = options;
  return createVendorRig({
    nowMs,
    async open(clock, log) {
      const standIn = await createReferenceStandIn({ clock, fromMs });
      const { url } = standIn;
      const given = { url, requests, years: 2, clock, log };
      const open: Record<Bank, () => BankRates> = {
        tcmb: () => new Tcmb({ ...given, evdsUrl: url, evdsKey: hasKey ? KEY : null }),
        cbar: () => new Cbar(given),
        ecb: () => new Ecb(given),
      };
      const connector = createReferenceConnector({
        name: `reference-${bank}`,
        bank,
        rates: open[bank](),
        symbols: options.symbols ?? ['USDTRY', 'EURTRY', 'USDAZN'],
        clock,
        log,
        audience: 'anyone',
      });
      return { standIn, connector };
    },
  });
}
