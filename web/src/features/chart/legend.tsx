import { isReference, vendorName } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import type { ReactNode } from 'react';
import { useFilling } from '../../api/calls/health.ts';
import type { SymbolEntry } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { useMarketState, useOpeningWords } from '../../ui/market-state.tsx';
import { isDelayed, SourceCredits, useDelayWords, useStaleMoment } from '../../ui/price-source.tsx';
import { NoAnalysis } from '../../ui/reference-note.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import { type BarStore, useShownBar } from './bar-store.ts';
import { useStale } from './use-stale.ts';

/** Returns our own word for a symbol's source `simulated` and `file`, else the vendor's name with its delay. */
function useSourceText(entry: SymbolEntry): string {
  const { t } = useTranslation('chart');
  const delay = useDelayWords();
  const { source } = entry;
  if (source === 'simulated' || source === 'file') return t(`sources.${source}`);
  return `${vendorName(source)} · ${delay(entry)}`;
}

/**
 * Renders symbol, resolution and source, and the bar under the crosshair with its change; `children` are further lines.
 */
export function Legend({
  entry,
  resolution,
  store,
  children,
}: {
  readonly entry: SymbolEntry;
  readonly resolution: Resolution;
  readonly store: BarStore;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation('chart');
  const formats = useFormats();
  const desk = useDesktop();
  const shown = useShownBar(store);
  const source = useSourceText(entry);
  const change =
    shown?.bar && shown.previousClose !== null
      ? (shown.bar.close / shown.previousClose - 1) * 100
      : null;
  const tone = change === null || change === 0 ? '' : change > 0 ? 'text-up' : 'text-down-text';
  const bar = shown?.bar;
  return (
    <div className="num pointer-events-none absolute top-2.5 left-3.5 z-2 flex flex-wrap items-baseline gap-x-3.5 gap-y-0.5 text-12 max-desk:top-1.5 max-desk:right-17 max-desk:left-2.5 max-desk:gap-x-2.5 [&>*]:rounded-1 [&>*]:bg-chart-bg/90">
      <b className="text-14" translate="no">
        {entry.symbol}
      </b>
      <span className="text-ink-3">
        {t(`resolutions.${resolution}`)} ·{' '}
        <span className={cx((entry.source === 'simulated' || isDelayed(entry)) && 'text-warn')}>
          {source}
        </span>
      </span>
      {bar ? (
        <>
          {(['open', 'high', 'low', 'close'] as const).map((key) => (
            <span key={key} title={t(`${key}Long`)}>
              <span className="text-ink-3">{t(key)}</span>{' '}
              <span className={cx(key === 'close' && tone)}>
                {formats.price(bar[key], entry.digits)}
              </span>
            </span>
          ))}
          <span className={tone} title={t('changeLong')}>
            {formats.change(change)}
          </span>
        </>
      ) : null}
      {entry.arriving ? (
        <span role="status" className="text-warn">
          <Arriving />
        </span>
      ) : null}
      {shown?.bar === null ? <span className="text-ink-3">{t('noBar')}</span> : null}
      {isReference(entry.delay) ? (
        <LegendLine>
          <NoAnalysis entry={entry} look="line" />
        </LegendLine>
      ) : null}
      {desk ? null : (
        <span className="basis-full text-ink-3 empty:hidden">
          <MarketLine entry={entry} />
        </span>
      )}
      {desk ? null : (
        <span className="pointer-events-auto basis-full empty:hidden">
          <SourceCredits sources={[entry.source]} />
        </span>
      )}
      {children}
    </div>
  );
}

/** Renders a line of the legend. */
export function LegendLine({ children }: { readonly children: ReactNode }) {
  return (
    <span className="basis-full bg-transparent! whitespace-normal">
      <span className="box-decoration-clone rounded-1 bg-chart-bg/90 text-ink-2">{children}</span>
    </span>
  );
}

/** Renders that older bars are still to come, with the stored share of all histories while a fresh server fills them. */
function Arriving() {
  const { t } = useTranslation('chart');
  const { percent } = useFormats();
  const filling = useFilling();
  return filling === null
    ? t('arriving')
    : t('arrivingShare', { percent: percent(Math.floor(filling * 100), 0) });
}

/**
 * Renders when a closed market opens, or that the price is stale and since when; nothing for a bank's daily rate. For
 * phones without a status bar.
 */
function MarketLine({ entry }: { readonly entry: SymbolEntry }) {
  const { t } = useTranslation('chart');
  const { open, opensMs } = useMarketState([entry]);
  const words = useOpeningWords();
  if (isReference(entry.delay)) return null;
  if (open > 0) return <StaleSince entry={entry} />;
  return opensMs === null ? t('status.file') : `${t('status.closed')} · ${words(opensMs)}`;
}

function StaleSince({ entry }: { readonly entry: SymbolEntry }) {
  const { t } = useTranslation('words');
  const stale = useStale(entry);
  const moment = useStaleMoment();
  if (!stale) return null;
  // Null while no price has arrived on this page.
  const last = livePrice(entry.symbol).get();
  const said = last ? t('delay.staleAt', { time: moment(last.timeMs) }) : t('delay.stale');
  return <span className="text-bad">{said}</span>;
}
