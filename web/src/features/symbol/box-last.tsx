import { useFormats, useTranslation } from '../../i18n/index.ts';
import { DirectionTag } from '../../ui/tag.tsx';
import type { CardSurroundings } from './card-surroundings.ts';
import { EqualDistance } from './equal-distance.tsx';
import { getOutcome } from './outcome.ts';
import { OUTCOME_TONES } from './outcome-tag.tsx';
import type { BoxTrade } from './replies.ts';
import { LiveResult, ResultInR } from './result-in-r.tsx';
import { TradeLadder } from './trade-ladder.tsx';
import { findTradeResult, riskOf } from './trade-result.ts';

/** Renders the newest trade that a box before the present one opened: its ladder has a mark at the exit. */
export function LastTrade({
  trade,
  around,
}: {
  readonly trade: BoxTrade | null;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation('symbol');
  return (
    <div className="flex-1 border-t border-line bg-s2 px-3 py-2.5">
      <div className="mb-2 flex flex-wrap justify-between gap-x-2 text-12 font-med">
        <h4>{t('boxes.last')}</h4>
        {trade ? <span className="text-ink-3">{t('boxes.inPrevious')}</span> : null}
      </div>
      {trade ? (
        <Trade trade={trade} around={around} />
      ) : (
        <p className="text-12 text-ink-2">{t('boxes.noLast')}</p>
      )}
    </div>
  );
}

function Trade({
  trade,
  around: { entry, quote },
}: {
  readonly trade: BoxTrade;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation(['symbol', 'words']);
  const formats = useFormats();
  const price = (value: number) => formats.price(value, entry.digits);
  const result = findTradeResult(trade);
  const outcome = getOutcome(trade);
  const word = t(`boxes.outcome.${outcome}`);
  return (
    <>
      <div className="mb-1.5 flex items-center gap-2">
        <DirectionTag way={trade.way}>{trade.way ? t('words:buy') : t('words:sell')}</DirectionTag>
        <b className="num">{price(trade.p)}</b>
        <span className="ml-auto">
          {result ? (
            <ResultInR r={result.r} />
          ) : (
            <LiveResult
              entry={entry}
              quote={quote}
              way={trade.way}
              price={trade.p}
              risk={riskOf(trade)}
            />
          )}
        </span>
      </div>
      <TradeLadder
        entry={entry}
        quote={quote}
        way={trade.way}
        prices={trade}
        end={result && { word, price: result.price, stopped: outcome === 'stopped' }}
        size="bare"
      />
      <div className="num flex flex-wrap justify-between gap-x-2 text-12">
        <span className={OUTCOME_TONES[outcome]}>
          {word} {result ? price(result.price) : null}
        </span>
        <span className="text-ink-3">{t('boxes.opened', { day: formats.day(trade.d) })}</span>
      </div>
      {outcome === 'open' ? <EqualDistance /> : null}
    </>
  );
}
