import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  type Quote,
  type SymbolEntry,
  symbolsQuery,
  useQuotes,
} from '../../../api/calls/market.ts';
import { livePrice, useCategoryTicks } from '../../../api/live/live.ts';
import { formatHour } from '../../../i18n/format.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { cx } from '../../../ui/cx.ts';
import { QuotedChange, QuotedPrice, useCellPrice } from '../../../ui/live-price.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { firstPrice } from '../../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag, SourceTag, useAgeWords } from '../../../ui/price-source.tsx';
import type { Feeds } from './calls.ts';
import { pickSamples } from './reader-samples.ts';

/** A symbol of the list with its quote, null while it is loading. */
interface Sample {
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
}

/** Renders what a reader sees of the running sources: the same price on its page, in a list and on a chart's axis. */
export function ReaderPanel({ feeds }: { readonly feeds: Feeds }) {
  const { t } = useTranslation('adminMarket');
  const { data: symbols } = useQuery(symbolsQuery());
  const entries = pickSamples(symbols ?? [], feeds);
  const types = [...new Set(entries.map(({ type }) => type))];
  useCategoryTicks(types);
  const quotes = useQuotes(types);
  const samples = entries.map((entry) => ({ entry, quote: quotes.get(entry.symbol) ?? null }));
  const [first] = samples;
  if (symbols === undefined) return null;
  return (
    <Panel
      title={t('feeds.reader.title')}
      meta={<span className="text-12 text-ink-3">{t('feeds.reader.note')}</span>}
    >
      {first === undefined ? (
        <p className="p-3 text-ink-2">{t('feeds.reader.none')}</p>
      ) : (
        <div className="grid divide-line-soft max-desk:divide-y desk:grid-cols-3 desk:divide-x">
          <Place title={t('feeds.reader.symbolPage')}>
            <SymbolPage {...first} />
          </Place>
          <Place title={t('feeds.reader.boardRow')}>
            <ul className="divide-y divide-line-soft">
              {samples.map((sample) => (
                <Row key={sample.entry.symbol} {...sample} />
              ))}
            </ul>
          </Place>
          <Place title={t('feeds.reader.chartAxis')}>
            <Axis {...first} />
          </Place>
        </div>
      )}
    </Panel>
  );
}

function Place({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 px-4.5 py-4">
      <h3 className="mb-2.5 text-12 font-med text-ink-3">{title}</h3>
      {children}
    </div>
  );
}

function SymbolPage({ entry, quote }: Sample) {
  const source = livePrice(entry.symbol);
  const shown = useCellPrice(source, firstPrice(quote));
  const age = useAgeWords();
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b translate="no" className="text-22 font-semi font-stretch-[108%]">
          {entry.symbol}
        </b>
        <QuotedPrice
          source={source}
          quote={quote}
          digits={entry.digits}
          delayed={isDelayed(entry)}
          className="text-28"
        />
        <QuotedChange source={source} quote={quote} className="font-semi" />
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <SourceTag symbols={[entry]} />
        <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} />
        {shown === null ? null : <span className="num text-ink-2">{age(shown.timeMs)}</span>}
      </p>
    </>
  );
}

function Row({ entry, quote }: Sample) {
  const source = livePrice(entry.symbol);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2.5 py-1">
      <b translate="no" className="w-22 flex-none truncate font-semi">
        {entry.symbol}
      </b>
      <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} />
      <QuotedPrice
        source={source}
        quote={quote}
        digits={entry.digits}
        delayed={isDelayed(entry)}
        className="ml-auto"
      />
      <QuotedChange source={source} quote={quote} className="min-w-14 text-right" />
    </li>
  );
}

/** Renders the last price as the chart paints it: filled, grey when stale, an outline with its time when delayed. */
function Axis({ entry, quote }: Sample) {
  const { t } = useTranslation(['adminMarket', 'chart']);
  const { price } = useFormats();
  const shown = useCellPrice(livePrice(entry.symbol), firstPrice(quote));
  const isStale = quote?.stale ?? false;
  const delayed = isDelayed(entry);
  const look = delayed ? 'axisDelayed' : isStale ? 'axisStale' : 'axisLive';
  const change = (shown?.price ?? 0) - (quote?.previousClose ?? 0);
  return (
    <>
      <div className="flex h-16" aria-hidden="true">
        <svg aria-hidden="true" className="h-8 min-w-0 flex-1" fill="none">
          <line
            x1="0"
            x2="100%"
            y1="50%"
            y2="50%"
            stroke={isStale ? 'var(--text-3)' : change < 0 ? 'var(--down)' : 'var(--up)'}
            strokeDasharray="2 3"
          />
        </svg>
        <span className="num grid content-start justify-items-start border-l border-line pt-1.25 pl-0.5">
          <span
            className={cx(
              'rounded-1 px-2 py-0.5 text-12 font-semi',
              delayed
                ? 'border border-dashed border-warn-line bg-s1 text-ink'
                : isStale
                  ? 'bg-ink-3 text-s1'
                  : change < 0
                    ? 'bg-down text-s1'
                    : 'bg-up text-s1',
            )}
          >
            {price(shown?.price ?? null, entry.digits)}
          </span>
          {delayed && shown !== null ? (
            <span className="px-2 pt-0.5 text-12 text-warn">
              {t('chart:delayedPrice', { time: formatHour(shown.timeMs) })}
            </span>
          ) : null}
        </span>
      </div>
      <p className="mt-2 text-12 text-ink-3 first-letter:uppercase">
        {t(`adminMarket:feeds.reader.${look}`)}
      </p>
    </>
  );
}
