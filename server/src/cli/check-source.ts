import { type Bar, bucketStart, DAY_MS, HOUR_MS, isOpen } from '@rasat/engine';
import type { Connector, Instrument, VenueTick } from '../connectors/connector.ts';
import type { Clock } from '../platform/clock.ts';

/** Limits of a check, in milliseconds. */
export interface CheckLimits {
  /** Longest time of one call. */
  readonly callMs: number;
  /** Time in which a subscription must connect and send its first tick. */
  readonly streamMs: number;
}

/** Limits of a check over a real network. */
export const CHECK_LIMITS: CheckLimits = { callMs: 30_000, streamMs: 30_000 };

/** Number of symbols that a check reads. */
const MOST_SYMBOLS = 10;
/** Span of the history that a check reads; longer than the longest pause of a calendar. */
const HISTORY_DAYS = 12;
/** A venue has the bar of an hour this long after its end. */
const LATE_MS = 2 * HOUR_MS;
const LOOK_MS = 100;

/**
 * Calls a source as the feed does: its list, the history of up to ten of its symbols, and its stream. Returns a sentence
 * for each problem; none when everything works. `progress` receives what is being checked.
 */
export async function checkSource(
  connector: Connector,
  clock: Clock,
  limits: CheckLimits,
  progress: (what: string) => void,
): Promise<string[]> {
  const problems: string[] = [];
  progress('list of instruments');
  const offered = await within(limits.callMs, () => connector.instruments()).catch(
    (error: unknown) => {
      problems.push(`The list of instruments cannot be read: ${reasonOf(error)}.`);
      return [];
    },
  );
  const wanted = offered.filter(({ optional }) => !optional);
  if (offered.length > 0 && wanted.length === 0) {
    problems.push('None of its instruments is listed by the settings.');
  }
  const checked: Instrument[] = [];
  for (const { symbol } of wanted.slice(0, MOST_SYMBOLS)) {
    progress(symbol);
    try {
      const instrument = await within(limits.callMs, () => connector.find(symbol));
      if (!instrument) {
        problems.push(`${symbol} is in the list and is not found by its name.`);
        continue;
      }
      checked.push(instrument);
      const problem = await within(limits.callMs, (signal) =>
        checkHistory(connector, instrument, clock.now(), signal),
      );
      if (problem !== null) problems.push(problem);
    } catch (error) {
      problems.push(`${symbol} cannot be read: ${reasonOf(error)}.`);
    }
  }
  progress('stream');
  if (checked.length > 0) problems.push(...(await checkStream(connector, checked, clock, limits)));
  return problems;
}

async function checkHistory(
  connector: Connector,
  { symbol, base, calendar }: Instrument,
  nowMs: number,
  signal: AbortSignal,
): Promise<string | null> {
  const available = await connector.available(symbol);
  if (!available.some(({ resolution }) => resolution === base)) {
    return `${symbol} has no history of ${base}.`;
  }
  const fromMs = bucketStart('1D', nowMs - HISTORY_DAYS * DAY_MS, false);
  let newest: Bar | undefined;
  for await (const batch of connector.history(symbol, base, fromMs, nowMs, signal)) {
    newest = batch.at(-1) ?? newest;
  }
  if (!newest) return `${symbol} has no bar of ${base} in the last ${HISTORY_DAYS} days.`;
  if (base !== '60') return null;
  const { delay, settledMs = 0 } = connector;
  const dueMs = bucketStart('60', nowMs - (delay.ms + settledMs + LATE_MS), false);
  const isDue = isOpen(calendar, dueMs) && isOpen(calendar, dueMs + HOUR_MS - 1);
  return isDue && newest.openTimeMs < dueMs
    ? `${symbol} has no hour after ${new Date(newest.openTimeMs).toISOString()}.`
    : null;
}

async function checkStream(
  connector: Connector,
  instruments: readonly Instrument[],
  clock: Clock,
  { streamMs }: CheckLimits,
): Promise<string[]> {
  const beganMs = clock.now();
  const atMs = beganMs - connector.delay.ms;
  const isTrading = instruments.some(({ calendar }) => isOpen(calendar, atMs));
  let ticks = 0;
  let wasConnected = false;
  const onTicks = (some: readonly VenueTick[]): void => {
    ticks += some.filter(({ timeMs }) => timeMs >= atMs).length;
  };
  try {
    const wanted = instruments.map(({ symbol }) => ({ symbol, fromMs: beganMs }));
    const subscription = connector.subscribe(wanted, onTicks);
    try {
      while (clock.now() - beganMs < streamMs && !(wasConnected && (ticks > 0 || !isTrading))) {
        await clock.sleep(LOOK_MS);
        wasConnected ||= subscription.state().connected;
      }
    } finally {
      await subscription.stop();
    }
  } catch (error) {
    return [`The stream fails: ${reasonOf(error)}.`];
  }
  const seconds = streamMs / 1000;
  if (!wasConnected) return [`The stream is not connected after ${seconds} s.`];
  return isTrading && ticks === 0 ? [`The stream sends no tick within ${seconds} s.`] : [];
}

/** Runs a call with a limit in real time; its signal aborts at the limit. */
async function within<T>(ms: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(ms);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${ms / 1000} s`)), {
      once: true,
    });
  });
  return Promise.race([call(signal), late]);
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, '');
}
