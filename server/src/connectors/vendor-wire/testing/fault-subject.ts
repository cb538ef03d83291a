import type { Bar, SourceResolution } from '@rasat/engine';
import type { CommonFault } from './fault-switch.ts';
import type { VendorRig } from './rig.ts';
import type { AnyStandIn } from './stand-in-server.ts';

/** A rig with the stand-in of any vendor. */
export type FaultRig = VendorRig<AnyStandIn>;

/** A vendor under the tests of faults. */
export interface FaultSubject {
  /** Opens a fresh rig at a moment at which every one of `symbols` trades and has traded for two hours. */
  open(): Promise<FaultRig>;
  /** Symbols of the connector, which are those of the tape as well. */
  readonly symbols: readonly string[];
  /** Key that the connector is given, which no line of the log and no error may tell; null without one. */
  readonly key: string | null;
  /** Faults that the vendor's wire cannot have, such as pages of a source that sends a whole file. */
  readonly without?: readonly CommonFault[];
  /** Longest time after which the connector calls again when it was refused; 6 minutes when absent. */
  readonly longestPauseMs?: number;
}

/** A vendor under the tests of replies. */
export interface ReplySubject extends FaultSubject {
  readonly resolution: SourceResolution;
  /** Time from which the history is asked for; it takes several pages. The tape's beginning when absent. */
  readonly fromMs?: (rig: FaultRig) => number;
  /** Returns the closed bars of the tape at the venue's time `nowMs`; those of the sessions when absent. */
  readonly trueBars?: (
    rig: FaultRig,
    symbol: string,
    resolution: SourceResolution,
    nowMs: number,
  ) => readonly Bar[];
  /** Time that the history may take in spite of a fault; that of `PASSING_FAULTS` when absent. */
  readonly mostMs?: Partial<Record<CommonFault, number>>;
  /** Most requests of a history whose fault does not end; 6 when absent. */
  readonly mostRequests?: number;
  /** Whether a history that was read is kept, so that faults that do not end no longer show in it. */
  readonly keepsHistory?: boolean;
  /** Faults after which bars may be missing, because the wire does not show them. None may be wrong. */
  readonly mayMiss?: readonly CommonFault[];
}

/** A vendor of sampled ticks under the tests of streams. */
export interface StreamSubject extends FaultSubject {
  /** Silence after which a dead connection is reported as lost, at most. */
  readonly silentMs: number;
  /** Time without prices, with signs of life, after which it is reported as lost; null when it stays connected. */
  readonly quietMs: number | null;
  /** Step of the times that the wire tells; 1 ms when absent. */
  readonly timeStepMs?: number;
  /** Length of the bars that are replayed as four ticks before the live ones; a minute when absent. */
  readonly replayMs?: number;
  /** Time by which a tick may come after a later one; 250 ms when absent. */
  readonly holdMs?: number;
}
