import { COMMON_FAULTS, FaultSwitch } from '../../vendor-wire/testing/fault-switch.ts';

/** Faults that the stand-in plays, with their lines in `vendors.md`, section 13. */
export const FAULTS = {
  ...COMMON_FAULTS,
  'server-shutdown': 19,
  'server-shutdown-stays': 19,
  'id-hole': 21,
  'repeated-frame': 22,
  'out-of-order': 23,
  'kline-twice': 24,
  'trade-after-kline': 25,
  'no-closed-kline': 26,
  'http-418': 27,
  'code-1003': 28,
  'code-1121': 28,
  'http-451': 28,
  microseconds: 29,
  'no-ping': 33,
  /** New connections are accepted and get no data. */
  'silent-subscription': 34,
} as const;

/** Name of a fault. */
export type FaultName = keyof typeof FAULTS;

/** Switches the faults of the stand-in on and off. */
export class Faults extends FaultSwitch<FaultName> {}
