import type { Category } from '@rasat/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Quote, quotesQuery, type SymbolEntry } from '../../api/calls/market.ts';
import { type PredictorItem, portfolioQuery } from '../../api/calls/signals.ts';
import { useSubscribed } from '../../api/session/session.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { iconButtonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icons.tsx';
import { LoadError } from '../../ui/load.tsx';
import { MarketLine } from '../../ui/market-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { distinctSources, SourceTag } from '../../ui/price-source.tsx';
import { NoAnalysisNote } from '../../ui/reference-note.tsx';
import { Bone, Skeleton, useLoadingPhase } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { openDirections } from './board.ts';
import { WALL_ROW, WallRow } from './wall-row.tsx';

const SHOWN = 10;

/** Renders a category: its symbols with their prices, and links to its predictor, portfolio and chart. */
export function CategoryCard({
  category,
  symbols,
  predictor,
  all,
  onAll,
  className,
}: {
  readonly category: Category;
  readonly symbols: UseQueryResult<SymbolEntry[]>;
  readonly predictor: readonly PredictorItem[] | undefined;
  /** Whether every symbol is shown instead of the first ten. */
  readonly all: boolean;
  readonly onAll: (all: boolean) => void;
  readonly className?: string;
}) {
  const { t: words } = useTranslation('words');
  const { t: shell } = useTranslation('shell');
  const { count } = useFormats();
  const quotes = useQuery(quotesQuery(category));
  const subscribed = useSubscribed();
  const portfolio = useQuery({ ...portfolioQuery(category, 'overview'), enabled: subscribed });
  const entries = useMemo(
    () => symbols.data?.filter(({ type }) => type === category) ?? [],
    [symbols.data, category],
  );
  const directions = useMemo(() => openDirections(predictor ?? []), [predictor]);
  const bySymbol = useMemo(
    () => new Map(quotes.data?.quotes.map((quote) => [quote.s, quote])),
    [quotes.data],
  );
  const isMixed = useMemo(() => distinctSources(symbols.data ?? []).length > 1, [symbols.data]);
  const name = words(`category.${category}`);
  const traded = portfolio.data && new Set(portfolio.data.map(({ s }) => s)).size;
  const open = directions.size;
  return (
    <Panel
      title={name}
      className={cx('flex flex-col', className)}
      meta={symbols.data ? <span className="lbl num">{count(entries.length)}</span> : null}
      busy={quotes.isRefetching}
      actions={
        <Link
          to={`/dashboard/chart${entries[0] ? `?symbol=${entries[0].symbol}` : ''}`}
          aria-label={words('chartOf', { symbol: name })}
          title={words('chartOf', { symbol: name })}
          className={iconButtonClass}
        >
          <Icon name="chart" />
        </Link>
      }
    >
      <div className="grid grid-cols-2 border-b border-line-soft text-12">
        <CountLink
          to={`/dashboard/predictor/${category}`}
          label={shell('nav.predictor')}
          value={predictor ? count(open) : ''}
        />
        <CountLink
          to={`/dashboard/portfolio/${category}`}
          label={shell('nav.portfolio')}
          value={traded === undefined ? '' : count(traded)}
          className="border-l border-line-soft"
        />
      </div>
      {symbols.data && entries.length === 0 ? null : (
        <div className="border-b border-line-soft px-3 py-1.5 desk:min-h-13">
          <MarketLine symbols={entries} pricedAtMs={(symbol) => bySymbol.get(symbol)?.d ?? null} />
          {isMixed ? (
            <p className="mt-1">
              <SourceTag symbols={entries} />
            </p>
          ) : null}
        </div>
      )}
      <Wall
        entries={all ? entries : entries.slice(0, SHOWN)}
        symbols={symbols}
        quotes={quotes}
        bySymbol={bySymbol}
        directions={directions}
      />
      <NoAnalysisNote symbols={entries} className="px-3 py-1.5" />
      {entries.length > SHOWN && quotes.data ? (
        <AllButton all={all} category={name} onAll={onAll} />
      ) : null}
    </Panel>
  );
}

/** Switches the card between every symbol and the first ten. */
function AllButton({
  all,
  category,
  onAll,
}: {
  readonly all: boolean;
  readonly category: string;
  readonly onAll: (all: boolean) => void;
}) {
  const { t } = useTranslation('dashboard');
  return (
    <button
      type="button"
      aria-expanded={all}
      onClick={() => onAll(!all)}
      className="mt-auto flex min-h-9 items-center gap-1 rounded-b-3 border-t border-line-soft px-3 py-2 text-left text-12 text-ink-3 hover:bg-hover hover:text-ink pointer-coarse:min-h-11"
    >
      {all ? t('fewerSymbols') : t('allSymbols', { category })}
      <Icon
        name={all ? 'chevronDown' : 'chevronRight'}
        size={14}
        className={all ? 'rotate-180' : ''}
      />
    </button>
  );
}

function CountLink({
  to,
  label,
  value,
  className,
}: {
  readonly to: string;
  readonly label: string;
  readonly value: string;
  readonly className?: string;
}) {
  return (
    <Link
      to={to}
      className={cx(
        'flex min-h-8 items-center justify-between gap-2 px-3 py-1.75 text-ink-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-11',
        className,
      )}
    >
      {label}
      <span className="num text-ink">{value}</span>
    </Link>
  );
}

function Wall({
  entries,
  symbols,
  quotes,
  bySymbol,
  directions,
}: {
  readonly entries: readonly SymbolEntry[];
  readonly symbols: UseQueryResult<SymbolEntry[]>;
  readonly quotes: UseQueryResult<unknown>;
  readonly bySymbol: ReadonlyMap<string, Quote>;
  readonly directions: ReadonlyMap<string, boolean>;
}) {
  const { t } = useTranslation('dashboard');
  const { t: words } = useTranslation('words');
  const phase = useLoadingPhase(symbols.isPending || quotes.isPending);
  const failed = [symbols, quotes].filter((query) => query.error && query.data === undefined);
  if (phase !== 'ready') {
    return (
      <Skeleton phase={phase} label={words('loading')}>
        {Array.from({ length: SHOWN }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={i} className={WALL_ROW}>
            <span />
            <Bone className="w-3/4" />
            <Bone className="h-2" />
            <Bone className="w-5/6 justify-self-end" />
            <Bone className="w-2/3 justify-self-end" />
          </div>
        ))}
      </Skeleton>
    );
  }
  if (failed[0]) {
    return (
      <LoadError
        compact
        error={failed[0].error}
        title={t('quotesFailed')}
        onRetry={() => {
          for (const query of failed) void query.refetch();
        }}
      />
    );
  }
  if (entries.length === 0) return <Empty compact drawing={false} title={t('noSymbols')} />;
  return (
    <ul>
      {entries.map((entry) => (
        <WallRow
          key={entry.symbol}
          entry={entry}
          quote={bySymbol.get(entry.symbol) ?? null}
          way={directions.get(entry.symbol) ?? null}
        />
      ))}
    </ul>
  );
}
