import assert from 'node:assert/strict';
import { MINUTE_MS } from '@rasat/engine';
import { createManualClock, type ManualClock } from '../../../platform/clock.ts';
import { createLog } from '../../../platform/log.ts';
import type { Connector } from '../../connector.ts';
import type { AnyStandIn } from './stand-in-server.ts';

/** The log that a rig gives to its connector. */
export type RigLog = ReturnType<typeof createLog>;

/** A line of the log. */
export interface LogLine {
  readonly level: string;
  readonly msg: string;
}

/** The part of a stand-in that a rig moves. */
export interface RigVenue {
  /** Waits until no request is being answered and the sockets have been read. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** A connector over a stand-in, on one clock that a test moves. */
export interface VendorRig<Venue extends RigVenue = AnyStandIn> {
  readonly clock: ManualClock;
  readonly standIn: Venue;
  readonly connector: Connector;
  /** Lines of the log from `warn` on. */
  readonly lines: readonly LogLine[];
  /** Lets time pass with everything that the venue does in it; `stepMs` apart the sockets are read. */
  readonly advance: (ms: number, stepMs?: number) => Promise<void>;
  /** Lets time pass until `isSo`, and returns how much it was; fails after `mostMs`. */
  readonly until: (what: string, isSo: () => boolean, mostMs: number) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Steps of a call that is waited for. */
const CALL_STEP_MS = 250;
const MOST_CALL_STEPS = 800;

/** Opens a connector over a stand-in at `nowMs`. */
export async function createVendorRig<Venue extends RigVenue>(options: {
  readonly nowMs: number;
  readonly open: (
    clock: ManualClock,
    log: RigLog,
  ) => Promise<{ readonly standIn: Venue; readonly connector: Connector }>;
}): Promise<VendorRig<Venue>> {
  const clock = createManualClock(options.nowMs);
  const lines: LogLine[] = [];
  const write = (text: string): void => void lines.push(JSON.parse(text) as LogLine);
  const { standIn, connector } = await options.open(clock, createLog('warn', { write }));
  const advance = async (ms: number, stepMs = 1000): Promise<void> => {
    const endMs = clock.steady() + ms;
    await standIn.settle();
    while (clock.steady() < endMs) {
      await clock.advance(Math.min(stepMs, endMs - clock.steady()));
      await standIn.settle();
    }
  };
  return {
    clock,
    standIn,
    connector,
    lines,
    advance,
    async until(what, isSo, mostMs) {
      // A long wait is for something of the tape, whose own time does not matter.
      const stepMs = mostMs > MINUTE_MS ? 1000 : 250;
      for (let ms = 0; ms <= mostMs; ms += stepMs) {
        if (isSo()) return ms;
        await advance(stepMs);
      }
      assert.fail(`${what} within ${mostMs} ms`);
    },
    stop: () => standIn.stop(),
  };
}

/** Runs a call while time passes, at most 200 seconds, and returns its result and the time that it took. */
export async function during<T>(
  rig: Pick<VendorRig<RigVenue>, 'clock' | 'advance'>,
  call: Promise<T>,
): Promise<{ value: T; tookMs: number }> {
  const startMs = rig.clock.now();
  let isOver = false;
  const over = call.finally(() => {
    isOver = true;
  });
  over.catch(() => {});
  for (let steps = 0; steps < MOST_CALL_STEPS && !isOver; steps += 1)
    await rig.advance(CALL_STEP_MS);
  assert.ok(isOver, 'the call ends');
  return { value: await over, tookMs: rig.clock.now() - startMs };
}
