import { type Bar, bucketStart, DAY_MS, HOUR_MS, isOpen } from '@rasat/engine';
import type { Connector, Instrument, VenueTick } from '../connectors/connector.ts';
import type { Clock } from '../platform/clock.ts';
import { compareDays } from './check-days.ts';

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
/** Span before a split and after it in which a bar is looked for. */
const AROUND_MS = 5 * DAY_MS;

/** Listener of a check. */
export interface CheckListener {
  /** Receives what is being checked. */
  readonly progress: (what: string) => void;
  /** Receives a sentence about the source that an operator compares with its plan. */
  readonly found: (fact: string) => void;
}

/**
 * Calls a source as the feed does: its list, the history and the splits of up to ten of its symbols, the special
 * days of its exchanges, and its stream.
 * Returns a sentence for each problem; none when everything works.
 */
export async function checkSource(
  connector: Connector,
  clock: Clock,
  limits: CheckLimits,
  listener: CheckListener,
): Promise<string[]> {
  const { progress, found } = listener;
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
        checkHistory(connector, instrument, clock.now(), found, signal),
      );
      if (problem !== null) problems.push(problem);
    } catch (error) {
      problems.push(`${symbol} cannot be read: ${reasonOf(error)}.`);
    }
  }
  if (checked.length === 0) return problems;
  progress('splits');
  try {
    problems.push(...(await checkSplits(connector, checked, clock.now(), limits, found)));
  } catch (error) {
    problems.push(`Its splits cannot be read: ${reasonOf(error)}.`);
  }
  progress('calendar');
  try {
    problems.push(...(await checkDays(connector, clock.now(), limits, found)));
  } catch (error) {
    problems.push(`Its special days cannot be read: ${reasonOf(error)}.`);
  }
  progress('stream');
  problems.push(...(await checkStream(connector, checked, clock, limits, found)));
  return problems;
}

async function checkHistory(
  connector: Connector,
  { symbol, base, calendar }: Instrument,
  nowMs: number,
  found: CheckListener['found'],
  signal: AbortSignal,
): Promise<string | null> {
  const available = await connector.available(symbol);
  const own = available.find(({ resolution }) => resolution === base);
  if (!own) return `${symbol} has no history of ${base}.`;
  found(`${symbol}: bars of ${base} since ${dateOf(own.fromMs)}`);
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

/** Looks for the latest split of each symbol in its history, which has the prices of their day. */
async function checkSplits(
  connector: Connector,
  instruments: readonly Instrument[],
  nowMs: number,
  { callMs }: CheckLimits,
  found: CheckListener['found'],
): Promise<string[]> {
  if (!connector.actions) return [];
  const symbols = instruments.map(({ symbol }) => symbol);
  const actions = await within(callMs, async () => connector.actions?.(symbols, 0));
  if (!actions) {
    found('splits and renames are not in its plan: enter them by hand');
    return [];
  }
  const splits = new Map<string, { readonly effectiveMs: number; readonly factor: number }>();
  for (const action of actions.toSorted((a, b) => a.effectiveMs - b.effectiveMs)) {
    if (action.kind === 'split' && action.effectiveMs < nowMs - 2 * DAY_MS) {
      splits.set(action.symbol, action);
    }
  }
  found(`splits and renames: ${actions.length} of these symbols`);
  const problems: string[] = [];
  for (const { symbol, base } of instruments) {
    const split = splits.get(symbol);
    if (!split) continue;
    const { effectiveMs, factor } = split;
    const bars = await within(callMs, async (signal) => {
      const [fromMs, toMs] = [effectiveMs - AROUND_MS, effectiveMs + AROUND_MS];
      const read: Bar[] = [];
      for await (const some of connector.history(symbol, base, fromMs, toMs, signal)) {
        read.push(...some);
      }
      return read;
    });
    const isBefore = ({ openTimeMs }: Bar): boolean => openTimeMs + HOUR_MS <= effectiveMs;
    const before = bars.findLast(isBefore);
    const after = bars.find((bar) => !isBefore(bar));
    if (!before || !after) continue;
    const jump = Math.log(before.close / after.open);
    if (Math.abs(jump - Math.log(factor)) > Math.abs(jump)) {
      const day = dateOf(effectiveMs);
      problems.push(
        `${symbol}: the history before the split of ${day} has not the prices of its day.`,
      );
    }
  }
  return problems;
}

async function checkDays(
  connector: Connector,
  nowMs: number,
  { callMs }: CheckLimits,
  found: CheckListener['found'],
): Promise<string[]> {
  if (!connector.specialDays) return [];
  const days = await within(callMs, async () => connector.specialDays?.());
  if (!days) {
    found('special days are not in its plan');
    return [];
  }
  found(`special days of exchanges: ${days.length} are coming`);
  return compareDays(days, nowMs);
}

async function checkStream(
  connector: Connector,
  instruments: readonly Instrument[],
  clock: Clock,
  { streamMs }: CheckLimits,
  found: CheckListener['found'],
): Promise<string[]> {
  const beganMs = clock.now();
  const atMs = beganMs - connector.delay.ms;
  const isTrading = instruments.some(({ calendar }) => isOpen(calendar, atMs));
  let ticks = 0;
  let wasConnected = false;
  let youngestMs = Number.POSITIVE_INFINITY;
  const digits = new Map(instruments.map((one) => [one.symbol, one.digits]));
  const finer = new Set<string>();
  const onTicks = (some: readonly VenueTick[]): void => {
    ticks += some.filter(({ timeMs }) => timeMs >= atMs).length;
    for (const { symbol, timeMs, price } of some) {
      youngestMs = Math.min(youngestMs, clock.now() - timeMs);
      const allowed = digits.get(symbol) ?? 0;
      if (Number(price.toFixed(allowed)) !== price) finer.add(symbol);
    }
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
  if (Number.isFinite(youngestMs)) {
    const age = Math.round(youngestMs / 1000);
    found(
      `newest price of the stream: ${age} s old, by its licence ${connector.delay.ms / 1000} s`,
    );
  }
  const problems = [...finer].map(
    (symbol) => `${symbol} has prices with more than ${digits.get(symbol)} decimals in the stream.`,
  );
  if (isTrading && ticks === 0) problems.push(`The stream sends no tick within ${seconds} s.`);
  return problems;
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

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.$/, '');
}
