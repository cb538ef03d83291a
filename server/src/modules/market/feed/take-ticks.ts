import type { WireTick } from '@rasat/contract';
import type { VenueTick } from '../../../connectors/connector.ts';
import type { LiveSymbol } from './live-symbol.ts';
import type { TickLog } from './tick-log.ts';

/** Result of the ticks that a subscription delivered. */
export interface TakenTicks {
  /** Symbols that received ticks. */
  readonly heard: ReadonlySet<LiveSymbol>;
  /** Newest time that the venue has proven to have reached; minus infinity when there is none. */
  readonly heardMs: number;
  /** Accepted ticks worth showing, in order of time for each symbol. */
  readonly shown: readonly WireTick[];
}

/** Older ticks than this come from catching up: only the last of each symbol is worth showing. */
const SHOWN_MS = 10_000;

/**
 * Gives ticks to their symbols and counts them. `find` returns the symbol of a tick; `unwanted` when its ticks are no
 * longer wanted, `unknown` when nothing was requested under its name.
 */
export function takeTicks(
  ticks: readonly VenueTick[],
  nowMs: number,
  log: TickLog,
  find: (tick: VenueTick) => LiveSymbol | 'unwanted' | 'unknown',
): TakenTicks {
  const shown: WireTick[] = [];
  const lastOfOld = new Map<string, WireTick>();
  const heard = new Set<LiveSymbol>();
  let heardMs = Number.NEGATIVE_INFINITY;
  for (const tick of ticks) {
    const live = find(tick);
    if (live === 'unknown') log.refuse(tick, 'unknown-symbol', nowMs);
    if (typeof live === 'string') continue;
    heard.add(live);
    live.take(tick, nowMs, {
      accept: ({ symbol: s, timeMs: d, price: p }, isNewest) => {
        log.accept(d, nowMs);
        heardMs = Math.max(heardMs, d);
        if (!isNewest) return;
        if (d > nowMs - SHOWN_MS) shown.push({ s, d, p });
        else lastOfOld.set(s, { s, d, p });
      },
      refuse: (refused, reason) => {
        log.refuse(refused, reason, nowMs);
        if (reason === 'late' || reason === 'old') heardMs = Math.max(heardMs, refused.timeMs);
        if (log.hasClockAlarm(nowMs)) live.doubt(nowMs);
      },
    });
  }
  return { heard, heardMs, shown: [...lastOfOld.values(), ...shown] };
}
