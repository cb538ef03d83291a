import { conditionSignal } from '@rasat/contract';
import { isSameHourUtc } from '@rasat/engine';
import type { ReactNode } from 'react';
import type { Quote, SymbolEntry } from '../../api/market.ts';
import { formatIsoUtc } from '../../i18n/format.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useEndWord } from '../../ui/condition-end.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RecomputeLink } from '../../ui/recompute-link.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { Empty } from '../../ui/states.tsx';
import { Tag, WayTag } from '../../ui/tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useLastPrice } from './last-price.ts';
import { PanelBody } from './panel-body.tsx';
import type { PanelState } from './panel-state.ts';
import { computeShare, findZone } from './price-place.ts';
import type { Condition, SeerReply } from './replies.ts';
import { TradeLadder } from './trade-ladder.tsx';
import { WhyButton } from './why-button.tsx';
import { askCondition, type OpenWhy } from './why-question.ts';

/** The trade condition: its way, price and range on the ladder, when it formed, and what ends or ended it. */
export function ConditionPanel({
  state,
  entry,
  quote,
  clockAheadMs,
  onWhy,
}: {
  readonly state: PanelState<SeerReply>;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly clockAheadMs: number;
  readonly onWhy: OpenWhy;
}) {
  const { t } = useTranslation('symbol');
  const condition = state.status === 'ready' ? state.data.tradeCondition : null;
  return (
    <Panel
      title={t('condition.title')}
      busy={state.status === 'ready' && state.busy}
      meta={condition ? <ConditionTags condition={condition} /> : null}
      actions={
        condition ? (
          <WhyButton
            label={t('why')}
            what={t('condition.title')}
            onPress={() => onWhy(askCondition(condition))}
          />
        ) : null
      }
    >
      <PanelBody state={state} skeleton={<ConditionBones />}>
        {(reply) =>
          reply.tradeCondition ? (
            <ConditionBody
              condition={reply.tradeCondition}
              entry={entry}
              quote={quote}
              clockAheadMs={clockAheadMs}
            />
          ) : (
            <Empty title={t('condition.empty')} text={t('condition.emptyText')} compact />
          )
        }
      </PanelBody>
    </Panel>
  );
}

function ConditionTags({ condition }: { readonly condition: Condition }) {
  const { t } = useTranslation('symbol');
  const hit = condition.tp1Hit && condition.ended !== 2;
  return (
    <>
      <EndTag condition={condition} />
      {hit ? <Tag tone="up">{t('condition.tp1Hit')}</Tag> : null}
    </>
  );
}

const END_TONES: Readonly<Record<string, 'down' | 'up'>> = { '-1': 'down', '2': 'up' };

function EndTag({ condition }: { readonly condition: Condition }) {
  const { t } = useTranslation('symbol');
  const ended = useEndWord(condition.ended);
  if (ended === null) return <Tag tone="info">{t('condition.active')}</Tag>;
  return <Tag tone={END_TONES[String(condition.ended)] ?? 'quiet'}>{ended}</Tag>;
}

function ConditionBody({
  condition,
  entry,
  quote,
  clockAheadMs,
}: {
  readonly condition: Condition;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
  readonly clockAheadMs: number;
}) {
  const { t } = useTranslation(['symbol', 'words', 'signal']);
  const formats = useFormats();
  const ended = useEndWord(condition.ended);
  const price = (value: number) => formats.price(value, entry.digits);
  const prices = {
    sl: condition.sl,
    p: condition.price,
    tp1: condition.tp1,
    tp2: condition.tp2,
  };
  return (
    <div className="p-3">
      <div className="mb-2.5 flex flex-wrap items-baseline gap-2.5">
        <WayTag way={condition.way}>{condition.way ? t('words:buy') : t('words:sell')}</WayTag>
        <b className="num text-18">{price(condition.price)}</b>
        <span className="lbl num">{t('condition.range', { range: price(condition.range) })}</span>
      </div>
      <TradeLadder
        entry={entry}
        quote={quote}
        way={condition.way}
        prices={prices}
        ended={ended}
        size="full"
      />
      <dl className="mt-2.5">
        {condition.active ? (
          <Fact name={t('condition.place')}>
            <Place condition={condition} entry={entry} quote={quote} />
          </Fact>
        ) : null}
        <Fact name={t('condition.time')}>
          <time
            dateTime={formatIsoUtc(condition.datetime)}
            title={formatIsoUtc(condition.datetime)}
          >
            {formats.moment(condition.datetime)}
          </time>{' '}
          <NewTag timeMs={condition.datetime} clockAheadMs={clockAheadMs} />
        </Fact>
        <Fact name={t('condition.until')}>
          <time dateTime={formatIsoUtc(condition.expiry)} title={formatIsoUtc(condition.expiry)}>
            {formats.moment(condition.expiry)}
          </time>
        </Fact>
        <Fact name={t('condition.setup')}>
          {condition.setup === 'pivot' ? t('condition.pivot') : t('condition.break')}
        </Fact>
        <Fact name={t('condition.invalidation')}>
          {condition.active
            ? t(condition.way ? 'condition.buyInvalid' : 'condition.sellInvalid', {
                price: price(condition.sl),
              })
            : price(condition.sl)}
        </Fact>
        <Fact name={t('signal:record')}>
          <RecomputeLink look="text" symbol={entry.symbol} signal={conditionSignal(condition)} />
        </Fact>
      </dl>
    </div>
  );
}

/** A condition is new while its UTC hour is the current one. */
function NewTag({
  timeMs,
  clockAheadMs,
}: {
  readonly timeMs: number;
  readonly clockAheadMs: number;
}) {
  const { t } = useTranslation('words');
  const nowMs = useNow() + clockAheadMs;
  return isSameHourUtc(timeMs, nowMs) ? (
    <Tag tone="new" className="ml-1.5">
      {t('new')}
    </Tag>
  ) : null;
}

function Place({
  condition,
  entry,
  quote,
}: {
  readonly condition: Condition;
  readonly entry: SymbolEntry;
  readonly quote: Quote | null;
}) {
  const { t } = useTranslation('symbol');
  const formats = useFormats();
  const last = useLastPrice(entry.symbol, quote);
  if (!last) return formats.price(null);
  const prices = {
    sl: condition.sl,
    p: condition.price,
    tp1: condition.tp1,
    tp2: condition.tp2,
  };
  const share = formats.percent(computeShare(prices, last.price) * 100, 1);
  return t(`condition.placeOf.${findZone(prices, last.price)}`, { share });
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-h-7.25 items-center justify-between gap-3 border-t border-line-soft">
      <dt className="text-ink-2">{name}</dt>
      <dd className="num text-right whitespace-normal">{children}</dd>
    </div>
  );
}

function ConditionBones() {
  return (
    <div className="p-3">
      <Bone className="h-5 w-2/3" />
      <Bone className="mt-4 h-10 w-full" />
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Bone key={key} className="mt-4.5 w-full" />
      ))}
    </div>
  );
}
