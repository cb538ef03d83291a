import { isReference } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { useConnection } from '../../api/client/connection.ts';
import { useLiveState } from '../../api/live/live.ts';
import { useSessionUnavailable } from '../../api/session/session.ts';
import { ChartCredit } from '../../charts/index.ts';
import { formatClock, formatIsoUtc } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Kbd } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { MarketOpening, useMarketState } from '../../ui/market-state.tsx';
import { showOverlay } from '../../ui/overlay.ts';
import { SourceCredits, useDelayWords } from '../../ui/price-source.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { splitCountdown, untilNextBar } from './next-bar.ts';
import { useStale } from './use-stale.ts';

/** Renders the foot of the chart: connection, next bar, number of drawings, lines of the vendor and the library, shortcuts and clock. */
export function StatusBar({
  entry,
  resolution,
  drawings,
  explained,
  table,
  onTable,
}: {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly drawings: number;
  /** Whether an explanation is open beside the chart; the hint that explains how to open one is then hidden. */
  readonly explained: boolean;
  readonly table: boolean;
  readonly onTable: (shown: boolean) => void;
}) {
  const { t } = useTranslation('chart');
  const nowMs = useServerNow();
  const { open } = useMarketState([entry]);
  return (
    <footer className="num flex h-6.5 flex-none items-center gap-4 overflow-hidden border-t border-line bg-s1 px-3 text-11 text-ink-3">
      <LiveState entry={entry} />
      {open > 0 ? (
        <NextBar entry={entry} resolution={resolution} nowMs={nowMs} />
      ) : (
        <span>
          <MarketOpening symbols={[entry]} />
        </span>
      )}
      <span>{t('status.drawings', { count: drawings })}</span>
      {drawings > 0 && !explained ? (
        <span className="truncate max-wide:hidden">{t('status.why')}</span>
      ) : null}
      <span className="flex-1" />
      <SourceCredits sources={[entry.source]} />
      <ChartCredit className="relative" />
      <button
        type="button"
        aria-pressed={table}
        onClick={() => onTable(!table)}
        className="min-h-6 hover:text-ink"
      >
        {t('table')}
      </button>
      <button
        type="button"
        onClick={() => showOverlay('help')}
        className="flex min-h-6 items-center gap-1.5 hover:text-ink"
      >
        {t('status.shortcuts')} <Kbd>?</Kbd>
      </button>
      <time dateTime={formatIsoUtc(nowMs)}>{t('status.clock', { time: formatClock(nowMs) })}</time>
    </footer>
  );
}

function LiveState({ entry }: { readonly entry: SymbolEntry }) {
  const { t } = useTranslation('chart');
  const { phase } = useLiveState();
  const open = useMarketState([entry]).open > 0;
  const { offline } = useConnection();
  const trouble = useSessionUnavailable();
  const stale = useStale(entry);
  const delay = useDelayWords();
  const state =
    offline || trouble
      ? 'offline'
      : entry.source === 'file'
        ? 'file'
        : phase !== 'connected'
          ? phase
          : open
            ? stale
              ? 'stale'
              : 'live'
            : 'closed';
  const tone =
    state === 'stale'
      ? 'text-bad'
      : state === 'live'
        ? 'text-up'
        : state === 'reconnecting' || state === 'offline'
          ? 'text-warn'
          : 'text-ink-3';
  return (
    <span role="status" className="flex items-center gap-1.5">
      <i aria-hidden="true" className={cx('size-1.75 rounded-full bg-current', tone)} />
      {state === 'closed' && isReference(entry.delay) ? (
        <span className="inline-block first-letter:uppercase">{delay(entry)}</span>
      ) : (
        t(`status.${state === 'idle' ? 'connecting' : state}`)
      )}
    </span>
  );
}

function NextBar({
  entry,
  resolution,
  nowMs,
}: {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly nowMs: number;
}) {
  const { t } = useTranslation('chart');
  const { days, clock } = splitCountdown(untilNextBar(entry.calendar, resolution, nowMs));
  const time = days > 0 ? t('status.daysAnd', { days, time: clock }) : clock;
  return <span>{t('status.nextBar', { time })}</span>;
}
