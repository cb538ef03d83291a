import { boxSignal } from '@rasat/contract';
import type { BoxTerm } from '@rasat/engine';
import { ChevronDown, History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Triangle } from '../../ui/icons.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { BOX_CLASS, BoxSwatch, DirectionTag, Tag } from '../../ui/tag.tsx';
import { useDesktop } from '../../ui/use-media.ts';
import type { BoxCard as Card, CardTerm } from './box-cards.ts';
import { LastTrade } from './box-last.tsx';
import { BoxNow, MissingBox } from './box-now.tsx';
import { useBoxState } from './box-state.ts';
import type { CardSurroundings } from './card-surroundings.ts';
import { getOutcome } from './outcome.ts';
import { OUTCOME_TONES } from './outcome-tag.tsx';
import { PastBoxes } from './past-boxes.tsx';
import { ResultInR } from './result-in-r.tsx';
import { findTradeResult } from './trade-result.ts';
import { WhyButton } from './why-button.tsx';
import { askBox } from './why-question.ts';

/**
 * Renders one box: at the top the present box with its own trade, below it the last trade of an earlier box. A button
 * shows the long term in place of the short term. On a phone every card but the first is one line until it is opened.
 */
export function BoxCard({
  card,
  first,
  around,
}: {
  readonly card: Card;
  readonly first: boolean;
  readonly around: CardSurroundings;
}) {
  const { t } = useTranslation(['symbol', 'boxes']);
  const [past, setPast] = useState(false);
  const [long, setLong] = useState(false);
  const [open, setOpen] = useState(first);
  const desk = useDesktop();
  const name = t(`boxes:${card.kind}`);
  const term = long ? (card.beside ?? card.main) : card.main;
  const whole = desk || open;
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
      meta={card.longOnly && term ? <span className="lbl">{t('boxes.long')}</span> : null}
      actions={
        <>
          <span className="mr-2 flex">
            <WordTag bullish={term?.bullish ?? null} />
          </span>
          {desk || !open ? null : (
            <IconButton
              label={t('boxes.close', { box: name })}
              aria-expanded
              onClick={() => setOpen(false)}
            >
              <ChevronDown
                aria-hidden="true"
                width={16}
                height={16}
                strokeWidth={1.6}
                className="rotate-180"
              />
            </IconButton>
          )}
        </>
      }
    >
      {whole ? (
        <>
          {card.beside ? <TermChoice card={card} name={name} long={long} onLong={setLong} /> : null}
          {term ? (
            <BoxNow kind={card.kind} term={term} around={around} />
          ) : (
            <MissingBox card={card} />
          )}
          <LastTrade trade={term?.last ?? null} around={around} />
          <Foot card={card} term={term} name={name} around={around} onPast={() => setPast(true)} />
        </>
      ) : (
        <Line term={term} card={card} around={around} onOpen={() => setOpen(true)} />
      )}
      <PastBoxes card={card} name={name} entry={around.entry} open={past} onOpenChange={setPast} />
    </Panel>
  );
}

function WordTag({ bullish }: { readonly bullish: boolean | null }) {
  const { t } = useTranslation('symbol');
  if (bullish === null) return <Tag>{t('boxes.noWord')}</Tag>;
  return (
    <DirectionTag way={bullish}>{bullish ? t('boxes.bullish') : t('boxes.bearish')}</DirectionTag>
  );
}

/** Renders the choice of the term, each with its direction; the card shows the chosen term. */
function TermChoice({
  card,
  name,
  long,
  onLong,
}: {
  readonly card: Card;
  readonly name: string;
  readonly long: boolean;
  readonly onLong: (long: boolean) => void;
}) {
  const { t } = useTranslation('symbol');
  const label = (term: BoxTerm, bullish: boolean | null) => (
    <>
      {t(`boxes.${term}`)}
      {bullish === null ? null : (
        <>
          <Triangle up={bullish} className={bullish ? 'text-up' : 'text-down-text'} />
          <span className="sr-only">{t(bullish ? 'boxes.bullish' : 'boxes.bearish')}</span>
        </>
      )}
    </>
  );
  return (
    <div className="px-3 pt-2">
      <Segmented
        label={t('boxes.termOf', { box: name })}
        value={long ? 'long' : 'short'}
        choices={[
          { value: 'short', label: label('short', card.main?.bullish ?? null) },
          { value: 'long', label: label('long', card.longBullish) },
        ]}
        onChange={(value) => onLong(value === 'long')}
      />
    </div>
  );
}

/** Renders a box in one line: the state of the present box and the outcome of the last trade. */
function Line({
  term,
  card,
  around,
  onOpen,
}: {
  readonly term: CardTerm | null;
  readonly card: Card;
  readonly around: CardSurroundings;
  readonly onOpen: () => void;
}) {
  const { t } = useTranslation('symbol');
  const stateOf = useBoxState(around);
  const missing = card.needsHourly ? t('boxes.needsHourly') : t('boxes.missing');
  const last = term?.last ?? null;
  const outcome = getOutcome(last);
  return (
    <button
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className="flex min-h-11 items-center gap-3 px-3 py-1.5 text-left text-ink-2"
    >
      <span className="flex min-w-0 flex-1 flex-wrap gap-x-3 gap-y-0.5">
        <span>
          {t('boxes.nowShort')} <b className="text-ink">{term ? stateOf(term).title : missing}</b>
        </span>
        {last ? (
          <span>
            {t('boxes.lastShort')}{' '}
            <b className={OUTCOME_TONES[outcome]}>{t(`boxes.outcome.${outcome}`)}</b>{' '}
            <ResultInR r={findTradeResult(last)?.r ?? null} />
          </span>
        ) : null}
      </span>
      <ChevronDown
        aria-hidden="true"
        width={16}
        height={16}
        strokeWidth={1.6}
        className="flex-none"
      />
    </button>
  );
}

function Foot({
  card,
  term,
  name,
  around,
  onPast,
}: {
  readonly card: Card;
  readonly term: CardTerm | null;
  readonly name: string;
  readonly around: CardSurroundings;
  readonly onPast: () => void;
}) {
  const { t } = useTranslation('symbol');
  const trade = term?.trade ?? null;
  return (
    <footer className="flex min-h-9 items-center gap-0.5 border-t border-line-soft px-1.5 py-1 max-desk:min-h-11">
      {card.past.short.length + card.past.long.length > 0 ? (
        <Button variant="quiet" size="sm" onClick={onPast}>
          <History aria-hidden="true" width={14} height={14} strokeWidth={1.6} />
          {t('boxes.past')}
          <span className="sr-only">{name}</span>
        </Button>
      ) : null}
      {term ? (
        <WhyButton label={t('why')} what={name} onPress={() => around.onWhy(askBox(term))} />
      ) : null}
      {term && trade ? (
        <RecomputeLink
          look="icon"
          symbol={around.entry.symbol}
          signal={boxSignal(term.box.kind, term.box.term, trade.d)}
          className="ml-auto pointer-fine:size-7!"
        />
      ) : null}
    </footer>
  );
}
