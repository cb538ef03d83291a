import { boxSignal } from '@rasat/contract';
import type { Resolution } from '@rasat/engine';
import { History } from 'lucide-react';
import { useState } from 'react';
import type { Quote, SymbolEntry, WireBar } from '../../api/market.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Empty } from '../../ui/states.tsx';
import { BOX_CLASS, BoxSwatch, Tag, WayTag } from '../../ui/tag.tsx';
import type { BoxCard as Card, CardTerm } from './box-cards.ts';
import { BoxPicture } from './box-picture.tsx';
import { findOutcome } from './outcome.ts';
import { OutcomeTag } from './outcome-tag.tsx';
import { PastBoxes } from './past-boxes.tsx';
import { TradeLadder } from './trade-ladder.tsx';
import { WhyButton } from './why-button.tsx';
import { askBox, type OpenWhy } from './why-question.ts';

/** Bars for the drawings, by resolution. */
export type BarsByResolution = ReadonlyMap<Resolution, readonly WireBar[]>;

/** One box: its word, its drawing, its trade, the long term beside it, and its past. */
export function BoxCard({
  card,
  entry,
  quote,
  bars,
  onWhy,
}: {
  readonly card: Card;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly bars: BarsByResolution;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation(['symbol', 'boxes']);
  const [past, setPast] = useState(false);
  const name = t(`boxes:${card.kind}`);
  const { main } = card;
  return (
    <Panel
      level={3}
      className={cx(BOX_CLASS[card.kind], 'flex flex-col')}
      title={
        <span className="flex items-center gap-2">
          <BoxSwatch kind={card.kind} />
          <span translate="no">{name}</span>
        </span>
      }
      meta={card.longOnly && main ? <span className="lbl">{t('boxes.long')}</span> : null}
      actions={main ? <WordTag bullish={main.bullish} className="mr-2" /> : null}
    >
      {main ? (
        <div className="flex flex-1 flex-col gap-2 p-3 pb-2">
          <BoxFacts card={card} term={main} entry={entry} bars={bars} />
          <TradeFacts term={main} entry={entry} />
          {main.trade ? (
            <TradeLadder
              entry={entry}
              quote={quote}
              way={main.trade.way}
              prices={main.trade}
              ended={main.trade.closed ? t(`boxes.outcome.${findOutcome(main.trade)}`) : null}
              size="compact"
            />
          ) : null}
          <TradeSource term={main} entry={entry} />
          {card.beside ? <Beside card={card} term={card.beside} entry={entry} bars={bars} /> : null}
        </div>
      ) : (
        <div className="flex-1">
          <Empty
            compact
            drawing={false}
            title={card.needsHourly ? t('boxes.needsHourly') : t('boxes.none')}
            {...(card.needsHourly ? { text: t('boxes.needsHourlyText') } : {})}
          />
        </div>
      )}
      <footer className="flex min-h-9 items-center gap-3 border-t border-line-soft pr-1 pl-3 text-11 text-ink-3 max-desk:min-h-11">
        <TermWord label={t('boxes.long')} bullish={card.longBullish} />
        <TermWord label={t('boxes.short')} bullish={card.shortBullish} />
        <span className="ml-auto flex items-center">
          {card.past.short.length + card.past.long.length > 0 ? (
            <IconButton
              label={t('boxes.past', { box: name })}
              className="pointer-fine:size-7!"
              onClick={() => setPast(true)}
            >
              <History aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
            </IconButton>
          ) : null}
          {main ? (
            <WhyButton
              label={t('why')}
              what={name}
              className="px-1.5! text-11!"
              onPress={() => onWhy(askBox(main))}
            />
          ) : null}
        </span>
      </footer>
      <PastBoxes card={card} name={name} entry={entry} open={past} onOpenChange={setPast} />
    </Panel>
  );
}

function WordTag({
  bullish,
  className,
}: {
  readonly bullish: boolean | null;
  readonly className?: string;
}) {
  const { t } = useTranslation('symbol');
  return (
    <span className={className}>
      {bullish === null ? (
        <Tag>{t('boxes.noWord')}</Tag>
      ) : (
        <WayTag way={bullish}>{bullish ? t('boxes.bullish') : t('boxes.bearish')}</WayTag>
      )}
    </span>
  );
}

function TermWord({
  label,
  bullish,
}: {
  readonly label: string;
  readonly bullish: boolean | null;
}) {
  const { t } = useTranslation('symbol');
  return (
    <span className="min-w-0">
      {label}{' '}
      <b className="block font-med text-ink-2">
        {bullish === null ? '—' : bullish ? t('boxes.bullish') : t('boxes.bearish')}
      </b>
    </span>
  );
}

function BoxFacts({
  card,
  term,
  entry,
  bars,
}: {
  readonly card: Card;
  readonly term: CardTerm;
  readonly entry: SymbolEntry;
  readonly bars: BarsByResolution;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const { box } = term;
  return (
    <div className="flex justify-between gap-2.5">
      <BoxPicture
        kind={card.kind}
        term={term}
        bars={bars.get(box.resolution) ?? []}
        digits={entry.digits}
        className="h-19 w-34 max-desk:h-24 max-desk:w-44"
      />
      <dl className="text-right text-12 [&>dd]:mb-0.75 [&>dt]:text-10 [&>dt]:text-ink-3">
        <dt>{t('boxes.start')}</dt>
        <dd className="num">{formats.day(box.d.start)}</dd>
        <dt>{t('boxes.end')}</dt>
        <dd className="num">{formats.day(box.d.end)}</dd>
        <dt>{t('boxes.status')}</dt>
        <dd>
          <OutcomeTag trade={term.trade} />
        </dd>
      </dl>
    </div>
  );
}

function TradeFacts({ term, entry }: { readonly term: CardTerm; readonly entry: SymbolEntry }) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const { box, trade } = term;
  const pairs = trade
    ? ([
        [t('words:entry'), price(trade.p), ''],
        [t('words:stop'), price(trade.sl), 'text-down-text'],
        [t('words:target1'), price(trade.tp1), 'text-up'],
        [t('words:target2'), price(trade.tp2), 'text-up'],
      ] as const)
    : ([
        [t('boxes.upTrade'), price(box.p.upTrade), 'text-up'],
        [t('boxes.downTrade'), price(box.p.downTrade), 'text-down-text'],
      ] as const);
  return (
    <div>
      <dl className={cx('grid gap-x-3 text-12', trade ? 'grid-cols-2' : 'grid-cols-1')}>
        {pairs.map(([name, value, tone]) => (
          <div key={name} className="flex min-h-5.5 items-center justify-between gap-2">
            <dt className="text-ink-3">{name}</dt>
            <dd className={cx('num', tone)}>{value}</dd>
          </div>
        ))}
      </dl>
      {trade === null ? <p className="lbl">{t('boxes.waiting')}</p> : null}
    </div>
  );
}

/** Where a trade stands in the record, and whether it is the one of the box before. */
function TradeSource({ term, entry }: { readonly term: CardTerm; readonly entry: SymbolEntry }) {
  const { t } = useTranslation('symbol');
  const { box, trade } = term;
  if (!trade) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 text-12">
      <RecomputeLink
        look="text"
        symbol={entry.symbol}
        signal={boxSignal(box.kind, box.term, trade.d)}
      />
      {term.tradeIsEarlier ? <span className="lbl">{t('boxes.earlier')}</span> : null}
    </div>
  );
}

/** The long-term box in small: its drawing, its span in price and time, its word. */
function Beside({
  card,
  term,
  entry,
  bars,
}: {
  readonly card: Card;
  readonly term: CardTerm;
  readonly entry: SymbolEntry;
  readonly bars: BarsByResolution;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const { box } = term;
  return (
    <div className="mt-auto flex items-center gap-2.5 border-t border-line-soft pt-2">
      <BoxPicture
        kind={card.kind}
        term={term}
        bars={bars.get(box.resolution) ?? []}
        digits={entry.digits}
        className="h-11 w-18.5 flex-none"
      />
      <div className="min-w-0 flex-1 text-11">
        <p className="text-ink-3">
          {t('boxes.longOf', { resolution: t(`resolution.${box.resolution}`) })}
        </p>
        <p className="num">
          {t('boxes.range', {
            bottom: formats.price(box.p.bottom, entry.digits),
            top: formats.price(box.p.top, entry.digits),
          })}
        </p>
        <p className="num text-ink-3">
          {formats.day(box.d.start)} – {formats.day(box.d.end)}
        </p>
      </div>
    </div>
  );
}
