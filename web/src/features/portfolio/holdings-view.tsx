import { boxSignal, type Category, DEFAULT_DIGITS } from '@rasat/contract';
import { HOUR_MS, isSameHourUtc } from '@rasat/engine';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { livePrice } from '../../api/live.ts';
import { firstPrice, type Quote, type SymbolEntry } from '../../api/market.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useLanguage, useTranslation } from '../../i18n/index.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { LiveChange, LivePrice } from '../../ui/live-price.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Empty } from '../../ui/states.tsx';
import { BoxTag, Tag } from '../../ui/tag.tsx';
import { useServerNow } from '../../ui/use-now.ts';
import type { Holding } from './holdings.ts';
import { CARD_GRID } from './holdings-skeleton.tsx';

interface Line {
  readonly holding: Holding;
  readonly entry: SymbolEntry | null;
  readonly quote: Quote | null;
  readonly isNew: boolean;
}

/** The symbols of the portfolio as cards or as a list. */
export function Holdings({
  category,
  holdings,
  empty,
  list,
  symbols,
  quotes,
  caption,
  onClear,
}: {
  readonly category: Category;
  readonly holdings: readonly Holding[];
  /** Whether the category has no open trade at all. */
  readonly empty: boolean;
  readonly list: boolean;
  readonly symbols: readonly SymbolEntry[];
  readonly quotes: readonly Quote[];
  readonly caption: string;
  readonly onClear: () => void;
}) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  const { t: signal } = useTranslation('signal');
  const nowMs = useServerNow(HOUR_MS);
  const entryOf = useMemo(() => new Map(symbols.map((entry) => [entry.symbol, entry])), [symbols]);
  const quoteOf = useMemo(() => new Map(quotes.map((quote) => [quote.s, quote])), [quotes]);
  if (holdings.length === 0) {
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
  const lines = holdings.map((holding) => ({
    holding,
    entry: entryOf.get(holding.symbol) ?? null,
    quote: quoteOf.get(holding.symbol) ?? null,
    isNew: isSameHourUtc(holding.openedMs, nowMs),
  }));
  return (
    <>
      {list ? (
        <List lines={lines} caption={caption} />
      ) : (
        <ul aria-label={caption} className={CARD_GRID}>
          {lines.map((line) => (
            <Card key={line.holding.symbol} {...line} />
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

function Card({ holding, entry, quote, isNew }: Line) {
  const { t: words } = useTranslation('words');
  const language = useLanguage();
  const source = livePrice(holding.symbol);
  const first = firstPrice(quote);
  return (
    <li className="min-w-0">
      <div className="relative h-full rounded-3 border border-line bg-s1 px-3 py-2.5 hover:bg-hover">
        <span className="flex items-center gap-1.75">
          {/* The whole card leads to the symbol; its boxes, which lie over it, to their rows of the record. */}
          <Link
            to={`/dashboard/symbol/${holding.symbol}`}
            title={entry?.name[language]}
            translate="no"
            className="truncate font-semi after:absolute after:inset-0 after:rounded-3"
          >
            {holding.symbol}
          </Link>
          {isNew ? <Tag tone="new">{words('new')}</Tag> : null}
          <LiveChange
            source={source}
            first={first}
            base={quote?.previousClose ?? null}
            className="ml-auto text-11"
          />
        </span>
        <span className="mt-1.75 mb-2.25 flex items-end justify-between gap-2">
          <LivePrice
            source={source}
            first={first}
            digits={entry?.digits ?? DEFAULT_DIGITS}
            watch={quote?.open ?? false}
            stale={quote?.stale ?? false}
            className="-ml-0.75 text-16"
          />
          <Sparkline values={quote?.closes} width={84} height={26} className="min-w-0 shrink" />
        </span>
        <Boxes holding={holding} wrap />
      </div>
    </li>
  );
}

/** The open boxes of a symbol; each leads to its trade's row of the record. */
function Boxes({ holding, wrap = false }: { readonly holding: Holding; readonly wrap?: boolean }) {
  const { t } = useTranslation('boxes');
  return (
    <span
      className={cx(
        'flex min-h-6 gap-1 pointer-coarse:gap-2',
        // What a finger needs around them lies over the room of the card.
        wrap && 'flex-wrap pointer-coarse:-my-2.5',
      )}
    >
      {holding.boxes.map(({ kind, openedMs }) => (
        <RecomputeLink
          key={kind}
          look="around"
          symbol={holding.symbol}
          signal={boxSignal(kind, 'short', openedMs)}
          className="relative inline-flex min-h-6 items-center rounded-1 pointer-coarse:min-h-11 pointer-coarse:min-w-11 hover:[&>span]:underline"
        >
          <BoxTag kind={kind}>{t(kind)}</BoxTag>
        </RecomputeLink>
      ))}
    </span>
  );
}

const HEAD = 'h-7.5 border-b border-line px-2.5 text-11 font-med whitespace-nowrap text-ink-3';
const CELL = 'h-9 px-2.5 whitespace-nowrap';

function List({ lines, caption }: { readonly lines: readonly Line[]; readonly caption: string }) {
  const { t } = useTranslation('portfolio');
  const { t: words } = useTranslation('words');
  return (
    <div className="relative overflow-x-auto rounded-3 border border-line bg-s1">
      <table className="w-full border-collapse">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${HEAD} pl-3.5 text-left`}>
              {words('symbol')}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {words('last')}
            </th>
            <th scope="col" className={`${HEAD} text-right`}>
              {words('dayChange')}
            </th>
            <th scope="col" className={`${HEAD} pl-8 text-left`}>
              {t('openBoxes')}
            </th>
            <th scope="col" aria-sort="descending" className={`${HEAD} pr-3.5 text-right`}>
              {t('opened')}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.holding.symbol} {...line} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ holding, entry, quote, isNew }: Line) {
  const { t: words } = useTranslation('words');
  const { moment } = useFormats();
  const language = useLanguage();
  const source = livePrice(holding.symbol);
  const first = firstPrice(quote);
  return (
    <tr className="border-b border-line-soft last:border-0 hover:bg-hover">
      <th
        scope="row"
        className={`${CELL} pl-3.5 text-left font-reg ${isNew ? 'shadow-[inset_2px_0_0_var(--brass)]' : ''}`}
      >
        <span className="inline-flex items-center gap-2">
          <Link
            to={`/dashboard/symbol/${holding.symbol}`}
            translate="no"
            className="inline-flex min-h-6 items-center font-semi hover:underline"
          >
            {holding.symbol}
          </Link>
          {isNew ? <Tag tone="new">{words('new')}</Tag> : null}
          <span translate="no" className="text-ink-3">
            {entry?.name[language]}
          </span>
        </span>
      </th>
      <td className={`${CELL} text-right`}>
        <LivePrice
          source={source}
          first={first}
          digits={entry?.digits ?? DEFAULT_DIGITS}
          watch={quote?.open ?? false}
          stale={quote?.stale ?? false}
        />
      </td>
      <td className={`${CELL} text-right`}>
        <LiveChange source={source} first={first} base={quote?.previousClose ?? null} />
      </td>
      <td className={`${CELL} pl-8`}>
        <Boxes holding={holding} />
      </td>
      <td className={`${CELL} num pr-3.5 text-right text-ink-2`}>
        <time dateTime={formatIsoUtc(holding.openedMs)} title={formatIsoUtc(holding.openedMs)}>
          {moment(holding.openedMs)}
        </time>
      </td>
    </tr>
  );
}
