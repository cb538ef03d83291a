import { boxSignal, type Category, DEFAULT_DIGITS } from '@rasat/contract';
import { HOUR_MS, isSameHourUtc } from '@rasat/engine';
import { type ReactNode, useContext, useMemo } from 'react';
import { Link } from 'react-router';
import type { Quote, SymbolEntry } from '../../api/calls/market.ts';
import { livePrice } from '../../api/live/live.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useLanguage, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Triangle } from '../../ui/icons.tsx';
import {
  type CellSource,
  QuotedChange,
  QuotedPrice,
  StalePrices,
  useCellPrice,
} from '../../ui/live-price.tsx';
import { firstPrice } from '../../ui/price-cell.ts';
import { isDelayed, PriceAgeTag } from '../../ui/price-source.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Empty } from '../../ui/states.tsx';
import { BoxTag, DirectionTag, Tag } from '../../ui/tag.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import { type Holding, type listTrades, type OpenTrade, openR } from './holdings.ts';
import { CARD_GRID } from './holdings-skeleton.tsx';

interface Known {
  readonly entry: SymbolEntry | null;
  readonly quote: Quote | null;
  readonly isNew: boolean;
}

/** Explains an empty page: the category has no open trade, or none passes the filters. */
function NoHoldings({
  category,
  empty,
  onClear,
}: {
  readonly category: Category;
  readonly empty: boolean;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  return (
    <div className="rounded-3 border border-line bg-s1">
      {empty ? (
        <Empty
          level={2}
          title={t('none')}
          text={t('noneText')}
          action={
            <Link to={`/dashboard/predictor/${category}`} className={buttonClass()}>
              {t('openPredictor')}
            </Link>
          }
        />
      ) : (
        <Empty
          level={2}
          title={t('noMatch')}
          text={t('noMatchText')}
          action={<Button onClick={onClear}>{words('clearFilter')}</Button>}
        />
      )}
    </div>
  );
}

/** Renders the open box trades as one card for each symbol, or as a list with one row for each trade. */
export function Holdings({
  category,
  holdings,
  trades,
  empty,
  list,
  symbols,
  quotes,
  caption,
  onClear,
}: {
  readonly category: Category;
  readonly holdings: readonly Holding[];
  readonly trades: ReturnType<typeof listTrades>;
  /** Whether the category has no open trade at all. */
  readonly empty: boolean;
  readonly list: boolean;
  readonly symbols: readonly SymbolEntry[];
  readonly quotes: readonly Quote[];
  readonly caption: string;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const { t: signal } = useTranslation('signal');
  const nowMs = useServerNow(HOUR_MS);
  const entryOf = useMemo(() => new Map(symbols.map((entry) => [entry.symbol, entry])), [symbols]);
  const quoteOf = useMemo(() => new Map(quotes.map((quote) => [quote.s, quote])), [quotes]);
  if (holdings.length === 0) {
    return <NoHoldings category={category} empty={empty} onClear={onClear} />;
  }
  const knownOf = (symbol: string, openedMs: number): Known => ({
    entry: entryOf.get(symbol) ?? null,
    quote: quoteOf.get(symbol) ?? null,
    isNew: isSameHourUtc(openedMs, nowMs),
  });
  return (
    <>
      {list ? (
        <List caption={caption}>
          {trades.map(({ symbol, trade }) => (
            <Row
              key={`${symbol} ${trade.kind}`}
              symbol={symbol}
              trade={trade}
              {...knownOf(symbol, trade.openedMs)}
            />
          ))}
        </List>
      ) : (
        <ul aria-label={caption} className={CARD_GRID}>
          {holdings.map((holding) => (
            <Card
              key={holding.symbol}
              holding={holding}
              {...knownOf(holding.symbol, holding.openedMs)}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 text-12 text-ink-3">
        {t('recordNote')}{' '}
        <Link to="/record" className="link text-ink-2">
          {signal('record')}
        </Link>
      </p>
    </>
  );
}

function Card({ holding, entry, quote, isNew }: Known & { readonly holding: Holding }) {
  const { t: words } = useTranslation('words');
  const { t } = useTranslation('portfolio');
  const { price } = useFormats();
  const language = useLanguage();
  const source = livePrice(holding.symbol);
  const digits = entry?.digits ?? DEFAULT_DIGITS;
  return (
    <li className="min-w-0">
      <div className="relative h-full rounded-3 border border-line bg-s1 px-3 py-2.5 hover:bg-hover">
        <span className="flex items-center gap-1.75">
          {/* The card links to the symbol. The box links lie over it and open the rows of the record. */}
          <Link
            to={`/dashboard/symbol/${holding.symbol}`}
            title={entry?.name[language]}
            translate="no"
            className="flex-none font-semi after:absolute after:inset-0 after:rounded-3"
          >
            {holding.symbol}
          </Link>
          {isNew ? <Tag tone="new">{words('new')}</Tag> : null}
          {entry ? <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} /> : null}
          <QuotedChange source={source} quote={quote} className="ml-auto text-12" />
        </span>
        <span className="mt-1.75 mb-1.75 flex items-end justify-between gap-2">
          <QuotedPrice
            source={source}
            quote={quote}
            digits={digits}
            delayed={entry !== null && isDelayed(entry)}
            className="-ml-0.75 text-16"
          />
          <Sparkline values={quote?.closes} width={84} height={26} className="min-w-0 shrink" />
        </span>
        <ul
          aria-label={t('tradesOf', { symbol: holding.symbol })}
          className="grid grid-cols-[auto_minmax(0,1fr)_auto] border-t border-line-soft pt-1.25"
        >
          {holding.trades.map((trade) => (
            <li
              key={trade.kind}
              className="col-span-3 grid min-h-7 grid-cols-subgrid items-center gap-x-2 text-12"
            >
              <BoxLink symbol={holding.symbol} trade={trade} />
              <span className="num flex items-center gap-1.25 text-ink-2">
                <Triangle up={trade.isBuy} className={trade.isBuy ? 'text-up' : 'text-down-text'} />
                <span className="sr-only">
                  {words(trade.isBuy ? 'buy' : 'sell')}, {words('entry')}
                </span>
                {price(trade.entry, digits)}
              </span>
              <OpenResult trade={trade} source={source} quote={quote} />
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

/** Renders the box of a trade as a link to the trade's row of the record. */
function BoxLink({ symbol, trade }: { readonly symbol: string; readonly trade: OpenTrade }) {
  const { t } = useTranslation('boxes');
  return (
    <RecomputeLink
      look="around"
      symbol={symbol}
      signal={boxSignal(trade.kind, 'short', trade.openedMs)}
      className="relative inline-flex min-h-6 items-center rounded-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11 hover:[&>span]:underline"
    >
      <BoxTag kind={trade.kind}>{t(trade.kind)}</BoxTag>
    </RecomputeLink>
  );
}

/** Shows the unrealised result of a trade at the newest price, in R with its sign; a dash before the first price. */
function OpenResult({
  trade,
  source,
  quote,
}: {
  readonly trade: OpenTrade;
  readonly source: CellSource;
  readonly quote: Quote | null;
}) {
  const { t } = useTranslation('portfolio');
  const { signed, number } = useFormats();
  const shown = useCellPrice(source, firstPrice(quote));
  const cut = useContext(StalePrices);
  const value = shown ? openR(trade, shown.price) : null;
  if (value === null) return <span className="num text-right text-ink-3">{number(null, 2)}</span>;
  const text = signed(value, 2);
  const tone = cut || !/[1-9]/.test(text) ? 'text-ink-3' : value > 0 ? 'text-up' : 'text-down-text';
  return <span className={cx('num text-right', tone)}>{t('r', { value: text })}</span>;
}

const HEAD = 'h-7.5 border-b border-line px-2.5 text-12 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2.5 whitespace-nowrap';

function List({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  const heads = [
    [words('symbol'), 'pl-3.5 text-left'],
    [t('box'), 'text-left'],
    [words('way'), 'text-left'],
    [words('entry'), 'text-right'],
    [words('last'), 'text-right'],
    [t('soFar'), 'text-right'],
    [words('dayChange'), 'text-right'],
  ] as const;
  return (
    <div className="relative overflow-x-auto rounded-3 border border-line bg-s1">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map(([name, look]) => (
              <th key={name} scope="col" className={`${HEAD} ${look}`}>
                {name}
              </th>
            ))}
            <th scope="col" aria-sort="descending" className={`${HEAD} pr-3.5 text-right`}>
              {t('opened')}
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Row({
  symbol,
  trade,
  entry,
  quote,
  isNew,
}: Known & { readonly symbol: string; readonly trade: OpenTrade }) {
  const { t: words } = useTranslation('words');
  const { moment, price } = useFormats();
  const language = useLanguage();
  const source = livePrice(symbol);
  const digits = entry?.digits ?? DEFAULT_DIGITS;
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <th
        scope="row"
        className={`${CELL} pl-3.5 text-left font-reg ${isNew ? 'shadow-[inset_2px_0_0_var(--brass)]' : ''}`}
      >
        <span className="inline-flex items-center gap-2">
          <Link
            to={`/dashboard/symbol/${symbol}`}
            translate="no"
            className="inline-flex min-h-6 items-center font-semi hover:underline"
          >
            {symbol}
          </Link>
          {isNew ? <Tag tone="new">{words('new')}</Tag> : null}
          {entry ? <PriceAgeTag entry={entry} source={source} first={firstPrice(quote)} /> : null}
          <span translate="no" className="text-ink-3">
            {entry?.name[language]}
          </span>
        </span>
      </th>
      <td className={CELL}>
        <BoxLink symbol={symbol} trade={trade} />
      </td>
      <td className={CELL}>
        <DirectionTag way={trade.isBuy}>{words(trade.isBuy ? 'buy' : 'sell')}</DirectionTag>
      </td>
      <td className={`${CELL} num text-right`}>{price(trade.entry, digits)}</td>
      <td className={`${CELL} text-right`}>
        <QuotedPrice
          source={source}
          quote={quote}
          digits={digits}
          delayed={entry !== null && isDelayed(entry)}
        />
      </td>
      <td className={`${CELL} text-right`}>
        <OpenResult trade={trade} source={source} quote={quote} />
      </td>
      <td className={`${CELL} text-right`}>
        <QuotedChange source={source} quote={quote} />
      </td>
      <td className={`${CELL} num pr-3.5 text-right text-ink-2`}>
        <time dateTime={formatIsoUtc(trade.openedMs)} title={formatIsoUtc(trade.openedMs)}>
          {moment(trade.openedMs)}
        </time>
      </td>
    </tr>
  );
}
