import type { BoxKind } from '@rasat/contract';
import { Clock } from 'lucide-react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Triangle } from '../../ui/icons.tsx';
import type { BoxCard, CardTerm } from './box-cards.ts';
import { BoxChances } from './box-chances.tsx';
import { BoxPicture } from './box-picture.tsx';
import { useBoxState } from './box-state.ts';
import type { CardSurroundings } from './card-surroundings.ts';
import { joinDays } from './day-range.ts';
import { EqualDistance } from './equal-distance.tsx';
import { getOutcome } from './outcome.ts';
import { TradeLadder } from './trade-ladder.tsx';
import { findTradeResult } from './trade-result.ts';

const PART = 'px-3 pt-2.5 pb-3';
const HEAD = 'mb-2 flex flex-wrap justify-between gap-x-2 text-12 font-med';

/** Renders the present box: its picture, its state, and its lines or its own trade. */
export function BoxNow({
  kind,
  term,
  around,
}: {
  readonly kind: BoxKind;
  readonly term: CardTerm;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const { title, text } = useBoxState(around)(term);
  const { box, own } = term;
  const { digits } = around.entry;
  return (
    <div className={PART}>
      <div className={HEAD}>
        <h4>{t('boxes.now')}</h4>
        <span className="num text-ink-3">
          {joinDays(formats.day(box.d.start), formats.day(box.d.end))}
        </span>
      </div>
      <div className="overflow-hidden rounded-1 border border-line-soft bg-chart-bg">
        <BoxPicture
          kind={kind}
          term={term}
          bars={around.bars.get(box.resolution) ?? []}
          price={around.price}
          digits={digits}
          className="h-23 w-full max-desk:h-37.5"
        />
      </div>
      <p className="mt-2.25 text-12 text-ink-2">
        <b className="num block text-13 whitespace-normal text-ink">{title}</b>
        {text}
      </p>
      {own ? (
        <OwnTrade trade={own} around={around} />
      ) : (
        <dl className="num mt-2.25 grid gap-1 text-12">
          <div className="flex justify-between gap-2">
            <dt className="flex items-center gap-1.5 text-up">
              <Triangle up />
              {t('boxes.upTrade')}
            </dt>
            <dd>{formats.price(box.p.upTrade, digits)}</dd>
          </div>
          <div className="flex justify-between gap-2">
            <dt className="flex items-center gap-1.5 text-down-text">
              <Triangle up={false} />
              {t('boxes.downTrade')}
            </dt>
            <dd>{formats.price(box.p.downTrade, digits)}</dd>
          </div>
        </dl>
      )}
      <BoxChances box={box} around={around} />
    </div>
  );
}

function OwnTrade({
  trade,
  around,
}: {
  readonly trade: NonNullable<CardTerm['own']>;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const { entry, quote } = around;
  const result = findTradeResult(trade);
  const outcome = getOutcome(trade);
  const lines = [
    [t('words:stopLong'), trade.sl, 'text-down-text'],
    [t('boxes.target1'), trade.tp1, 'text-up'],
    [t('boxes.target2'), trade.tp2, 'text-up'],
  ] as const;
  return (
    <>
      <div className="mt-2">
        <TradeLadder
          entry={entry}
          quote={quote}
          way={trade.way}
          prices={trade}
          end={
            result && {
              word: t(`boxes.outcome.${outcome}`),
              price: result.price,
              stopped: outcome === 'stopped',
            }
          }
          size="bare"
        />
      </div>
      <dl className="num mt-1 grid gap-1 text-12">
        {lines.map(([name, price, tone]) => (
          <div key={name} className="flex justify-between gap-2">
            <dt className={tone}>{name}</dt>
            <dd>{formats.price(price, entry.digits)}</dd>
          </div>
        ))}
      </dl>
      {outcome === 'open' ? <EqualDistance /> : null}
    </>
  );
}

/** Renders the reason for a missing box, as a title and a text. */
export function MissingBox({ card }: { readonly card: BoxCard }) {
  const { t } = useTranslation('symbol');
  const title = card.needsHourly ? t('boxes.needsHourly') : t('boxes.missing');
  const text = card.needsHourly
    ? t('boxes.needsHourlyText')
    : t(card.kind === 'crystal' ? 'boxes.missingCrystal' : 'boxes.missingText');
  return (
    <div className={PART}>
      <div className={HEAD}>
        <h4>{t('boxes.now')}</h4>
        <span className="text-ink-3">{t('boxes.noneYet')}</span>
      </div>
      <div className="flex h-23 items-center justify-center rounded-1 border border-dashed border-line-soft text-ink-3">
        <Clock aria-hidden="true" width={16} height={16} strokeWidth={1.6} />
      </div>
      <p className="mt-2.25 text-12 text-ink-2">
        <b className="block text-13 text-ink">{title}</b>
        {text}
      </p>
    </div>
  );
}
